import ScreenTesting
import Testing

@Suite struct PtyRobotTests {
    /// The next robot gets the descriptors of one before.
    @Test(arguments: 0..<4) func `parallel robots see the output of their programs`(lane: Int) async throws {
        for round in 0..<25 {
            let robot = try PtyRobot.spawn("/bin/echo", arguments: ["round \(round)"])
            try await robot.wait(for: "round \(round)", timeout: .seconds(90))
        }
    }
}
