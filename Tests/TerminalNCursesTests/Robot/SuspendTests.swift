import Platform
import Screen
import ScreenTesting
import Testing

@Suite struct SuspendTests {
    /// An interactive shell with job control that runs the probe.
    private func startInShell() async throws -> PtyRobot {
        let robot = try PtyRobot.spawn("/bin/sh", arguments: ["-i"], environment: ["PS1": "ready> "], size: Size(width: 60, height: 10))
        try await robot.wait(for: "ready>")
        robot.send("'\(Probe.path)' act\r")
        try await robot.wait(until: "the probe") { $0.screen.isAlternate && $0.screen.text.contains("process") }
        return robot
    }

    private func continueAndQuit(_ robot: PtyRobot) async throws {
        try await robot.wait(until: "the shell") { !$0.screen.isAlternate && $0.screen.text.contains("Stopped") }
        #expect(robot.modes.isDisjoint(with: [1002, 1006, 2004, 1004, 1049]))
        robot.send("fg\r")
        try await robot.wait(until: "the probe again") { $0.screen.isAlternate && $0.screen.text.contains("process") }
        #expect(robot.modes.isSuperset(of: [1049, 1002, 1006, 2004, 1004]))
        robot.press(.function(7))
        try await robot.wait(for: "key F7")
        robot.press(.character("q"))
        try await robot.wait(until: "the shell at the end") { !$0.screen.isAlternate }
        robot.send("exit\r")
        try await robot.waitForEnd()
        #expect(robot.leftovers == [])
    }

    @Test func `stopping itself returns the terminal to the shell, and continuing takes it back`() async throws {
        let robot = try await startInShell()
        robot.press(.character("z"))
        try await continueAndQuit(robot)
    }

    @Test func `a stop from outside does the same`() async throws {
        let robot = try await startInShell()
        let process = try #require(robot.screen.row(0).split(separator: " ").last.flatMap { Int32($0) })
        kill(process, SIGTSTP)
        try await continueAndQuit(robot)
    }

    @Test func `control and z is a key`() async throws {
        let robot = try await Probe.start()
        robot.press(.control("z"))
        try await robot.wait(for: "key 'z' control")
        #expect(robot.status == .running)
    }

    @Test func `another program gets the original terminal and its input`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("s"))
        let screen = try await robot.wait(for: "from the child")
        #expect(!screen.isAlternate)
        #expect(robot.leftovers == [])
        robot.send("q\r")
        try await robot.wait(until: "the probe again") { $0.screen.isAlternate && $0.screen.text.contains("key 's'") }
        robot.press(.character("q"))
        #expect(try await robot.waitForEnd() == .exited(0))
        #expect(robot.leftovers == [])
    }

    @Test func `a program that dies in raw mode does no harm`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("k"))
        // Input before the child has the terminal is discarded, as intended.
        try await robot.wait(for: "from the child")
        robot.send("\n")
        try await robot.wait(until: "the probe again") { $0.screen.isAlternate && $0.screen.text.contains("key 'k'") }
        robot.press(.function(9))
        try await robot.wait(for: "key F9")
        robot.press(.character("q"))
        try await robot.waitForEnd()
        #expect(robot.leftovers == [])
    }

    @Test func `an interrupt for another program is ignored`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("s"))
        try await robot.wait(for: "from the child")
        robot.send("\u{3}")
        try await robot.wait(until: "the probe again") { $0.screen.isAlternate && $0.screen.text.contains("key 's'") }
    }

    @Test func `the program does not stop without a shell that could continue it`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("z"))
        // Input before the terminal is taken back is discarded.
        try await robot.wait(until: "the probe again") { [robot] moment in
            robot.hasWritten(Self.leaving, times: 2) && moment.screen.isAlternate && moment.screen.text.contains("key 'z'")
        }
        robot.press(.function(8))
        try await robot.wait(for: "key F8")
        #expect(robot.hasWritten(Self.leaving, times: 2))
    }

    /// Written once while ncurses sets itself up, and once for each time that the terminal is given back.
    private static let leaving = "\u{1B}[?1049l"
}
