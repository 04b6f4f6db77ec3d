import JSON
import Workspace

/// Makes a collection of an OpenAPI or Swagger document: a request for each operation, in folders by the operations' first tags.
struct OpenAPIReader {
    /// The member of our files that links a request with its operation.
    static let extensionName = "x-openapi"

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    var context: ImportContext
    private let document: JSONValue
    fileprivate private(set) var references: OpenAPIReferences
    private var security: OpenAPISecurity
    private let servers: OpenAPIServers
    private let isSwagger: Bool
    /// The rows of the document's own security, for operations without one. In the collection, all operations would inherit them.
    private var inheritedRows = OpenAPISecurity.Result()

    init(_ document: JSONValue, _ context: ImportContext) {
        var (references, context) = (OpenAPIReferences(document, context), context)
        self.document = references.resolvingMembers(["info", "servers", "tags", "security"], of: document, &context)
        servers = OpenAPIServers(of: self.document)
        isSwagger = document["swagger"] != nil
        let root = OpenAPIValue(value: document, document: 0)
        let components = root["components"].map { references.resolve($0, &context) }
        let schemes = root["securityDefinitions"] ?? components?["securitySchemes"]
        security = OpenAPISecurity(schemes.map { references.resolve($0, &context) })
        (self.references, self.context) = (references, context)
    }

    mutating func collection() throws(ImportError) -> CollectionTree {
        let info = document["info"] ?? .null
        var tree = CollectionTree()
        let name = context.name(info.text("title"), at: .pointer(JSONPointer().member("info").member("title")))
        tree.root.draft.name = name.isEmpty ? "Imported API" : name
        tree.root.draft.docs = info.text("description")
        tree.root.extensions = [
            Self.extensionName: .object(
                JSONObject(
                    [JSONMember("file", .string(context.file)), JSONMember("version", info["version"] ?? .null)].filter { !$0.value.isNull }
                ))
        ]
        if let result = security.read(value(document["security"]), at: JSONPointer().member("security"), &references, &context) {
            tree.root.draft.auth = result.auth
            inheritedRows = result
        }
        try addPaths(to: &tree)
        reportServerRequests("webhooks", of: document, at: JSONPointer())
        servers.insert(into: &tree, secrets: security.secrets, &context)
        return tree
    }

    /// Reports the requests of a member that the server sends: webhooks of a document, callbacks of an operation.
    private mutating func reportServerRequests(_ name: String, of value: JSONValue, at pointer: JSONPointer) {
        guard let object = value[name]?.object, !object.isEmpty else { return }
        let what = object.count == 1 ? String(name.dropLast()) : name
        context.report(.lost, at: pointer.member(name), "\(object.count) \(what)", "the server sends them, not the client")
    }

    private func value(_ value: JSONValue?) -> OpenAPIValue? { value.map { OpenAPIValue(value: $0, document: 0) } }

    // MARK: Paths and tags

    private mutating func addPaths(to tree: inout CollectionTree) throws(ImportError) {
        var folders = TagFolders()
        for tag in document.elements("tags") where tag.nonEmpty("name") != nil {
            folders.add(context.name(tag.text("name"), at: .file), docs: tag.text("description"))
        }
        let pointer = JSONPointer().member("paths")
        let paths = references.resolve(OpenAPIValue(value: document["paths"] ?? .null, document: 0), &context)
        if paths.value.object == nil, !paths.value.isNull {
            context.report(.failed, at: pointer, "paths", "they are \(paths.value.kindDescription), but an object is expected")
        }
        for path in paths.value.object ?? JSONObject() where !path.name.hasPrefix("x-") && path.name != "$ref" {
            let place = pointer.member(path.name)
            let item = references.resolve(OpenAPIValue(value: path.value, document: paths.document), &context)
            guard context.isObject(item.value, "path", at: place) else { continue }
            for (method, written) in Self.operations(of: item) {
                let operation = references.resolve(written, &context)
                guard context.isObject(operation.value, "operation", at: place.member(method)) else { continue }
                let request = try self.request(method, path.name, operation, of: item, at: place.member(method))
                let isLoose = operation.value[Self.looseName]?.looseFlag == true
                let tag = isLoose ? "" : operation.value.elements("tags").first?.string ?? ""
                folders.addItem(.request(request), in: tag.isEmpty ? nil : context.name(tag, at: .pointer(place)))
            }
        }
        tree.root.items = folders.items
    }

