import JSON

/// `POST /oauth/token`: every way to a token (RFC 6749, sections 4 to 6; RFC 8628, section 3.4).
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
            throw OAuthError("unsupported_grant_type", "“\(name)” is no grant type. There are \(known).")
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
            throw OAuthError("unauthorized_client", "A program without a secret cannot act for itself (RFC 6749, section 4.4).")
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
        return .json(body, headers: HeaderList([("Cache-Control", "no-store")]))
    }

    /// `expires_in` in the form is an addition of this server: whoever tries out refreshing need not wait for an hour.
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
