import Dispatch
import Synchronization

@testable import DemoServer

/// Time that stands still until a test moves it.
final class ManualTime: DelayScheduler {
    struct Pending: Sendable {
        let delay: Duration
        let action: @Sendable () -> Void
    }

    private struct State {
        var now = 1_800_000_000
        var pending: [Pending] = []
    }

    /// Guards the time and what waits for it.
    private let state = Mutex(State())
    private let scheduled = DispatchSemaphore(value: 0)

    var now: Int { state.withLock { $0.now } }

    func advance(by seconds: Int) {
        state.withLock { $0.now += seconds }
    }

    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.pending.append(Pending(delay: delay, action: action)) }
        scheduled.signal()
    }

    /// Waits until the server waits for its time; `nil` when it does not for long.
    func nextDelay() -> Pending? {
        guard scheduled.wait(timeout: .now() + 20) == .success else { return nil }
        return state.withLock { $0.pending.removeFirst() }
    }

    /// Waits until the server waits, lets that time pass, and gives its length.
    func passNextDelay() -> Duration? {
        let next = nextDelay()
        next?.action()
        return next?.delay
    }
}
