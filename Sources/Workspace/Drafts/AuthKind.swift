import HTTP
import JSON
import Platform

/// The description of one kind of authentication: its name, its fields and its effect on a request.
///
/// ``all`` is the one table of them. Files, inheritance, resolution, masking, forms, requests as text, help and
/// `docs/kinds.md` all read it.
public struct AuthKind: Sendable, Identifiable {
    /// The kind; its raw value is the name in files.
    public let id: AuthDraft.Kind
    /// The name on the screen.
    public let label: String
    /// Synonyms by which lists find the kind.
    public let otherNames: [String]
    /// The explanation, in a sentence or two.
    public let help: String
    /// All fields, in their order in files.
    public let fields: [FormField]
    /// The beginning of the `Authorization` header, for previews; nil if none is sent.
    public let headerPreview: String?
    /// The other headers that it adds, without secrets.
    private let otherHeaders: @Sendable (AuthDraft) -> [(name: String, value: String)]
    /// The ids of the fields that apply to the current values, in the order of the form; nil for all fields.
    private let shown: (@Sendable (AuthDraft) -> [FormField.ID])?
    /// Adds the authentication to the request; the draft holds resolved values.
    let apply: @Sendable (inout RequestResolver, AuthDraft, inout HTTPRequest) -> Void

    private init(
        _ id: AuthDraft.Kind, _ label: String, otherNames: [String] = [], help: String, fields: [FormField] = [],
        headerPreview: String? = nil,
        otherHeaders: @escaping @Sendable (AuthDraft) -> [(name: String, value: String)] = { _ in [] },
        shown: (@Sendable (AuthDraft) -> [FormField.ID])? = nil,
        apply: @escaping @Sendable (inout RequestResolver, AuthDraft, inout HTTPRequest) -> Void
    ) {
        self.id = id
        self.label = label
        self.otherNames = otherNames
        self.help = help
        self.fields = fields
        self.headerPreview = headerPreview
        self.otherHeaders = otherHeaders
        self.shown = shown
        self.apply = apply
    }

    /// The fields that apply to the values of a draft, in the order of the form: each OAuth grant has fields of its own.
    public func fields(of auth: AuthDraft) -> [FormField] {
        guard let shown else { return fields }
        return shown(auth).compactMap(field)
    }

    /// The index of the first empty field of the form without which the scheme cannot be used; nil if there is none.
    public func firstMissingField(of auth: AuthDraft) -> Int? {
        fields(of: auth).firstIndex {
            auth[$0.id].isEmpty && ($0.isRequired || $0.unset == Self.requiredWithoutIssuer && auth["issuer"].isEmpty)
        }
    }

    /// The names and values of the headers that it adds to a request, without secrets.
    public func addedHeaders(_ auth: AuthDraft) -> [(name: String, value: String)] {
        (headerPreview.map { [("Authorization", $0)] } ?? []) + otherHeaders(auth)
    }

    /// The field with that id.
    public func field(_ id: FormField.ID) -> FormField? { fields.first { $0.id == id } }

    /// The table of all kinds.
    public static let all = AuthDraft.Kind.allCases.map(\.entry)

    /// The field with that id in any kind.
    public static func field(_ id: FormField.ID) -> FormField? { all.lazy.compactMap { $0.field(id) }.first }
}

extension ResolutionPlace {
    /// The place as the workbench names it: a field of the authentication has its label there.
    public var label: String {
        if case .auth(let id) = self, let field = AuthKind.field(id) { "Authentication, “\(field.label)”" } else { description }
    }
}

extension AuthDraft.Kind {
    /// The entry of the kind in the table.
    public var entry: AuthKind {
        switch self {
        case .inherit: .inherit
        case .none: .none
        case .basic: .basic
        case .bearer: .bearer
        case .apiKey: .apiKey
        case .digest: .digest
        case .oauth2: .oauth2
        case .awsSignature: .awsSignature
        case .ntlm: .ntlm
        case .negotiate: .negotiate
        }
    }

    /// The names of the scheme's fields, in their order in files.
    public var fieldNames: [String] { entry.fields.map(\.id) }

    /// The names of the fields that hold secrets.
    public var secretFieldNames: Set<String> { Set(entry.fields.filter(\.isSecret).map(\.id)) }
}

// MARK: The table

extension AuthKind {
    fileprivate static let inherit = AuthKind(
        .inherit, "Inherited", help: "The authentication of the folder around the request, or else of the collection."
    ) { _, _, _ in }

