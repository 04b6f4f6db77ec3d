import JSON
import Workspace

extension ImportFormat {
    /// A collection of slumber (version 3 and later).
    static let slumber = ImportFormat(
        id: "slumber", title: "slumber",
        recognizes: { source in
            guard let requests = source.document?["requests"]?.object ?? source.document?["recipes"]?.object else { return false }
            return requests.allSatisfy { $0.value.object != nil }
                && requests.contains { $0.value["url"] != nil || $0.value["requests"] != nil || $0.value["$ref"] != nil }
        },
        read: { source, context throws(ImportError) in
            var reader = SlumberReader(try SlumberReader.document(of: source, context.limits), context)
            let tree = try reader.collection(named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return ImportedContent(format: "slumber", collections: [tree])
        },
        facts: { RequestFacts.facts($0, kind: "slumber") })
}

/// Reads slumber's collections. Templates with a variable become ours; a function call becomes a variable, or a capture if it takes a value
/// from another recipe's response.
private struct SlumberReader {
    var context: ImportContext
    private let document: JSONValue
    /// Captures by the ids of their recipes.
    private var captures: [String: [Capture]] = [:]

    init(_ document: JSONValue, _ context: ImportContext) {
        self.document = document
        self.context = context
    }

    /// The document as version 4 has it. Version 3 says the type of a value by a tag, `!json {…}`.
    static func document(of source: ImportSource, _ limits: ImportLimits) throws(ImportError) -> JSONValue {
        guard source.text.contains("!request"), let document = source.document else { return source.document ?? .null }
        return typed(try YAMLReader.documents(Array(source.text.utf8), limits: limits, keepingTags: true).first ?? document)
    }

    /// A value with the types of its tags as members.
    private static func typed(_ value: JSONValue) -> JSONValue {
        if let elements = value.array { return .array(elements.map(typed)) }
        guard let object = value.object else { return value }
        guard object.count == 1, let member = object.first, member.name.hasPrefix("!") else {
            return .object(JSONObject(object.map { JSONMember($0.name, typed($0.value)) }))
        }
        let (type, inner) = (String(member.name.dropFirst()), typed(member.value))
        let isData = ["json", "form_urlencoded", "form_multipart"].contains(type)
        guard !isData, let members = inner.object else { return ["type": .string(type), "data": inner] }
        return .object(JSONObject([JSONMember("type", .string(type))] + members.filter { $0.name != "type" }))
    }

    mutating func collection(named name: String) throws(ImportError) -> CollectionTree {
        var tree = CollectionTree(.init(FolderDraft(name: context.name(document.nonEmpty("name") ?? name, at: .file))))
        let key = document["requests"] == nil ? "recipes" : "requests"
        tree.root.items = try items(document[key] ?? .null, at: JSONPointer().member(key), depth: 0)
        addCaptures(to: &tree.root)
        for profile in document["profiles"]?.object ?? JSONObject() {
            let value = resolved(profile.value)
            var environment = EnvironmentDraft(name: context.name(value.nonEmpty("name") ?? profile.name, at: .file))
            for member in value["data"]?.object ?? JSONObject() {
                environment.variables.append(
                    Row(member.name, template(member.value.looseText, at: JSONPointer().member("profiles").member(profile.name))))
            }
            tree.environments.append(.init(environment))
        }
        return tree
    }

    private mutating func items(_ value: JSONValue, at pointer: JSONPointer, depth: Int) throws(ImportError) -> [CollectionTree.Item] {
        var result: [CollectionTree.Item] = []
        for member in value.object ?? JSONObject() {
            let place = pointer.member(member.name)
            let item = resolved(member.value)
            guard item.object != nil else {
                context.report(
                    .failed, at: place, "recipe", "it is \(item.kindDescription), but an object is expected", instead: "left out")
                continue
            }
            guard let children = item["requests"] else {
                result.append(.request(try request(item, id: member.name, at: place)))
                continue
            }
            var folder = CollectionTree.Folder(FolderDraft(name: context.name(item.nonEmpty("name") ?? member.name, at: .pointer(place))))
            folder.items = try items(children, at: place.member("requests"), depth: depth + 1)
            if depth < context.limits.folderDepth { result.append(.folder(folder)) } else { result += folder.items }
        }
        return result
    }

    private mutating func request(_ value: JSONValue, id: String, at pointer: JSONPointer) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        result.draft.name = context.name(value.nonEmpty("name") ?? id, at: .pointer(pointer))
        result.draft.method = value.nonEmpty("method") ?? "GET"
        (result.draft.url, result.draft.query) = URLParts.split(template(value.text("url"), at: pointer.member("url")))
        result.draft.query += rows(value["query"], at: pointer.member("query"))
        result.draft.headers = rows(value["headers"], at: pointer.member("headers"))
        putAuth(value["authentication"] ?? .null, into: &result.draft, at: pointer.member("authentication"))
        putBody(resolved(value["body"] ?? .null), into: &result.draft, at: pointer.member("body"))
        result.extensions["source"] = ["id": .string(id)]
        return result
    }

