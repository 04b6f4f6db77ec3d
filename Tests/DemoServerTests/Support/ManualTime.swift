import Dispatch
import Synchronization

@testable import DemoServer

/// Time that stands still until a test moves it.
final class ManualTime: DelayScheduler {
    private struct State {
        var now = 1_800_000_000
        var pending: [(delay: Duration, action: @Sendable () -> Void)] = []
    }

    /// Guards the time and what waits for it.
    private let state = Mutex(State())
    private let scheduled = DispatchSemaphore(value: 0)

    var now: Int { state.withLock { $0.now } }

    func advance(by seconds: Int) {
        state.withLock { $0.now += seconds }
    }

    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.pending.append((delay, action)) }
        scheduled.signal()
    }

    /// Waits until the server waits, lets that time pass, and gives its length; `nil` when nothing comes for long.
    func passNextDelay() -> Duration? {
        guard scheduled.wait(timeout: .now() + 20) == .success else { return nil }
        let next = state.withLock { $0.pending.removeFirst() }
        next.action()
        return next.delay
    }
}
