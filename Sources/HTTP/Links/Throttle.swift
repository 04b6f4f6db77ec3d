import Synchronization

/// A link that limits the number of concurrent requests and the rate at which they begin (part 11 of the series).
///
/// A request counts until its body has ended. Waiting requests start in order of arrival; cancelled ones leave the queue. Its place is
/// innermost, so that a waiting retry or login does not count.
public final class Throttle: HTTPLoaderLink {
    private struct State {
        var queue: ThrottleQueue
        /// The waiting requests, resumed with true for their turn and false for a cancellation.
        var continuations: [ThrottleQueue.ID: CheckedContinuation<Bool, Never>] = [:]
        /// Wakes the first in the queue when the rate allows it.
        var alarm: Task<Void, Never>?
    }

    private let clock: HTTPClock
    /// Guards the queue and its continuations.
    private let state: Mutex<State>

    /// Creates a throttle.
    /// - Parameters:
    ///   - maximumNumberOfRequests: the maximum number of concurrent requests; nil for no limit, 0 to pause.
    ///   - requestsPerSecond: the rate; nil for no limit, at zero and below only the first request begins. The time between two starts is
    ///     never shorter, not even after a pause.
    public init(maximumNumberOfRequests: Int? = nil, requestsPerSecond: Double? = nil, clock: HTTPClock = .system) {
        self.clock = clock
        state = Mutex(State(queue: ThrottleQueue(limit: maximumNumberOfRequests, requestsPerSecond: requestsPerSecond)))
    }

    /// The current limit. Lowering it does not affect requests in flight.
    public var maximumNumberOfRequests: Int? {
        get { state.withLock { $0.queue.limit } }
        set { step { $0.queue.setLimit(newValue, now: $1) } }
    }

    /// The number of waiting requests.
    public var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    /// Waits for its turn and passes the request on.
    /// - Throws: ``HTTPError/Code/cancelled`` if the wait was cancelled.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.throttle == .always else { return try await nextLoader.load(request, task: task) }
        let now = clock.uptime()
        if task.isCancelled || !state.withLock({ $0.queue.enterAtOnce(now: now) }) { try await waitForTurn(request, task) }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = response.body.whenEnded { [self] _ in step { $0.queue.leave(now: $1) } }
            return response
        } catch {
            step { $0.queue.leave(now: $1) }
            throw error
        }
    }

    /// Ends all waits with ``HTTPError/Code/cancelled``; the limit is kept.
    public func reset() async {
        let (continuations, alarm) = state.withLock { state in
            (state.queue.removeAllWaiting().compactMap { state.continuations.removeValue(forKey: $0) }, state.alarm.take())
        }
        alarm?.cancel()
        for continuation in continuations { continuation.resume(returning: false) }
    }

    private func waitForTurn(_ request: HTTPRequest, _ task: HTTPTask) async throws(HTTPError) {
        let id = state.withLock { $0.queue.makeID() }
        let handler = task.onCancel { self.cancel(id) }
        defer { task.removeHandler(handler) }
        // Handles also a cancellation of the Swift task alone, as by a link that races several requests: the first in the queue delays all
        // others.
        let hasTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = step {
                    $0.continuations[id] = continuation
                    return $0.queue.enter(id, now: $1)
                }
                if !started.contains(id) { task.report(.queued) }
                // A cancellation before the registration found nothing to resume.
                if task.isCancelled || Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        if !hasTurn { throw HTTPError(.cancelled, request: request) }
    }

    private func cancel(_ id: ThrottleQueue.ID) {
        step { $0.queue.cancel(id, now: $1) }
        state.withLock { $0.continuations.removeValue(forKey: id) }?.resume(returning: false)
    }

    /// Changes the queue and resumes the requests whose turn it is.
    /// - Returns: these requests.
    @discardableResult
    private func step(_ change: (inout State, Duration) -> [ThrottleQueue.Action]) -> [ThrottleQueue.ID] {
        let now = clock.uptime()
        var started: [ThrottleQueue.ID] = []
        var continuations: [CheckedContinuation<Bool, Never>] = []
        var staleAlarm: Task<Void, Never>?
        state.withLock { state in
            let actions = change(&state, now)
            for action in actions {
                switch action {
                case .start(let id):
                    started.append(id)
                    if let continuation = state.continuations.removeValue(forKey: id) { continuations.append(continuation) }
                case .sleep(let id, let until):
                    staleAlarm = state.alarm
                    state.alarm = makeAlarm(for: id, at: until)
                }
            }
            if !state.queue.hasSleeper, let alarm = state.alarm.take() { staleAlarm = alarm }
        }
        staleAlarm?.cancel()
        for continuation in continuations { continuation.resume(returning: true) }
        return started
    }

    private func makeAlarm(for id: ThrottleQueue.ID, at time: Duration) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(max(.zero, time - clock.uptime()))) != nil else { return }
            self?.step { $0.queue.alarm(id, now: $1) }
        }
    }
}

/// The treatment of a request by ``Throttle``.
public enum ThrottleOption: Hashable, Sendable {
    /// The request waits for its turn.
    case always
    /// The request starts at once and is not counted.
    case never
}

private enum ThrottleKey: HTTPRequestOption {
    static let defaultOptionValue = ThrottleOption.always
}

extension HTTPRequest {
    /// The treatment of this request by ``Throttle``.
    public var throttle: ThrottleOption {
        get { self[option: ThrottleKey.self] }
        set { self[option: ThrottleKey.self] = newValue }
    }
}
