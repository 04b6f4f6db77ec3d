#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where links get the time from and how they wait, so that tests need neither.
public struct HTTPClock: Sendable {
    /// The time of day, for what is written down or compared with a server's dates.
    public var now: @Sendable () -> Date
    /// Time since some fixed point, never going back, for what is measured.
    public var uptime: @Sendable () -> Duration
    /// Waits so long; throws `CancellationError` when the calling task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock of these functions.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The machine's own clocks.
    public static let system = HTTPClock(
        now: { Date() },
        uptime: { [start = ContinuousClock.now] in ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: $0, clock: .continuous) })

    /// Waits so long.
    /// - Throws: ``HTTPError/Code/cancelled`` for the request as soon as the task is cancelled.
    public func wait(_ duration: Duration, for request: HTTPRequest, task: HTTPTask) async throws(HTTPError) {
        let wasCancelled = OneShot<Bool>()
        let handler = task.onCancel { wasCancelled.give(true) }
        defer { task.removeHandler(handler) }
        let isCancelled = await withTaskGroup { group in
            group.addTask { wasCancelled.give((try? await sleep(duration)) == nil) }
            defer { group.cancelAll() }
            return await wasCancelled.value
        }
        if isCancelled { throw HTTPError(.cancelled, request: request) }
    }
}
