import Synchronization

/// A link that limits the number of concurrent requests and the rate at which they begin (part 11 of “HTTP in Swift”).
///
/// A request counts until the head of its response has arrived, and again from the first time that its body is read until the body has ended. A
/// response whose body is unread does not count, nor does one without a body (HEAD, 204, 304), so a program may wait for many heads before it
/// reads the first body. Readers start before requests, and one of them reads even during a pause; requests start in order of arrival, and cancelled
/// ones leave the queue. Its place is innermost, so that a waiting retry or login does not count.
public final class Throttle: HTTPLoaderLink {
    private struct State {
        var queue: ThrottleQueue
        /// The waiting requests and readers, resumed with true for their turn and false for a cancellation.
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
    ///   - requestsPerSecond: the rate; nil for no limit, at zero and below only the first request begins. The time between two starts is never
    ///     shorter, not even after a pause.
    ///   - clock: waits for the next place of the rate.
    public init(maximumNumberOfRequests: Int? = nil, requestsPerSecond: Double? = nil, clock: HTTPClock = .system) {
        self.clock = clock
        state = Mutex(State(queue: ThrottleQueue(limit: maximumNumberOfRequests, requestsPerSecond: requestsPerSecond)))
    }

    /// The current limit. Lowering it does not affect requests in flight.
    public var maximumNumberOfRequests: Int? {
        get { state.withLock { $0.queue.maximum } }
        set { step { $0.queue.setLimit(newValue, now: $1) } }
    }

    /// True to let no request begin. The limits are kept.
    public var isPaused: Bool {
        get { state.withLock { $0.queue.isPaused } }
        set { step { $0.queue.setPaused(newValue, now: $1) } }
    }

    /// The current rate, which applies from the last start on.
    public var requestsPerSecond: Double? {
        get { state.withLock { $0.queue.requestsPerSecond } }
        set { step { $0.queue.setRate(newValue, now: $1) } }
    }

    /// The number of waiting requests.
    public var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    /// Waits for its turn and passes the request on.
    /// - Throws: ``HTTPError/Code/cancelled`` if the wait was cancelled.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.throttle == .always else { return try await nextLoader.load(request, task: task) }
        let now = clock.uptime()
        if task.isCancelled || !state.withLock({ $0.queue.enterAtOnce(now: now) }) { try await waitForTurn(request, task) }
        defer { leave() }
        var response = try await nextLoader.load(request, task: task)
        // Without a limit there is nothing to count, and one that is set later does not affect what is in flight.
        if response.body.expectedByteCount != 0, maximumNumberOfRequests != nil {
            let reader = ThrottledSource(response.body.source, throttle: self, request: request, task: task)
            response.body = response.body.replacing(source: reader)
        }
        return response
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
        let id = makeID()
        let handler = task.onCancel { self.cancel(id) }
        defer { task.removeHandler(handler) }
        let hasTurn = await turn(
            of: id, isCancelled: { task.isCancelled }, onQueue: { task.report(.queued) }, enter: { $0.queue.enter(id, now: $1) })
        if !hasTurn { throw HTTPError(.cancelled, request: request) }
    }

    /// Waits until an entry is started; false if it was cancelled.
    private func turn(
        of id: ThrottleQueue.ID, isCancelled: () -> Bool, onQueue: () -> Void, enter: (inout State, Duration) -> [ThrottleQueue.Action]
    ) async -> Bool {
        // Handles also a cancellation of the Swift task alone, as by a link that races several requests: the first in the queue delays all others.
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = step {
                    $0.continuations[id] = continuation
                    return enter(&$0, $1)
                }
                if !started.contains(id) { onQueue() }
                // A cancellation before the registration found nothing to resume.
                if isCancelled() || Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    fileprivate func makeID() -> ThrottleQueue.ID { state.withLock { $0.queue.makeID() } }

    /// Waits until a body may be read; false if the wait was cancelled.
    fileprivate func startReading(_ id: ThrottleQueue.ID, isCancelled: () -> Bool, onQueue: () -> Void) async -> Bool {
        if state.withLock({ $0.queue.enterReadingAtOnce() }) { return true }
        return await turn(of: id, isCancelled: isCancelled, onQueue: onQueue, enter: { $0.queue.enterReading(id, now: $1) })
    }

    fileprivate func leave() {
        if !state.withLock({ $0.queue.leaveAtOnce() }) { step { $0.queue.leave(now: $1) } }
    }

    fileprivate func cancel(_ id: ThrottleQueue.ID) {
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

/// A body that waits for a free place before its first chunk, and keeps the place until its end.
private final class ThrottledSource: HTTPResponseBodySource {
    private enum State {
        case unread
        case waiting
        case reading
        case ended
    }

    private let base: any HTTPResponseBodySource
    private let throttle: Throttle
    private let request: HTTPRequest
    private let id: ThrottleQueue.ID
    private let execution: HTTPExecution
    /// Guards the state of the reader.
    private let state = Mutex(State.unread)

    init(_ base: any HTTPResponseBodySource, throttle: Throttle, request: HTTPRequest, task: HTTPTask) {
        self.base = base
        self.throttle = throttle
        self.request = request
        id = throttle.makeID()
        execution = task.execution
    }

    deinit { end() }

    var isTruncated: Bool { base.isTruncated }

    func next() async throws(HTTPError) -> [UInt8]? {
        if begin() { try await waitForPlace() }
        do throws(HTTPError) {
            let chunk = try await base.next()
            if chunk == nil { end() }
            return chunk
        } catch {
            end()
            throw error
        }
    }

    func cancel() {
        base.cancel()
        end()
    }

    /// True for the first call.
    private func begin() -> Bool {
        state.withLock { state in
            guard case .unread = state else { return false }
            state = .waiting
            return true
        }
    }

    private func waitForPlace() async throws(HTTPError) {
        let handler = execution.onCancel { [weak self] in self?.cancel() }
        defer { execution.removeHandler(handler) }
        let hasPlace = await throttle.startReading(id, isCancelled: { isEnded }, onQueue: { execution.report(.queued) })
        let isReading = state.withLock { state in
            guard hasPlace, case .waiting = state else { return false }
            state = .reading
            return true
        }
        if isReading { return }
        if hasPlace { throttle.leave() }
        cancel()
        throw HTTPError(.cancelled, request: request)
    }

    private var isEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    private func end() {
        let old = state.withLock { state in
            defer { state = .ended }
            return state
        }
        switch old {
        case .waiting: throttle.cancel(id)
        case .reading: throttle.leave()
        case .unread, .ended: break
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

private enum ThrottleKey: HTTPRequestOption { static let defaultOptionValue = ThrottleOption.always }

extension HTTPRequest {
    /// The treatment of this request by ``Throttle``.
    public var throttle: ThrottleOption {
        get { self[option: ThrottleKey.self] }
        set { self[option: ThrottleKey.self] = newValue }
    }
}
