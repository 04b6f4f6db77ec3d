import Synchronization

/// Lets only so many requests be on their way at once, and only so many begin in a second (part 11 of the series).
///
/// A request is on its way until its body has ended. The line is first in first out, and one that is cancelled leaves it. Stands
/// innermost, so that a retry that waits, or a login, holds no place.
public final class Throttle: HTTPLoaderLink {
    private struct State {
        var queue: ThrottleQueue
        /// Of those who wait: true for their turn, false for a cancellation.
        var continuations: [ThrottleQueue.ID: CheckedContinuation<Bool, Never>] = [:]
        /// Wakes the first in line when the rate allows it.
        var alarm: Task<Void, Never>?
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
        set { step { $0.queue.setLimit(newValue, now: $1) } }
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
            response.body = response.body.whenEnded { [self] _ in step { $0.queue.leave(now: $1) } }
            return response
        } catch {
            step { $0.queue.leave(now: $1) }
            throw error
        }
    }

    /// Ends all waits with ``HTTPError/Code/cancelled``; the limit stays.
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
        // Also where only the Swift task is cancelled, as by a link that races several: whoever is first in line holds up all others.
        let hasTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = step {
                    $0.continuations[id] = continuation
                    return $0.queue.enter(id, now: $1)
                }
                if !started.contains(id) { task.report(.queued) }
                // A cancel that came before the registration found nobody to wake.
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

    /// Changes the line and wakes those whose turn it is, whom it returns.
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

/// Whether a request stands in the line.
public enum ThrottleOption: Hashable, Sendable {
    /// In its turn.
    case always
    /// At once, and without being counted.
    case never
}

private enum ThrottleKey: HTTPRequestOption {
    static let defaultOptionValue = ThrottleOption.always
}

extension HTTPRequest {
    /// Whether ``Throttle`` may hold this request back.
    public var throttle: ThrottleOption {
        get { self[option: ThrottleKey.self] }
        set { self[option: ThrottleKey.self] = newValue }
    }
}
