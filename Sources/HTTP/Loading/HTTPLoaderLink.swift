/// A stage before a loader, which may change a request, delay it, repeat it, answer it by itself, or look into the answer.
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
    /// Answers one request, with or without the next loader's help. See ``HTTPLoader/load(_:task:)`` for cancelling and errors.
    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse

    /// Forgets what this link holds and ends what it has in flight, and returns when that is done. Not the next loader's part.
    func reset() async

    /// Resets this link and then the next loader. Only a link that must know when the rest is done implements it.
    func reset(nextLoader: any HTTPLoader) async
}

extension HTTPLoaderLink {
    /// Nothing is held.
    public func reset() async {}

    /// This link, then the next loader.
    public func reset(nextLoader: any HTTPLoader) async {
        await reset()
        await nextLoader.reset()
    }
}

/// Binds to the right: in `a --> b --> c`, `b --> c` is the loader that `a` is put before.
precedencegroup HTTPChainingPrecedence {
    associativity: right
    higherThan: AssignmentPrecedence
}

infix operator --> : HTTPChainingPrecedence

/// Puts a link before a loader. The value is immutable: no cycle and no second next loader can be built.
public func --> (link: any HTTPLoaderLink, nextLoader: any HTTPLoader) -> HTTPChain {
    HTTPChain(link: link, nextLoader: nextLoader)
}

/// A link and the loader it works before.
public struct HTTPChain: HTTPLoader {
    /// The outer stage.
    public let link: any HTTPLoaderLink
    /// All that is behind it.
    public let nextLoader: any HTTPLoader

    /// The same as `link --> nextLoader`, for chains that are put together in a loop.
    public init(link: any HTTPLoaderLink, nextLoader: any HTTPLoader) {
        self.link = link
        self.nextLoader = nextLoader
    }

    /// Hands the request to the link, with the next loader.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        try await link.load(request, task: task, nextLoader: nextLoader)
    }

    /// Resets the link and all that is behind it.
    public func reset() async {
        await link.reset(nextLoader: nextLoader)
    }

    /// Every stage from the outermost on, the loader at the end included.
    public var stages: [any Sendable] {
        [link as any Sendable] + ((nextLoader as? HTTPChain)?.stages ?? [nextLoader])
    }
}
