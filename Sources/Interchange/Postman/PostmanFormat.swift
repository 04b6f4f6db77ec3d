import Hashing
import JSON
import Workspace

extension ImportFormat {
    /// Postman collections 1.0, 2.0 and 2.1, requests of version 3, environments, globals and data dumps.
    static let postman = ImportFormat(
        id: "postman", title: "Postman", recognizes: { $0.document.map(PostmanFile.recognizes) ?? false },
        read: { source, context throws(ImportError) in
            try PostmanFile.read(source.document ?? .null, &context)
        },
        facts: PostmanFacts.facts)
}

/// The kinds of files that Postman writes.
enum PostmanFile {
    static func recognizes(_ document: JSONValue) -> Bool {
        if document["$kind"]?.string?.hasSuffix("-request") == true { return true }
        if let inner = document["collection"], inner.object != nil { return recognizes(inner) }
        if isDump(document) || isEnvironment(document) || PostmanV1.recognizes(document) { return true }
        if document["info"]?["schema"]?.string?.contains("postman.com/json/collection") == true { return true }
        guard let items = document["item"]?.array else { return false }
        // Postman's own runner also takes collections without `info`.
        return document["info"]?.object != nil || items.contains { $0["request"] != nil || $0["item"]?.array != nil }
    }

    static func read(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        if let inner = document["collection"], inner.object != nil, document["item"] == nil { return try read(inner, &context) }
        if document["$kind"] != nil { return try PostmanFolder.content(ofRequest: document, &context) }
        if isDump(document) { return try readDump(document, &context) }
        if isEnvironment(document) { return readEnvironment(document, isGlobal: context.file.hasSuffix(".globals.yaml"), &context) }
        let isFirst = PostmanV1.recognizes(document)
        var reader = PostmanReader(context)
        let current = isFirst ? PostmanV1.converted(document) : document
        let collection = try reader.collection(current)
        let count = context.issues.count
        context = reader.context
        if isFirst {
            context.changeIssues(from: count) { issue in
                if case .pointer(let pointer) = issue.place { issue.place = .pointer(PostmanV1.place(of: pointer, in: current)) }
            }
        }
        var content = ImportedContent(format: "postman", version: isFirst ? "1" : version(of: document), collections: [collection])
        if !isFirst { content.details["name"] = document["info"]?["name"] ?? .null }
        return content
    }

    /// The version in the schema's URL; `?` if it has none.
    private static func version(of document: JSONValue) -> String {
        let schema = document["info"]?["schema"]?.string ?? ""
        guard let start = schema.firstRange(of: "/v")?.upperBound else { return "?" }
        let numbers = schema[start...].prefix { $0 != "/" }.split(separator: ".")
        let version = numbers.prefix(2).joined(separator: ".")
        return ["2.0", "2.1"].contains(version) ? version : "?"
    }

    private static func isEnvironment(_ document: JSONValue) -> Bool {
        guard let values = document["values"]?.array, document["item"] == nil, document["requests"] == nil else { return false }
        let isNamed = document["_postman_variable_scope"] != nil || document["name"]?.string != nil
        // Postman's own runner also takes environments without a name.
        let isAlone = !values.isEmpty && document.object?.count == 1
        return (isNamed || isAlone) && values.allSatisfy { $0["key"] != nil || $0.object?.isEmpty == true }
    }

    private static func isDump(_ document: JSONValue) -> Bool {
        document["collections"]?.array != nil && (document["environments"]?.array != nil || document["globals"]?.array != nil)
            && document["version"] != nil
    }

    /// A dump of all data: collections of version 1, environments and globals.
    private static func readDump(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        var content = ImportedContent(format: "postman", version: "dump \(document.text("version"))")
        for (index, value) in document.elements("collections").enumerated() {
            guard recognizes(value) else {
                context.report(
                    .failed, at: JSONPointer().member("collections").element(index), "collection", "it is not a Postman collection")
                continue
            }
            content.collections += try read(value, &context).collections
        }
        for value in document.elements("environments") { content.environments += readEnvironment(value, &context).environments }
        content.globals = globals(document.elements("globals"), &context)
        return content
    }

    /// Variables of the workspace, which has no secrets.
    private static func globals(_ values: [JSONValue], _ context: inout ImportContext) -> [Row] {
        for value in values where value["type"]?.string == "secret" {
            context.report(
                .changed, at: .file, "secret “\(value.text("key"))”", "variables of a workspace cannot be secret",
                instead: "its value is written in plain text"
            )
        }
        return values.map { PostmanReader.variable($0) }
    }

    private static func readEnvironment(
        _ document: JSONValue, isGlobal: Bool = false, _ context: inout ImportContext
    ) -> ImportedContent {
        let values = document.elements("values").filter { $0["key"] != nil }
        var content = ImportedContent(format: "postman")
        if isGlobal || document["_postman_variable_scope"]?.string == "globals" {
            content.globals = globals(values, &context)
            content.details["name"] = .string(document.text("name"))
            return content
        }
        var environment = CollectionTree.Environment(EnvironmentDraft(name: document.text("name")))
        for value in values {
            if value["type"]?.string == "secret", !isDisabled(value) {
                environment.draft.secrets.removeAll { $0.name == value.text("key") }
                environment.draft.secrets.append(SecretEntry(value.text("key"), .file))
                environment.secretValues[value.text("key")] = value.text("value")
            } else {
                var row = PostmanReader.variable(value)
                if value["type"]?.string == "secret", !row.value.isEmpty {
                    context.report(
                        .lost, at: .file, "value of the secret “\(row.name)”", "it is disabled", instead: "enter it if you need it")
                    row.value = ""
                }
                environment.draft.variables.append(row)
            }
        }
        content.environments = [environment]
        content.details["values"] = .array(
            values.map { [.string($0.text("key")), $0["value"] ?? .null, .bool(!isDisabled($0))] })
        return content
    }

