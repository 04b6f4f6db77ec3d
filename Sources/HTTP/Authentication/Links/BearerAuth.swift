/// Sends the request's token with it (RFC 6750 section 2.1).
public struct BearerAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Adds `Authorization`, unless the request has one.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a token.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let token = request.bearerToken, !token.value.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No bearer token is given for this request.")
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", "Bearer \(token.value)")
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}
