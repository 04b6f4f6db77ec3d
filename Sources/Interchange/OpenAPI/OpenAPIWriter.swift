import JSON
import Platform
import Workspace

extension ExportFormat {
    /// The skeleton of an OpenAPI 3.1 description: paths, parameters, and bodies and responses as examples.
    static let openAPI = ExportFormat(
        id: "openapi", title: "OpenAPI", fileExtension: "openapi.json",
        carries: [.examples, .anyStatus, .documentation, .tags, .disabledRows, .comments, .environments],
        authentication: [.basic, .bearer, .apiKey, .digest, .oauth2]
    ) { tree, losses in
        var writer = OpenAPIWriter(losses: losses)
        let text = writer.document(tree).prettyText
        losses = writer.losses
        return [ExportedFile(path: tree.root.draft.name.fileStem + ".openapi.json", text: text)]
    }
}

/// Describes the requests of a collection.
struct OpenAPIWriter {
    private(set) var losses: [ExportLoss]
    private var paths = JSONObject()
    private var servers: [String] = []
    /// The names of the variables that URLs begin with, in order.
    private var bases: [String] = []
    private var schemes = JSONObject()
    private var identifiers: Set<String> = []
    /// The operation IDs from an import that are not written yet.
    private var importedIDs: Set<String> = []

    init(losses: [ExportLoss]) { self.losses = losses }

    mutating func document(_ tree: CollectionTree) -> JSONValue {
        importedIDs = Set(tree.requests.compactMap { Self.importedID($0.request) })
        identifiers = importedIDs
        let variables = Dictionary(tree.allVariables.map { ($0.name, $0.value) }) { first, _ in first }
        for (request, folders) in tree.requests { add(request, folders, variables) }
        let imported = tree.root.extensions[OpenAPIReader.extensionName]
        if imported != nil {
            losses.append(
                .init(item: "", what: "schemas, types and responses without an example", why: "a collection has only examples of them"))
        }
        var info: JSONObject = ["title": .string(tree.root.draft.name), "version": imported?["version"] ?? "1.0.0"]
        if !tree.root.draft.docs.isEmpty { info["description"] = .string(tree.root.draft.docs) }
        var document: JSONObject = ["openapi": "3.1.0", "info": .object(info)]
        let all = self.servers(of: tree, variables)
        if !all.isEmpty { document["servers"] = .array(all) }
        document["paths"] = .object(paths)
        if !schemes.isEmpty { document["components"] = ["securitySchemes": .object(schemes)] }
        return .object(document)
    }

    /// The servers of the environments, then those of the collection and of URLs. One whose variables have no value is reported.
    private mutating func servers(of tree: CollectionTree, _ variables: [String: String]) -> [JSONValue] {
        var found: [JSONValue] = []
        var missing: [String] = []
        func add(_ url: String, _ values: [String: String], _ name: String = "") {
            guard let server = Self.server(url, values, name) else { return missing.append(url) }
            if !found.contains(where: { $0["url"] == server["url"] && $0["variables"] == server["variables"] }) { found.append(server) }
        }
        for environment in tree.environments {
            let values = variables.merging(environment.draft.variables.filter(\.isEnabled).map { ($0.name, $0.value) }) { $1 }
            for base in bases { if let url = values[base] { add(url, values, environment.draft.name) } }
        }
        for url in servers { add(url, variables) }
        if found.isEmpty {
            let known = Set(variables.keys)
            for url in missing + bases.filter({ !known.contains($0) }).map({ "{{\($0)}}" }) {
                losses.append(
                    .init(item: "", what: "server “\(url)”", why: "its variables have no value in the collection or an environment"))
            }
        }
        return found
    }

    /// A server whose URL may have variables; nil if one of them has no value.
    private static func server(_ url: String, _ values: [String: String], _ name: String) -> JSONValue? {
        let names = Template(url).names
        guard url.contains("://"), names.allSatisfy({ values[$0] != nil }) else { return nil }
        let plain = url.replacing("{{", with: "{").replacing("}}", with: "}").trimmingEnd("/")
        var server: JSONObject = ["url": .string(plain)]
        if !name.isEmpty { server["description"] = .string(name) }
        if !names.isEmpty {
            server["variables"] = .object(JSONObject(names.map { JSONMember($0, ["default": .string(values[$0] ?? "")]) }))
        }
        return .object(server)
    }

