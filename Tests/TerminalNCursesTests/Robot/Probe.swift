import Screen
import ScreenTesting

/// The probe in a pseudo-terminal, when its first frame is there.
enum Probe {
    static let path = BuiltProgram.path("terminal-probe")

    /// Begins with signals ignored, by their names, as a shell's `trap '' HUP` has it.
    static func start(ignoring signals: String) async throws -> PtyRobot {
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "trap '' \(signals); exec \"$0\"", path], size: Size(width: 60, height: 10))
        try await robot.wait(for: "process")
        return robot
    }

    static func start(
        _ arguments: String..., environment: [String: String] = [:], size: Size = Size(width: 60, height: 10), kitty: Bool = false
    ) async throws -> PtyRobot {
        let robot = try PtyRobot.spawn(path, arguments: arguments, environment: environment, size: size, answersKittyKeyboard: kitty)
        try await robot.wait(for: "process")
        return robot
    }
}
