import HTTP
import JSON
import Workspace

/// The security schemes of an OpenAPI document, as authentication with variables in the place of credentials.
struct OpenAPISecurity {
    /// The parts of a request that a security requirement needs.
    struct Result {
        var auth = AuthDraft(.none)
        /// Keys beside the authentication.
        var headers: [Row] = []
        var query: [Row] = []
        /// Keys as `name=value`.
        var cookies: [String] = []
    }

    private let schemes: JSONObject
    /// The number of the document with the schemes.
    private let document: Int
    /// The names of the variables that hold credentials, in the order of their use.
    private(set) var secrets: [String] = []

    init(_ schemes: OpenAPIValue?) { (self.schemes, document) = (schemes?.value.object ?? JSONObject(), schemes?.document ?? 0) }

    /// Reads a list of alternatives and chooses the first one whose schemes are defined, or else the first; nil for an empty list.
    mutating func read(
        _ requirements: OpenAPIValue?, at pointer: JSONPointer, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> Result? {
        guard let list = requirements?.value.array else { return nil }
        // An empty requirement makes authentication optional.
        let needed = list.filter { $0.object?.isEmpty == false }
        let known = needed.first { $0.object?.allSatisfy { schemes[$0.name] != nil } == true }
        guard let chosen = known ?? needed.first else { return Result() }
        var result = Result()
        for requirement in chosen.object ?? JSONObject() {
            guard let scheme = schemes[requirement.name] else {
                context.report(.lost, at: pointer, "security scheme “\(requirement.name)”", "the document does not define it")
                continue
            }
            let followed = references.resolve(OpenAPIValue(value: scheme, document: document), &context).value
            let scopes = (requirement.value.array ?? []).map(\.looseText)
            add(requirement.name, followed, scopes, at: pointer, to: &result, &context)
        }
        return result
    }

    private mutating func add(
        _ name: String, _ scheme: JSONValue, _ scopes: [String], at pointer: JSONPointer, to result: inout Result,
        _ context: inout ImportContext
    ) {
        switch (scheme.text("type"), scheme.text("scheme").lowercased()) {
        case ("basic", _), ("http", "basic"):
            setAuth(.basic(use("username"), use("password")), name, at: pointer, &result, &context)
        case ("http", "digest"):
            setAuth(.digest(use("username"), use("password")), name, at: pointer, &result, &context)
        case ("http", "bearer"):
            setAuth(.bearer(use("bearerToken")), name, at: pointer, &result, &context)
        case ("apiKey", _): addKey(name, scheme, at: pointer, to: &result, &context)
        case ("oauth2", _):
            let auth = oauth(scheme, scopes)
            setAuth(auth, name, at: pointer, &result, &context)
            if auth["grant"] == "authorization_code", auth["tokenURL"].isEmpty {
                context.report(
                    .changed, at: pointer, "login “\(name)”", "the implicit flow is outdated",
                    instead: "authorization code: enter its token URL")
            }
        case ("openIdConnect", _):
            let url = scheme.text("openIdConnectUrl").replacing("/.well-known/openid-configuration", with: "")
            let fields = [
                "issuer": url, "clientID": use("clientId"), "clientSecret": use("clientSecret"), "scope": scopes.joined(separator: " "),
            ]
            setAuth(AuthDraft(.oauth2, fields: fields.filter { !$0.value.isEmpty }), name, at: pointer, &result, &context)
        default:
            let kind = [scheme.text("type"), scheme.text("scheme")].filter { !$0.isEmpty }.joined(separator: " ")
            context.report(.lost, at: pointer, "security scheme “\(name)”", "Apus has no authentication “\(kind)”")
        }
    }

    /// Sets an authentication, unless the request has one. An API key that is set becomes a row instead.
    private func setAuth(
        _ auth: AuthDraft, _ name: String, at pointer: JSONPointer, _ result: inout Result, _ context: inout ImportContext
    ) {
        if result.auth.kind == .apiKey {
            let row = Row(result.auth["key"], result.auth["value"])
            if result.auth["in"] == "query" { result.query.insert(row, at: 0) } else { result.headers.insert(row, at: 0) }
            result.auth = AuthDraft(.none)
        }
        guard result.auth.kind != .none else { return result.auth = auth }
        context.report(.lost, at: pointer, "security scheme “\(name)”", "a request has only one authentication, but two are required")
    }

    private mutating func addKey(
        _ name: String, _ scheme: JSONValue, at pointer: JSONPointer, to result: inout Result, _ context: inout ImportContext
    ) {
        let (key, value) = (scheme.text("name"), use(Self.variable(name)))
        switch scheme.text("in") {
        case "cookie": result.cookies.append("\(key)=\(value)")
        case let place where result.auth.kind == .none:
            result.auth = AuthDraft(.apiKey, fields: ["key": key, "value": value])
            if place == "query" { result.auth["in"] = "query" }
        case "query": result.query.append(Row(key, value))
        default: result.headers.append(Row(key, value))
        }
    }

    private mutating func oauth(_ scheme: JSONValue, _ scopes: [String]) -> AuthDraft {
        // Swagger 2 has one flow, beside the scheme's other members.
        var flows = scheme["flows"]?.object ?? JSONObject()
        if let flow = scheme["flow"]?.string { flows[flow] = scheme }
        let grants = [
            ("authorizationCode", "authorization_code"), ("accessCode", "authorization_code"), ("clientCredentials", "client_credentials"),
            ("application", "client_credentials"), ("password", "password"), ("deviceAuthorization", "device_code"),
            ("implicit", "authorization_code"),
        ]
        let (name, grant) = grants.first { flows[$0.0] != nil } ?? ("", "authorization_code")
        let flow = flows[name] ?? .null
        var auth = AuthDraft(.oauth2, fields: ["grant": grant, "clientID": use("clientId"), "clientSecret": use("clientSecret")])
        auth["authorizationURL"] = Self.absolute(flow.text("authorizationUrl"))
        auth["tokenURL"] = Self.absolute(flow.text("tokenUrl"))
        auth["deviceURL"] = Self.absolute(flow.text("deviceAuthorizationUrl"))
        let all = flow["scopes"]?.object?.map(\.name) ?? []
        auth["scope"] = (scopes.isEmpty ? all : scopes).joined(separator: " ")
        if grant == "password" {
            auth["username"] = use("username")
            auth["password"] = use("password")
        }
        return auth
    }

    /// A URL that is relative to the server with the server before it.
    private static func absolute(_ url: String) -> String {
        guard !url.isEmpty, !url.hasPrefix("/"), !url.contains("://"), !url.hasPrefix("{{") else { return url }
        return "{{\(OpenAPIServers.variable)}}/\(url.hasPrefix("./") ? String(url.dropFirst(2)) : url)"
    }

    /// A reference to a variable with a credential.
    private mutating func use(_ name: String) -> String {
        if !secrets.contains(name) { secrets.append(name) }
        return "{{\(name)}}"
    }

    /// The name of the variable for a scheme.
    private static func variable(_ name: String) -> String {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") ? $0 : "_" })
        return plain.isEmpty ? "apiKey" : plain
    }
}

/// The servers of an OpenAPI document, a path or an operation.
///
/// Requests begin with `{{baseUrl}}`; the collection's variable of that name is the first server, and each server is an environment with
/// its own.
struct OpenAPIServers {
    /// The name of the variable with the server's URL.
    static let variable = "baseUrl"
    /// The host if the document has none.
    private static let fallback = "http://localhost"

