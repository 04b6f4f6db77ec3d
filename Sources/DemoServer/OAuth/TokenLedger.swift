import HTTP
import JSON

/// The access that a client has, and its user.
struct OAuthGrant: Sendable, Hashable {
    static let scopes = ["openid", "profile", "people:read", "people:write"]

    let clientID: String
    /// Nil for a client that acts for itself.
    let userName: String?
    /// Words of ``scopes``, separated by spaces.
    let scope: String
    /// The nonce of an OpenID client, for its ID token.
    var nonce: String?

    /// The requested scope; all scopes but `openid` if there is none.
    static func scope(requested: String?) throws(OAuthError) -> String {
        let words = (requested ?? scopes.dropFirst().joined(separator: " ")).split(separator: " ").map(String.init)
        if let unknown = words.first(where: { !scopes.contains($0) }) {
            throw OAuthError("invalid_scope", "“\(unknown)” is not a scope. Supported are \(scopes.joined(separator: ", ")).")
        }
        return words.joined(separator: " ")
    }
}

/// A registered client.
struct OAuthClient: Sendable, Hashable {
    let id: String
    /// Nil for a public client (RFC 6749, section 2.1).
    let secret: String?

    /// A client on a user's machine: it needs PKCE and cannot act for itself.
    static let application = OAuthClient(id: "demo-app", secret: nil)
    /// A client on a server.
    static let service = OAuthClient(id: "demo-service", secret: "demo-secret")

    static let all = [application, service]

    static func named(_ id: String) -> OAuthClient? { all.first { $0.id == id } }
}

struct OAuthUser: Sendable, Hashable {
    let name: String
    let password: String
    let fullName: String

    /// The user who is always logged in.
    static let pilot = OAuthUser(name: "pilot", password: "clear-skies", fullName: "Ada Berg")
}

/// An OAuth error response (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
struct OAuthError: Error, Hashable {
    let code: String
    /// The reason, for the author of the client.
    let detail: String
    /// True if the client tried to authenticate by header: the response holds a challenge (RFC 6749, section 5.2).
    var challengesClient = false

    init(_ code: String, _ detail: String, challengesClient: Bool = false) {
        self.code = code
        self.detail = detail
        self.challengesClient = challengesClient
    }

    var response: Response {
        let body: JSONValue = ["error": .string(code), "error_description": .string(detail)]
        var headers: HTTPHeaders = ["Cache-Control": "no-store"]
        if challengesClient { headers.append("WWW-Authenticate", "Basic realm=\"Apus\"") }
        return .json(body, status: code == "invalid_client" ? 401 : 400, headers: headers)
    }
}

/// The issued codes and tokens with their grants.
struct TokenLedger: Sendable {
    /// The lifetime of a code in seconds (RFC 6749, section 4.1.2: at most ten minutes).
    private static let codeLifetime = 600
    private static let refreshLifetime = 30 * 86400

    private struct PendingCode: Sendable {
        let grant: OAuthGrant
        let redirectURI: String
        let challenge: CodeChallenge?
    }

    private var codes = ExpiringTable<PendingCode>()
    private var accessTokens = ExpiringTable<OAuthGrant>()
    private var refreshTokens = ExpiringTable<OAuthGrant>()

    mutating func add(code: String, grant: OAuthGrant, redirectURI: String, challenge: CodeChallenge?, now: Int) {
        let pending = PendingCode(grant: grant, redirectURI: redirectURI, challenge: challenge)
        codes.insert(pending, key: code, expiry: now + Self.codeLifetime, now: now)
    }

    /// The grant of a code. A code works once, even if the attempt fails.
    mutating func redeem(code: String, clientID: String, redirectURI: String, verifier: String?, now: Int) throws(OAuthError) -> OAuthGrant
    {
        guard let pending = codes.removeValue(code, now: now), pending.grant.clientID == clientID else {
            throw OAuthError("invalid_grant", "The code is unknown, used or expired, or belongs to another client.")
        }
        guard pending.redirectURI == redirectURI else {
            throw OAuthError("invalid_grant", "The redirect_uri is not the one of the authorization request, \(pending.redirectURI).")
        }
        guard pending.challenge?.accepts(verifier) ?? (verifier == nil) else {
            throw OAuthError("invalid_grant", "The code_verifier does not match the code_challenge (RFC 7636, section 4.6).")
        }
        return pending.grant
    }

    mutating func add(accessToken: String, grant: OAuthGrant, lifetime: Int, now: Int) {
        accessTokens.insert(grant, key: accessToken, expiry: now + lifetime, now: now)
    }

    mutating func add(refreshToken: String, grant: OAuthGrant, now: Int) {
        refreshTokens.insert(grant, key: refreshToken, expiry: now + Self.refreshLifetime, now: now)
    }

    /// The grant of a refresh token. It works once: the response holds the next one (RFC 9700, section 4.14.2).
    mutating func redeem(refreshToken: String, clientID: String, now: Int) throws(OAuthError) -> OAuthGrant {
        guard let grant = refreshTokens.removeValue(refreshToken, now: now), grant.clientID == clientID else {
            throw OAuthError("invalid_grant", "The refresh token is unknown, used, expired or revoked, or belongs to another client.")
        }
        return grant
    }

    /// The grant of an access token; nil if it is not valid.
    func grant(accessToken: String, now: Int) -> OAuthGrant? { accessTokens.value(accessToken, now: now) }

    /// Revokes a token of either kind that belongs to the client (RFC 7009, section 2.1).
    mutating func revoke(_ token: String, clientID: String, now: Int) {
        if accessTokens.value(token, now: now)?.clientID == clientID { accessTokens.remove(token) }
        if refreshTokens.value(token, now: now)?.clientID == clientID { refreshTokens.remove(token) }
    }
}
