import Hashing
@testable import Interchange
import JSON
import Workspace

/// The facts about a file of another program, in the form in which independent readers recorded them: what the importer makes of the
/// file, and, where a draft has another form, what the file itself says.
struct FileFacts {
    private let name: String
    private let source: ImportSource
    private let folder: ImportFolder?
    private let result: ImportResult

    /// Imports a file.
    init(name: String, bytes: [UInt8], in folder: ImportFolder? = nil) throws(ImportError) {
        (self.name, self.folder) = (name, folder)
        let isText = ImportFormat.named(byEndingOf: name)?.readsDocuments == false
        source = try ImportSource(name: name, bytes: bytes, allowsEmpty: isText)
        result = try Importer(format: isText ? ImportFormat.named(byEndingOf: name) : nil).read(name: name, bytes: bytes, in: folder)
    }

    private var document: JSONValue { source.document ?? .null }
    private var requests: [(request: CollectionTree.Request, folders: [CollectionTree.Folder])] { result.collections.flatMap(\.requests) }

    /// The facts in the form of the file's format.
    func facts() throws -> JSONValue {
        switch ImportFormat.format(of: source)?.id {
        case "postman": try postman()
        case "openapi": ["kind": "openapi", "ops": .array(openAPI())]
        case "insomnia": ["kind": "insomnia", "items": .array(try insomnia())]
        case "har": ["kind": "har", "items": .array(try har())]
        case "bruno": try bruno()
        case "http": ["kind": "http", "items": .array(HTTPFile(source.text).requests.map { [.string($0.method), .string($0.target)] })]
        case let other: throw Refusal(description: "there are no facts about \(other ?? "this format")")
        }
    }

    /// Refuses a file of which the importer reads fewer requests.
    private func check(_ count: Int) throws {
        guard requests.count >= count else { throw Refusal(description: "\(requests.count) of \(count) requests were read") }
    }

    private static func path(_ request: CollectionTree.Request, _ folders: [CollectionTree.Folder]) -> JSONValue {
        .array((folders.dropFirst().map(\.draft.name) + [request.draft.name]).map(JSONValue.string))
    }

    /// The first 16 digits of SHA-256.
    fileprivate static func hash(_ text: String) -> String { String(HashAlgorithm.sha256.hexDigest(of: text).prefix(16)) }

    // MARK: Documents

    private func har() throws -> [JSONValue] {
        let entries = HARReader.log(of: document)?.value.elements("entries").map { $0["request"] ?? .null }
        let written = (entries ?? [document["request"] ?? document]).filter { $0.object != nil }
        try check(written.count)
        return written.map { request in
            let post = request["postData"] ?? .null
            return [
                "method": request["method"] ?? .null, "url": request["url"] ?? .null,
                "headers": .number(request.elements("headers").count), "query": .number(request.elements("queryString").count),
                "post": post["mimeType"] ?? .null, "post_sha": .string(Self.hash(post["text"]?.looseText ?? "")),
            ]
        }
    }

    private func bruno() throws -> JSONValue {
        let text = try BruText(source.text)
        let verbs = ["get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http", "grpc", "ws"]
        let main = text.blocks.first { verbs.contains($0.name) }
        let pairs = main.map { Dictionary(BruText.pairs($0.lines).map { ($0.name, $0.value) }) { first, _ in first } } ?? [:]
        let method = main.map { pairs["method"] ?? $0.name }?.uppercased()
        return [
            "kind": "bru", "blocks": .array(text.blocks.map { .string($0.name) }), "method": .optional(method),
            "url": .optional(pairs["url"]), "body": .optional(pairs["body"]), "auth": .optional(pairs["auth"]),
        ]
    }

    /// Version 5 has facts about paths and scripts, older versions about names.
    private func insomnia() throws -> [JSONValue] {
        let isNested = document["type"] != nil
        var written: [JSONValue] = []
        func visit(_ items: [JSONValue]) {
            for item in items where item.object != nil {
                visit(item.elements("children"))
                if item["children"] == nil, item["url"] != nil || item["method"] != nil || item["_type"]?.string == "request" {
                    written.append(item)
                }
            }
        }
        visit(document.elements("collection"))
        visit(document.elements("resources").filter { $0["_type"]?.string == "request" })
        written += document.elements("items").flatMap { $0["requests"]?.array ?? [$0] }.map(InsomniaReader.firstVersionRequest)
        try check(written.count)
        return zip(written, requests).map { item, read in
            var facts: JSONObject = [
                "method": item["method"] ?? .null, "url": .string(item["url"]?.looseText ?? ""),
                "auth": item["authentication"]?["type"] ?? .null, "mime": item["body"]?["mimeType"] ?? .null,
                "headers": .number(item.elements("headers").count), "params": .number(item.elements("parameters").count),
            ]
            if isNested {
                facts["path"] = Self.path(read.request, read.folders)
                facts["scripts"] = .array((item["scripts"]?.object?.map(\.name) ?? []).sorted().map(JSONValue.string))
            } else {
                facts["name"] = item["name"] ?? .null
            }
            return .object(facts)
        }
    }
}

