/// Anything that can answer a request: a transport, a mock, or a chain of links before one.
public protocol HTTPLoader: Sendable {
    /// Answers one request.
    ///
    /// Whoever waits or transfers in here registers with ``HTTPTask/onCancel(_:)``: that is the one way in which every cancel comes,
    /// the caller's Swift task's, a reset's, and one that comes after the head was returned.
    /// - Parameter task: the execution this is part of, for cancelling and for events. It is not the identity of the request.
    /// - Throws: an ``HTTPError`` with the request and what was received. An answer of any status is returned, not thrown.
    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse

    /// Forgets what is held and ends what is in flight, and returns when that is done.
    func reset() async
}

extension HTTPLoader {
    /// Nothing is held.
    public func reset() async {}
}

extension HTTPLoader {
    /// Sends a request and returns at once, with a handle to cancel it, to follow it, and to wait for its answer.
    ///
    /// The work is unstructured: it goes on until it is answered, fails or is cancelled, whatever becomes of the handle.
    public func start(_ request: HTTPRequest) -> HTTPTask {
        let task = HTTPTask()
        begin(request, as: task)
        return task
    }

    /// Sends a request and waits for the head of its answer. Cancelling the calling task cancels the request.
    public func load(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await load(request, observer: nil)
    }

    /// The same, and tells a function of each event; see ``HTTPTask/observe(_:)``.
    func load(_ request: HTTPRequest, observer: (@Sendable (HTTPTaskEvent) -> Void)?) async throws(HTTPError) -> HTTPResponse {
        let task = HTTPTask(recordsEvents: false)
        if let observer { task.observe(observer) }
        let result = await withTaskCancellationHandler {
            await outcome(of: request, task: task)
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Starts the work for a task that was made beforehand.
    func begin(_ request: HTTPRequest, as task: HTTPTask) {
        let work = Task { task.finish(await outcome(of: request, task: task)) }
        task.onCancel { work.cancel() }
    }

    /// The answer or the error as a value: typed errors do not pass through tasks and cancellation handlers.
    private func outcome(of request: HTTPRequest, task: HTTPTask) async -> HTTPResult {
        do throws(HTTPError) {
            return .success(try await load(request, task: task))
        } catch {
            return .failure(error)
        }
    }
}
