import Hashing
import JSON
import Workspace

extension ImportFormat {
    /// Hurl's files.
    static let hurl = ImportFormat(
        id: "hurl", title: "Hurl", readsDocuments: false, endings: ["hurl"], readsOtherEndings: false,
        recognizes: { source in source.document == nil && HurlFile.recognizes(source.text) },
        read: { source, context throws(ImportError) in
            var reader = HurlReader(context)
            let tree = try reader.collection(try HurlFile(source.text), named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return ImportedContent(collections: [tree], isPart: true)
        })
}

/// Converts a Hurl file to a collection. Its options are those of curl's command line and are read in the same way.
struct HurlReader {
    /// The member of our files that preserves details of Hurl's format.
    static let extensionName = "x-hurl"

    var context: ImportContext
    /// The variables of the entries so far; a variable applies from its entry on.
    private var variables: [Row] = []

    init(_ context: ImportContext) { self.context = context }

    mutating func collection(_ file: HurlFile, named name: String) throws(ImportError) -> CollectionTree {
        var tree = CollectionTree(.init(FolderDraft(name: context.name(name.isEmpty ? "Hurl" : name, at: .file))))
        for line in file.backslashLines {
            context.report(
                .lost, at: .line(line), "backslash before a variable", "in Apus it makes the braces literal", instead: "check the text")
        }
        for entry in file.entries { tree.root.items.append(.request(try request(entry))) }
        return tree
    }

    private mutating func request(_ entry: HurlFile.Entry) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var details = JSONObject()
        var result = CollectionTree.Request()
        result.sourcePlace.line = entry.line
        result.draft = try draft(entry, &details)
        let (title, docs) = Self.texts(of: entry.comments)
        result.draft.name = context.name(title ?? Self.name(of: result.draft), at: .line(entry.line))
        result.draft.docs = docs
        insertSections(entry, into: &result.draft)
        if let body = entry.body { insertBody(body, into: &result.draft, at: entry.line) }
        insertChecks(entry, into: &result.draft, &details)
        if !details.isEmpty { result.extensions[Self.extensionName] = .object(details) }
        return result
    }

    /// The title of a request, a line of its own directly above it, and the comments before that.
    private static func texts(of comments: [String]) -> (title: String?, docs: String) {
        let before = comments.dropLast()
        guard let title = comments.last, title.contains(where: { $0.isLetter || $0.isNumber }), before.last?.isEmpty ?? true else {
            return (nil, comments.joined(separator: "\n").trimmingEnd("\n"))
        }
        return (title, before.joined(separator: "\n").trimmingEnd("\n"))
    }

    /// The name of a request without a title: method and path.
    static func name(of draft: RequestDraft) -> String {
        "\(draft.method) \(CommandFile.path(of: draft.url))"
    }

    // MARK: Options

    /// The request line, the headers and the options, read by the rules of curl.
    private mutating func draft(_ entry: HurlFile.Entry, _ details: inout JSONObject) throws(ImportError) -> RequestDraft {
        var words = ["--request", entry.method, "--globoff"]
        var kept: [JSONValue] = []
        for option in entry.sections["Options"] ?? [] {
            // Options apply before the request is resolved, so they can use only variables that are set by options.
            let value = variables.reduce(template(option.value)) { $0.replacing("{{\($1.name)}}", with: $1.value) }
            guard value != "false", !Self.ignored.contains(option.name) else { continue }
            reportChange(of: option.name, at: option.line)
            switch option.name {
            case "variable": setVariable(value)
            case "output", "skip", "delay", "repeat", "netrc", "netrc-file", "netrc-optional", "fail":
                kept.append(["name": .string(option.name), "value": .string(option.value), "line": .number(option.line)])
                context.report(.kept, at: .line(option.line), "option “\(option.name)”", "Apus has no equivalent")
            case "location-trusted" where value == "true": words.append("--location")
            case "max-time", "connect-timeout", "retry-interval":
                if value.hasPrefix("{{") {
                    context.report(
                        .lost, at: .line(option.line), "unit of \(option.name)", "Apus reads the variable as seconds",
                        instead: "check the variable")
                }
                words += ["--\(option.name == "retry-interval" ? "retry-delay" : option.name)", Self.seconds(value)]
            case _ where value == "true": words.append("--\(option.name)")
            default: words += ["--\(option.name)", value]
            }
        }
        if !kept.isEmpty { details["options"] = .array(kept) }
        var (reader, rest) = (CurlReader(), words[...])
        try reader.read(&rest)
        reader.urls = [template(entry.url)]
        let imported = try reader.request()
        for loss in imported.losses { context.report(.lost, at: .line(entry.line), "option", loss) }
        var draft = imported.draft
        draft.headers += entry.headers.map { Row($0.name, template($0.value)) }
        draft.variables = variables
        return draft
    }

