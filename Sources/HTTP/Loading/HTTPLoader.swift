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
    /// - Parameters:
    ///   - request: the request, with the options that links and transport look for.
    ///   - task: the execution that this call is part of, for cancellation and events. It does not identify the request.
    /// - Throws: an ``HTTPError``. A response of any status is returned, not thrown.
    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse

    /// Discards all state, cancels all requests in flight, and returns when they have ended.
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
        let task = HTTPTask.forCall()
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
        let work = Task {
            let result = await HTTPResult.catching { () throws(HTTPError) in try await load(request, task: task) }
            // Its events end even without a reader.
            if task.execution.log != nil, let body = (try? result.get())?.body, body.expectedByteCount == 0 { await body.discard() }
            task.finish(result)
        }
        task.onCancel { work.cancel() }
    }

}

/// A stage before a loader. It may change, delay, repeat or answer a request, or observe its response.
///
/// ```swift
/// struct Greet: HTTPLoaderLink {
///     func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
///         var greeting = request
///         greeting.headers["Greeting"] = "hello"
///         task.reportChange(by: self, from: request, to: greeting)
///         return try await nextLoader.load(greeting, task: task)
///     }
/// }
/// let loader = Greet() --> CurlLoader()
/// ```
public protocol HTTPLoaderLink: Sendable {
    /// Handles one request, with or without the next loader. See ``HTTPLoader/load(_:task:)`` for cancellation and errors.
    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse

    /// Discards the state of this link, cancels its requests in flight, and returns when they have ended. Does not reset the next loader.
    func reset() async

    /// Resets this link and then the next loader. Only a link that must know when the others are reset implements it.
    func reset(nextLoader: any HTTPLoader) async
}

extension HTTPLoaderLink {
    /// Does nothing.
    public func reset() async {}

    /// Resets this link, then the next loader.
    public func reset(nextLoader: any HTTPLoader) async {
        await reset()
        await nextLoader.reset()
    }
}

/// Right-associative: in `a --> b --> c`, `a` is put before the loader `b --> c`. Above `??` and `?:`, so that a whole chain is one operand of these.
precedencegroup HTTPChainingPrecedence {
    associativity: right
    higherThan: NilCoalescingPrecedence
}

infix operator --> : HTTPChainingPrecedence

/// Puts a link before a loader. The result is immutable, so cycles and a second next loader are impossible.
public func --> (link: any HTTPLoaderLink, nextLoader: any HTTPLoader) -> HTTPChain {
    HTTPChain(link: link, nextLoader: nextLoader)
}

/// Puts a link before a loader if there is a link: `recorder.map { RecordExchanges(to: $0) } --> CurlLoader()`.
@_disfavoredOverload
public func --> (link: (any HTTPLoaderLink)?, nextLoader: any HTTPLoader) -> any HTTPLoader {
    link.map { $0 --> nextLoader } ?? nextLoader
}

/// Puts a link, if there is one, before a loader, if there is one.
@_disfavoredOverload
public func --> (link: (any HTTPLoaderLink)?, nextLoader: (any HTTPLoader)?) -> (any HTTPLoader)? {
    nextLoader.map { link --> $0 }
}

/// A link and the loader after it.
public struct HTTPChain: HTTPLoader {
    /// The outer stage.
    public let link: any HTTPLoaderLink
    /// The loader after the link.
    public let nextLoader: any HTTPLoader

    /// Creates the same as `link --> nextLoader`, for chains that are built in a loop.
    public init(link: any HTTPLoaderLink, nextLoader: any HTTPLoader) {
        self.link = link
        self.nextLoader = nextLoader
    }

    /// Passes the request to the link.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        try await link.load(request, task: task, nextLoader: nextLoader)
    }

    /// Resets the link and everything after it.
    public func reset() async { await link.reset(nextLoader: nextLoader) }

    /// All stages from the outermost to the final loader.
    public var stages: [any Sendable] {
        [link as any Sendable] + ((nextLoader as? HTTPChain)?.stages ?? [nextLoader])
    }
}