    /// A server with its variables.
    struct Server {
        var name: String
        /// The URL with `{{name}}` for its variables.
        var url: String
        var variables: [Row]
        /// The URL as the document has it.
        var original: String
        /// The names in the URL that the document does not define, such as those of a gateway's stages.
        var undefined: [String] = []
        /// True if the document names no host.
        var isRelative: Bool { !url.contains("://") && !url.hasPrefix("{{") }

        /// Reports the variables that have no value before they are defined.
        func reportUndefined(at pointer: JSONPointer, _ context: inout ImportContext) {
            for name in undefined {
                context.report(
                    .changed, at: pointer, "server “\(original)”", "the document has no variable “\(name)”",
                    instead: "it becomes a variable to define")
            }
        }
    }

    /// The servers in the document's order.
    let servers: [Server]

    /// The servers of a document of either version.
    init(of document: JSONValue) {
        if document["swagger"] != nil {
            let host = document.text("host")
            let schemes = document.elements("schemes").map(\.looseText)
            let base = document.text("basePath").trimmingEnd("/")
            let urls = (schemes.isEmpty ? [host.isEmpty ? "" : "https"] : schemes).map {
                ($0.isEmpty || host.isEmpty ? "" : "\($0)://") + host + base
            }
            servers = urls.filter { !$0.isEmpty }.map { Server(name: Self.name(of: $0), url: $0, variables: [], original: $0) }
        } else {
            servers = Self.servers(document["servers"])
        }
    }