    /// A mapping of names to a value or to several; older files have lists of `name=value`.
    private mutating func rows(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        if let list = value?.array {
            return list.map { item in
                let parts = item.looseText.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Row(String(parts[0]), parts.count > 1 ? template(String(parts[1]), at: pointer) : "")
            }
        }
        var rows: [Row] = []
        for member in value.map(resolved)?.object ?? JSONObject() {
            for item in member.value.array ?? [member.value] {
                rows.append(Row(member.name, template(item.looseText, at: pointer.member(member.name))))
            }
        }
        return rows
    }

    private mutating func putAuth(_ value: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        let value = resolved(value)
        switch value.text("type") {
        case "basic":
            draft.auth = AuthDraft(
                .basic,
                fields: [
                    "username": template(value.text("username"), at: pointer), "password": template(value.text("password"), at: pointer),
                ])
        case "bearer":
            draft.auth = AuthDraft(.bearer, fields: ["token": template(value.nonEmpty("token") ?? value.text("data"), at: pointer)])
        case "": if !value.isNull { context.report(.lost, at: pointer, "authentication", "it names no type") }
        case let other: context.report(.lost, at: pointer, "authentication “\(other)”", "it is not known")
        }
    }

    private mutating func putBody(_ value: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        guard let type = value["type"]?.string else {
            let text = template(value.object == nil ? value.looseText : value.prettyText, at: pointer)
            draft.body = PostmanBody.text(text, language: "", draft.headers)
            return
        }
        let data = value["data"] ?? .null
        switch type {
        case "json":
            draft.body = BodyDraft(
                kind: .json, json: template(data.string ?? data.prettyText.trimmingEnd("\n"), at: pointer.member("data")))
        case "form_urlencoded": draft.body = BodyDraft(kind: .form, form: rows(data, at: pointer.member("data")))
        case "form_multipart":
            draft.body = BodyDraft(kind: .multipart, parts: rows(data, at: pointer.member("data")).map { .init($0.name, $0.value) })
        default:
            draft.body = BodyDraft(kind: .text, text: template(data.looseText, at: pointer.member("data")))
        }
    }

    // MARK: References and templates

    /// A mapping merged with the target of its `$ref`; its own members win.
    private func resolved(_ value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0..<16 {
            guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
            var target = document
            for part in reference.dropFirst(2).split(separator: "/") { target = target[String(part)] ?? .null }
            guard var members = target.object else { return value }
            for member in value.object ?? JSONObject() where member.name != "$ref" { members[member.name] = member.value }
            value = .object(members)
        }
        return value
    }

    private mutating func template(_ text: String, at pointer: JSONPointer) -> String {
        guard text.contains("{{") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let inner = rest[open.upperBound..<close.lowerBound].trimmingBlanks
            result += rest[..<open.lowerBound] + "{{\(name(of: inner, at: pointer))}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// The variable for an expression.
    private mutating func name(of expression: Substring, at pointer: JSONPointer) -> String {
        let isName = expression.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
        if isName { return name(of: String(expression), at: pointer) }
        let function = expression.prefix { $0.isLetter || $0 == "_" }
        let strings = expression.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter {
            !$0.offset.isMultiple(of: 2)
        }.map(\.element)
        if function == "response", let id = strings.first {
            let query = strings.dropFirst().last { $0.hasPrefix("$") }.map(String.init) ?? ""
            let name =
                "\(id)\(query.isEmpty ? "" : "." + query.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.drop { $0 == "." })"
            let capture = Capture(variable: name, from: "body", query: query)
            if captures[String(id)]?.contains(capture) != true { captures[String(id), default: []].append(capture) }
            return name
        }
        if function == "env", let name = strings.first { return "env:\(name)" }
        let name = ([function] + strings.prefix(1)).joined(separator: "-").map {
            $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "_"
        }
        context.report(
            .changed, at: pointer, "template {{ \(expression.prefix(200)) }}", "Apus has no such function",
            instead: "give the variable “\(String(name))” a value")
        return String(name)
    }

    /// The variable for a name: version 3 has `chains.NAME`, a value from elsewhere, and `env.NAME`.
    private mutating func name(of variable: String, at pointer: JSONPointer) -> String {
        if variable.hasPrefix("env.") { return "env:\(variable.dropFirst(4))" }
        guard variable.hasPrefix("chains."), let chain = document["chains"]?[String(variable.dropFirst(7))] else { return variable }
        let source = chain["source"] ?? .null
        switch source.text("type") {
        case "request":
            let id = source.nonEmpty("recipe") ?? source.text("data")
            let capture = Capture(variable: variable, from: "body", query: chain.text("selector"))
            if captures[id]?.contains(capture) != true { captures[id, default: []].append(capture) }
        case "env": return "env:\(source.nonEmpty("variable") ?? source.text("data"))"
        case let type:
            context.report(
                .changed, at: pointer, "chain “\(variable.dropFirst(7))”", "Apus has no source “\(type)”",
                instead: "give the variable “\(variable)” a value")
        }
        return variable
    }

    private func addCaptures(to folder: inout CollectionTree.Folder) {
        guard !captures.isEmpty else { return }
        for index in folder.items.indices {
            switch folder.items[index] {
            case .request(var request):
                let id = request.extensions["source"]?.text("id") ?? ""
                request.draft.captures += captures[id] ?? []
                folder.items[index] = .request(request)
            case .folder(var child):
                addCaptures(to: &child)
                folder.items[index] = .folder(child)
            }
        }
    }
}
