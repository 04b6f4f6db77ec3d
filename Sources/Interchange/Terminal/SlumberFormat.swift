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
            var reader = SlumberReader(context: context, document: try SlumberReader.document(of: source, context.limits))
            let tree = try reader.collection(named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return ImportedContent(collections: [tree])
        })
}

/// Reads slumber's collections. A template with a variable becomes a reference to it; a function call becomes a variable, or a capture if
/// it takes a value from another recipe's response.
private struct SlumberReader {
    var context: ImportContext
    let document: JSONValue
    /// Captures by the ids of their recipes.
    var captures: [String: [Capture]] = [:]

    /// The document in the form of version 4. Version 3 gives the type of a value by a tag, `!json {…}`.
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
        for profile in document["profiles"]?.object ?? JSONObject() {
            let value = resolved(profile.value)
            var environment = EnvironmentDraft(name: context.name(value.nonEmpty("name") ?? profile.name, at: .file))
            let place = JSONPointer().member("profiles").member(profile.name).member("data")
            for member in value["data"].map(resolved)?.object ?? JSONObject() {
                let text = resolved(member.value).looseText
                environment.variables.append(Row(member.name, template(text, at: place.member(member.name))))
            }
            tree.environments.append(.init(environment))
        }
        // The data of profiles may refer to responses, too.
        addCaptures(to: &tree.root)
        return tree
    }

    private mutating func items(_ value: JSONValue, at pointer: JSONPointer, depth: Int) throws(ImportError) -> [CollectionTree.Item] {
        var result: [CollectionTree.Item] = []
        for member in value.object ?? JSONObject() {
            let place = pointer.member(member.name)
            let item = resolved(member.value)
            guard context.isObject(item, "recipe", at: place) else { continue }
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
        result.draft.method = value.methodInCapitals
        (result.draft.url, result.draft.query) = URLParts.split(template(value.text("url"), at: pointer.member("url")))
        result.draft.query += rows(value["query"], at: pointer.member("query")).map(\.escapingQuery)
        result.draft.headers = rows(value["headers"], at: pointer.member("headers"))
        insertAuth(value["authentication"] ?? .null, into: &result.draft, at: pointer.member("authentication"))
        insertBody(resolved(value["body"] ?? .null), into: &result.draft, at: pointer.member("body"))
        result.sourceID = id
        return result
    }

    /// A mapping of names to a value or to several; older files have lists of `name=value`.
    private mutating func rows(_ value: JSONValue?, at pointer: JSONPointer) -> [Row] {
        if let list = value?.array {
            return list.map { item in
                let row = Row(item: item.looseText)
                return Row(row.name, template(row.value, at: pointer))
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

    private mutating func insertAuth(_ value: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        let value = resolved(value)
        switch value.text("type") {
        case "basic":
            draft.auth = .basic(template(value.text("username"), at: pointer), template(value.text("password"), at: pointer))
        case "bearer":
            draft.auth = .bearer(template(value.nonEmpty("token") ?? value.text("data"), at: pointer))
        case "": if !value.isNull { context.report(.lost, at: pointer, "authentication", "it names no type") }
        case let other: context.report(.lost, at: pointer, "authentication “\(other)”", "it is not known")
        }
    }

    private mutating func insertBody(_ value: JSONValue, into draft: inout RequestDraft, at pointer: JSONPointer) {
        guard let type = value["type"]?.string else {
            if let file = filePath(in: value.looseText, at: pointer) { return draft.body = BodyDraft(kind: .file, file: file) }
            let text = template(value.object == nil ? value.looseText : value.prettyText, at: pointer)
            draft.body = PostmanBody.text(text, language: "", draft.headers)
            return
        }
        let data = value["data"] ?? .null
        switch type {
        case "json":
            draft.body = BodyDraft(kind: .json, json: json(data, at: pointer.member("data")))
        case "form_urlencoded": draft.body = BodyDraft(kind: .form, form: rows(data, at: pointer.member("data")))
        case "form_multipart":
            var parts: [BodyDraft.Part] = []
            for member in resolved(data).object ?? JSONObject() {
                for item in member.value.array ?? [member.value] {
                    if let file = filePath(in: item.looseText, at: pointer.member("data").member(member.name)) {
                        parts.append(.init(member.name, file, isFile: true))
                    } else {
                        parts.append(.init(member.name, template(item.looseText, at: pointer.member("data").member(member.name))))
                    }
                }
            }
            draft.body = BodyDraft(kind: .multipart, parts: parts)
        case "stream":
            let text = data.looseText
            if let file = filePath(in: text, at: pointer.member("data")) { return draft.body = BodyDraft(kind: .file, file: file) }
            draft.body = BodyDraft(kind: .text, text: template(text, at: pointer.member("data")))
        default:
            draft.body = BodyDraft(kind: .text, text: template(data.looseText, at: pointer.member("data")))
        }
    }

    /// The JSON of a document with templates in its texts. A text that consists of one template for a number, a Boolean or a structure is
    /// written without quotes.
    private mutating func json(_ value: JSONValue, at pointer: JSONPointer) -> String {
        if let text = value.string { return template(text, at: pointer) }
        let text = marked(value, at: pointer).prettyText.trimmingEnd("\n")
        return text.replacing(/"\\u0001apus:((?:[^"\\]|\\.)*)"/) { (try? JSONValue(parsing: "\"\($0.1)\""))?.string ?? String($0.1) }
    }

    /// The document with our references, and a mark in front of those whose value is not text.
    private mutating func marked(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
        if let list = value.array {
            return .array(list.enumerated().map { marked($0.element, at: pointer.element($0.offset)) })
        }
        if value.object != nil {
            let members = resolved(value).object ?? [:]
            return .object(JSONObject(members.map { JSONMember($0.name, marked($0.value, at: pointer.member($0.name))) }))
        }
        guard let text = value.string else { return value }
        let isValue = Self.expression(text).map(isNoText) ?? false
        return .string((isValue ? "\u{1}apus:" : "") + template(text, at: pointer))
    }

    /// True for an expression whose value is a number, a Boolean or a structure.
    private func isNoText(_ expression: Substring) -> Bool {
        if let value = try? JSONValue(parsing: String(expression)) { return value.string == nil }
        if let pipe = Call(expression).pipes.last {
            return ["integer", "float", "boolean", "json_parse"].contains(pipe.prefix { $0 != "(" })
        }
        let values = (document["profiles"]?.object ?? [:]).compactMap { $0.value["data"].map(resolved)?[String(expression)] }
        return !values.isEmpty && values.allSatisfy { $0.string == nil }
    }

    // MARK: References and templates

    /// The expression of a text that is one template.
    private static func expression(_ text: String) -> Substring? {
        let text = text[...].trimmingBlanks
        guard text.hasPrefix("{{"), text.hasSuffix("}}"), text.dropFirst(2).firstRange(of: "{{") == nil else { return nil }
        return text.dropFirst(2).dropLast(2).trimmingBlanks
    }

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

    /// The path of a text that is the content of one file: `{{ file('PATH') }}`, `{{ PATH | file() }}`, or a chain of version 3.
    private mutating func filePath(in text: String, at pointer: JSONPointer) -> String? {
        guard let inner = Self.expression(text) else { return nil }
        if inner.hasPrefix("chains."), let source = document["chains"]?[String(inner.dropFirst(7))]?["source"],
            source.text("type") == "file"
        {
            return source.nonEmpty("path") ?? source.nonEmpty("data")
        }
        let call = Call(inner)
        if call.pipes == ["file()"], let pipe = inner.lastIndex(of: "|") {
            return template("{{ \(inner[..<pipe].trimmingBlanks) }}", at: pointer)
        }
        return call.function == "file" && call.pipes.isEmpty ? call.strings.first : nil
    }

    /// A text with our references. `{_{` stands for literal braces, with one underscore less.
    private mutating func template(_ text: String, at pointer: JSONPointer) -> String {
        guard text.contains("{{") || text.contains("{_") else { return text }
        var result = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            let underscores = rest.dropFirst().prefix { $0 == "_" }.count
            if underscores > 0, rest.dropFirst(underscores + 1).first == "{" {
                result += underscores == 1 ? "\\{{" : "{\(String(repeating: "_", count: underscores - 1)){"
                rest = rest.dropFirst(underscores + 2)
            } else if rest.hasPrefix("{{"), let close = rest.firstRange(of: "}}") {
                let inner = rest[..<close.lowerBound].dropFirst(2).trimmingBlanks
                result += Self.literal(inner) ?? "{{\(name(of: inner, at: pointer))}}"
                rest = rest[close.upperBound...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// The text of an expression that is only a string, a number or a Boolean; nil for others.
    private static func literal(_ expression: Substring) -> String? {
        if let value = try? JSONValue(parsing: String(expression)), value.number != nil || value.bool != nil { return value.looseText }
        guard let quote = expression.first, quote == "'" || quote == "\"", expression.count > 1, expression.last == quote else {
            return nil
        }
        let text = expression.dropFirst().dropLast()
        return text.contains(quote) || text.contains("\\") ? nil : String(text)
    }

    /// A call of a function: `response('login', trigger='1h') | jsonpath('$.token')`.
    private struct Call {
        let function: Substring
        /// The texts in quotes of the call itself, in order.
        let strings: [String]
        /// The values of named arguments in quotes, by name.
        let named: [String: String]
        /// The functions after it.
        let pipes: [Substring]
        /// All texts in quotes.
        let allStrings: [String]
        /// The filter of jq after the call; nil if there is none.
        var jq: String? { pipes.contains { $0.hasPrefix("jq(") } ? allStrings.dropFirst(strings.count + named.count).first : nil }

        init(_ expression: Substring) {
            function = expression.prefix { $0.isLetter || $0 == "_" }
            var (strings, named, pipes, all): ([String], [String: String], [Substring], [String]) = ([], [:], [], [])
            var rest = expression
            while let index = rest.firstIndex(where: { "'\"|".contains($0) }) {
                let (before, sign) = (rest[..<index].trimmingBlanks, rest[index])
                rest = rest[rest.index(after: index)...]
                guard sign != "|" else {
                    pipes.append(rest.prefix { $0 != "|" }.trimmingBlanks)
                    continue
                }
                let text = String(rest.prefix { $0 != sign })
                rest = rest.dropFirst(text.count + 1)
                all.append(text)
                guard pipes.isEmpty else { continue }
                if before.hasSuffix("=") {
                    let name = before.dropLast().trimmingBlanks.reversed().prefix { $0.isLetter || $0 == "_" }
                    named[String(name.reversed())] = text
                } else {
                    strings.append(text)
                }
            }
            (self.strings, self.named, self.pipes, allStrings) = (strings, named, pipes, all)
        }
    }

    /// The variable for an expression.
    private mutating func name(of expression: Substring, at pointer: JSONPointer) -> String {
        let isName = expression.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
        if isName { return name(of: String(expression), at: pointer) }
        let call = Call(expression)
        switch call.function {
        case "response" where !call.strings.isEmpty, "response_header" where call.strings.count > 1: return capture(call, at: pointer)
        case "env" where !call.strings.isEmpty:
            if let value = call.named["default"] {
                context.report(
                    .changed, at: pointer, "default “\(value.prefix(100))” of {{env:\(call.strings[0])}}", "Apus supports no default",
                    instead: "set the variable in the process environment")
            }
            return "env:\(call.strings[0])"
        case "prompt", "select":
            if call.function == "select" || call.named["default"] != nil {
                context.report(
                    .changed, at: pointer, "template {{ \(expression.prefix(200)) }}", "prompts in Apus have no choices and no default",
                    instead: "the value is asked for when the request is sent")
            }
            return ImportContext.prompt(call.named["message"] ?? "", isSecret: expression.contains("sensitive=true"))
        default: break
        }
        // A variable behind a filter has another value than the variable itself.
        let words = [String(call.function)] + call.allStrings.prefix(1) + call.pipes.map { String($0.prefix { $0 != "(" }) }
        let stem = words.joined(separator: "-").map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "_" }
        let name = context.variable(String(stem), for: expression)
        context.report(
            .changed, at: pointer, "template {{ \(expression.prefix(200)) }}", "Apus has no such function",
            instead: "give the variable “\(name)” a value")
        return name
    }

    /// A capture of the recipe that a call takes a value from, and its variable.
    private mutating func capture(_ call: Call, at pointer: JSONPointer) -> String {
        let id = call.strings[0]
        let isHeader = call.function == "response_header"
        let path = call.allStrings.dropFirst().last { $0.hasPrefix("$") }
        let query = isHeader ? call.strings[1] : call.jq ?? path ?? ""
        if let filter = call.pipes.first(where: { pipe in !["jsonpath(", "jq(", "trim("].contains { pipe.hasPrefix($0) } }) {
            context.report(
                .changed, at: pointer, "filter “\(filter.prefix(100))”", "Apus has no such filter", instead: "the value before it is used")
        }
        let name = query.filter { $0.isLetter || $0.isNumber || "_.-".contains($0) }.drop { $0 == "." }
        let variable = name.isEmpty ? id : "\(id).\(name)"
        let (from, known) = (isHeader ? "header" : "body", captures[id] ?? [])
        if let same = known.first(where: { $0.from == from && $0.query == query && $0.variable.hasPrefix(variable) }) {
            return same.variable
        }
        // Other queries may have the same letters: `$.id` and `$[*].id`.
        let isTaken = { name in known.contains { $0.variable == name } }
        let free = isTaken(variable) ? (2...).lazy.map { "\(variable)-\($0)" }.first { !isTaken($0) } ?? variable : variable
        captures[id, default: []].append(Capture(variable: free, from: from, query: query))
        return free
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
        case "prompt": return ImportContext.prompt(source.nonEmpty("message") ?? variable, isSecret: chain["sensitive"]?.bool == true)
        case let type:
            context.report(
                .changed, at: pointer, "chain “\(variable.dropFirst(7))”", "Apus has no equivalent of the source “\(type)”",
                instead: "give the variable “\(variable)” a value")
        }
        return variable
    }

    private func addCaptures(to folder: inout CollectionTree.Folder) {
        guard !captures.isEmpty else { return }
        for index in folder.items.indices {
            switch folder.items[index] {
            case .request(var request):
                request.draft.captures += captures[request.sourceID ?? ""] ?? []
                folder.items[index] = .request(request)
            case .folder(var child):
                addCaptures(to: &child)
                folder.items[index] = .folder(child)
            }
        }
    }
}
