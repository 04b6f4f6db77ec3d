import HTTP
import Hashing
import JSON
import Platform

/// `POST /oauth/token`: all grant types (RFC 6749, sections 4 to 6; RFC 8628, section 3.4).
struct TokenEndpoint: Sendable {
    enum GrantType: String, CaseIterable, Sendable {
        case authorizationCode = "authorization_code"
        case clientCredentials = "client_credentials"
        case password
        case refreshToken = "refresh_token"
        case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    }

    private static let lifetime = 3600

    let server: AuthorizationServer

    func answer(_ request: Request) -> Response {
        do throws(OAuthError) {
            let client = try ClientAuthentication.client(of: request)
            let type = try grantType(request)
            let grant = try grant(type, client: client, request: request)
            return try issue(grant, client: client, isRefreshable: type != .clientCredentials, request: request)
        } catch {
            return error.response
        }
    }

    private func grantType(_ request: Request) throws(OAuthError) -> GrantType {
        let name = try required("grant_type", request)
        guard let type = GrantType(rawValue: name) else {
            let known = GrantType.allCases.map(\.rawValue).joined(separator: ", ")
            throw OAuthError("unsupported_grant_type", "“\(name)” is not a grant type. Supported are \(known).")
        }
        return type
    }

    private func grant(_ type: GrantType, client: OAuthClient, request: Request) throws(OAuthError) -> OAuthGrant {
        switch type {
        case .authorizationCode: try authorizationCode(client, request)
        case .clientCredentials: try clientCredentials(client, request)
        case .password: try password(client, request)
        case .refreshToken: try refreshToken(client, request)
        case .deviceCode: try deviceCode(client, request)
        }
    }

    private func authorizationCode(_ client: OAuthClient, _ request: Request) throws(OAuthError) -> OAuthGrant {
        let code = try required("code", request)
        let redirectURI = try required("redirect_uri", request)
        let verifier = request.formValue("code_verifier")
        return try server.withState { state, now throws(OAuthError) in
            try state.tokens.redeem(code: code, clientID: client.id, redirectURI: redirectURI, verifier: verifier, now: now)
        }
    }

    private func clientCredentials(_ client: OAuthClient, _ request: Request) throws(OAuthError) -> OAuthGrant {
        guard client.secret != nil else {
            throw OAuthError("unauthorized_client", "A client without a secret cannot use its own credentials (RFC 6749, section 4.4).")
        }
        return OAuthGrant(clientID: client.id, userName: nil, scope: try OAuthGrant.scope(requested: request.formValue("scope")))
    }

    private func password(_ client: OAuthClient, _ request: Request) throws(OAuthError) -> OAuthGrant {
        let user = OAuthUser.pilot
        guard try required("username", request) == user.name, try required("password", request) == user.password else {
            throw OAuthError("invalid_grant", "The user is unknown or the password is wrong. Known is \(user.name) (\(user.password)).")
        }
        return OAuthGrant(clientID: client.id, userName: user.name, scope: try OAuthGrant.scope(requested: request.formValue("scope")))
    }

    private func refreshToken(_ client: OAuthClient, _ request: Request) throws(OAuthError) -> OAuthGrant {
        let token = try required("refresh_token", request)
        return try server.withState { state, now throws(OAuthError) in
            try state.tokens.redeem(refreshToken: token, clientID: client.id, now: now)
        }
    }

    private func deviceCode(_ client: OAuthClient, _ request: Request) throws(OAuthError) -> OAuthGrant {
        let code = try required("device_code", request)
        return try server.withState { state, now throws(OAuthError) in
            try state.devices.poll(deviceCode: code, clientID: client.id, now: now)
        }
    }

    /// The token response (RFC 6749, section 5.1).
    private func issue(_ grant: OAuthGrant, client: OAuthClient, isRefreshable: Bool, request: Request) throws(OAuthError) -> Response {
        let lifetime = try lifetime(request)
        let token = server.services.makeToken()
        let refreshToken = server.services.makeToken()
        server.withState { state, now in
            state.tokens.add(accessToken: token, grant: grant, lifetime: lifetime, now: now)
            if isRefreshable { state.tokens.add(refreshToken: refreshToken, grant: grant, now: now) }
        }
        var body: JSONValue = ["access_token": .string(token), "token_type": "Bearer", "expires_in": .number(lifetime)]
        if isRefreshable { body["refresh_token"] = .string(refreshToken) }
        body["scope"] = .string(grant.scope)
        if let idToken = IDToken(grant: grant, issuer: request.baseURL, now: server.services.now(), lifetime: lifetime) {
            body["id_token"] = .string(idToken.signed(by: client))
        }
        return .json(body, headers: ["Cache-Control": "no-store"])
    }

