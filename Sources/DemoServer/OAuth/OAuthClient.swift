/// A program that may ask for tokens.
struct OAuthClient: Sendable, Hashable {
    let id: String
    /// `nil` for a program that cannot keep one (RFC 6749, section 2.1).
    let secret: String?

    /// A program on somebody's machine: needs PKCE, may not act for itself.
    static let application = OAuthClient(id: "demo-app", secret: nil)
    /// A program on a server.
    static let service = OAuthClient(id: "demo-service", secret: "demo-secret")

    static let all = [application, service]

    static func named(_ id: String) -> OAuthClient? {
        all.first { $0.id == id }
    }
}

/// Somebody who may allow a program to act for them.
struct OAuthUser: Sendable, Hashable {
    let name: String
    let password: String
    let fullName: String

    /// The one who is always logged in here.
    static let pilot = OAuthUser(name: "pilot", password: "clear-skies", fullName: "Ada Berg")
}

/// What a program may do, and for whom.
struct OAuthGrant: Sendable, Hashable {
    static let scopes = ["openid", "profile", "people:read", "people:write"]

    let clientID: String
    /// `nil` when a program acts for itself.
    let userName: String?
    /// Words of `scopes` with spaces between them.
    let scope: String
    /// What an OpenID client gave to find again in its ID token.
    var nonce: String?

    /// The requested scope, all but `openid` when none was asked for.
    static func scope(requested: String?) throws(OAuthError) -> String {
        let words = (requested ?? scopes.dropFirst().joined(separator: " ")).split(separator: " ").map(String.init)
        if let unknown = words.first(where: { !scopes.contains($0) }) {
            throw OAuthError("invalid_scope", "“\(unknown)” is no scope. There are \(scopes.joined(separator: ", ")).")
        }
        return words.joined(separator: " ")
    }
}
