import JSON
import Workspace

/// The authentication of a Postman request, folder or collection.
struct PostmanAuth {
    /// Postman's name of the scheme.
    let type: String
    /// The scheme as a draft.
    private(set) var draft = AuthDraft(.none)
    /// True if the draft holds all of it.
    private(set) var isComplete = true
    /// The part that is not taken over.
    private(set) var issue: (severity: ImportIssue.Severity, why: String, instead: String)?
    private let fields: [String: String]

    init(_ value: JSONValue) {
        let type = value["type"]?.string ?? value.string ?? "noauth"
        self.type = type
        // Version 2.0 writes an object of parameters, version 2.1 an array of them.
        let parameters = value[type] ?? .null
        let members =
            parameters.array.map { $0.map { ($0.text("key"), $0.text("value")) } }
            ?? parameters.object.map { $0.map { ($0.name, $0.value.looseText) } } ?? []
        fields = Dictionary(members) { _, last in last }
        read()
    }

    private mutating func read() {
        switch type {
        case "noauth", "none", "": draft = AuthDraft(.none)
        case "inherit": draft = AuthDraft(.inherit)
        case "basic": take(.basic, ["username", "password"])
        case "digest":
            take(.digest, ["username", "password"])
            // The server says the rest in its challenge.
            let other = ["realm", "nonce", "algorithm", "qop", "nonceCount", "clientNonce", "opaque", "disableRetryRequest"]
            isComplete = !other.contains { fields[$0]?.isEmpty == false }
        case "bearer": take(.bearer, ["token"])
        case "apikey":
            take(.apiKey, ["key", "value", "in"])
            if draft["in"] == "header" { draft["in"] = "" }
        case "ntlm":
            take(.ntlm, ["username", "password", "domain"])
            isComplete = fields["workstation"]?.isEmpty ?? true
        case "awsv4":
            take(.awsSignature, ["accessKey", "secretKey", "sessionToken", "region", "service"])
            if draft["region"].isEmpty { draft["region"] = "us-east-1" }
            if draft["service"].isEmpty { draft["service"] = "execute-api" }
            isComplete = fields["addAuthDataToQuery"] != "true"
        case "oauth2": readOAuth2()
        default:
            isComplete = false
            issue = (.kept, "Apus cannot send it yet", "the request goes out without authentication")
        }
    }

    private mutating func take(_ kind: AuthDraft.Kind, _ names: [String]) {
        draft = AuthDraft(kind)
        for name in names { draft[name] = fields[name] ?? "" }
    }

    /// A login where there are endpoints; else the token that was got outside.
    private mutating func readOAuth2() {
        isComplete = false
        let hasEndpoints = ["accessTokenUrl", "authUrl"].contains { fields[$0]?.isEmpty == false }
        if hasEndpoints, fields["clientId"]?.isEmpty == false || fields["accessToken"]?.isEmpty ?? true {
            draft = AuthDraft(.oauth2)
            let names = [
                ("tokenURL", "accessTokenUrl"), ("authorizationURL", "authUrl"), ("clientID", "clientId"), ("clientSecret", "clientSecret"),
                ("scope", "scope"), ("redirectURL", "redirect_uri"), ("username", "username"), ("password", "password"),
                ("audience", "audience"),
            ]
            for (own, name) in names { draft[own] = fields[name] ?? "" }
            draft["clientAuthentication"] = fields["client_authentication"] == "body" ? "body" : ""
            switch fields["grant_type"] ?? "" {
            case "client_credentials": draft["grant"] = "client_credentials"
            case "password_credentials", "password": draft["grant"] = "password"
            case "", "authorization_code", "authorization_code_with_pkce": draft["grant"] = "authorization_code"
            case let other:
                issue = (.changed, "the grant “\(other)” is not supported", "the authorization code is asked for")
                draft["grant"] = "authorization_code"
            }
        } else if fields["addTokenTo"] == "queryParams" {
            draft = AuthDraft(.apiKey, fields: ["key": "access_token", "value": fields["accessToken"] ?? "", "in": "query"])
        } else {
            draft = AuthDraft(.bearer)
            draft["token"] = fields["accessToken"] ?? ""
            let prefix = (fields["headerPrefix"] ?? "").trimmingEnd(" ")
            draft["prefix"] = prefix == "Bearer" ? "" : prefix
        }
    }
}