    private mutating func reportChange(of option: String, at line: Int) {
        guard let (why, instead) = Self.changes[option] else { return }
        context.report(.changed, at: .line(line), "option “\(option)”", why, instead: instead)
    }

    private static let changes = [
        "location-trusted": ("Apus sends credentials only to the first host", "redirects are followed without them"),
        "retry": ("Apus retries after temporary failures, not after failed checks", "apus run --retry N --retry-delay TIME does"),
    ]
    private static let ignored: Set = ["verbose", "very-verbose", "verbosity"]

    /// Sets a variable from `name=value`, where the value may be quoted.
    private mutating func setVariable(_ option: String) {
        let item = Row(item: option)
        let isQuoted = item.value.count > 1 && item.value.hasPrefix("\"") && item.value.hasSuffix("\"")
        variables.removeAll { $0.name == item.name }
        variables.append(Row(item.name, isQuoted ? String(item.value.dropFirst().dropLast()) : item.value))
    }

    /// A time with a unit as curl's seconds; the default unit of Hurl is milliseconds.
    private static func seconds(_ text: String) -> String {
        let digits = text.prefix { $0.isNumber }
        guard let number = Double(digits) else { return text }
        let scales: [String: Double] = ["s": 1, "m": 60, "h": 3600]
        let scale = scales[String(text.dropFirst(digits.count))] ?? 0.001
        return "\(number * scale)"
    }

    // MARK: Sections and bodies

