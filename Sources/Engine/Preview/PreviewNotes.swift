import HTTP

/// Notes on what is known only after a server was asked.
enum PreviewNotes {
    /// Takes such an authentication off the request, and says what it will do.
    static func take(from request: inout HTTPRequest) -> [String] {
        guard let method = request.authenticationMethod else { return [] }
        switch method {
        case .oauth:
            request.authenticationMethod = nil
            return ["Authorization: Bearer …, with the token that is kept or got first (\(grant(request)))"]
        case .digest: return ["Authorization: Digest …, once the server has asked for it"]
        case .ntlm: return ["Authorization: NTLM …, once the server has asked for it"]
        case .negotiate: return ["Authorization: Negotiate …, once the server has asked for it"]
        default: return []
        }
    }

    private static func grant(_ request: HTTPRequest) -> String {
        switch request.oauthConfiguration?.grant {
        case .authorizationCode: "login in the browser"
        case .clientCredentials: "client credentials"
        case .password: "password"
        case .deviceCode: "device code"
        case nil: "no settings"
        }
    }
}
