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
        let text = writer.document(tree.withVariablesOfFolders).prettyText
        losses = writer.losses
        return [ExportedFile(path: tree.root.draft.name.fileStem + ".openapi.json", text: text)]
    }
}

/// Describes the requests of a collection.
struct OpenAPIWriter {
    private(set) var losses: [ExportLoss]
    /// The folders and the request that is being written.
    private var item = ""
    private var paths = JSONObject()
    private var servers: [String] = []
    /// The servers of the operations whose URLs do not begin with a variable of the environments.
    private var ownServers: [(path: String, method: String, server: JSONValue)] = []
    /// The names of the variables that URLs begin with, in order.
    private var bases: [String] = []
    private var schemes = JSONObject()
    private var identifiers: Set<String> = []
    /// The operation IDs from an import that are not written yet.
    private var importedIDs: Set<String> = []

    init(losses: [ExportLoss]) { self.losses = losses }

    mutating func lose(_ what: String, because why: String) { losses.append(.init(item: item, what: what, why: why)) }

    mutating func document(_ tree: CollectionTree) -> JSONValue {
        importedIDs = Set(tree.requests.compactMap { Self.importedID($0.request) })
        identifiers = importedIDs
        let variables = Dictionary(tree.allVariables.map { ($0.name, $0.value) }) { first, _ in first }
        let switched = Set(tree.environments.flatMap { $0.draft.variables.filter(\.isEnabled).map(\.name) })
        for (request, folders) in tree.requests { add(request, folders, variables, switched) }
        item = ""
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
        if JSONValue.object(paths).compactText.contains("{{") {
            document[OpenAPIReader.referencesName] = .bool(true)
        }
        losses += tree.lostVariables(besides: Set(bases + all.flatMap { $0["variables"]?.memberNames ?? [] }), in: "OpenAPI")
        let isSwitched = bases.first.map { switched.contains($0) } ?? false
        for (path, method, own) in ownServers {
            let isFirst = own["url"] == all.first?["url"] && own["variables"] == all.first?["variables"]
            if isSwitched || !isFirst { paths[path]?[method]?["servers"] = [own] }
        }
        let tags = tags(of: tree.root)
        if !tags.isEmpty { document["tags"] = .array(tags) }
        document["paths"] = .object(paths)
        if !schemes.isEmpty { document["components"] = ["securitySchemes": .object(schemes)] }
        return .object(document)
    }

    /// The folders of the collection as tags, in their order. What a tag does not have is reported.
    private mutating func tags(of root: CollectionTree.Folder) -> [JSONValue] {
        func loseFolders(in folder: CollectionTree.Folder, _ path: String) {
            for case .folder(let child) in folder.items {
                let path = path + "/" + child.draft.name
                let what = child.draft.docs.isEmpty ? "folder" : "folder with its documentation"
                losses.append(.init(item: path, what: what, why: "OpenAPI has one level of tags"))
                loseFolders(in: child, path)
            }
        }
        var tags: [JSONValue] = []
        for case .folder(let folder) in root.items {
            let name = folder.draft.name
            loseFolders(in: folder, name)
            guard !name.isEmpty, !tags.contains(where: { $0.text("name") == name }) else {
                losses.append(.init(item: name, what: "folder", why: "another tag of OpenAPI has its name"))
                continue
            }
            if folder.items.isEmpty { losses.append(.init(item: name, what: "folder", why: "an import omits tags without operations")) }
            var tag: JSONObject = ["name": .string(name)]
            if !folder.draft.docs.isEmpty { tag["description"] = .string(folder.draft.docs) }
            tags.append(.object(tag))
        }
        return tags
    }

