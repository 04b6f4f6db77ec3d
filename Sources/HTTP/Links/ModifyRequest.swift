/// A link that changes every request (part 7 of the series).
public struct ModifyRequest: HTTPLoaderLink {
    private let modifier: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPRequest

    /// - Parameter modifier: returns a changed copy of the request. It may wait, such as for a token, and throw to refuse the request.
    public init(modifier: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPRequest) { self.modifier = modifier }

    /// Passes on the changed request.
    /// - Throws: ``HTTPError/Code/invalidRequest`` if the function returns a request with another identity, whose response the caller did
    ///   not ask for.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let modified = try await modifier(request)
        guard modified.id == request.id else {
            throw HTTPError(
                .invalidRequest, request: request,
                message: "ModifyRequest returned a different request: return a changed copy of the one that it was given.")
        }
        task.reportChange(by: self, from: request, to: modified)
        return try await nextLoader.load(modified, task: task)
    }
}