    /// The lifetime in seconds. `expires_in` in the form is an extension of this server, for trying out refresh tokens.
    private func lifetime(_ request: Request) throws(OAuthError) -> Int {
        guard let text = request.formValue("expires_in") else { return Self.lifetime }
        guard let seconds = Int(text), (1...86400).contains(seconds) else {
            throw OAuthError("invalid_request", "expires_in is “\(text)”, expected 1 to 86400 seconds.")
        }
        return seconds
    }

    private func required(_ name: String, _ request: Request) throws(OAuthError) -> String {
        guard let value = request.formValue(name) else {
            throw OAuthError("invalid_request", "\(name) is missing. Send a form (application/x-www-form-urlencoded).")
        }
        return value
    }
}

/// The authentication of clients (RFC 6749, section 2.3).
enum ClientAuthentication {
    /// The client, by `Authorization: Basic` or by `client_id` and `client_secret` in the form.
    static func client(of request: Request) throws(OAuthError) -> OAuthClient {
        if request.headers["Authorization"] != nil {
            return try byHeader(request)
        }
        guard let id = request.formValue("client_id") else {
            throw OAuthError("invalid_client", "There is neither an Authorization header nor a client_id.")
        }
        return try client(id: id, secret: request.formValue("client_secret"), byHeader: false)
    }

    /// The client of an `Authorization` header, whose name and secret are URL-encoded (RFC 6749, section 2.3.1).
    private static func byHeader(_ request: Request) throws(OAuthError) -> OAuthClient {
        guard let credentials = AuthenticationRoutes.basicCredentials(request) else {
            throw OAuthError("invalid_client", "The Authorization header is not Basic.", challengesClient: true)
        }
        let (id, secret) = credentials.splitOnce(at: ":")
        return try client(
            id: id.percentDecoded(plusIsSpace: true), secret: secret?.percentDecoded(plusIsSpace: true), byHeader: true)
    }

    private static func client(id: String, secret: String?, byHeader: Bool) throws(OAuthError) -> OAuthClient {
        guard let client = OAuthClient.named(id), (secret ?? "") == (client.secret ?? "") else {
            throw OAuthError("invalid_client", "The client is unknown or its secret is wrong. \(hint)", challengesClient: byHeader)
        }
        return client
    }

    private static let hint =
        "Known are \(OAuthClient.application.id) (no secret) and \(OAuthClient.service.id) (\(OAuthClient.service.secret ?? ""))."
}

/// An ID token (OpenID Connect Core 1.0, section 2).
struct IDToken {
    private let claims: JSONValue

    /// Nil if there is no user, or the client did not ask for `openid`.
    init?(grant: OAuthGrant, issuer: String, now: Int, lifetime: Int) {
        guard let user = grant.userName, grant.scope.split(separator: " ").contains("openid") else { return nil }
        var claims: JSONValue = [
            "iss": .string(issuer), "sub": .string(user), "aud": .string(grant.clientID), "exp": .number(now + lifetime),
            "iat": .number(now),
        ]
        if let nonce = grant.nonce { claims["nonce"] = .string(nonce) }
        self.claims = claims
    }

    /// The JSON Web Token with HMAC SHA-256 (RFC 7515, appendix A.1); unsigned for a client without a secret.
    func signed(by client: OAuthClient) -> String {
        let header: JSONValue = ["alg": client.secret == nil ? "none" : "HS256", "typ": "JWT"]
        let content = Base64.encodeForURL(header.compactBytes) + "." + Base64.encodeForURL(claims.compactBytes)
        let signature = client.secret.map { HMAC.code(for: Array(content.utf8), key: Array($0.utf8), using: .sha256) } ?? []
        return content + "." + Base64.encodeForURL(signature)
    }
}
