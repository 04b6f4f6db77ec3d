import Screen
import ScreenTesting

/// The probe in a pseudo-terminal, when its first frame is there.
enum Probe {
    static let path = BuiltProgram.path("terminal-probe")

    static func start(
        _ arguments: String..., environment: [String: String] = [:], size: Size = Size(width: 60, height: 10), kitty: Bool = false
    ) async throws -> PtyRobot {
        let robot = try PtyRobot.spawn(path, arguments: arguments, environment: environment, size: size, answersKittyKeyboard: kitty)
        try await robot.wait(for: "process")
        return robot
    }
}