    static func servers(_ list: JSONValue?) -> [Server] {
        (list?.array ?? []).filter { $0["url"]?.string != nil }.map { value in
            let original = value.text("url")
            let variables = value["variables"]?.object ?? JSONObject()
            let names = Set(variables.map(\.name))
            let scheme = original.hasPrefix("//") ? "https:" : ""
            // Amazon's gateway writes ${stageVariables.name}.
            let plain = original.replacing("${", with: "{")
            var undefined: [String] = []
            let url =
                scheme
                + plain.trimmingEnd("/").replacingBraces { name in
                    guard names.contains(name) || isName(name) && !plain.contains("{{") else { return nil }
                    if !names.contains(name), !undefined.contains(name) { undefined.append(name) }
                    return "{{\(name)}}"
                }
            var rows: [Row] = []
            for variable in variables {
                let choices = variable.value.elements("enum").map(\.looseText)
                let comment = [variable.value.text("description"), choices.isEmpty ? "" : "one of \(choices.joined(separator: ", "))"]
                // The base paths of Amazon's gateway begin with the slash that is before them.
                let value = variable.value["default"]?.looseText ?? choices.first ?? ""
                let isAfterSlash = value.hasPrefix("/") && plain.contains("/{\(variable.name)}")
                rows.append(
                    Row(
                        variable.name, isAfterSlash ? String(value.dropFirst()) : value,
                        comment: comment.filter { !$0.isEmpty }.joined(separator: "; ")))
            }
            let filled = plain.replacingBraces { name in rows.first { $0.name == name }?.value }
            let name = value.nonEmpty("name") ?? value.nonEmpty("description") ?? self.name(of: filled)
            return Server(name: String(name.prefix(80)), url: url, variables: rows, original: original, undefined: undefined)
        }
    }

    /// True for a name that a reference can have.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isPartOfName || $0 == "." || $0 == "-" }
    }

    private static func name(of url: String) -> String {
        let rest = url.withoutScheme
        return rest.isEmpty ? "Default" : String(rest)
    }

    /// Adds the servers to a collection: as a variable, and as environments.
    func insert(into tree: inout CollectionTree, secrets: [String], _ context: inout ImportContext) {
        let all = servers.isEmpty ? [Server(name: "Default", url: "", variables: [], original: "")] : servers
        for (index, server) in all.enumerated() {
            var url = server.url
            if server.isRelative, let address = context.network.address {
                // Relative to the location of the document (OpenAPI 3.1, "Server Object").
                url = URLReference.resolve(url, against: address)
            } else if server.isRelative {
                url = Self.fallback + (url.isEmpty || url.hasPrefix("/") ? url : "/" + url)
                context.report(
                    .changed, at: JSONPointer().member("servers").element(index), "server “\(server.original)”",
                    "the document has no host for it", instead: "\(Self.variable) is \(url): set its host")
            }
            server.reportUndefined(at: JSONPointer().member("servers").element(index), &context)
            if let fault = url.faultOfScheme {
                context.report(.kept, at: JSONPointer().member("servers").element(index), "server “\(server.original)”", fault)
            }
            let rows = [Row(Self.variable, url)] + server.variables
            if index == 0 { tree.root.draft.variables = rows + tree.root.draft.variables }
            let isSame = all.contains { $0.name == server.name && $0.original != server.original }
            var environment = EnvironmentDraft(name: isSame ? String(server.original.prefix(80)) : server.name, variables: rows)
            environment.secrets = secrets.map { SecretEntry($0, .prompt) }
            tree.environments.append(.init(environment))
        }
    }
}

extension AuthDraft {
    /// The name of the variable that a credential consists of; an import names the variable after the scheme.
    private static func variable(_ text: String) -> String? {
        let names = Template(text).names
        guard names.count == 1, text == "{{\(names[0])}}" else { return nil }
        return names[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } ? names[0] : nil
    }

    /// The authentication with endpoints as paths where they begin with one of these variables, which are the servers of a document.
    func withEndpoints(relativeTo servers: [String]) -> AuthDraft {
        var auth = self
        for field in Self.endpoints {
            guard let server = servers.first(where: { self[field].hasPrefix("{{\($0)}}") }) else { continue }
            auth[field] = String(self[field].dropFirst(server.count + 4))
        }
        return auth
    }

    /// The security scheme that describes it, with the name of the variable that holds its credential, or of its kind; nil for none.
    var openAPIScheme: (name: String, scheme: JSONValue)? {
        switch kind {
        case .bearer: return (Self.variable(self["token"]) ?? "bearer", ["type": "http", "scheme": "bearer"])
        case .basic, .digest: return (kind.rawValue, ["type": "http", "scheme": .string(kind.rawValue)])
        case .apiKey:
            let place = self["in"] == "query" ? "query" : "header"
            return (Self.variable(self["value"]) ?? "apiKey", ["type": "apiKey", "in": .string(place), "name": .string(self["key"])])
        case .oauth2:
            var flow: JSONObject = ["scopes": .object(JSONObject(self["scope"].split(separator: " ").map { JSONMember(String($0), "") }))]
            let name = ["client_credentials": "clientCredentials", "password": "password"][self["grant"]] ?? "authorizationCode"
            if name == "authorizationCode" { flow["authorizationUrl"] = .string(self["authorizationURL"]) }
            flow["tokenUrl"] = .string(self["tokenURL"])
            return ("oauth2", ["type": "oauth2", "flows": .object([name: .object(flow)])])
        default: return nil
        }
    }
}
