import Synchronization

/// One execution of a request: a handle to cancel it and to follow what happens.
///
/// It completes exactly once. The request is a value that the loaders change as they hand it on; this is what stays the same.
public final class HTTPTask: Sendable, Identifiable {
    /// Tells one execution from all others of this process.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// Names a cancellation handler that may be taken back.
    public struct HandlerID: Hashable, Sendable {
        let number: Int
    }

    /// Unlike any other's.
    public let id = ID(number: Identity.next())
    /// Where events go; to be held instead of the task by whoever outlives it.
    public let reporter: HTTPTaskReporter
    /// Guards completion, cancellation, and who waits to hear of them.
    private let state = Mutex(HTTPTaskState())

    /// A task that is not running yet: ``HTTPLoader/start(_:)`` makes one that is.
    /// - Parameter recordsEvents: false for an execution whose ``events`` nobody will read; they are then not kept.
    public init(recordsEvents: Bool = true) { reporter = HTTPTaskReporter(recordsEvents: recordsEvents) }

    // MARK: Cancelling

    /// True once ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the execution: runs the handlers, last registered first, before it returns. Later calls do nothing.
    public func cancel() {
        for handler in state.withLock({ $0.cancel() }) { handler() }
    }

    /// Runs a handler when the task is cancelled; at once when it is already.
    /// - Returns: a name to take the handler back with.
    @discardableResult
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> HandlerID {
        let (id, isLate) = state.withLock { $0.add(handler) }
        if isLate { handler() }
        return id
    }

    /// Forgets a handler, because what it would end is over.
    public func removeHandler(_ id: HandlerID) {
        state.withLock { $0.removeHandler(id) }
    }

    // MARK: Events

    /// What happens, from the start until the body has ended. For one listener. A slow one never stalls a transfer: byte counts that
    /// were not read yet are replaced by newer ones, and all else waits.
    public var events: AsyncStream<HTTPTaskEvent> { reporter.log?.stream ?? AsyncStream { nil } }

    /// Tells the listener and the observers what happened; they have returned when this returns.
    public func report(_ event: HTTPTaskEvent) { reporter.report(event) }

    /// Calls a function with each event from now on, on the thread that reports it: it must be quick and must not wait.
    public func observe(_ observer: @escaping @Sendable (HTTPTaskEvent) -> Void) {
        reporter.observe(observer)
    }

    // MARK: Completing

    /// The head of the answer, or why there is none. Waiting again gives the same. Cancelling the waiting task cancels this one.
    public var value: HTTPResponse {
        get async throws(HTTPError) { try await result.get() }
    }

    /// The same as ``value``, for code that looks at both endings.
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

    /// Calls a function with the result: at once when there is one already.
    func whenFinished(_ action: @escaping @Sendable (HTTPResult) -> Void) {
        if let result = state.withLock({ $0.wait(action) }) { action(result) }
    }

    /// Completes the task, unless it is complete. Only ``HTTPLoader/start(_:)`` calls it, and tests that stand in for it.
    func finish(_ result: HTTPResult) {
        let followed = reporter.log.map { log in result.map { $0.notifying { log.finish() } } } ?? result
        let waiters = state.withLock { $0.finish(followed) }
        for waiter in waiters { waiter(followed) }
        if case .failure = result { reporter.log?.finish() }
    }
}

extension HTTPResponse {
    fileprivate func notifying(_ action: @escaping @Sendable () -> Void) -> HTTPResponse {
        var copy = self
        copy.body = body.whenEnded { _ in action() }
        return copy
    }
}

/// What an ``HTTPTask`` remembers: its result and its handlers. No I/O; the task acts on what the methods return.
struct HTTPTaskState {
    typealias Handler = @Sendable () -> Void
    typealias Waiter = @Sendable (HTTPResult) -> Void

    private(set) var isCancelled = false
    private var handlers: [(id: Int, action: Handler)] = []
    private var lastHandler = 0
    private var result: HTTPResult?
    private var waiters: [Waiter] = []

    /// Returns the handlers to run, last registered first.
    mutating func cancel() -> [Handler] {
        isCancelled = true
        defer { handlers = [] }
        return handlers.reversed().map(\.action)
    }

    /// Registers a handler, or says that it is too late to wait.
    mutating func add(_ handler: @escaping Handler) -> (id: HTTPTask.HandlerID, isLate: Bool) {
        lastHandler += 1
        if !isCancelled { handlers.append((lastHandler, handler)) }
        return (HTTPTask.HandlerID(number: lastHandler), isCancelled)
    }

    mutating func removeHandler(_ id: HTTPTask.HandlerID) {
        handlers.removeAll { $0.id == id.number }
    }

    /// Registers a waiter, or returns the result where there is one.
    mutating func wait(_ waiter: @escaping Waiter) -> HTTPResult? {
        if result == nil { waiters.append(waiter) }
        return result
    }

    /// Returns who waited; nobody after the first time.
    mutating func finish(_ result: HTTPResult) -> [Waiter] {
        guard self.result == nil else { return [] }
        self.result = result
        defer { waiters = [] }
        return waiters
    }
}

/// Numbers that no two requests or tasks of a process share.
enum Identity {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