    /// The server without an environment, those of the environments, then those of URLs. One whose variables have no value is reported.
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
        // An import takes the first server for requests without an environment.
        let own = bases.first.flatMap { variables[$0] }.flatMap { Self.server($0, variables, "") }
        if let own {
            let index = found.firstIndex { $0["url"] == own["url"] && $0["variables"] == own["variables"] }
            let first = index.map { found.remove(at: $0) } ?? own
            found.insert(first, at: 0)
        }
        for url in servers { add(url, variables) }
        let switched = tree.environments.flatMap { $0.draft.variables.filter(\.isEnabled).map(\.name) }
        let known = Set(variables.keys).union(switched)
        // Requests without a server get the first one.
        for url in (found.isEmpty ? missing : []) + bases.filter({ !known.contains($0) }).map({ "{{\($0)}}" }) {
            losses.append(.init(item: "", what: "server “\(url)”", why: "its variables have no value in the collection or an environment"))
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

    private mutating func add(
        _ request: CollectionTree.Request, _ folders: [CollectionTree.Folder], _ variables: [String: String], _ switched: Set<String>
    ) {
        let draft = request.draft
        item = CollectionTree.path(of: draft.name, in: folders)
        let values = variables.merging(draft.variables.filter(\.isEnabled).map { ($0.name, $0.value) }) { $1 }
        let (server, path) = split(draft.url, values)
        let base = draft.url.hasPrefix("{{") ? Template(draft.url).names.first : nil
        if let base, !bases.contains(base), !draft.variables.contains(where: { $0.isEnabled && $0.name == base }) { bases.append(base) }
        let own = Self.server(server, values, "")
        // One with variables of the request is only its own.
        let isShared = own == nil || Self.server(server, variables, "") != nil
        if !server.isEmpty, isShared, !servers.contains(server) { servers.append(server) }
        let method = draft.method.lowercased()
        guard ["get", "put", "post", "delete", "options", "head", "patch", "trace"].contains(method) else {
            return lose("request", because: "OpenAPI has no operation for \(draft.method)")
        }
        var operations = paths[path]?.object ?? JSONObject()
        guard operations[method] == nil else {
            return lose("request", because: "\(draft.method) \(path) is already described")
        }
        // The servers of the environments are those of the first variable.
        if let own, base.map({ $0 != bases.first || !switched.contains($0) }) ?? true { ownServers.append((path, method, own)) }
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
        let folder = folders.dropFirst().prefix(1).map(\.draft.name)
        let isDeprecated = draft.tags.last == "deprecated"
        let tags = folder + draft.tags.dropLast(isDeprecated ? 1 : 0)
        if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
        if folder.isEmpty, !tags.isEmpty { object[OpenAPIReader.looseName] = true }
        if isDeprecated { object["deprecated"] = true }
        let parameters = self.parameters(draft, path)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        object.set("requestBody", requestBody(draft))
        let responses = responses(request)
        object["responses"] = .object(responses)
        object.set(OpenAPIReader.headersName, ignoredHeaders(draft, responses))
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

    private mutating func parameters(_ draft: RequestDraft, _ path: String) -> [JSONValue] {
        let names = path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
        for row in draft.pathParameters where !row.isEnabled || !names.contains(row.name) {
            lose("path parameter “\(row.name)”", because: row.isEnabled ? "the path has no such part" : "OpenAPI has none that are off")
        }
        var result: [JSONValue] = []
        for (index, name) in names.enumerated() where !names[..<index].contains(name) {
            result.append(parameter((draft.pathParameters + draft.variables).first { $0.name == name } ?? Row(name), in: "path"))
        }
        result += parameters(draft.query.map { $0.withValueOfQuery }, in: "query")
        for row in draft.query {
            if row.withValueOfQuery.value.percentEncodedQueryValue != row.value {
                lose("value of “\(row.name)”", because: "an import escapes “&”, “#” and “+” in it")
            }
            if row.isBare, row.value.isEmpty { lose("query item “\(row.name)” without “=”", because: "OpenAPI has no equivalent") }
        }
        result += parameters(draft.headers.filter { !Self.otherHeaders.contains($0.name.lowercased()) }, in: "header")
        for row in draft.headers where row.isNamed("authorization") && !row.isEnabled {
            lose("header “\(row.name)”", because: "OpenAPI has no authentication that is off")
        }
        let cookies = draft.headers.filter { $0.isNamed("cookie") }
        if cookies.count > 1 { lose("\(cookies.count) headers “Cookie”", because: "an import makes one of them") }
        return result + parameters(cookies.flatMap(\.cookies), in: "cookie")
    }

    /// The headers that OpenAPI describes in other ways.
    private static let otherHeaders: Set<String> = ["accept", "content-type", "authorization", "cookie", ""]

    /// A parameter for each name; equal rows with several values have a list.
    private mutating func parameters(_ rows: [Row], in place: String) -> [JSONValue] {
        var groups: [[Row]] = []
        for row in rows {
            let name = { (row: Row) in place == "header" ? row.name.lowercased() : row.name }
            guard let index = groups.firstIndex(where: { name($0[0]) == name(row) }) else {
                groups.append([row])
                continue
            }
            let first = groups[index][0]
            if place == "query", (first.isEnabled, first.comment) == (row.isEnabled, row.comment) {
                groups[index].append(row)
            } else {
                lose("\(place) parameter “\(row.name)”", because: "OpenAPI has one of a name")
            }
        }
        return groups.map { parameter($0[0], in: place, values: $0.map(\.value)) }
    }

    private func parameter(_ row: Row, in place: String, values: [String] = []) -> JSONValue {
        var object: JSONObject = ["name": .string(row.name), "in": .string(place), "required": .bool(row.isEnabled || place == "path")]
        if !row.comment.isEmpty { object["description"] = .string(row.comment) }
        Self.add(values.count > 1 ? values : [row.value], to: &object, isSchema: false)
        return .object(object)
    }

    /// Adds the type and the example of a text, or of a list of texts.
    static func add(_ values: [String], to object: inout JSONObject, isSchema: Bool) {
        let texts = values.map(JSONValue.string)
        let schema: JSONObject = texts.count > 1 ? ["type": "array", "items": ["type": "string"]] : ["type": "string"]
        if isSchema { object.members += schema.members } else { object["schema"] = .object(schema) }
        object["example"] = texts.count > 1 ? .array(texts) : texts[0]
    }

    /// The headers that OpenAPI ignores as parameters, where the bodies and the responses do not tell them; nil if they do.
    private func ignoredHeaders(_ draft: RequestDraft, _ responses: JSONObject) -> JSONValue? {
        let asked = draft.headers.filter { $0.isNamed("accept") }
        let types = draft.headers.filter { $0.isNamed("content-type") }.filter {
            draft.body.kind == .none || !$0.isEnabled || !$0.comment.isEmpty
        }
        let told = OpenAPIReader.acceptedType(of: responses).map { [Row("Accept", $0)] } ?? []
        guard asked != told || !types.isEmpty else { return nil }
        return .array((types + asked).map { parameter($0, in: "header") })
    }

    // MARK: Responses

    private mutating func responses(_ request: CollectionTree.Request) -> JSONObject {
        let stored = request.examples
        let descriptions = request.extensions[OpenAPIReader.extensionName]?[OpenAPIReader.descriptionsName] ?? .null
        var responses = JSONObject()
        for saved in stored where isDescribed(saved) {
            let (status, said) = Self.named(saved)
            let whole = descriptions.text(status)
            let description = !saved.reason.isEmpty ? saved.reason : whole.hasPrefix(said) ? whole : said
            var response = responses[status]?.object ?? ["description": .string(description)]
            // An import names the only example of a status after its description.
            let isOnly = stored.count { Self.named($0).status == status } == 1
            var members = JSONObject()
            if !isOnly || saved.name != "\(status) \(said)" || !saved.reason.isEmpty || saved.text.isEmpty {
                members[OpenAPIReader.exampleName] = .string(saved.name)
            }
            if !saved.reason.isEmpty { members[OpenAPIReader.reasonName] = .string(saved.reason) }
            if !saved.text.isEmpty {
                add(saved, members, to: &response)
            } else if response.count == 1 {
                response.members += members.members
            } else {
                lose("the example “\(saved.name)”", because: "it has no body, as OpenAPI describes its status")
            }
            responses[status] = .object(response)
        }
        return responses.isEmpty ? ["default": ["description": "The response."]] : responses
    }

    /// Adds the body of an example to a response, beside the members that the example has in any case.
    private mutating func add(_ saved: SavedResponse, _ members: JSONObject, to response: inout JSONObject) {
        let value = try? JSONValue(parsing: saved.text)
        let type = saved.headers.contentType ?? (value == nil ? "text/plain" : "application/json")
        let isJSON = BodyDraft.Kind(mediaType: type) == .json
        if isJSON, value == nil, !OpenAPIBody.isJSON(saved.text) {
            lose("body of the example “\(saved.name)”", because: "it is not JSON, as its type says")
        }
        var example = members
        example["value"] = isJSON ? value ?? .string(saved.text) : .string(saved.text)
        var content = response["content"]?.object ?? JSONObject()
        var examples = content[type]?["examples"]?.object ?? JSONObject()
        let isFree = examples[saved.name] == nil && !saved.name.isEmpty
        examples[isFree ? saved.name : "\(saved.name) \(examples.count + 1)"] = .object(example)
        content[type] = ["examples": .object(examples)]
        response["content"] = .object(content)
    }

    /// False for a response with a status that OpenAPI does not have; the parts that are not described are reported.
    private mutating func isDescribed(_ saved: SavedResponse) -> Bool {
        let example = "the example “\(saved.name)”"
        guard OpenAPIReader.status(named: saved.status == 0 ? "default" : "\(saved.status)") != nil else {
            lose(example, because: "OpenAPI has no status \(saved.status)")
            return false
        }
        if saved.request != nil { lose("request of \(example)", because: "OpenAPI describes responses of one request") }
        if saved.headers.contains(where: { !$0.isNamed("content-type") || !$0.isEnabled || !$0.comment.isEmpty || saved.body.isEmpty }) {
            lose("headers of \(example)", because: "an import reads the media type alone")
        }
        if String(validating: saved.body, as: UTF8.self) == nil { lose("body of \(example)", because: "it is not text") }
        return true
    }

    /// The name of the response in the document, and the name of the example without it, which an import writes before the description.
    private static func named(_ saved: SavedResponse) -> (status: String, description: String) {
        let words = saved.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let status = saved.status == 0 ? "default" : "\(saved.status)"
        guard let first = words.first, OpenAPIReader.status(named: first) == saved.status else { return (status, saved.name) }
        return (first.uppercased().hasSuffix("XX") ? first.uppercased() : status, words.count > 1 ? words[1] : "")
    }

    // MARK: Security

    private mutating func security(_ auth: AuthDraft) -> JSONValue? {
        guard let (base, scheme) = auth.withEndpoints(relativeTo: bases).openAPIScheme else { return nil }
        var (name, number) = (base, 1)
        // A different credential gets a scheme of its own.
        while let known = schemes[name], known != scheme {
            number += 1
            name = "\(base)\(number)"
        }
        schemes[name] = scheme
        return [.object([name: []])]
    }
}