    private func insertSections(_ entry: HurlFile.Entry, into draft: inout RequestDraft) {
        func rows(_ name: String) -> [Row] { (entry.sections[name] ?? []).map { Row($0.name, template($0.value)) } }
        draft.query += rows("Query").map { Row(URLParts.encoded($0.name), URLParts.encoded($0.value)) }
        let cookies = rows("Cookies")
        if !cookies.isEmpty { draft.headers.append(Row("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))) }
        if let user = rows("BasicAuth").first { draft.auth = .basic(user.name, user.value) }
        if entry.sections["Form"] != nil { draft.body = BodyDraft(kind: .form, form: rows("Form")) }
        if let parts = entry.sections["Multipart"] { draft.body = BodyDraft(kind: .multipart, parts: parts.map(part)) }
    }

    /// `name: value`, or `name: file,path; type`.
    private func part(_ pair: HurlFile.Pair) -> BodyDraft.Part {
        guard pair.value.hasPrefix("file,") else { return BodyDraft.Part(pair.name, template(pair.value)) }
        let parts = pair.value.dropFirst(5).split(separator: ";", maxSplits: 1).map { String($0.trimmingBlanks) }
        return BodyDraft.Part(pair.name, template(parts.first ?? ""), isFile: true, contentType: parts.count > 1 ? parts[1] : "")
    }

    private mutating func insertBody(_ body: HurlFile.Body, into draft: inout RequestDraft, at line: Int) {
        let type = draft.headers.last { $0.isNamed("content-type") }?.value ?? ""
        switch body {
        case .json(let text): draft.body = BodyDraft(kind: .json, json: template(text))
        case .xml(let text): draft.body = BodyDraft(kind: .xml, xml: template(text))
        case .graphql(let query, let variables):
            draft.body = BodyDraft(kind: .graphql, graphql: .init(query: template(query), variables: template(variables)))
        case .text(let text):
            let kind = BodyDraft.Kind(mediaType: type)
            draft.body = PostmanBody.text(template(text), language: kind == .json ? "json" : kind == .xml ? "xml" : "", draft.headers)
            if draft.body.kind == .text, type.isEmpty { draft.body.contentType = BodyDraft.noContentType }
        case .file(let path): draft.body = BodyDraft(kind: .file, file: template(path), fileContentType: BodyDraft.noContentType)
        case .base64(let text):
            insertBytes(Base64.decode(text), "base64,\(text);", into: &draft, at: line)
        case .hexadecimal(let text):
            let digits = Array(text.utf8)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
            }
            insertBytes(bytes, "hex,\(text);", into: &draft, at: line)
        }
    }

    /// Sets the body from bytes; bytes that are not text are reported, since a draft cannot contain them.
    private mutating func insertBytes(_ bytes: [UInt8]?, _ source: String, into draft: inout RequestDraft, at line: Int) {
        if let bytes, let text = String(validating: bytes, as: UTF8.self) {
            draft.body = BodyDraft(kind: .text, text: text.replacing("{{", with: "\\{{"), contentType: BodyDraft.noContentType)
        } else {
            context.report(
                .lost, at: .line(line), "body \(source.prefix(60))", "its bytes are not text", instead: "use a file body")
        }
    }

    // MARK: Checks

    private mutating func insertChecks(_ entry: HurlFile.Entry, into draft: inout RequestDraft, _ details: inout JSONObject) {
        if let response = entry.response, let status = Int(response.status) {
            draft.assertions.append(Assertion(subject: "status", value: .number(status)))
        }
        if let version = entry.response?.version, version.hasPrefix("HTTP/"), version != "HTTP/*" {
            draft.assertions.append(Assertion(subject: "version", value: .string(String(version.dropFirst(5)))))
        }
        for header in entry.responseHeaders {
            draft.assertions.append(Assertion(subject: "header \(header.name)", value: .string(template(header.value))))
        }
        var kept: [JSONValue] = []
        for query in entry.captures {
            if let (source, path) = Self.subject(of: query) {
                draft.captures.append(Capture(variable: query.variable, from: source, query: path))
            } else {
                kept.append(["capture": .string(query.text)])
                context.report(.kept, at: .line(query.line), "capture “\(query.text.prefix(200))”", "Apus has no such query or filter")
            }
        }
        for query in entry.assertions {
            if let assertion = assertion(query) {
                draft.assertions.append(assertion)
            } else {
                kept.append(["assert": .string(query.text)])
                context.report(
                    .kept, at: .line(query.line), "assertion “\(query.text.prefix(200))”", "Apus has no such query, filter or predicate")
            }
        }
        switch entry.responseBody {
        case .text(let text)?, .xml(let text)?: draft.assertions.append(Assertion(subject: "body", value: .string(template(text))))
        case .json(let text)?:
            let value = try? JSONValue(parsing: text)
            draft.assertions.append(Assertion(subject: "body .", value: value ?? .string(template(text))))
        case nil: break
        case let other?:
            kept.append(["body": .string("\(other)")])
            context.report(.kept, at: .line(entry.line), "expected body", "Apus compares only text and JSON")
        }
        if !kept.isEmpty { details["response"] = .array(kept) }
    }

    /// The source and the query of a capture; nil if Apus has no equivalent query or filter.
    private static func subject(of query: HurlFile.Query) -> (source: String, path: String)? {
        if query.filters == ["count"] { return count(of: query) }
        guard let query = query.withFilterInArgument else { return nil }
        switch query.type {
        case "status", "url", "body", "version": return (query.type, "")
        case "duration": return ("time", "")
        case "header": return ("header", query.argument)
        // An attribute of a cookie follows its name in brackets.
        case "cookie" where !query.argument.contains("["): return ("cookie", query.argument)
        case "jsonpath": return ("body", JSONPathText.standard(query.argument))
        case "xpath" where XPathText.isLikely(query.argument): return ("body", query.argument)
        case "regex": return ("body", "regex:" + query.argument)
        default: return nil
        }
    }

    /// The query for the number of results: `count(…)` for XPath; for JSON a jq filter that counts the elements of a value, or the values
    /// of a path with several results.
    private static func count(of query: HurlFile.Query) -> (source: String, path: String)? {
        switch query.type {
        case "xpath" where XPathText.isLikely(query.argument): return ("body", "count(\(query.argument))")
        case "jsonpath":
            guard let (filter, isOfSeveral) = filter(query.argument) else { return nil }
            return ("body", isOfSeveral ? "[\(filter)] | length" : "\(filter) | length")
        default: return nil
        }
    }

    /// A JSONPath of names, indexes and wildcards as a filter of jq; nil for another one.
    private static func filter(_ path: String) -> (text: String, isOfSeveral: Bool)? {
        guard path.hasPrefix("$") else { return nil }
        var rest = path.dropFirst()
        var text = ""
        var isOfSeveral = false
        while !rest.isEmpty {
            let end: Substring.Index
            if let match = rest.prefixMatch(of: /\.([\p{L}_][\p{L}\d_-]*)/) {
                text += match.1.contains("-") ? ".\"\(match.1)\"" : ".\(match.1)"
                end = match.range.upperBound
            } else if let match = rest.prefixMatch(of: /\['([^'"\\]*)'\]|\["([^'"\\]*)"\]/) {
                text += ".\"\(match.1 ?? match.2 ?? "")\""
                end = match.range.upperBound
            } else if let match = rest.prefixMatch(of: /\[(-?\d+)\]/) {
                text += "\(text.isEmpty ? "." : "")[\(match.1)]"
                end = match.range.upperBound
            } else if let match = rest.prefixMatch(of: /\.\*|\[\*\]/) {
                text += text.isEmpty ? ".[]" : "[]"
                isOfSeveral = true
                end = match.range.upperBound
            } else {
                return nil
            }
            rest = rest[end...]
        }
        return (text.isEmpty ? "." : text, isOfSeveral)
    }

    private static let predicates: [String: (plain: AssertionPredicate, negated: AssertionPredicate?)] = [
        "==": (.equals, .notEquals), "equals": (.equals, .notEquals), "!=": (.notEquals, .equals), "notEquals": (.notEquals, .equals),
        ">": (.greaterThan, .lessOrEqual), ">=": (.greaterOrEqual, .lessThan), "<": (.lessThan, .greaterOrEqual),
        "<=": (.lessOrEqual, .greaterThan), "startsWith": (.startsWith, nil), "endsWith": (.endsWith, nil),
        "contains": (.contains, .notContains), "includes": (.contains, .notContains), "matches": (.matches, nil),
        "exists": (.exists, .notExists), "isEmpty": (.isEmpty, nil),
    ]
    private static let types = [
        "isString": "string", "isBoolean": "boolean", "isNumber": "number", "isList": "array", "isObject": "object",
    ]

    /// The predicates for texts of a certain form, as regular expressions.
    static let forms = [
        "isUuid": "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
        "isIsoDate": #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#,
    ]

    private func assertion(_ query: HurlFile.Query) -> Assertion? {
        var query = query
        if query.predicate == "countEquals" {
            query.filters.append("count")
            query.predicate = "=="
        }
        guard let (source, path) = Self.subject(of: query) else { return nil }
        let subject = path.isEmpty ? source : "\(source) \(path)"
        let value = query.value?.string.map { .string(template($0)) } ?? query.value ?? .null
        if query.filters == ["count"], query.type == "jsonpath", !path.hasPrefix("["), ["==", "equals"].contains(query.predicate),
            !query.isNegated
        {
            return Assertion(subject: "\(source) \(query.argument)", predicate: AssertionPredicate.hasLength.rawValue, value: value)
        }
        if let form = Self.forms[query.predicate], !query.isNegated {
            return Assertion(subject: subject, predicate: AssertionPredicate.matches.rawValue, value: .string(form))
        }
        if let type = Self.types[query.predicate], !query.isNegated {
            return Assertion(subject: subject, predicate: AssertionPredicate.isType.rawValue, value: .string(type))
        }
        guard let pair = Self.predicates[query.predicate], let predicate = query.isNegated ? pair.negated : pair.plain else { return nil }
        return Assertion(subject: subject, predicate: predicate.rawValue, value: value)
    }

    /// A text in which Hurl's functions are replaced by our dynamic values.
    private func template(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            guard !rest[..<open.lowerBound].hasSuffix("\\") else {
                result += rest[..<open.upperBound]
                rest = rest[open.upperBound...]
                continue
            }
            let name = rest[open.upperBound..<close.lowerBound].trimmingBlanks
            let own =
                switch name.prefix(while: { $0 != " " }) {
                case "newUuid": "$uuid"
                case "newDate": "$isoTimestamp"
                case "getEnv": "env:" + name.dropFirst("getEnv".count).filter { $0 != "\"" && $0 != " " }
                default: String(name)
                }
            result += rest[..<open.lowerBound] + "{{\(own)}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}

extension HurlFile.Query {
    /// The query without a filter that its argument can express: an element of the value at a path, or a pattern for the body. Nil for
    /// other filters.
    fileprivate var withFilterInArgument: HurlFile.Query? {
        var query = self
        query.filters = []
        guard let filter = filters.first else { return query }
        guard filters.count == 1 else { return nil }
        if type == "body", filter.hasPrefix("regex ") {
            (query.type, query.argument) = ("regex", String(filter.dropFirst("regex ".count)))
            return query
        }
        // A path with several results has a list of them, which a path cannot index.
        guard type == "jsonpath", !argument.contains(/[*?:]|\.\./) else { return nil }
        let words = filter.split(separator: " ")
        let index = ["first": "0", "last": "-1"][filter] ?? (words.first == "nth" && words.count == 2 ? String(words[1]) : nil)
        query.argument += index.map { "[\($0)]" } ?? ""
        return index == nil ? nil : query
    }
}
