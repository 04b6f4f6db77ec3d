/// Sees that a request for NTLM or Negotiate tells the transport who asks; the transport does the rest.
public struct TransportAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Hands the request on.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` when the scheme's option is missing or is for another scheme.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.transportAuthentication?.scheme.rawValue == request.authenticationMethod?.rawValue else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No user and password are given for this request.")
        }
        return try await nextLoader.load(request, task: task)
    }
}
