/// Completes requests with the server environment they are for (part 7 of the series).
///
/// Stands before everything that looks at a URL: de-duplication, cache, redirects, authentication.
public struct ApplyEnvironment: HTTPLoaderLink {
    private let environment: ServerEnvironment?

    /// - Parameter environment: for requests that bring none of their own; nil for none.
    public init(_ environment: ServerEnvironment? = nil) { self.environment = environment }

    /// Hands on the completed request, which keeps the environment as its option for the links behind.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let environment = request.serverEnvironment ?? environment else { return try await nextLoader.load(request, task: task) }
        var completed = environment.applied(to: request)
        completed.serverEnvironment = environment
        task.reportChange(by: self, from: request, to: completed)
        return try await nextLoader.load(completed, task: task)
    }
}
