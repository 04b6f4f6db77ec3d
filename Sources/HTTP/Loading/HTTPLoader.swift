/// Sends requests and returns responses: a transport, a mock, or a chain of links before one.
///
/// ```
/// HTTPRequest ──► link ──► link ──► … ──► transport (validates by `prepared()`, sends)
/// HTTPResponse with its body ◄── each may change, delay, repeat, answer or forward ◄──┘
/// ```
///
/// ``start(_:)`` returns an ``HTTPTask``: a handle to cancel the execution and to follow its events. All failures are ``HTTPError`` values,
/// which hold the request and the part of the response that arrived.
public protocol HTTPLoader: Sendable {
    /// Sends one request and returns the head of its response.
    ///
    /// Code that waits or transfers registers with ``HTTPTask/onCancel(_:)``. All cancellations arrive there: those of the calling Swift
    /// task, of a reset, and those after the head was returned.
    /// - Parameter task: the execution that this call is part of, for cancellation and events. It does not identify the request.
    /// - Throws: an ``HTTPError``. A response of any status is returned, not thrown.
    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse

    /// Discards all state, cancels what is in flight, and returns when that is done.
    func reset() async
}

extension HTTPLoader {
    /// Does nothing.
    public func reset() async {}
}

extension HTTPLoader {
    /// Starts a request and returns at once. The handle cancels it, follows its events, and waits for its response.
    ///
    /// The work is unstructured: it continues until it finishes, fails or is cancelled, even if the handle is released.
    public func start(_ request: HTTPRequest) -> HTTPTask {
        let task = HTTPTask()
        begin(request, as: task)
        return task
    }

    /// Sends a request and waits for the head of its response. Cancelling the calling task cancels the request.
    public func load(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await load(request, observer: nil)
    }

    /// Sends a request and calls a function with each event; see ``HTTPTask/observe(_:)``.
    func load(_ request: HTTPRequest, observer: (@Sendable (HTTPTaskEvent) -> Void)?) async throws(HTTPError) -> HTTPResponse {
        let task = HTTPTask(recordsEvents: false)
        if let observer { task.observe(observer) }
        let result = await withTaskCancellationHandler {
            await HTTPResult.catching { () throws(HTTPError) in try await load(request, task: task) }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Starts the work of a task that was created before.
    func begin(_ request: HTTPRequest, as task: HTTPTask) {
        let work = Task { task.finish(await HTTPResult.catching { () throws(HTTPError) in try await load(request, task: task) }) }
        task.onCancel { work.cancel() }
    }

}