// MARK: - OpenAPI

extension FileFacts {
    /// The operations in the order of the paths and, within a path, of the methods.
    fileprivate func openAPI() -> [JSONValue] {
        var context = ImportContext(file: name, limits: ImportLimits(), folder: folder)
        var references = OpenAPIReferences(document, context)
        func resolve(_ value: OpenAPIValue?) -> OpenAPIValue {
            value.map { references.resolve($0, &context) } ?? OpenAPIValue(value: .null, document: 0)
        }
        var result: [JSONValue] = []
        let paths = resolve(OpenAPIValue(value: document, document: 0)["paths"])
        for path in paths.value.object ?? [:] where !path.name.hasPrefix("x-") && path.name != "$ref" {
            let item = resolve(OpenAPIValue(value: path.value, document: paths.document))
            for (method, written) in OpenAPIReader.operations(of: item) {
                let operation = resolve(written)
                guard operation.value.object != nil else { continue }
                let parameters = [item["parameters"], operation["parameters"]].flatMap { resolve($0).elements }.map { resolve($0).value }
                let content = resolve(operation["requestBody"]).value["content"]?.memberNames ?? []
                let consumes = operation.value["consumes"]?.array ?? document.elements("consumes")
                let hasBody = parameters.contains { ["body", "formData"].contains($0["in"]?.string ?? "") }
                let types = document["swagger"] == nil ? content : hasBody ? consumes.map(\.looseText) : []
                result.append([
                    "method": .string(method.uppercased()), "path": .string(path.name), "id": operation.value["operationId"] ?? .null,
                    "params": .array(Self.pairs(parameters)), "body_types": .array(types.map(JSONValue.string)),
                    "tag": operation.value.elements("tags").first ?? .null,
                ])
            }
        }
        return result
    }

    /// The places and names of parameters, each once, sorted by their Unicode scalars.
    private static func pairs(_ parameters: [JSONValue]) -> [JSONValue] {
        let known = parameters.compactMap { value -> [String]? in
            guard let place = value["in"]?.string, let name = value["name"]?.string else { return nil }
            return ["path", "query", "header", "cookie"].contains(place) ? [place, name] : nil
        }
        let sorted = Set(known).sorted { one, other in
            let text = one[0] == other[0] ? (one[1], other[1]) : (one[0], other[0])
            return text.0.unicodeScalars.lexicographicallyPrecedes(text.1.unicodeScalars)
        }
        return sorted.map { .array($0.map(JSONValue.string)) }
    }
}

// MARK: - Postman

extension FileFacts {
    fileprivate func postman() throws -> JSONValue {
        guard let collection = result.collections.first else { return ["kind": "environment"] }
        var written = document
        while let inner = written["collection"], inner.object != nil, written["item"] == nil { written = inner }
        if PostmanV1.recognizes(written) { written = PostmanV1.converted(written) }
        let items = Self.items(of: written)
        try check(items.count)
        return [
            "kind": "collection", "name": written["info"]?["name"] ?? .string(collection.root.draft.name),
            "folders": .number(collection.folderCount), "requests": .number(collection.requests.count),
            "variables": .number(collection.root.draft.variables.count + collection.secretValues.count),
            "items": .array(zip(items, collection.requests).map { Self.item($0, $1.request, $1.folders) }),
        ]
    }

    /// The requests of a folder and of those in it, in order.
    private static func items(of folder: JSONValue) -> [JSONValue] {
        guard let list = folder["item"], !list.isNull else { return [] }
        return (list.array ?? [list]).filter { $0.object != nil }.flatMap { item in
            item["item"] != nil && item["request"] == nil ? items(of: item) : [item]
        }
    }

