import JSON

/// What a program needs to know to begin (RFC 8414, section 2; OpenID Connect Discovery 1.0, section 3).
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

    /// No public keys: ID tokens are signed with the program's own secret.
    static func keys(_ request: Request) -> Response {
        .json(["keys": []])
    }

    private static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
