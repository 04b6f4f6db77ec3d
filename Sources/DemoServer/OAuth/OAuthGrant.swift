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

    static func named(_ id: String) -> OAuthClient? {
        all.first { $0.id == id }
    }
}

/// A user.
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
        var headers = HeaderList([("Cache-Control", "no-store")])
        if challengesClient { headers.append("WWW-Authenticate", "Basic realm=\"Apus\"") }
        return .json(body, status: code == "invalid_client" ? 401 : 400, headers: headers)
    }
}
