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

    /// Discards the state of this link and cancels what it has in flight, and returns when that is done. Does not reset the next loader.
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

/// Puts a link before a loader if there is a link: `recorder.map { HTTPRecording(to: $0) } --> CurlLoader()`.
@_disfavoredOverload
public func --> (link: (any HTTPLoaderLink)?, nextLoader: any HTTPLoader) -> any HTTPLoader {
    link.map { $0 --> nextLoader } ?? nextLoader
}

/// Puts a link before a loader if there is a loader.
@_disfavoredOverload
public func --> (link: any HTTPLoaderLink, nextLoader: (any HTTPLoader)?) -> HTTPChain? {
    nextLoader.map { link --> $0 }
}

/// A link and the loader behind it.
public struct HTTPChain: HTTPLoader {
    /// The outer stage.
    public let link: any HTTPLoaderLink
    /// The loader behind the link.
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

    /// Resets the link and everything behind it.
    public func reset() async {
        await link.reset(nextLoader: nextLoader)
    }

    /// All stages from the outermost to the final loader.
    public var stages: [any Sendable] {
        [link as any Sendable] + ((nextLoader as? HTTPChain)?.stages ?? [nextLoader])
    }
}
