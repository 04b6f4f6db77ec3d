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