    fileprivate static let none = AuthKind(.none, "No auth", otherNames: ["none"], help: "No authentication, even if the folder has one.") {
        _, _, _ in
    }

    fileprivate static let basic = AuthKind(
        .basic, "Basic", otherNames: ["basic auth", "password", "login"],
        help: "Basic (RFC 7617): sends user name and password with every request, readable by anyone who sees the request.",
        fields: [.basicUsername, .password], headerPreview: "Basic …"
    ) { resolver, auth, request in
        let credentials = auth.credentials
        resolver.hide(credentials)
        request.authenticate(with: .basic(credentials))
    }

    fileprivate static let bearer = AuthKind(
        .bearer, "Bearer Token", otherNames: ["JWT", "access token"],
        help: "Bearer (RFC 6750): sends a token. Anyone who has the token can use it.",
        fields: [
            FormField(
                "token", "Token", help: "The token, without the word “Bearer”.", placeholder: "{{token}}", isSecret: true,
                isRequired: true),
            FormField(
                "prefix", "Token prefix", help: "The word before the token, if the server does not expect “Bearer”.",
                placeholder: "Bearer", unset: "default: Bearer"),
        ], headerPreview: "Bearer …"
    ) { _, auth, request in
        // A token with another prefix is a header like any other.
        if auth["prefix"].isEmpty || auth["prefix"] == "Bearer" {
            request.authenticate(with: .bearer(HTTPSecret(auth["token"])))
        } else {
            request.headers.appendIfAbsent("Authorization", "\(auth["prefix"]) \(auth["token"])")
        }
    }

    fileprivate static let apiKey = AuthKind(
        .apiKey, "API Key", otherNames: ["X-API-Key", "token"], help: "Sends a key in a header or in the query.",
        fields: [
            FormField("key", "Name", help: "The name of the header or query item.", placeholder: "X-API-Key", isRequired: true),
            FormField("value", "Value", help: "The key. A {{secret}} of the environment is safer than text.", isSecret: true),
            FormField("in", "Where", help: "The place of the key: a header or the query.", choices: ["header", "query"]),
        ], otherHeaders: { $0["in"] == APIKey.Place.query.rawValue || $0["key"].isEmpty ? [] : [($0["key"], "…")] }
    ) { _, auth, request in
        let place: APIKey.Place = auth["in"] == APIKey.Place.query.rawValue ? .query : .header
        request.authenticate(with: .apiKey(APIKey(name: auth["key"], value: HTTPSecret(auth["value"]), place: place)))
    }

    fileprivate static let digest = AuthKind(
        .digest, "Digest", otherNames: ["digest auth", "password"],
        help: "Digest (RFC 7616): answers the server's challenge. The password itself is not sent.",
        fields: [.username, .password], headerPreview: "Digest …, after the server's challenge"
    ) { _, auth, request in request.authenticate(with: .digest(auth.credentials)) }

    fileprivate static let awsSignature = AuthKind(
        .awsSignature, "AWS Signature", otherNames: ["SigV4", "Amazon", "S3"],
        help: "AWS Signature 4: signs the request with a secret key, which is not sent.",
        fields: [
            FormField("accessKey", "Access key", help: "The public half of the key.", placeholder: "AKIA…", isRequired: true),
            FormField(
                "secretKey", "Secret key", help: "The secret half of the key. A {{secret}} of the environment is safer than text.",
                isSecret: true, isRequired: true),
            FormField(
                "sessionToken", "Session token", help: "The session token of temporary keys; empty for permanent keys.", isSecret: true),
            FormField("region", "Region", help: "The region of the service.", placeholder: "eu-central-1", isRequired: true),
            FormField("service", "Service", help: "The name of the service.", placeholder: "s3", isRequired: true),
        ], headerPreview: "AWS4-HMAC-SHA256 …",
        otherHeaders: { [("X-Amz-Date", "calculated")] + ($0["sessionToken"].isEmpty ? [] : [("X-Amz-Security-Token", "…")]) }
    ) { _, auth, request in
        request.authenticate(
            with: .awsSignature(
                AWSCredentials(
                    accessKeyID: auth["accessKey"], secretAccessKey: HTTPSecret(auth["secretKey"]),
                    sessionToken: auth.value("sessionToken").map { HTTPSecret($0) }, region: auth["region"], service: auth["service"])))
    }

