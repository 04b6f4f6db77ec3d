import JSON

/// An authorization server, and something to fetch with its tokens.
struct OAuthRoutes: Sendable {
    private let server: AuthorizationServer

    init(services: Services) {
        server = AuthorizationServer(services: services)
    }

    var group: RouteGroup {
        RouteGroup(title: "OAuth 2", routes: metadata + endpoints + pages)
    }

    private var metadata: [Route] {
        [
            Route("GET", "/.well-known/oauth-authorization-server", "Where everything is (RFC 8414)", handler: Discovery.metadata),
            Route("GET", "/.well-known/openid-configuration", "The same for OpenID clients", handler: Discovery.metadata),
            Route(
                "GET", "/.well-known/jwks.json", "The public keys: none, ID tokens are signed with the client's secret",
                handler: Discovery.keys),
        ]
    }

    private var endpoints: [Route] {
        [
            Route(
                "POST", "/oauth/token", "Tokens for a code, a client, a password, a refresh token or a device code",
                handler: TokenEndpoint(server: server).answer),
            Route(
                "POST", "/oauth/device_authorization", "A code for a device to show (RFC 8628)",
                handler: DeviceEndpoints(server: server).authorize),
            Route("POST", "/oauth/revoke", "Forgets a token (RFC 7009)", handler: revoke),
            Route("GET", "/oauth/userinfo", "Who a token speaks for; 401 when it is not good", handler: userInfo),
        ]
    }

    private var pages: [Route] {
        [
            Route(
                "GET", "/oauth/authorize", "Asks the user, then redirects with a code; ?decision=allow or deny answers at once",
                handler: AuthorizationEndpoint(server: server).answer),
            Route("GET", "/oauth/callback", "Shows the code, for clients that cannot listen for it", handler: CallbackPage.answer),
            Route(
                "GET", "/oauth/device", "Where the user types ?user_code=; ?decision=allow or deny answers at once",
                handler: DeviceEndpoints(server: server).verify),
        ]
    }

    /// A token that is unknown is as good as revoked (RFC 7009, section 2.2).
    private func revoke(_ request: Request) -> Response {
        do throws(OAuthError) {
            let client = try ClientAuthentication.client(of: request)
            guard let token = request.formValue("token") else { throw OAuthError("invalid_request", "token is missing.") }
            server.withState { state, now in state.tokens.revoke(token, clientID: client.id, now: now) }
            return Response(status: 200)
        } catch {
            return error.response
        }
    }

    private func userInfo(_ request: Request) throws(Problem) -> Response {
        guard let grant = server.grant(request) else {
            let hasToken = AuthenticationRoutes.bearerToken(request) != nil
            throw AuthenticationRoutes.unauthorized(
                hasToken ? "The token is unknown, expired or revoked." : "Send a token of /oauth/token as “Authorization: Bearer …”.",
                challenge: "Bearer realm=\"Apus\"" + (hasToken ? ", error=\"invalid_token\"" : ""))
        }
        return .json([
            "sub": .string(grant.userName ?? grant.clientID), "name": grant.userName == nil ? .null : .string(OAuthUser.pilot.fullName),
            "client_id": .string(grant.clientID), "scope": .string(grant.scope),
        ])
    }
}
