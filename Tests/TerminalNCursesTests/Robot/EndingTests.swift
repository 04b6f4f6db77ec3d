import Platform
import Screen
import ScreenTesting
import Testing

/// Whatever ends the program, the terminal is as before.
@Suite struct EndingTests {
    @Test func `the terminal is in raw mode while the program runs`() async throws {
        let robot = try await Probe.start()
        #expect(robot.modes.isSuperset(of: [1049, 1002, 1006, 2004, 1004]))
        #expect(robot.screen.cursor == nil)
        #expect(robot.leftovers.contains("settings"))
    }

    @Test func `quitting restores the terminal`() async throws {
        let robot = try await Probe.start()
        robot.press(.character("q"))
        #expect(try await robot.waitForEnd() == .exited(0))
        #expect(robot.leftovers == [])
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGUSR1, SIGALRM, SIGXCPU])
    func `a signal restores it`(number: Int32) async throws {
        let robot = try await Probe.start()
        robot.signal(number)
        #expect(try await robot.waitForEnd() == .signaled(number))
        #expect(robot.leftovers == [])
    }

    @Test func `closing the terminal ends the program`() async throws {
        let robot = try await Probe.start()
        robot.hangUp()
        #expect(try await robot.waitForEnd() == .signaled(SIGHUP))
    }

    @Test func `a terminal that disappears ends it even if the signal is ignored`() async throws {
        let robot = try await Probe.start(ignoring: "HUP")
        robot.signal(SIGHUP)
        robot.hangUp()
        #expect(try await robot.waitForEnd() == .signaled(SIGHUP))
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS])
    func `a crash restores it`(number: Int32) async throws {
        let robot = try await Probe.start()
        robot.signal(number)
        #expect(try await robot.waitForEnd() == .signaled(number))
        #expect(robot.leftovers == [])
    }

    @Test(arguments: [
        ("e", [ProcessStatus.exited(3)]), ("a", [.signaled(SIGABRT)]), ("t", [.signaled(SIGILL), .signaled(SIGTRAP)]),
        ("d", [.signaled(SIGILL), .signaled(SIGTRAP)]), ("v", [.signaled(SIGSEGV), .signaled(SIGBUS)]),
    ])
    func `an internal failure restores it`(letter: String, expected: [ProcessStatus]) async throws {
        let robot = try await Probe.start("act")
        robot.send(letter)
        #expect(expected.contains(try await robot.waitForEnd()))
        #expect(robot.leftovers == [])
    }

    @Test func `modes that were switched on later are switched off as well`() async throws {
        let robot = try await Probe.start("act", kitty: true)
        robot.press(.character("i"))
        try await robot.wait(until: "a cursor") { $0.screen.cursor == Point(x: 4, y: 2) }
        #expect(robot.cursorStyle == 6)
        #expect(robot.hasKittyKeyboard)
        robot.signal(SIGTERM)
        try await robot.waitForEnd()
        #expect(robot.leftovers == [])
    }

    @Test func `ending while another program has the terminal does not touch it`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("s"))
        try await robot.wait(for: "from the child")
        let count = robot.output.count
        robot.signal(SIGTERM)
        #expect(try await robot.waitForEnd() == .signaled(SIGTERM))
        #expect(robot.output.count == count)
    }
}
