import Synchronization

/// A handle to one execution of a request: cancels it, and gives its events and its result.
///
/// A task completes exactly once. Links change the request value as they pass it on; the task stays the same.
public struct HTTPTask: Sendable, Identifiable {
    /// Identifies an execution within this process.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// Identifies a cancellation handler.
    public struct HandlerID: Hashable, Sendable {
        let number: Int
    }

    /// The cancellation and the events. Code that outlives the task, such as a transfer, holds this instead of it.
    public let execution: HTTPExecution
    /// The result; nil for a call of ``HTTPLoader/load(_:)``, which returns it.
    private let completion: HTTPTaskCompletion?

    /// Creates a task that is not running; ``HTTPLoader/start(_:)`` creates a running one.
    /// - Parameter recordsEvents: false if ``events`` will not be read; events are then not kept.
    public init(recordsEvents: Bool = true) {
        execution = HTTPExecution(recordsEvents: recordsEvents)
        completion = HTTPTaskCompletion()
    }

    private init(execution: HTTPExecution) {
        self.execution = execution
        completion = nil
    }

    /// Creates the task of a call that returns the result, which no one waits for here.
    static func forCall() -> HTTPTask { HTTPTask(execution: HTTPExecution(recordsEvents: false)) }

    /// The identity of this execution.
    public var id: ID { execution.id }

    // MARK: Cancelling

    /// True after ``cancel()`` was called.
    public var isCancelled: Bool { execution.isCancelled }

    /// Cancels the execution: runs the handlers, last registered first, and returns. Later calls do nothing.
    public func cancel() { execution.cancel() }

    /// Registers a handler for cancellation; runs it at once if the task is already cancelled.
    /// - Returns: the identifier for ``removeHandler(_:)``.
    @discardableResult
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> HandlerID { execution.onCancel(handler) }

    /// Removes a handler whose work is over.
    public func removeHandler(_ id: HandlerID) { execution.removeHandler(id) }

    // MARK: Events

    /// The events from the start to the end of the transfer: they end when the body has been read, or with the response if that has no body or is
    /// whole, as one from a cache is. Each listener gets all of them from the beginning. A slow listener does not stall a
    /// transfer: unread byte counts are replaced by newer ones; all other events are kept as long as the task.
    public var events: AsyncStream<HTTPTaskEvent> { execution.log?.makeStream() ?? AsyncStream { nil } }

    /// Reports an event to the listener and the observers; returns when they have handled it.
    public func report(_ event: @autoclosure () -> HTTPTaskEvent) { execution.report(event()) }

    /// Calls a function with each event from now on, on the reporting thread. It must be quick and must not wait.
    public func observe(_ observer: @escaping @Sendable (HTTPTaskEvent) -> Void) { execution.observe(observer) }

    // MARK: Completing

    /// The response, or the error. Can be awaited repeatedly. Cancelling the waiting task cancels this one.
    public var value: HTTPResponse { get async throws(HTTPError) { try await result.get() } }

    /// The response or the error as a value; see ``value``.
    public var result: HTTPResult {
        get async {
            let outcome = OneShot<HTTPResult>()
            whenFinished { outcome.give($0) }
            return await withTaskCancellationHandler {
                await outcome.value
            } onCancel: {
                cancel()
            }
        }
    }

    /// Calls a function with the result; at once if there is one.
    func whenFinished(_ action: @escaping @Sendable (HTTPResult) -> Void) { completion?.wait(action) }

    /// Completes the task unless it is complete. Called only by ``HTTPLoader/start(_:)``, and by tests in its place.
    func finish(_ result: HTTPResult) {
        let log = execution.log
        let isArriving = (try? result.get()).map { $0.body.expectedByteCount != 0 && !$0.body.isInMemory } ?? false
        let followed = isArriving ? log.map { log in result.map { $0.notifying { log.finish() } } } ?? result : result
        completion?.give(followed)
        if !isArriving { log?.finish() }
    }
}

extension HTTPResponse {
    fileprivate func notifying(_ action: @escaping @Sendable () -> Void) -> HTTPResponse {
        var copy = self
        copy.body = body.observed(end: { _ in action() })
        return copy
    }
}

/// The result of a task, and the callers who wait for it.
private final class HTTPTaskCompletion: Sendable {
    typealias Waiter = @Sendable (HTTPResult) -> Void

    private struct State {
        var result: HTTPResult?
        var waiters: [Waiter] = []
    }

    /// Guards the result and the waiters.
    private let state = Mutex(State())

    /// Calls the waiter with the result, now or when there is one.
    func wait(_ waiter: @escaping Waiter) {
        let result = state.withLock { state in
            if state.result == nil { state.waiters.append(waiter) }
            return state.result
        }
        if let result { waiter(result) }
    }

    /// Sets the result and calls the waiters; does nothing after the first call.
    func give(_ result: HTTPResult) {
        let waiters = state.withLock { state -> [Waiter] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter(result) }
    }
}

