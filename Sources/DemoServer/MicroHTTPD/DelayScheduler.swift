import Dispatch

/// Runs something later. Tests give one whose time they move themselves.
protocol DelayScheduler: Sendable {
    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void)
}

/// The system's timers: no thread waits, and none wakes before its time.
struct SystemDelayScheduler: DelayScheduler {
    /// Not a shared one: those have as many threads as there are processors, which others may hold up.
    private let queue = DispatchQueue(label: "demo-server.delays")

    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: action)
    }
}
