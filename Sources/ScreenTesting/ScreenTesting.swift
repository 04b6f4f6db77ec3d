// ScreenTesting
