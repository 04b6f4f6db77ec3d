import Hashing
import JSON

/// Says who logged in (OpenID Connect Core 1.0, section 2), for programs that have a secret to check it with.
struct IDToken {
    private let claims: JSONValue

    /// `nil` when nobody logged in or the program did not ask for one.
    init?(grant: OAuthGrant, issuer: String, now: Int, lifetime: Int) {
        guard let user = grant.userName, grant.scope.split(separator: " ").contains("openid") else { return nil }
        var claims: JSONValue = [
            "iss": .string(issuer), "sub": .string(user), "aud": .string(grant.clientID), "exp": .number(now + lifetime),
            "iat": .number(now),
        ]
        if let nonce = grant.nonce { claims["nonce"] = .string(nonce) }
        self.claims = claims
    }

    /// A JSON Web Token with HMAC SHA-256 (RFC 7515, appendix A.1); without a signature for a program that has no secret.
    func signed(by client: OAuthClient) -> String {
        let header: JSONValue = ["alg": client.secret == nil ? "none" : "HS256", "typ": "JWT"]
        let content = Base64.encodeForURL(header.compactBytes) + "." + Base64.encodeForURL(claims.compactBytes)
        let signature = client.secret.map { HMAC.code(for: Array(content.utf8), key: Array($0.utf8), using: .sha256) } ?? []
        return content + "." + Base64.encodeForURL(signature)
    }
}