    fileprivate static let ntlm = AuthKind(
        .ntlm, "NTLM", otherNames: ["Windows", "domain"],
        help: "NTLM (MS-NLMP): user name and password of a Windows domain. The password itself is not sent.",
        fields: [
            .username, .password,
            FormField("domain", "Domain", help: "The Windows domain; empty if the user name contains it (DOMAIN\\user)."),
        ], headerPreview: "NTLM …, after the server's challenge"
    ) { _, auth, request in request.authenticate(with: .transport(.init(scheme: .ntlm, credentials: auth.credentials))) }

    fileprivate static let negotiate = AuthKind(
        .negotiate, "Negotiate", otherNames: ["Kerberos", "SPNEGO"],
        help: "Negotiate (RFC 4559): Kerberos with the ticket of kinit. No fields.",
        headerPreview: "Negotiate …, after the server's challenge"
    ) { _, _, request in
        request.authenticate(with: .transport(.init(scheme: .negotiate, credentials: BasicCredentials(username: "", password: ""))))
    }
}

// MARK: OAuth 2.0

extension AuthKind {
    fileprivate static let oauth2 = AuthKind(
        .oauth2, "OAuth 2.0", otherNames: ["login", "OpenID"],
        help: "OAuth 2.0 (RFC 6749): gets a token, stores it and renews it.",
        fields: [
            FormField("grant", "Grant type", help: "The way to get the token.", choices: grants),
            FormField(
                "issuer", "Issuer", help: "A server that publishes its endpoints (RFC 8414); then the URLs below can stay empty.",
                placeholder: "https://login.example.com", startsGroup: true, expected: { URLIssue.reason(againstWhole: $0) }),
            FormField(
                "authorizationURL", "Authorization URL", help: "The login page; /path is relative to the request's server.",
                unset: requiredWithoutIssuer, expected: expectedEndpoint),
            FormField(
                "tokenURL", "Token URL", help: "The endpoint that issues tokens; /path is relative to the request's server.",
                unset: requiredWithoutIssuer, expected: expectedEndpoint),
            FormField(
                "deviceURL", "Device code URL", help: "The endpoint for a code that is entered on another device (RFC 8628).",
                unset: requiredWithoutIssuer, expected: expectedEndpoint),
            FormField(
                "clientID", "Client ID", help: "The ID under which the server has registered this program.", startsGroup: true,
                isRequired: true),
            FormField("clientSecret", "Client secret", help: "The client's secret; empty for public clients.", isSecret: true),
            FormField(
                "clientAuthentication", "Send secret in",
                help: "The place of the client secret: the Authorization header or the body. Most servers accept both.",
                choices: ["header", "body"]),
            FormField("scope", "Scope", help: "The scopes, separated by spaces.", placeholder: "openid profile", startsGroup: true),
            FormField("audience", "Audience", help: "The API that the token is for, if the server requires it."),
            FormField(
                "parameters", "More parameters",
                help:
                    "More parameters of the login and of token requests: name=value, with & between them, encoded as in a query; a name may be repeated, such as resource.",
                placeholder: "resource=https://api.example.com&tenant=x", expected: expectedParameters),
            FormField(
                "redirectURL", "Redirect URL",
                help: "The URL to which the login redirects. Apus listens on http://127.0.0.1/…; without a port, on any free one.",
                placeholder: defaultRedirect, unset: "default: \(defaultRedirect)", expected: expectedRedirect),
            .username, .password,
        ], headerPreview: "Bearer …",
        shown: { auth in
            let grantFields =
                switch auth["grant"] {
                case "client_credentials": [String]()
                case "password": ["username", "password"]
                case "device_code": ["deviceURL"]
                default: ["authorizationURL", "redirectURL"]
                }
            let client = ["clientID", "clientSecret", "clientAuthentication"]
            return ["grant", "issuer", "tokenURL"] + grantFields + client + ["scope", "audience", "parameters"]
        },
        apply: { resolver, auth, request in request.authenticate(with: .oauth(configuration(auth, &resolver, request))) })

    private static let grants = ["authorization_code", "client_credentials", "password", "device_code"]
    fileprivate static let requiredWithoutIssuer = "required without an issuer"
    private static let expectedURL = "/path or a URL such as https://host/path"
    private static let defaultRedirect = "http://127.0.0.1:7777/callback"

    private static func expectedEndpoint(insteadOf text: String) -> String? {
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
        return URLIssue.reason(againstWhole: isPath ? "https://host" + text : text) == nil ? nil : expectedURL
    }

    /// A native app may use a private URI scheme as its redirect (RFC 8252).
    private static func expectedRedirect(insteadOf text: String) -> String? {
        let url = text.trimmingSpacesAndTabs
        return url.isEmpty || url.contains("{{") || WebURL(String(url)) != nil ? nil : "a URL such as \(defaultRedirect)"
    }

