import Foundation
import Screen
import ScreenTesting
import Testing

/// Whatever ends or stops the program, the terminal is as before.
@Suite struct EndingTests {
    private let machine: Machine

    init() async throws {
        machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/before""#)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
    func `a signal restores the terminal`(number: Int32) async throws {
        let robot = try await machine.startWithRequest()
        robot.signal(number)
        try await robot.expectEnd(.signaled(number))
    }

    @Test func `a terminal that disappears ends it even if the signal is ignored`() async throws {
        let robot = try await machine.start(ignoring: "HUP")
        robot.hangUp()
        #expect(try await robot.waitForEnd(timeout: PtyRobot.patience) == .signaled(SIGHUP))
    }

    @Test func `a signal while text is edited restores it as well`() async throws {
        let robot = try await machine.startWithRequest()
        robot.press(.control("l"))
        try await robot.see("EDIT")
        robot.signal(SIGTERM)
        try await robot.expectEnd(.signaled(SIGTERM))
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func `a terminal that takes no output holds no ending up`(number: Int32) async throws {
        let robot = try await machine.startWithRequest()
        robot.hang()
        for step in 0..<1_000 where !robot.isFull {
            robot.resize(to: Size(width: 160 + step % 2, height: 50))
            try await Task.sleep(for: .milliseconds(20))
        }
        try #require(robot.isFull)
        robot.signal(number)
        #expect(try await robot.waitForEnd(timeout: PtyRobot.patience) == .signaled(number))
        #expect(!robot.leftovers.contains("settings") && robot.modes.isDisjoint(with: [1049, 2004]))
    }

    @Test func `control and Z stops it, and fg brings everything back`() async throws {
        let robot = try await machine.startInShell()
        robot.press(.control("z"))
        try await robot.wait(until: "the shell", timeout: PtyRobot.patience) {
            !$0.screen.isAlternate && $0.screen.text.contains("Stopped")
        }
        #expect(robot.modes.isDisjoint(with: [1049, 1002, 1006, 2004, 1004]))
        #expect(robot.modes.contains(25))
        robot.send("fg\r")
        try await robot.wait(until: "the workbench again", timeout: PtyRobot.patience) {
            $0.screen.isAlternate && $0.screen.text.contains("▾ First")
        }
        robot.send("j\r")
        try await robot.see("2 Ask")
        robot.send("q")
        try await robot.wait(until: "the shell at the end", timeout: PtyRobot.patience) { !$0.screen.isAlternate }
        robot.send("exit\r")
        try await robot.waitForEnd(timeout: PtyRobot.patience)
        #expect(robot.leftovers == [])
    }

    @Test func `a size that changed while it was stopped is noticed`() async throws {
        let robot = try await machine.startInShell()
        robot.press(.control("z"))
        try await robot.wait(until: "the shell", timeout: PtyRobot.patience) {
            !$0.screen.isAlternate && $0.screen.text.contains("Stopped")
        }
        robot.resize(to: Size(width: 80, height: 24))
        robot.send("fg\r")
        try await robot.wait(until: "one pane", timeout: PtyRobot.patience) {
            $0.screen.isAlternate && $0.screen.row(1).contains("▸1 Collections")
        }
        robot.send("q")
        try await robot.wait(until: "the shell at the end", timeout: PtyRobot.patience) { !$0.screen.isAlternate }
        robot.send("exit\r")
        try await robot.waitForEnd(timeout: PtyRobot.patience)
        #expect(robot.leftovers == [])
    }
}
