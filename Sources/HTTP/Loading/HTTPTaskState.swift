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
