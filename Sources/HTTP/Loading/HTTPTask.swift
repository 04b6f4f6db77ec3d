import Synchronization

/// One execution of a request: a handle to cancel it and to follow its events.
///
/// A task completes exactly once. Links change the request value as they pass it on; the task stays the same.
public final class HTTPTask: Sendable, Identifiable {
    /// Identifies an execution within this process.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// Identifies a cancellation handler.
    public struct HandlerID: Hashable, Sendable {
        let number: Int
    }

    /// The identity of this execution.
    public let id = ID(number: Identity.next())
    /// The destination of events. Code that outlives the task holds this instead of it.
    public let reporter: HTTPTaskReporter
    /// Guards the result, the cancellation state and the waiters.
    private let state = Mutex(HTTPTaskState())

    /// Creates a task that is not running; ``HTTPLoader/start(_:)`` creates a running one.
    /// - Parameter recordsEvents: false if ``events`` will not be read; events are then not kept.
    public init(recordsEvents: Bool = true) { reporter = HTTPTaskReporter(recordsEvents: recordsEvents) }

    // MARK: Cancelling

    /// True after ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the execution: runs the handlers, last registered first, and returns. Later calls do nothing.
    public func cancel() {
        for handler in state.withLock({ $0.cancel() }) { handler() }
    }

    /// Registers a handler for cancellation; runs it at once if the task is already cancelled.
    /// - Returns: the identifier for ``removeHandler(_:)``.
    @discardableResult
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> HandlerID {
        let (id, isLate) = state.withLock { $0.add(handler) }
        if isLate { handler() }
        return id
    }

    /// Removes a handler whose work is over.
    public func removeHandler(_ id: HandlerID) {
        state.withLock { $0.removeHandler(id) }
    }

    // MARK: Events

    /// The events from the start to the end of the transfer: they end when the body has been read, or with the response if that has no body or is
    /// whole, as one from a cache is. Each listener gets all of them from the beginning. A slow listener does not stall a
    /// transfer: unread byte counts are replaced by newer ones; all other events are kept as long as the task.
    public var events: AsyncStream<HTTPTaskEvent> { reporter.log?.makeStream() ?? AsyncStream { nil } }

    /// Reports an event to the listener and the observers; returns when they have handled it.
    public func report(_ event: HTTPTaskEvent) { reporter.report(event) }

    /// Calls a function with each event from now on, on the reporting thread. It must be quick and must not wait.
    public func observe(_ observer: @escaping @Sendable (HTTPTaskEvent) -> Void) {
        reporter.observe(observer)
    }

    // MARK: Completing

    /// The response, or the error. Can be awaited repeatedly. Cancelling the waiting task cancels this one.
    public var value: HTTPResponse {
        get async throws(HTTPError) { try await result.get() }
    }

    /// The response or the error as a value; see ``value``.
    public var result: HTTPResult {
        get async {
            let answer = OneShot<HTTPResult>()
            whenFinished { answer.give($0) }
            return await withTaskCancellationHandler {
                await answer.value
            } onCancel: {
                cancel()
            }
        }
    }

    /// Calls a function with the result; at once if there is one.
    func whenFinished(_ action: @escaping @Sendable (HTTPResult) -> Void) {
        if let result = state.withLock({ $0.wait(action) }) { action(result) }
    }

    /// Completes the task unless it is complete. Called only by ``HTTPLoader/start(_:)``, and by tests in its place.
    func finish(_ result: HTTPResult) {
        let isArriving = (try? result.get()).map { $0.body.expectedByteCount != 0 && !$0.body.isAtHand } ?? false
        let followed = isArriving ? reporter.log.map { log in result.map { $0.notifying { log.finish() } } } ?? result : result
        let waiters = state.withLock { $0.finish(followed) }
        for waiter in waiters { waiter(followed) }
        if !isArriving { reporter.log?.finish() }
    }
}

extension HTTPResponse {
    fileprivate func notifying(_ action: @escaping @Sendable () -> Void) -> HTTPResponse {
        var copy = self
        copy.body = body.whenEnded { _ in action() }
        return copy
    }
}

/// The state of an ``HTTPTask``: its result, handlers and waiters. Performs no I/O.
struct HTTPTaskState {
    typealias Handler = @Sendable () -> Void
    typealias Waiter = @Sendable (HTTPResult) -> Void

    private(set) var isCancelled = false
    private var handlers: [(id: Int, action: Handler)] = []
    private var lastHandler = 0
    private var result: HTTPResult?
    private var waiters: [Waiter] = []

    /// Marks the task as cancelled and returns the handlers to run, last registered first.
    mutating func cancel() -> [Handler] {
        isCancelled = true
        defer { handlers = [] }
        return handlers.reversed().map(\.action)
    }

    /// Registers a handler unless the task is already cancelled.
    mutating func add(_ handler: @escaping Handler) -> (id: HTTPTask.HandlerID, isLate: Bool) {
        lastHandler += 1
        if !isCancelled { handlers.append((lastHandler, handler)) }
        return (HTTPTask.HandlerID(number: lastHandler), isCancelled)
    }

    mutating func removeHandler(_ id: HTTPTask.HandlerID) {
        handlers.removeAll { $0.id == id.number }
    }

    /// Registers a waiter, or returns the result if there is one.
    mutating func wait(_ waiter: @escaping Waiter) -> HTTPResult? {
        if result == nil { waiters.append(waiter) }
        return result
    }

    /// Sets the result and returns the waiters; none after the first call.
    mutating func finish(_ result: HTTPResult) -> [Waiter] {
        guard self.result == nil else { return [] }
        self.result = result
        defer { waiters = [] }
        return waiters
    }
}

/// Numbers that are unique in this process.
enum Identity {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
