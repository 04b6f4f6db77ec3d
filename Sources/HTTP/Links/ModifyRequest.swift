/// Changes every request that passes (part 7 of the series).
public struct ModifyRequest: HTTPLoaderLink {
    private let modify: @Sendable (HTTPRequest) -> HTTPRequest

    /// - Parameter modify: gives the request to go on with: a changed copy, never another request.
    public init(_ modify: @escaping @Sendable (HTTPRequest) -> HTTPRequest) { self.modify = modify }

    /// Hands on the changed request.
    /// - Throws: ``HTTPError/Code/invalidRequest`` when the function swapped in a request of another identity: the answer
    ///   would then be for something that the caller never asked.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let modified = modify(request)
        guard modified.id == request.id else {
            throw HTTPError(.invalidRequest, request: request, message: "A request was replaced by another one instead of being changed.")
        }
        task.reportChange(by: self, from: request, to: modified)
        return try await nextLoader.load(modified, task: task)
    }
}
