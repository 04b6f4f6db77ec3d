/// A link that adds header fields to requests that lack them, to whichever host they go.
///
/// ```swift
/// let loader = DefaultHeaders(["User-Agent": "falcon/1.0"]) --> CurlLoader()
/// ```
public struct DefaultHeaders: HTTPLoaderLink {
    private let headers: HTTPHeaders

    /// - Parameter headers: the fields to add, without credentials: an ``ApplyEnvironment`` adds those to its own server only.
    public init(_ headers: HTTPHeaders) { self.headers = headers }

    /// Passes on the completed request.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var completed = request
        completed.headers.merge(defaults: headers)
        task.reportChange(by: self, from: request, to: completed)
        return try await nextLoader.load(completed, task: task)
    }
}
