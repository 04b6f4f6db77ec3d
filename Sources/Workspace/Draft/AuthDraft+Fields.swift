extension AuthDraft.Kind {
    /// The names of the kind's fields, in the order that they are asked for and written in.
    public var fieldNames: [String] {
        switch self {
        case .inherit, .none, .negotiate: []
        case .basic, .digest: ["username", "password"]
        case .ntlm: ["username", "password", "domain"]
        case .bearer: ["token", "prefix"]
        case .apiKey: ["key", "value", "in"]
        case .awsSignature: ["accessKey", "secretKey", "sessionToken", "region", "service"]
        case .oauth2:
            [
                "grant", "issuer", "authorizationURL", "tokenURL", "deviceURL", "clientID", "clientSecret", "clientAuthentication", "scope",
                "audience",
                "redirectURL", "username", "password",
            ]
        }
    }

    /// Which of the fields hold what nobody else may see.
    public var secretFieldNames: Set<String> {
        switch self {
        case .inherit, .none, .negotiate: []
        case .basic, .digest, .ntlm: ["password"]
        case .bearer: ["token"]
        case .apiKey: ["value"]
        case .awsSignature: ["secretKey", "sessionToken"]
        case .oauth2: ["clientSecret", "password"]
        }
    }
}
