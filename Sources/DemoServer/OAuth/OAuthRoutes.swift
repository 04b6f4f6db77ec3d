import JSON
import Synchronization

/// An OAuth 2 authorization server, and a protected resource.
struct OAuthRoutes: Sendable {
    private let server: AuthorizationServer

    init(services: Services) {
        server = AuthorizationServer(services: services)
    }

    var group: RouteGroup { RouteGroup(title: "OAuth 2", routes: metadata + endpoints + pages) }

    private var metadata: [Route] {
        [
            Route(
                "GET", "/.well-known/oauth-authorization-server", "The endpoints and their capabilities (RFC 8414)",
                handler: Discovery.metadata),
            Route("GET", "/.well-known/openid-configuration", "The same for OpenID clients", handler: Discovery.metadata),
            Route(
                "GET", "/.well-known/jwks.json", "The public keys: none, since ID tokens are signed with the client's secret",
                handler: Discovery.keys),
        ]
    }

    private var endpoints: [Route] {
        [
            Route(
                "POST", "/oauth/token", "Tokens for a code, a client, a password, a refresh token or a device code",
                handler: TokenEndpoint(server: server).answer),
            Route(
                "POST", "/oauth/device_authorization", "A code for a device to display (RFC 8628)",
                handler: DeviceEndpoints(server: server).authorize),
            Route("POST", "/oauth/revoke", "Revokes a token (RFC 7009)", handler: revoke),
            Route("GET", "/oauth/userinfo", "The user of a token; 401 if it is not valid", handler: userInfo),
        ]
    }

    private var pages: [Route] {
        [
            Route(
                "GET", "/oauth/authorize", "Asks the user, then redirects with a code; ?decision=allow or deny skips the page",
                handler: AuthorizationEndpoint(server: server).answer),
            Route("GET", "/oauth/callback", "Shows the code, for clients that cannot listen for it", handler: CallbackPage.answer),
            Route(
                "GET", "/oauth/device", "The page for ?user_code=; ?decision=allow or deny skips the page",
                handler: DeviceEndpoints(server: server).verify),
        ]
    }

    /// Revokes a token; an unknown one counts as revoked (RFC 7009, section 2.2).
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

    private func userInfo(_ request: Request) throws(RouteError) -> Response {
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

/// The state of the authorization server.
final class AuthorizationServer: Sendable {
    struct State: Sendable {
        var tokens = TokenLedger()
        var devices = DeviceLedger()
    }

    let services: Services
    /// Guards both ledgers.
    private let state = Mutex(State())

    init(services: Services) { self.services = services }

    func withState<Result: Sendable, Failure: Error>(
        _ body: (inout State, _ now: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let now = services.now()
        return try state.withLock { state throws(Failure) in try body(&state, now) }
    }

    /// The grant of the request's bearer token; nil if there is no valid one.
    func grant(_ request: Request) -> OAuthGrant? {
        guard let token = AuthenticationRoutes.bearerToken(request) else { return nil }
        return withState { state, now in state.tokens.grant(accessToken: token, now: now) }
    }
}

/// Server metadata (RFC 8414, section 2; OpenID Connect Discovery 1.0, section 3).
enum Discovery {
    static func metadata(_ request: Request) -> Response {
        let base = request.baseURL
        return .json([
            "issuer": .string(base),
            "authorization_endpoint": .string("\(base)/oauth/authorize"),
            "token_endpoint": .string("\(base)/oauth/token"),
            "device_authorization_endpoint": .string("\(base)/oauth/device_authorization"),
            "revocation_endpoint": .string("\(base)/oauth/revoke"),
            "userinfo_endpoint": .string("\(base)/oauth/userinfo"),
            "jwks_uri": .string("\(base)/.well-known/jwks.json"),
            "scopes_supported": strings(OAuthGrant.scopes),
            "response_types_supported": ["code"],
            "grant_types_supported": strings(TokenEndpoint.GrantType.allCases.map(\.rawValue)),
            "code_challenge_methods_supported": strings(CodeChallenge.Method.allCases.map(\.rawValue)),
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
            "authorization_response_iss_parameter_supported": true,
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["HS256", "none"],
        ])
    }

    /// No public keys: ID tokens are signed with the client's secret.
    static func keys(_ request: Request) -> Response { .json(["keys": []]) }

    private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

/// `GET /oauth/callback`: the redirect address for clients that cannot listen; the user copies the code from the page.
enum CallbackPage {
    static func answer(_ request: Request) -> Response {
        let rows = request.queryItems.map { "<tr><td>\(HTML.escape($0.name))</td><td><code>\(HTML.escape($0.value))</code></td></tr>" }
        let body = "<p>Copy the address of this page into the program that asked.</p>\n<table>\n\(rows.joined(separator: "\n"))\n</table>"
        return .text(HTML.page(title: "Back to the program", body: body), type: "text/html; charset=utf-8")
    }
}