    private static func item(_ written: JSONValue, _ request: CollectionTree.Request, _ folders: [CollectionTree.Folder]) -> JSONValue {
        let draft = request.draft
        let headers = draft.headers.filter(\.isEnabled)
        let sent = written["request"] ?? .null
        let raw = sent["url"]?["raw"]?.string ?? ""
        let body = body(draft.body, sent["body"] ?? .null)
        let scripts = [("prerequest", draft.scripts.before), ("test", draft.scripts.after)].filter { !$0.1.isEmpty }
        return [
            "path": .array((folders.dropFirst().map(\.draft.name) + [written["name"]?.looseText ?? draft.name]).map(JSONValue.string)),
            "method": .string(sent.object == nil ? draft.method : sent.methodInCapitals),
            "url": .string(raw.isEmpty ? PostmanURL.text(of: draft) : raw),
            "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
            "disabled_headers": .number(draft.headers.count - headers.count),
            "body_mode": .optional(body.mode), "body": body.value, "auth": .string(auth(request, in: folders)),
            "scripts": .object(JSONObject(scripts.map { JSONMember($0.0, .string(hash($0.1))) })),
            "examples": .number(request.examples.count),
        ]
    }

    /// The body of the draft, or as written in the file if the draft cannot express that: one that is not sent, and files without a path.
    private static func body(_ draft: BodyDraft, _ written: JSONValue) -> (mode: String?, value: JSONValue) {
        let mode = written["mode"]?.string ?? ""
        let content = written[mode] ?? .null
        let isKnown = ["raw", "urlencoded", "formdata", "file", "graphql"].contains(mode) && !content.isNull
        func field(_ name: String, _ value: JSONValue, _ type: String, _ isEnabled: Bool, _ source: JSONValue) -> JSONValue {
            [.string(name), value, .string(type), .bool(!isEnabled), source]
        }
        let fields = content.array?.filter { $0.object != nil } ?? []
        let files = fields.filter { $0["type"]?.string == "file" }
        switch draft.kind {
        case .none where isKnown, .graphql where isKnown, .file where isKnown && draft.file.isEmpty,
            .multipart where files.contains { $0["src"]?.string == nil || $0["value"] != nil }:
            let isEmpty = content.string?.isEmpty == true || content.array?.isEmpty == true || content.object?.isEmpty == true
            guard !isEmpty else { return (nil, content) }
            if mode == "raw" { return (mode, .string(hash(content.looseText))) }
            guard mode == "formdata" || mode == "urlencoded" else { return (mode, content) }
            let values = (content.array ?? []).map { value in
                field(
                    value["key"]?.looseText ?? "", value["value"] ?? .null, value.nonEmpty("type") ?? "text",
                    !PostmanFile.isDisabled(value), value["src"] ?? .null)
            }
            return (mode, .array(values))
        case .none: return (nil, .null)
        case .text: return ("raw", .string(hash(draft.text)))
        case .json: return ("raw", .string(hash(draft.json)))
        case .xml: return ("raw", .string(hash(draft.xml)))
        case .form: return ("urlencoded", .array(draft.form.map { field($0.name, .string($0.value), "text", $0.isEnabled, .null) }))
        case .multipart:
            let parts = draft.parts.map { part in
                part.isFile
                    ? field(part.name, .null, "file", part.isEnabled, .string(part.value))
                    : field(part.name, .string(part.value), "text", part.isEnabled, .null)
            }
            return ("formdata", .array(parts))
        case .file: return ("file", ["src": .string(draft.file)])
        case .graphql: return ("graphql", .null)
        }
    }

    /// Postman's name of the scheme that is used: the request's own, or the one of the nearest folder that has any.
    private static func auth(_ request: CollectionTree.Request, in folders: [CollectionTree.Folder]) -> String {
        let names: [AuthDraft.Kind: String] = [
            .none: "noauth", .basic: "basic", .bearer: "bearer", .apiKey: "apikey", .digest: "digest", .oauth2: "oauth2",
            .awsSignature: "awsv4", .ntlm: "ntlm", .negotiate: "negotiate",
        ]
        for (draft, extensions) in [(request.draft.auth, request.extensions)] + folders.reversed().map({ ($0.draft.auth, $0.extensions) }) {
            if let type = extensions[PostmanReader.extensionName]?["auth"]?["type"]?.string { return type }
            if let name = names[draft.kind] { return name }
        }
        return "none"
    }
}
