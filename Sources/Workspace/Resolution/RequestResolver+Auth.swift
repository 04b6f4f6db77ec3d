import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension RequestResolver {
    /// The prefix of the places of authentication fields.
    public static let authPlace = "auth "

    /// Adds the authentication of the request or of the nearest folder that has one.
    mutating func resolveAuth(_ request: inout HTTPRequest) -> (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?) {
        let (auth, origin) = effectiveAuth
        var fields: [String: String] = [:]
        for name in auth.kind.fieldNames where !auth[name].isEmpty {
            let isSecret = auth.kind.secretFieldNames.contains(name)
            if isSecret, auth[name] == SecretMask.sign { refuseMissing("auth \(name)") }
            fields[name] = resolve(auth[name], at: "auth \(name)", inheritedFrom: origin, isSecret: isSecret)
        }
        authenticate(&request, AuthDraft(auth.kind, fields: fields))
        return (auth.kind, origin)
    }

    private var effectiveAuth: (AuthDraft, VariableOrigin?) {
        guard input.draft.auth.kind == .inherit else { return (input.draft.auth, nil) }
        guard let layer = input.inherited.last(where: { $0.content.auth.kind != .inherit }) else { return (AuthDraft(.none), nil) }
        return (layer.content.auth, layer.origin)
    }

    /// `auth` holds resolved fields.
    private mutating func authenticate(_ request: inout HTTPRequest, _ auth: AuthDraft) {
        switch auth.kind {
        case .inherit, .none: return
        case .basic:
            let credentials = credentials(auth)
            secrets.insert(Data("\(credentials.user):\(credentials.password.value)".utf8).base64EncodedString())
            request.authenticate(with: .basic(credentials))
        case .digest: request.authenticate(with: .digest(credentials(auth)))
        case .bearer: authenticateBearer(&request, auth)
        case .apiKey:
            require(auth, "key")
            let place: APIKey.Place = auth["in"] == APIKey.Place.query.rawValue ? .query : .header
            request.authenticate(with: .apiKey(APIKey(name: auth["key"], value: HTTPSecret(auth["value"]), place: place)))
        case .awsSignature: authenticateAWS(&request, auth)
        case .ntlm: request.authenticate(with: .transport(.init(scheme: .ntlm, credentials: credentials(auth))))
        case .negotiate:
            request.authenticate(with: .transport(.init(scheme: .negotiate, credentials: BasicCredentials(user: "", password: ""))))
        case .oauth2: request.authenticate(with: .oauth(oauth(auth)))
        }
    }

    /// The user, for NTLM with the domain before it, and the password.
    private func credentials(_ auth: AuthDraft) -> BasicCredentials {
        let domain = auth["domain"].isEmpty ? "" : auth["domain"] + "\\"
        return BasicCredentials(user: domain + auth["username"], password: HTTPSecret(auth["password"]))
    }

    /// A token with another prefix than `Bearer` is sent as a plain header.
    private mutating func authenticateBearer(_ request: inout HTTPRequest, _ auth: AuthDraft) {
        require(auth, "token")
        if auth["prefix"].isEmpty || auth["prefix"] == "Bearer" {
            request.authenticate(with: .bearer(HTTPSecret(auth["token"])))
        } else {
            request.headers.appendIfAbsent("Authorization", "\(auth["prefix"]) \(auth["token"])")
        }
    }

    private mutating func authenticateAWS(_ request: inout HTTPRequest, _ auth: AuthDraft) {
        for field in ["accessKey", "secretKey", "region", "service"] { require(auth, field) }
        let token = auth["sessionToken"].isEmpty ? nil : HTTPSecret(auth["sessionToken"])
        request.authenticate(
            with: .awsSignature(
                AWSCredentials(
                    accessKeyID: auth["accessKey"], secretAccessKey: HTTPSecret(auth["secretKey"]), sessionToken: token,
                    region: auth["region"], service: auth["service"])))
    }

    private mutating func oauth(_ auth: AuthDraft) -> OAuthConfiguration {
        require(auth, "clientID")
        let text = { (name: String) in auth[name].isEmpty ? nil : auth[name] }
        return OAuthConfiguration(
            grant: grant(auth), clientID: auth["clientID"], clientSecret: text("clientSecret").map { HTTPSecret($0) },
            clientAuthentication: OAuthConfiguration.ClientAuthentication(rawValue: auth["clientAuthentication"]) ?? .header,
            issuer: text("issuer"),
            endpoints: OAuthEndpoints(
                authorization: text("authorizationURL"), token: text("tokenURL"), deviceAuthorization: text("deviceURL")),
            scopes: auth["scope"].split(separator: " ").map(String.init),
            extraParameters: text("audience").map { ["audience": $0] } ?? [:])
    }

    private mutating func grant(_ auth: AuthDraft) -> OAuthConfiguration.Grant {
        switch auth["grant"] {
        case "", "authorization_code":
            return .authorizationCode(redirectURL: auth["redirectURL"].isEmpty ? "http://127.0.0.1:7777/callback" : auth["redirectURL"])
        case "client_credentials": return .clientCredentials
        case "password": return .password(credentials(auth))
        case "device_code": return .deviceCode
        case let other:
            refuse("auth grant", "“\(other)” is none of authorization_code, client_credentials, password, device_code")
            return .clientCredentials
        }
    }

    private mutating func require(_ auth: AuthDraft, _ field: String) {
        if auth[field].isEmpty, variables.problems.isEmpty { refuse("auth \(field)", "is empty") }
    }
}
