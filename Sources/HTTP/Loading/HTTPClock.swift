public import Platform

/// The source of time and of delays for links, replaced in tests.
public struct HTTPClock: Sendable {
    /// The time of day, for comparison with dates of a server and for records.
    public var now: @Sendable () -> Date
    /// The time since a fixed point, which never goes back, for measurements.
    public var uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` if the calling task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock from functions.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The system's clocks.
    public static let system = HTTPClock(
        now: { Date() },
        uptime: { [start = ContinuousClock.now] in ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: min($0, Seconds.longestDuration), clock: .continuous) })

    /// Waits for a duration.
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
