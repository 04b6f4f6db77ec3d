import HTTP
import Hashing
import Platform

/// `GET /oauth/authorize`: the user allows or denies access (RFC 6749, section 3.1).
///
/// A browser gets a page with both choices. `decision=allow` or `decision=deny` in the query skips it, for clients that try out the flow without
/// a browser; so does OpenID's `prompt=none`.
struct AuthorizationEndpoint: Sendable {
    let server: AuthorizationServer

    func answer(_ request: Request) throws(RouteError) -> Response {
        let authorization = try AuthorizationRequest(request)
        do throws(OAuthError) {
            let grant = try authorization.grant()
            let challenge = try authorization.challenge()
            switch decision(request) {
            case .allow: return authorization.redirect([NameValue("code", makeCode(grant, challenge, authorization))])
            case .deny: throw OAuthError("access_denied", "The user denied access.")
            case nil: return page(authorization, grant, request)
            }
        } catch {
            return authorization.redirect([NameValue("error", error.code), NameValue("error_description", error.detail)])
        }
    }

    private func decision(_ request: Request) -> DeviceLedger.Decision? {
        request.query("prompt") == "none" ? .allow : request.query("decision").flatMap(DeviceLedger.Decision.init)
    }

    private func makeCode(_ grant: OAuthGrant, _ challenge: CodeChallenge?, _ authorization: AuthorizationRequest) -> String {
        let code = server.services.makeToken()
        server.withState { state, now in
            state.tokens.add(code: code, grant: grant, redirectURI: authorization.redirectURI, challenge: challenge, now: now)
        }
        return code
    }

    private func page(_ authorization: AuthorizationRequest, _ grant: OAuthGrant, _ request: Request) -> Response {
        HTML.decision(
            title: "Let \(authorization.client.id) in?",
            question: "\(authorization.client.id) wants to act for \(OAuthUser.pilot.fullName): \(grant.scope).",
            address: request.head.target.text + "&decision=")
    }
}

/// An authorization request (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
struct AuthorizationRequest: Sendable {
    let client: OAuthClient
    let redirectURI: String
    let state: String?

    private let request: Request

    /// - Throws: `RouteError` if the client or the redirect address is invalid, since nothing may be sent to that address then.
    init(_ request: Request) throws(RouteError) {
        guard let client = OAuthClient.named(request.query("client_id") ?? "") else {
            let known = OAuthClient.all.map(\.id).joined(separator: " and ")
            throw RouteError(
                status: 400, title: "Unknown client", detail: "client_id is “\(request.query("client_id") ?? "")”. Known are \(known).")
        }
        let redirectURI = request.query("redirect_uri") ?? ""
        guard Self.isAllowed(redirectURI, baseURL: request.baseURL) else {
            throw RouteError(
                status: 400, title: "Address not allowed",
                detail:
                    "redirect_uri is “\(redirectURI)”, expected an http address of this machine (127.0.0.1, [::1] or localhost, any port).")
        }
        self.client = client
        self.redirectURI = redirectURI
        self.request = request
        state = request.query("state")
    }

    /// The grant that is asked for.
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
                throw OAuthError("invalid_request", "A client without a secret needs a code_challenge (RFC 7636).")
            }
            return nil
        }
        guard let method = CodeChallenge.Method(rawValue: request.query("code_challenge_method") ?? "plain") else {
            throw OAuthError("invalid_request", "code_challenge_method must be S256 or plain.")
        }
        return CodeChallenge(method: method, challenge: challenge)
    }

    /// A redirect with these parameters in its query.
    func redirect(_ parameters: [NameValue]) -> Response {
        let all = parameters + (state.map { [NameValue("state", $0)] } ?? []) + [NameValue("iss", request.baseURL)]
        let query = all.map { "\($0.name)=\($0.value.percentEncoded(keeping: .unreserved))" }.joined(separator: "&")
        let separator = redirectURI.contains("?") ? "&" : "?"
        return Response(status: 302, headers: ["Location": redirectURI + separator + query, "Cache-Control": "no-store"])
    }

    /// True for this server and for any port of this machine (RFC 8252, section 7.3).
    private static func isAllowed(_ address: String, baseURL: String) -> Bool {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !address.contains("#") else { return false }
        return [baseURL, "http://127.0.0.1", "http://[::1]", "http://localhost"].contains { start in
            address.hasPrefix(start) && [nil, ":", "/", "?"].contains(address.dropFirst(start.count).first)
        }
    }
}

/// Proof Key for Code Exchange (RFC 7636).
struct CodeChallenge: Sendable, Hashable {
    enum Method: String, CaseIterable, Sendable {
        case sha256 = "S256"
        case plain
    }

    let method: Method
    let challenge: String

    /// Verifies the client's verifier (section 4.6).
    func accepts(_ verifier: String?) -> Bool {
        guard let verifier, Self.isVerifier(verifier) else { return false }
        switch method {
        case .plain: return verifier == challenge
        case .sha256: return Base64.encodeForURL(HashAlgorithm.sha256.digest(of: verifier.utf8)) == challenge
        }
    }

    /// True for 43 to 128 unreserved characters (section 4.1).
    private static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(ASCIISet.unreserved.contains)
    }
}
