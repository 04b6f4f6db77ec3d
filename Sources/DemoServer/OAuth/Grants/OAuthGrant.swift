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
