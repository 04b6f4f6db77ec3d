import ScreenTesting
import Testing

/// `apus doctor` on a terminal asks it what it can do, and leaves it as it was.
@Suite struct DoctorTests {
    @Test func `the terminal is queried and restored`() async throws {
        let machine = try await Machine()
        let robot = try machine.spawn(["doctor"], environment: ["TERM": "xterm-256color"])
        try await robot.waitForEnd(timeout: PtyRobot.patience)
        let text = robot.screen.text
        #expect(text.contains("standard streams: a terminal") && text.contains("colours: ") && text.contains("libcurl: "))
        #expect(robot.output.contains(sequence: "\u{1B}[c"))
        #expect(robot.leftovers == [])
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: String) -> Bool { firstRange(of: Array(sequence.utf8)) != nil }
}
