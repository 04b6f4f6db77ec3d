import Testing

@testable import TerminalNCurses

@MainActor
@Suite struct LoopTimersTests {
    private let start = ContinuousClock.now

    @Test func `due timers are returned in the order of their times`() {
        var timers = LoopTimers()
        var called: [String] = []
        _ = timers.add(at: start + .seconds(2)) { called.append("later") }
        _ = timers.add(at: start + .seconds(1)) { called.append("first") }
        _ = timers.add(at: start + .seconds(1)) { called.append("second") }
        #expect(timers.next == start + .seconds(1))
        #expect(timers.removeDueTimers(at: start).isEmpty)
        for action in timers.removeDueTimers(at: start + .seconds(1)) { action() }
        #expect(called == ["first", "second"])
        #expect(timers.next == start + .seconds(2))
        for action in timers.removeDueTimers(at: start + .seconds(9)) { action() }
        #expect(called == ["first", "second", "later"])
        #expect(timers.next == nil)
    }

    @Test func `a removed timer is not due`() {
        var timers = LoopTimers()
        let number = timers.add(at: start) {}
        #expect(timers.removeTimer(number) != nil)
        #expect(timers.removeTimer(number) == nil)
        #expect(timers.removeDueTimers(at: start).isEmpty)
    }
}