    private static func expectedParameters(insteadOf text: String) -> String? {
        let pairs = text.formPairs
        if !text.contains("{{"), pairs.contains(where: { $0.name.isEmpty || $0.value == nil }) {
            return "name=value, with & between parameters"
        }
        var seen: Set<String> = []
        let repeated = pairs.first { !seen.insert($0.name).inserted && unrepeatable.contains($0.name) }
        return repeated.map { "\($0.name) once, since OAuth 2.0 forbids to repeat it" }
    }

    /// The parameters that must not be included more than once (RFC 6749 section 3, RFC 7636, RFC 8628).
    private static let unrepeatable: Set<String> = [
        "client_id", "client_secret", "response_type", "redirect_uri", "scope", "state", "grant_type", "code", "username", "password",
        "refresh_token", "code_challenge", "code_challenge_method", "code_verifier", "device_code",
    ]

    private static func extraParameters(_ auth: AuthDraft, _ resolver: inout RequestResolver) -> [String: [String]] {
        let text = auth["parameters"]
        if let expected = expectedParameters(insteadOf: text) { resolver.refuse(.auth("parameters"), "expected \(expected)") }
        var values = Dictionary(grouping: text.formPairs, by: \.name).mapValues { $0.map { $0.value ?? "" } }
        if let audience = auth.value("audience") { values["audience"] = [audience] }
        return values
    }

    private static func configuration(
        _ auth: AuthDraft, _ resolver: inout RequestResolver, _ request: HTTPRequest
    ) -> OAuthConfiguration {
        func endpoint(_ field: String) -> String? {
            guard let url = auth.value(field).map({ resolver.endpointURL($0, beside: request) }) else { return nil }
            // A path remains only for a request without a host, which is refused for that reason.
            let scheme = HTTPRequest(url: url).origin?.scheme
            if !url.hasPrefix("/"), scheme != "http", scheme != "https" { resolver.refuse(.auth(field), "expected \(expectedURL)") }
            return url
        }
        var configuration = OAuthConfiguration(
            grant: grant(auth, &resolver), clientID: auth["clientID"], clientSecret: auth.value("clientSecret").map { HTTPSecret($0) },
            clientAuthentication: OAuthConfiguration.ClientAuthentication(rawValue: auth["clientAuthentication"]) ?? .header,
            issuer: auth.value("issuer"),
            endpoints: OAuthEndpoints(
                authorization: endpoint("authorizationURL"), token: endpoint("tokenURL"), deviceAuthorization: endpoint("deviceURL")),
            scopes: auth["scope"].split(separator: " ").map(String.init),
            extraParameters: extraParameters(auth, &resolver))
        configuration.receiver = (resolver.server?.applied(to: request) ?? request).origin?.description
        return configuration
    }

    private static func grant(_ auth: AuthDraft, _ resolver: inout RequestResolver) -> OAuthConfiguration.Grant {
        switch auth["grant"] {
        case "", "authorization_code": return .authorizationCode(redirectURL: auth.value("redirectURL") ?? defaultRedirect)
        case "client_credentials": return .clientCredentials
        case "password": return .password(auth.credentials)
        case "device_code": return .deviceCode
        case let other:
            resolver.refuse(.auth("grant"), "“\(other)” is not one of \(grants.joined(separator: ", "))")
            return .clientCredentials
        }
    }
}

extension FormField {
    fileprivate static let username = username { _ in nil }
    /// A colon would end the user name (RFC 7617, section 2).
    fileprivate static let basicUsername = username { $0.contains(":") && !$0.contains("{{") ? "a user name without a colon" : nil }

    private static func username(_ expected: @escaping @Sendable (String) -> String?) -> FormField {
        FormField(
            "username", "User name", help: "The user name on the server. A {{variable}} keeps it out of the file.", expected: expected)
    }

    fileprivate static let password = FormField(
        "password", "Password", help: "The password. A {{secret}} of the environment is safer than text in the file.", isSecret: true)
}

extension AuthDraft {
    /// The value of a field; nil if it is empty.
    fileprivate func value(_ field: String) -> String? { self[field].isEmpty ? nil : self[field] }

    /// The user, for NTLM with its domain, and the password.
    fileprivate var credentials: BasicCredentials {
        let domain = value("domain").map { $0 + "\\" } ?? ""
        return BasicCredentials(username: domain + self["username"], password: HTTPSecret(self["password"]))
    }
}