/// The cancellation and the events of one execution.
///
/// Separate from its ``HTTPTask``, which keeps the response: a transport that held the task would keep an abandoned body alive.
public final class HTTPExecution: Sendable, Identifiable {
    /// The identity of this execution.
    public let id = HTTPTask.ID(number: Identity.next())
    /// The events for the listener; nil if there will be none.
    let log: HTTPEventLog?
    /// Guards the cancellation and the observers.
    private let state = Mutex(HTTPExecutionState())

    init(recordsEvents: Bool) { log = recordsEvents ? HTTPEventLog() : nil }

    /// True after ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the execution; see ``HTTPTask/cancel()``.
    public func cancel() {
        for handler in state.withLock({ $0.cancel() }) { handler() }
    }

    /// The time at which a limit for the whole of a request passes, counted from its first transfer: the transfers of its redirects, attempts and
    /// challenges get the same time.
    public func deadline(for request: HTTPRequest, after limit: Duration) -> ContinuousClock.Instant {
        state.withLock { $0.deadline(for: request.id, after: limit) }
    }

    /// The time until the limit for the whole of a request passes; nil before its first transfer.
    func timeLeft(for request: HTTPRequest) -> Duration? {
        guard let deadline = state.withLock({ $0.knownDeadline(of: request.id) }) else { return nil }
        return deadline - .now
    }

    /// Registers a handler for cancellation; see ``HTTPTask/onCancel(_:)``.
    @discardableResult
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> HTTPTask.HandlerID {
        let (id, isLate) = state.withLock { $0.add(handler) }
        if isLate { handler() }
        return id
    }

    /// Removes a handler whose work is over.
    public func removeHandler(_ id: HTTPTask.HandlerID) { state.withLock { $0.removeHandler(id) } }

    /// Reports an event to the listener and the observers, and returns when they have handled it. Without any, the event is not created.
    public func report(_ event: @autoclosure () -> HTTPTaskEvent) {
        let observers = state.withLock { $0.observers }
        if log == nil, observers.isEmpty { return }
        let event = event()
        observers.forEach { $0.observe(event) }
        log?.append(event)
    }

    /// Calls a function with each event from now on; see ``HTTPTask/observe(_:)``.
    public func observe(_ observer: @escaping @Sendable (HTTPTaskEvent) -> Void) {
        state.withLock { $0.observers.append(HTTPExecutionState.Observer(observe: observer)) }
    }
}

/// The state of an ``HTTPExecution``: its cancellation handlers and observers. Performs no I/O.
///
/// Functions are kept in structures: a function that is itself the element of a generic list takes an allocation.
struct HTTPExecutionState {
    typealias Handler = @Sendable () -> Void

    struct Observer {
        let observe: @Sendable (HTTPTaskEvent) -> Void
    }

    private struct Registration {
        let id: Int
        let handler: Handler
    }

    private struct Deadline {
        let request: HTTPRequest.ID
        let time: ContinuousClock.Instant
    }

    private(set) var isCancelled = false
    private var deadline: Deadline?
    var observers = ShortList<Observer>()
    private var registrations = ShortList<Registration>()
    private var lastHandler = 0

    /// Marks the execution as cancelled and returns the handlers to run, last registered first.
    mutating func cancel() -> [Handler] {
        isCancelled = true
        var handlers: [Handler] = []
        registrations.forEach { handlers.append($0.handler) }
        registrations = ShortList()
        return handlers.reversed()
    }

    /// Registers a handler unless the execution is already cancelled.
    mutating func add(_ handler: @escaping Handler) -> (id: HTTPTask.HandlerID, isLate: Bool) {
        lastHandler += 1
        if !isCancelled { registrations.append(Registration(id: lastHandler, handler: handler)) }
        return (HTTPTask.HandlerID(number: lastHandler), isCancelled)
    }

    mutating func removeHandler(_ id: HTTPTask.HandlerID) { registrations.removeAll { $0.id == id.number } }

    /// The deadline of a request, which begins with the first call for it.
    mutating func deadline(for request: HTTPRequest.ID, after limit: Duration) -> ContinuousClock.Instant {
        if let known = knownDeadline(of: request) { return known }
        let time = ContinuousClock.now + limit
        deadline = Deadline(request: request, time: time)
        return time
    }

    /// The deadline of a request; nil before it begins.
    func knownDeadline(of request: HTTPRequest.ID) -> ContinuousClock.Instant? {
        guard let deadline, deadline.request == request else { return nil }
        return deadline.time
    }
}

/// A list that keeps its first two elements in place, so that a list of two takes no allocation.
struct ShortList<Element> {
    private var first: Element?
    private var second: Element?
    /// The elements after the second.
    private var others: [Element] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ element: Element) {
        if first == nil {
            first = element
        } else if second == nil {
            second = element
        } else {
            others.append(element)
        }
    }

    mutating func removeAll(where shouldRemove: (Element) -> Bool) {
        var kept = ShortList()
        forEach { if !shouldRemove($0) { kept.append($0) } }
        self = kept
    }

    func forEach(_ body: (Element) -> Void) {
        guard let first else { return }
        body(first)
        guard let second else { return }
        body(second)
        for element in others { body(element) }
    }
}

extension ShortList: Sendable where Element: Sendable {}

/// Numbers that are unique in this process.
enum Identity {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