    /// True for a disabled row, in either of the two notations that Postman has used.
    static func isDisabled(_ value: JSONValue) -> Bool {
        value["disabled"]?.looseFlag == true || value["enabled"].map { !$0.looseFlag && !$0.isNull } == true
    }
}

/// The facts about an imported Postman file, from the drafts and the preserved details of the original.
enum PostmanFacts {
    static func facts(_ content: ImportedContent) -> JSONObject {
        guard let collection = content.collections.first else {
            let name = content.environments.first?.draft.name ?? content.details.text("name")
            var values = content.details["values"] ?? .array([])
            if content.environments.isEmpty {
                values = .array(content.globals.map { [.string($0.name), .string($0.value), .bool($0.isEnabled)] })
            }
            return ["kind": "environment", "name": .string(name), "values": values]
        }
        let requests = collection.requests
        return [
            "kind": "collection", "version": .string(content.version),
            "name": content.details["name"] ?? .string(collection.root.draft.name),
            "folders": .number(collection.folderCount), "requests": .number(requests.count),
            "variables": .number(collection.root.draft.variables.count + collection.secretValues.count),
            "items": .array(requests.map { item($0.request, in: $0.folders) }),
        ]
    }

    private static func item(_ request: CollectionTree.Request, in folders: [CollectionTree.Folder]) -> JSONValue {
        let draft = request.draft
        let source = request.extensions[PostmanReader.sourceName] ?? .null
        let headers = draft.headers.filter(\.isEnabled)
        let body = source["body"].map(original) ?? body(draft.body)
        let name = source["name"]?.looseText ?? draft.name
        return [
            "path": .array((folders.dropFirst().map(\.draft.name) + [name]).map(JSONValue.string)),
            "method": .string(draft.method),
            "url": .string(source["url"]?.string ?? PostmanURL.text(of: draft)),
            "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
            "disabled_headers": .number(draft.headers.count - headers.count),
            "body_mode": body.mode.map(JSONValue.string) ?? .null, "body": body.value,
            "auth": .string(auth(request, in: folders)),
            "scripts": .object(
                JSONObject(
                    [("prerequest", draft.scripts.before), ("test", draft.scripts.after)].filter { !$0.1.isEmpty }
                        .map { JSONMember($0.0, .string(hash($0.1))) })),
            "examples": .number(request.examples.count),
        ]
    }

    /// The first 16 digits of SHA-256.
    static func hash(_ text: String) -> String { String(HashAlgorithm.sha256.hexDigest(of: text).prefix(16)) }

    private static func body(_ body: BodyDraft) -> (mode: String?, value: JSONValue) {
        switch body.kind {
        case .none: (nil, .null)
        case .text: ("raw", .string(hash(body.text)))
        case .json: ("raw", .string(hash(body.json)))
        case .xml: ("raw", .string(hash(body.xml)))
        case .form: ("urlencoded", .array(body.form.map { field($0.name, .string($0.value), "text", $0.isEnabled, .null) }))
        case .multipart: ("formdata", .array(body.parts.map(part)))
        case .file: ("file", ["src": .string(body.file)])
        case .graphql: ("graphql", .null)
        }
    }

    /// A body as written in the file.
    private static func original(_ body: JSONValue) -> (mode: String?, value: JSONValue) {
        let mode = body["mode"]?.string ?? ""
        let content = body[mode] ?? .null
        let isEmpty = content.isNull || content.string?.isEmpty == true || content.array?.isEmpty == true || content.object?.isEmpty == true
        switch mode {
        case _ where isEmpty: return (nil, content)
        case "raw": return (mode, .string(hash(content.looseText)))
        case "formdata", "urlencoded": return (mode, fields(content))
        default: return (mode, content)
        }
    }

    private static func field(_ name: String, _ value: JSONValue, _ type: String, _ isEnabled: Bool, _ source: JSONValue) -> JSONValue {
        [.string(name), value, .string(type), .bool(!isEnabled), source]
    }

    private static func part(_ part: BodyDraft.Part) -> JSONValue {
        part.isFile
            ? field(part.name, .null, "file", part.isEnabled, .string(part.value))
            : field(part.name, .string(part.value), "text", part.isEnabled, .null)
    }

    private static func fields(_ fields: JSONValue) -> JSONValue {
        .array(
            (fields.array ?? []).map { value in
                field(
                    value.text("key"), value["value"] ?? .null, value.nonEmpty("type") ?? "text", !PostmanFile.isDisabled(value),
                    value["src"] ?? .null)
            })
    }

    /// Postman's name of the scheme that is used: the request's own, or the one of the nearest folder that has any.
    private static func auth(_ request: CollectionTree.Request, in folders: [CollectionTree.Folder]) -> String {
        let all = [(request.draft.auth, request.extensions)] + folders.reversed().map { ($0.draft.auth, $0.extensions) }
        for (draft, extensions) in all {
            if let type = extensions[PostmanReader.extensionName]?["auth"]?["type"]?.string { return type }
            if draft.kind != .inherit { return name(of: draft.kind) }
        }
        return "none"
    }

    private static func name(of kind: AuthDraft.Kind) -> String {
        switch kind {
        case .inherit, .none: "noauth"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "apikey"
        case .digest: "digest"
        case .oauth2: "oauth2"
        case .awsSignature: "awsv4"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        }
    }
}

extension JSONObject {
    /// The member's text; empty where it is missing.
    func text(_ name: String) -> String { self[name]?.looseText ?? "" }
}