    /// The operations of a path in the order of the methods; OpenAPI 3.2 lists further methods separately.
    static func operations(of item: OpenAPIValue) -> [(method: String, operation: OpenAPIValue)] {
        let known = methods.compactMap { method in item[method].map { (method, $0) } }
        let more = item["additionalOperations"]?.value.object?.map {
            ($0.name, OpenAPIValue(value: $0.value, document: item.document))
        }
        return known + (more ?? [])
    }

    // MARK: Operations

    private mutating func request(
        _ method: String, _ path: String, _ operation: OpenAPIValue, of item: OpenAPIValue, at pointer: JSONPointer
    ) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        let value = operation.value
        var result = CollectionTree.Request()
        result.draft.method = method.uppercased()
        let name = value.nonEmpty("summary") ?? value.nonEmpty("operationId") ?? "\(result.draft.method) \(path)"
        result.draft.name = context.name(name, at: .pointer(pointer))
        result.draft.docs = docs(of: value)
        result.draft.tags = value.elements("tags").dropFirst(value[Self.looseName]?.looseFlag == true ? 0 : 1).map(\.looseText)
        if value["deprecated"]?.looseFlag == true, !result.draft.tags.contains("deprecated") { result.draft.tags.append("deprecated") }
        let parameters = self.parameters(of: operation, item)
        let ownServer = OpenAPIServers.servers(value["servers"] ?? item.value["servers"]).first
        ownServer?.reportUndefined(at: pointer.member("servers"), &context)
        result.draft.url = path.hasPrefix("/") ? path : "/" + path
        result.draft.variables = ownServer?.variables ?? []
        insert(parameters, into: &result.draft, at: pointer)
        let body = body(of: operation, parameters)
        insert(body, into: &result.draft)
        // Braces in the examples of other programs are text; those in the path stand for parameters.
        if document[Self.referencesName]?.looseFlag != true {
            let path = result.draft.url
            result.draft = result.draft.escapingBraces(all: true)
            result.draft.url = path
        }
        let server = ownServer.map { PathParameters.escaped($0.url) } ?? "{{\(OpenAPIServers.variable)}}"
        result.draft.url = server + result.draft.url
        insertSecurity(of: value, into: &result.draft, at: pointer)
        reportServerRequests("callbacks", of: value, at: pointer)
        var link = JSONObject([JSONMember("path", .string(path)), JSONMember("method", .string(method))])
        link.set("operationId", value["operationId"])
        result.examples = savedResponses(of: operation, into: &result.draft, &link)
        insertHeaders(of: operation, into: &result.draft)
        result.extensions[Self.extensionName] = .object(link)
        return result
    }

    private func docs(of value: JSONValue) -> String {
        var parts: [String] = []
        if let summary = value.nonEmpty("summary"), let description = value.nonEmpty("description"), description != summary {
            parts = [description]
        } else if let description = value.nonEmpty("description") {
            parts = [description]
        }
        if let link = value["externalDocs"]?.nonEmpty("url") {
            parts.append("[\(value["externalDocs"]?.nonEmpty("description") ?? link)](\(link))")
        }
        return parts.joined(separator: "\n\n")
    }

    /// The parameters of the path and of the operation; of two with the same place and name the operation's counts.
    private mutating func parameters(of operation: OpenAPIValue, _ item: OpenAPIValue) -> [OpenAPIParameter] {
        var result: [OpenAPIParameter] = []
        let lists = [item["parameters"], operation["parameters"]].compactMap(\.self).map { references.resolve($0, &context) }
        for value in lists.flatMap(\.elements) {
            let followed = references.resolve(value, &context)
            guard let place = followed.value["in"]?.string, place == "body" || followed.value["name"]?.string != nil else { continue }
            let parameter = OpenAPIParameter(followed, &references, &context)
            if let index = result.firstIndex(where: { $0.place == parameter.place && $0.name == parameter.name }) {
                result[index] = parameter
            } else {
                result.append(parameter)
            }
        }
        return result
    }

    private mutating func insert(_ parameters: [OpenAPIParameter], into draft: inout RequestDraft, at pointer: JSONPointer) {
        let byName = Dictionary(parameters.filter { $0.place == "path" }.map { ($0.name, $0) }) { first, _ in first }
        for name in byName.keys.sorted() where !["{\(name)}", "/:\(name)"].contains(where: { draft.url.contains($0) }) {
            context.report(
                .lost, at: pointer.member("parameters"), "parameter “\(name)”", "the path has no place for it", isFault: true)
        }
        insertPath(byName, into: &draft, at: pointer)
        draft.query += parameters.filter { $0.place == "query" }.flatMap(\.rows)
        // The first three are set in other ways (OpenAPI 3.1, 4.8.12.1), the others by the program that sends.
        let framing = ["content-length", "transfer-encoding"]
        let ignored = ["accept", "content-type", "authorization"] + framing
        for parameter in parameters where parameter.place == "header" && framing.contains(parameter.name.lowercased()) {
            context.report(
                .note, at: pointer.member("parameters"), "header “\(parameter.name)”", "it follows from the body", instead: "left out")
        }
        draft.headers += parameters.filter { $0.place == "header" && !ignored.contains($0.name.lowercased()) }.map {
            $0.row($0.name, $0.text)
        }
        let cookies = parameters.filter { $0.place == "cookie" }
        if !cookies.isEmpty {
            let text = cookies.map { "\($0.name)=\($0.text)" }.joined(separator: "; ")
            let comment = cookies.first { !$0.description.isEmpty }?.description ?? ""
            draft.headers.append(Row("Cookie", text, isEnabled: cookies.contains(where: \.isRequired), comment: comment))
        }
    }

    /// Writes `{name}` as a path parameter if it is a whole segment without signs of a style, else as a variable, which is sent unescaped.
    private mutating func insertPath(_ parameters: [String: OpenAPIParameter], into draft: inout RequestDraft, at pointer: JSONPointer) {
        let hash = draft.url.firstIndex(where: { $0 == "?" || $0 == "#" }) ?? draft.url.endIndex
        let (path, rest) = (draft.url[..<hash], String(draft.url[hash...]))
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            guard segment.contains("{"), !segment.hasPrefix("{{") else {
                // Without a parameter of that name, a segment with a colon is literal.
                return parameters[String(segment.dropFirst())] == nil ? PathParameters.escaped(String(segment)) : String(segment)
            }
            let name = String(segment.dropFirst().dropLast())
            let isWhole = segment.hasPrefix("{") && segment.hasSuffix("}") && !name.contains { "{}".contains($0) }
            if isWhole, parameters[name]?.segment.isEscaped != true { return ":" + add(name, parameters, to: &draft.pathParameters) }
            return variables(in: String(segment), parameters, &draft.variables)
        }
        (draft.url, draft.query) = URLParts.split(segments.joined(separator: "/") + rest)
    }

    private mutating func add(_ name: String, _ parameters: [String: OpenAPIParameter], to rows: inout [Row]) -> String {
        var plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
        if plain.first.map({ !$0.isLetter && $0 != "_" }) ?? true { plain = "p" + plain }
        if !rows.contains(where: { $0.name == plain }) {
            rows.append(Row(plain, parameters[name]?.segment.text ?? "", comment: parameters[name]?.description ?? ""))
        }
        return plain
    }

    private func variables(in segment: String, _ parameters: [String: OpenAPIParameter], _ rows: inout [Row]) -> String {
        var (text, rest) = ("", segment[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open] + "{{\(name)}}"
            if !rows.contains(where: { $0.name == name }) {
                rows.append(Row(name, parameters[name]?.segment.text ?? "", comment: parameters[name]?.description ?? ""))
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    // MARK: Body, security, responses

    private mutating func body(of operation: OpenAPIValue, _ parameters: [OpenAPIParameter]) -> OpenAPIBody {
        if isSwagger {
            let consumes = operation.value["consumes"]?.array ?? document.elements("consumes")
            return OpenAPIBody(parameters: parameters, consumes: consumes.map(\.looseText), &references, &context)
        }
        let content = operation["requestBody"].map { references.resolve($0, &context) }
        return OpenAPIBody(content: content ?? OpenAPIValue(value: .null, document: 0), &references, &context)
    }

    private func insert(_ body: OpenAPIBody, into draft: inout RequestDraft) {
        draft.body = body.draft
        let implied = [
            BodyDraft.Kind.json: "application/json", .xml: "application/xml", .form: "application/x-www-form-urlencoded",
            .multipart: "multipart/form-data",
        ][body.draft.kind]
        guard let implied, !body.type.isEmpty, body.type != implied, !body.type.contains("*") else { return }
        draft.headers.append(Row("Content-Type", body.type))
    }

    private mutating func insertSecurity(of operation: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        let own = security.read(value(operation["security"]), at: pointer.member("security"), &references, &context)
        if let own { draft.auth = own.auth }
        let rows = own ?? inheritedRows
        draft.headers += rows.headers
        draft.query += rows.query
        guard !rows.cookies.isEmpty else { return }
        // A request has one Cookie header (RFC 6265 section 5.4).
        if let index = draft.headers.firstIndex(where: { $0.name == "Cookie" && $0.isEnabled }) {
            draft.headers[index].value = ([draft.headers[index].value] + rows.cookies).joined(separator: "; ")
        } else {
            draft.headers.append(Row("Cookie", rows.cookies.joined(separator: "; ")))
        }
    }

    /// The responses with an example, as stored responses; the media type of the first success is asked for. Descriptions that are longer
    /// than a name are kept with the link to the operation.
    private mutating func savedResponses(
        of operation: OpenAPIValue, into draft: inout RequestDraft, _ link: inout JSONObject
    ) -> [SavedResponse] {
        var stored: [SavedResponse] = []
        var (known, descriptions) = (JSONObject(), JSONObject())
        let responses = operation["responses"].map { references.resolve($0, &context) }
        for response in responses?.value.object ?? JSONObject() {
            let followed = references.resolve(OpenAPIValue(value: response.value, document: responses?.document ?? 0), &context)
            guard let status = Self.status(named: response.name) else { continue }
            known[response.name] = followed.value
            let description = followed.value.text("description")
            let plain = SavedResponse(name: "\(response.name) \(description.prefix(80))", status: status)
            if isSwagger {
                var saved = plain
                addSwaggerExample(followed, operation, to: &saved)
                if !saved.body.isEmpty { stored.append(saved) }
            } else {
                stored += examples(of: followed, plain)
            }
            if description.count > 80, stored.last?.status == status { descriptions[response.name] = .string(description) }
        }
        if !descriptions.isEmpty { link[Self.descriptionsName] = .object(descriptions) }
        let accepted = Self.acceptedType(of: known)
        let produces = isSwagger ? (operation.value["produces"]?.array ?? document.elements("produces")).first?.string : accepted
        if let produces, !produces.contains("*"), !draft.headers.contains(where: { $0.isNamed("accept") }) {
            draft.headers.append(Row("Accept", produces))
        }
        return stored
    }

    /// The media type of the first success; nil for a range.
    static func acceptedType(of responses: JSONObject) -> String? {
        let successes = responses.filter { (200...299).contains(status(named: $0.name) ?? 0) }
        return successes.compactMap { chosen($0.value["content"]?.object)?.name }.first { !$0.contains("*") }
    }

    /// The example of a response; those of an exported document, which have names, all.
    private mutating func examples(of response: OpenAPIValue, _ plain: SavedResponse) -> [SavedResponse] {
        var stored: [SavedResponse] = []
        func add(_ value: JSONValue, _ fill: (inout SavedResponse) -> Void) {
            guard let name = value[Self.exampleName]?.string else { return }
            var saved = plain
            (saved.name, saved.reason) = (name, value.text(Self.reasonName))
            fill(&saved)
            stored.append(saved)
        }
        add(response.value) { _ in }
        let content = response.value["content"]?.object ?? JSONObject()
        for media in content {
            let examples = media.value["examples"]?.object ?? JSONObject()
            if media.name == Self.chosen(content)?.name, examples.first?.value[Self.exampleName] == nil {
                var saved = plain
                self.add(media, response.document, to: &saved)
                if !saved.body.isEmpty { stored.append(saved) }
            }
            for example in examples { add(example.value) { Self.set(example.value["value"] ?? "", media.name, in: &$0) } }
        }
        return stored
    }

    /// Adds the headers that an export kept, in place of the headers of the operation.
    private mutating func insertHeaders(of operation: OpenAPIValue, into draft: inout RequestDraft) {
        guard let list = operation[Self.headersName], list.value.array != nil else { return }
        var rows: [Row] = []
        for value in list.elements {
            let parameter = OpenAPIParameter(value, &references, &context)
            rows.append(parameter.row(parameter.name, parameter.text))
        }
        draft.headers.removeAll { $0.isNamed("accept") || $0.isNamed("content-type") && rows.contentType != nil }
        draft.headers += rows
    }

    /// JSON, or else the first media type.
    private static func chosen(_ content: JSONObject?) -> JSONMember? {
        content?.first { BodyDraft.Kind(mediaType: $0.name) == .json } ?? content?.first
    }

    private mutating func add(_ media: JSONMember, _ document: Int, to saved: inout SavedResponse) {
        let located = OpenAPIValue(value: media.value, document: document)
        guard let example = OpenAPIParameter.example(located, &references, &context, side: .response) else { return }
        Self.set(example, media.name, in: &saved)
    }

    private mutating func addSwaggerExample(_ response: OpenAPIValue, _ operation: OpenAPIValue, to saved: inout SavedResponse) {
        if let example = Self.chosen(response.value["examples"]?.object) {
            Self.set(example.value, example.name, in: &saved)
        } else if let schema = response["schema"], let example = SchemaSample.make(schema, .response, &references, &context) {
            Self.set(example, "application/json", in: &saved)
        }
    }

    private static func set(_ example: JSONValue, _ type: String, in saved: inout SavedResponse) {
        saved.headers = [Row("Content-Type", type)]
        let isText = example.string.map { BodyDraft.Kind(mediaType: type) != .json || OpenAPIBody.isJSON($0) } ?? false
        saved.body = Array((isText ? example.looseText : example.prettyText.trimmingEnd("\n")).utf8)
    }
}

extension ImportFormat {
    /// OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.
    static let openAPI = ImportFormat(
        id: "openapi", title: "OpenAPI",
        recognizes: { source in
            guard let document = source.document else { return false }
            let version = document["openapi"] ?? document["swagger"] ?? .null
            return version.string != nil || version.number != nil
        },
        read: { source, context throws(ImportError) in
            let document = source.document ?? .null
            let version = (document["openapi"] ?? document["swagger"])?.looseText ?? ""
            guard ["2", "3"].contains(version.prefix { $0 != "." }) else {
                throw ImportError("OpenAPI “\(version.prefix(40))” is not known: expected 2.0 or 3.x.")
            }
            var reader = OpenAPIReader(document, context)
            let tree = try reader.collection()
            context = reader.context
            context.markRead(reader.references.names.dropFirst())
            return ImportedContent(collections: [tree])
        })
}