    private mutating func add(_ request: CollectionTree.Request, _ folders: [CollectionTree.Folder], _ variables: [String: String]) {
        let draft = request.draft
        let item = CollectionTree.path(of: draft.name, in: folders)
        let (server, path) = split(draft.url, variables)
        if draft.url.hasPrefix("{{"), let name = Template(draft.url).names.first, !bases.contains(name) { bases.append(name) }
        if !server.isEmpty, !servers.contains(server) { servers.append(server) }
        let method = draft.method.lowercased()
        guard ["get", "put", "post", "delete", "options", "head", "patch", "trace"].contains(method) else {
            return losses.append(.init(item: item, what: "request", why: "OpenAPI has no operation for \(draft.method)"))
        }
        var operations = paths[path]?.object ?? JSONObject()
        guard operations[method] == nil else {
            return losses.append(.init(item: item, what: "request", why: "\(draft.method) \(path) is already described"))
        }
        operations[method] = operation(request, folders, path)
        paths[path] = .object(operations)
    }

    /// The server, and the path with `{name}` for `:name` and for variables.
    private func split(_ url: String, _ variables: [String: String]) -> (server: String, path: String) {
        var url = url.prefix { $0 != "#" && $0 != "?" }
        var base = ""
        if url.hasPrefix("{{"), let end = url.firstRange(of: "}}") {
            base = variables[String(url.dropFirst(2).prefix { $0 != "}" })] ?? ""
            url = url[end.upperBound...]
        } else if let scheme = url.firstRange(of: "://") {
            let slash = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
            base = String(url[..<slash])
            url = url[slash...]
        }
        let segments = url.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix(":")
                ? "{\(segment.dropFirst())}"
                : (segment.hasPrefix("\\:") ? segment.dropFirst() : segment).replacing("{{", with: "{").replacing("}}", with: "}")
        }
        let path = segments.joined(separator: "/")
        return (base.trimmingEnd("/"), path.hasPrefix("/") ? path : "/" + path)
    }

    private mutating func operation(_ request: CollectionTree.Request, _ folders: [CollectionTree.Folder], _ path: String) -> JSONValue {
        let draft = request.draft
        // A copied request has the one of its original.
        let imported = Self.importedID(request).flatMap { importedIDs.remove($0) }
        var object: JSONObject = ["operationId": .string(imported ?? identifier(draft.name)), "summary": .string(draft.name)]
        if !draft.docs.isEmpty { object["description"] = .string(draft.docs) }
        // The first tag becomes the folder on import.
        let tags = folders.dropFirst().prefix(1).map(\.draft.name) + draft.tags
        if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
        let parameters = self.parameters(draft, path)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object.set("requestBody", requestBody(draft))
        object["responses"] = responses(request.examples)
        object.set("security", security(authentication(of: draft)))
        return .object(object)
    }

    /// The authentication, or that in a header `Authorization`, which OpenAPI describes as a security scheme.
    private func authentication(of draft: RequestDraft) -> AuthDraft {
        guard draft.auth.kind == .inherit || draft.auth.kind == .none,
            let header = draft.headers.first(where: { $0.isEnabled && $0.isNamed("authorization") })
        else { return draft.auth }
        switch header.value.prefix(while: { $0 != " " }).lowercased() {
        case "bearer": return .bearer(String(header.value.dropFirst(7)))
        case "basic": return AuthDraft(.basic)
        default: return AuthDraft(.apiKey, fields: ["key": header.name, "value": header.value])
        }
    }

    private static func importedID(_ request: CollectionTree.Request) -> String? {
        request.extensions[OpenAPIReader.extensionName]?["operationId"]?.string
    }

    private mutating func identifier(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.filter { $0.allSatisfy(\.isASCII) }
        let joined = words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.capitalizedFirst }.joined()
        let base = joined.isEmpty ? "operation" : joined
        var candidate = base
        var number = 1
        while !identifiers.insert(candidate).inserted {
            number += 1
            candidate = "\(base)\(number)"
        }
        return candidate
    }

    private func parameters(_ draft: RequestDraft, _ path: String) -> [JSONValue] {
        let names = path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
        let inPath: [JSONValue] = names.map { name in
            let row = draft.pathParameters.first { $0.name == name } ?? Row(name)
            return parameter(row, in: "path", isRequired: true)
        }
        let inQuery = draft.query.map { parameter($0, in: "query", isRequired: $0.isEnabled) }
        let known: Set<String> = ["accept", "content-type", "authorization", "cookie", ""]
        let inHeader = draft.headers.filter { !known.contains($0.name.lowercased()) }.map {
            parameter($0, in: "header", isRequired: $0.isEnabled)
        }
        let cookies = draft.headers.filter { $0.isNamed("cookie") }.flatMap { row in
            row.value.split(separator: ";").map { cookie in
                let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
                return parameter(Row(parts.first ?? "", parts.count > 1 ? parts[1] : ""), in: "cookie", isRequired: row.isEnabled)
            }
        }
        var seen: Set<String> = []
        return (inPath + inQuery + inHeader + cookies).filter { seen.insert("\($0.text("in")) \($0.text("name"))").inserted }
    }

    private func parameter(_ row: Row, in place: String, isRequired: Bool) -> JSONValue {
        var object: JSONObject = ["name": .string(row.name), "in": .string(place), "required": .bool(isRequired)]
        if !row.comment.isEmpty { object["description"] = .string(row.comment) }
        object["schema"] = ["type": "string"]
        if !row.value.isEmpty { object["example"] = .string(row.value) }
        return .object(object)
    }

    // MARK: Bodies

    private func requestBody(_ draft: RequestDraft) -> JSONValue? {
        let body = draft.body
        guard body.kind != .none else { return nil }
        let stated = draft.headers.contentType
        let type = stated ?? body.kind.entry.contentType(body) ?? "application/octet-stream"
        let content: JSONValue
        switch body.kind {
        case .none: return nil
        case .text: content = ["example": .string(body.text)]
        case .json: content = example(body.json)
        case .xml: content = ["example": .string(body.xml)]
        case .graphql:
            var operation: JSONObject = ["query": .string(body.graphql.query)]
            if let variables = try? JSONValue(parsing: body.graphql.variables) { operation["variables"] = variables }
            content = ["schema": ["type": "object"], "example": .object(operation)]
        case .form:
            content = form(body.form.map { (Field($0.name, $0.value), $0.isEnabled) })
        case .multipart:
            content = form(body.parts.map { (Field($0.name, $0.value, isFile: $0.isFile), $0.isEnabled) })
        case .file: content = ["schema": ["type": "string", "format": "binary"]]
        }
        return ["content": .object([String(type.prefix { $0 != ";" }): content])]
    }

    private func example(_ text: String) -> JSONValue {
        guard let value = try? JSONValue(parsing: text) else { return ["example": .string(text)] }
        return ["schema": ["type": .string(Self.type(of: value))], "example": value]
    }

    private static func type(of value: JSONValue) -> String {
        if value.object != nil { return "object" }
        if value.array != nil { return "array" }
        if value.string != nil { return "string" }
        if value.bool != nil { return "boolean" }
        return value.isNull ? "null" : "number"
    }

    /// A row of a form.
    private struct Field {
        let name: String
        let value: String
        let isFile: Bool

        init(_ name: String, _ value: String, isFile: Bool = false) { (self.name, self.value, self.isFile) = (name, value, isFile) }
    }

    /// The content of a form. Disabled rows are described, below those of the same name that are sent, but have no example.
    private func form(_ fields: [(field: Field, isEnabled: Bool)]) -> JSONValue {
        var properties = JSONObject()
        for (field, isEnabled) in fields where isEnabled || properties[field.name] == nil {
            properties[field.name] =
                field.isFile ? ["type": "string", "format": "binary"] : ["type": "string", "example": .string(field.value)]
        }
        let schema: JSONValue = ["type": "object", "properties": .object(properties)]
        let sent = fields.filter(\.isEnabled).map(\.field)
        guard sent.count < fields.count else { return ["schema": schema] }
        return ["schema": schema, "example": .object(sent.filter { !$0.isFile }.map { ($0.name, .string($0.value)) })]
    }

    private func responses(_ stored: [SavedResponse]) -> JSONValue {
        guard !stored.isEmpty else { return ["default": ["description": "The response."]] }
        var responses = JSONObject()
        for saved in stored {
            let (status, said) = Self.named(saved)
            var response = responses[status]?.object ?? ["description": .string(saved.reason.isEmpty ? said : saved.reason)]
            if let text = String(validating: saved.body, as: UTF8.self), !text.isEmpty {
                let type = saved.headers.first { $0.isNamed("content-type") }?.value ?? "application/json"
                let name = String(type.prefix { $0 != ";" })
                var content = response["content"]?.object ?? JSONObject()
                var media = content[name]?.object ?? JSONObject()
                var examples = media["examples"]?.object ?? JSONObject()
                let key =
                    examples[saved.name] == nil && !saved.name.isEmpty ? saved.name : "\(saved.name) \(examples.members.count + 1)"
                examples[key] = ["value": (try? JSONValue(parsing: text)) ?? .string(text)]
                media["examples"] = .object(examples)
                content[name] = .object(media)
                response["content"] = .object(content)
            }
            responses[status] = .object(response)
        }
        return .object(responses)
    }

    /// The name of the response in the document, and the name of the example without it, which an import writes before the description.
    private static func named(_ saved: SavedResponse) -> (status: String, description: String) {
        let words = saved.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let own = saved.status == 0 ? "default" : "\(saved.status)"
        guard let first = words.first, OpenAPIReader.status(named: first) == saved.status else { return (own, saved.name) }
        return (first.uppercased().hasSuffix("XX") ? first.uppercased() : own, words.count > 1 ? words[1] : "")
    }

    // MARK: Security

    private mutating func security(_ auth: AuthDraft) -> JSONValue? {
        guard let (base, scheme) = Self.scheme(of: auth) else { return nil }
        var (name, number) = (base, 1)
        // A different credential gets a scheme of its own.
        while let known = schemes[name], known != scheme {
            number += 1
            name = "\(base)\(number)"
        }
        schemes[name] = scheme
        return [.object([name: []])]
    }

    /// The name of the variable that a credential consists of; an import names the variable after the scheme.
    private static func variable(_ text: String) -> String? {
        let names = Template(text).names
        guard names.count == 1, text == "{{\(names[0])}}" else { return nil }
        return names[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } ? names[0] : nil
    }

    private static func scheme(of auth: AuthDraft) -> (name: String, scheme: JSONValue)? {
        switch auth.kind {
        case .bearer: return (variable(auth["token"]) ?? "bearer", ["type": "http", "scheme": "bearer"])
        case .basic, .digest: return (auth.kind.rawValue, ["type": "http", "scheme": .string(auth.kind.rawValue)])
        case .apiKey:
            let place = auth["in"] == "query" ? "query" : "header"
            return (variable(auth["value"]) ?? "apiKey", ["type": "apiKey", "in": .string(place), "name": .string(auth["key"])])
        case .oauth2:
            var flow: JSONObject = ["scopes": .object(JSONObject(auth["scope"].split(separator: " ").map { JSONMember(String($0), "") }))]
            if !auth["authorizationURL"].isEmpty { flow["authorizationUrl"] = .string(auth["authorizationURL"]) }
            flow["tokenUrl"] = .string(auth["tokenURL"])
            let names = ["client_credentials": "clientCredentials", "password": "password"]
            return ("oauth2", ["type": "oauth2", "flows": .object([names[auth["grant"]] ?? "authorizationCode": .object(flow)])])
        default: return nil
        }
    }
}
