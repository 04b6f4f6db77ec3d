/// What a program asks its user for (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
struct AuthorizationRequest: Sendable {
    let client: OAuthClient
    let redirectURI: String
    let state: String?

    private let request: Request

    /// - Throws: `Problem` where nothing may be sent to the redirect address, because the program or the address is wrong.
    init(_ request: Request) throws(Problem) {
        guard let client = OAuthClient.named(request.query("client_id") ?? "") else {
            let known = OAuthClient.all.map(\.id).joined(separator: " and ")
            throw Problem(
                status: 400, title: "Unknown program", detail: "client_id is “\(request.query("client_id") ?? "")”. Known are \(known).")
        }
        let redirectURI = request.query("redirect_uri") ?? ""
        guard Self.isAllowed(redirectURI, baseURL: request.baseURL) else {
            throw Problem(
                status: 400, title: "Address not allowed",
                detail:
                    "redirect_uri is “\(redirectURI)”, expected an http address of this machine (127.0.0.1, [::1] or localhost, any port).")
        }
        self.client = client
        self.redirectURI = redirectURI
        self.request = request
        state = request.query("state")
    }

    /// What the program would get.
    func grant() throws(OAuthError) -> OAuthGrant {
        guard request.query("response_type") == "code" else {
            throw OAuthError("unsupported_response_type", "response_type must be “code”.")
        }
        let scope = try OAuthGrant.scope(requested: request.query("scope"))
        return OAuthGrant(clientID: client.id, userName: OAuthUser.pilot.name, scope: scope, nonce: request.query("nonce"))
    }

    func challenge() throws(OAuthError) -> CodeChallenge? {
        guard let challenge = request.query("code_challenge") else {
            guard client.secret != nil else {
                throw OAuthError("invalid_request", "A program without a secret needs a code_challenge (RFC 7636).")
            }
            return nil
        }
        guard let method = CodeChallenge.Method(rawValue: request.query("code_challenge_method") ?? "plain") else {
            throw OAuthError("invalid_request", "code_challenge_method must be S256 or plain.")
        }
        return CodeChallenge(method: method, challenge: challenge)
    }

    /// The redirect address with the answer in its query.
    func redirect(_ parameters: [NameValue]) -> Response {
        let all = parameters + (state.map { [NameValue("state", $0)] } ?? []) + [NameValue("iss", request.baseURL)]
        let query = all.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        let separator = redirectURI.contains("?") ? "&" : "?"
        return Response(status: 302, headers: HeaderList([("Location", redirectURI + separator + query), ("Cache-Control", "no-store")]))
    }

    /// Programs on this machine may listen on any port (RFC 8252, section 7.3).
    private static func isAllowed(_ address: String, baseURL: String) -> Bool {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !address.contains("#") else { return false }
        return [baseURL, "http://127.0.0.1", "http://[::1]", "http://localhost"].contains { start in
            address.hasPrefix(start) && [nil, ":", "/", "?"].contains(address.dropFirst(start.count).first)
        }
    }
}
