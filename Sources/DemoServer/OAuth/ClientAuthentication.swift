/// Which program a request to the token endpoint comes from (RFC 6749, section 2.3).
enum ClientAuthentication {
    /// By `Authorization: Basic`, or by `client_id` and `client_secret` in the form.
    static func client(of request: Request) throws(OAuthError) -> OAuthClient {
        if request.headers["Authorization"] != nil {
            return try byHeader(request)
        }
        guard let id = request.formValue("client_id") else {
            throw OAuthError("invalid_client", "Neither an Authorization header nor a client_id says which program asks.")
        }
        return try client(id: id, secret: request.formValue("client_secret"), byHeader: false)
    }

    /// Name and secret are URL-encoded before they are joined (RFC 6749, section 2.3.1).
    private static func byHeader(_ request: Request) throws(OAuthError) -> OAuthClient {
        guard let credentials = AuthenticationRoutes.basicCredentials(request) else {
            throw OAuthError("invalid_client", "The Authorization header is not Basic.", challengesClient: true)
        }
        let parts = credentials.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0, plusIsSpace: true) }
        return try client(id: parts[0], secret: parts.count > 1 ? parts[1] : nil, byHeader: true)
    }

    private static func client(id: String, secret: String?, byHeader: Bool) throws(OAuthError) -> OAuthClient {
        guard let client = OAuthClient.named(id), (secret ?? "") == (client.secret ?? "") else {
            throw OAuthError("invalid_client", "The program is unknown or its secret is wrong. \(hint)", challengesClient: byHeader)
        }
        return client
    }

    private static let hint =
        "Known are \(OAuthClient.application.id) (no secret) and \(OAuthClient.service.id) (\(OAuthClient.service.secret ?? ""))."
}
