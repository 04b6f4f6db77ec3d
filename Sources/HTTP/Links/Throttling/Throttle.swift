import Synchronization

/// Lets only so many requests be on their way at once, and only so many begin in a second (part 11 of the series).
///
/// A request is on its way until its body has ended. The line is first in first out, and one that is cancelled leaves it. Stands
/// innermost, so that a retry that waits, or a login, holds no place.
public final class Throttle: HTTPLoaderLink {
    private enum Turn {
        case start
        case sleep(until: Duration)
        case cancelled
    }

    private struct State {
        var queue: ThrottleQueue
        var continuations: [ThrottleQueue.ID: CheckedContinuation<Turn, Never>] = [:]
    }

    private let clock: HTTPClock
    /// Guards the line and those who wait in it.
    private let state: Mutex<State>

    /// - Parameters:
    ///   - maximumNumberOfRequests: at once; nil for any number, 0 to pause.
    ///   - requestsPerSecond: nil for any rate; at zero and below only the first begins. Beginnings are at least so far apart, also after
    ///     a pause.
    public init(maximumNumberOfRequests: Int? = nil, requestsPerSecond: Double? = nil, clock: HTTPClock = .system) {
        self.clock = clock
        state = Mutex(State(queue: ThrottleQueue(limit: maximumNumberOfRequests, requestsPerSecond: requestsPerSecond)))
    }

    /// The limit now in force. Lowering it stops nothing that is on its way.
    public var maximumNumberOfRequests: Int? {
        get { state.withLock { $0.queue.limit } }
        set { step { $0.setLimit(newValue, now: $1) } }
    }

    /// How many wait.
    public var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    /// Waits for its turn and hands the request on.
    /// - Throws: ``HTTPError/Code/cancelled`` when the wait was cancelled.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.throttle == .always else { return try await nextLoader.load(request, task: task) }
        let now = clock.uptime()
        if task.isCancelled || !state.withLock({ $0.queue.enterAtOnce(now: now) }) { try await waitForTurn(request, task) }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = response.body.whenEnded { [self] _ in step { $0.leave(now: $1) } }
            return response
        } catch {
            step { $0.leave(now: $1) }
            throw error
        }
    }

    /// Ends all waits with ``HTTPError/Code/cancelled``; the limit stays.
    public func reset() async {
        let continuations = state.withLock { state in
            state.queue.removeAllWaiting().compactMap { state.continuations.removeValue(forKey: $0) }
        }
        for continuation in continuations { continuation.resume(returning: .cancelled) }
    }

    private func waitForTurn(_ request: HTTPRequest, _ task: HTTPTask) async throws(HTTPError) {
        let id = state.withLock { $0.queue.makeID() }
        let handler = task.onCancel { self.cancel(id) }
        defer { task.removeHandler(handler) }
        var turn = await nextTurn(of: id, task) {
            $0.enter(id, now: $1)
        } whenWaiting: {
            task.report(.queued)
        }
        while case .sleep(let until) = turn {
            try await clock.wait(until - clock.uptime(), for: request, task: task)
            turn = await nextTurn(of: id, task) { $0.alarm(id, now: $1) }
        }
        if case .cancelled = turn { throw HTTPError(.cancelled, request: request) }
    }

    private func nextTurn(
        of id: ThrottleQueue.ID, _ task: HTTPTask, _ change: (inout ThrottleQueue, Duration) -> [ThrottleQueue.Action],
        whenWaiting: () -> Void = {}
    ) async -> Turn {
        await withCheckedContinuation { continuation in
            let woken = step(change) { $0.continuations[id] = continuation }
            if !woken.contains(id) { whenWaiting() }
            // A cancel that came before the registration found nobody to wake.
            if task.isCancelled { cancel(id) }
        }
    }

    private func cancel(_ id: ThrottleQueue.ID) {
        step { $0.cancel(id, now: $1) }
        state.withLock { $0.continuations.removeValue(forKey: id) }?.resume(returning: .cancelled)
    }

    /// Changes the line and wakes those whose turn it is, whom it returns.
    @discardableResult
    private func step(
        _ change: (inout ThrottleQueue, Duration) -> [ThrottleQueue.Action], registering register: (inout sending State) -> Void = { _ in }
    ) -> [ThrottleQueue.ID] {
        let now = clock.uptime()
        let turns = state.withLock { state in
            register(&state)
            return change(&state.queue, now).map { action -> (ThrottleQueue.ID, CheckedContinuation<Turn, Never>?, Turn) in
                switch action {
                case .start(let id): (id, state.continuations.removeValue(forKey: id), .start)
                case .sleep(let id, let until): (id, state.continuations.removeValue(forKey: id), .sleep(until: until))
                }
            }
        }
        for (_, continuation, turn) in turns { continuation?.resume(returning: turn) }
        return turns.map(\.0)
    }
}
