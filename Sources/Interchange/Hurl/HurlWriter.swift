import JSON
import Workspace

extension ExportFormat {
    /// One Hurl file.
    static let hurl = ExportFormat(
        id: "hurl", title: "Hurl", fileExtension: "hurl",
        carries: [.variables, .captures, .assertions, .documentation, .tokenPrefix, .literalBraces],
        options: HurlWriter.options, optionValues: ["retry.backoff": ["constant"]], hasPathParameters: false,
        reference: { name in
            String.identifiers.contains(name) ? "newUuid" : name == "$isoTimestamp" ? "newDate" : name.reference(after: "env:")
        },
        variableName: { name in
            let plain = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" })
            return ["", "newUuid", "newDate"].contains(plain) ? plain + "_" : plain
        },
        need: { name in name.reference(after: "env:").map { "Hurl takes it from HURL_VARIABLE_\($0) or --variable \($0)=…" } },
        authentication: [.basic, .bearer, .apiKey, .digest, .ntlm, .negotiate, .awsSignature]
    ) { tree, losses in
        var writer = HurlWriter(losses: losses)
        let text = writer.text(of: tree)
        let files = writer.out.files(of: tree, text, fileExtension: "hurl")
        losses = writer.out.losses
        return files
    }
}

/// Writes requests in Hurl's format.
struct HurlWriter {
    /// The options of curl that Hurl supports, by word.
    private static let words: Set<String> = [
        "max-time", "connect-timeout", "max-redirs", "insecure", "cacert", "cert", "key", "pinnedpubkey", "proxy", "noproxy", "http1.0",
        "http1.1", "http2", "http3", "resolve", "connect-to", "unix-socket", "ipv4", "ipv6", "limit-rate", "retry",
        "retry-delay",
    ]
    static let options = Set(CurlSetting.all.filter { words.contains($0.word) }.map(\.option) + ["redirects.follow"])

    fileprivate(set) var out: ExportLines

    init(losses: [ExportLoss]) { out = ExportLines(format: "Hurl", losses: losses) }

    mutating func text(of tree: CollectionTree) -> String {
        let shared = tree.allVariables.filter(\.isEnabled)
        // A variable of an entry applies from there on.
        var values: [String: String] = [:]
        for (request, folders) in tree.requests {
            out.item = CollectionTree.path(of: request.draft.name, in: folders)
            guard !request.draft.url.isEmpty else {
                out.lose("request", because: "Hurl has no requests without a URL")
                continue
            }
            guard request.draft.method.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) }) else {
                out.lose("request", because: "Hurl allows only letters in a method")
                continue
            }
            if !out.lines.isEmpty { out.lines.append("") }
            let requestRows = request.draft.variables.filter(\.isEnabled)
            let rows = shared.filter { row in values[row.name] != row.value && !requestRows.contains { $0.name == row.name } } + requestRows
            for row in rows { values[row.name] = row.value }
            write(request, variables: rows)
        }
        return out.lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ request: CollectionTree.Request, variables: [Row]) {
        let draft = out.withChosenFiles(request.draft)
        let details = request.extensions[HurlReader.extensionName] ?? .null
        let title = draft.name == HurlReader.name(of: draft) ? "" : draft.name
        // The comment directly above a request is its title.
        if !draft.docs.isEmpty { out.lines += draft.docs.textLines.map { $0.isEmpty ? "#" : "# \($0.onOneLine)" } + ["#"] }
        if !title.isEmpty { out.lines.append("# \(title.onOneLine)") }
        let method = draft.method.uppercased()
        if method != draft.method { out.lose("method “\(draft.method)”", because: "Hurl allows only capital letters in a method") }
        out.add("\(method) \(value(PostmanURL.escapedText(of: draft.withKeyInQuery)))")
        for row in headers(of: draft) where row.isEnabled && !row.name.isEmpty {
            out.lines.append("\(name(row.name)): \(value(row.value))")
        }
        writeOptions(draft, variables, details)
        if draft.effectiveAuth.kind == .basic {
            out.lines += ["[BasicAuth]", "\(name(draft.auth["username"])): \(value(draft.auth["password"]))"]
        }
        writeBody(draft.body)
        writeChecks(draft, details)
    }

    private func headers(of draft: RequestDraft) -> [Row] {
        var rows = draft.headers + (draft.authHeader.map { [$0] } ?? [])
        if draft.body.kind == .text || draft.body.kind == .file, rows.contentType == nil,
            let type = draft.body.kind.entry.contentType(draft.body)
        {
            rows.append(Row("Content-Type", type))
        }
        return rows
    }

    private mutating func writeOptions(_ draft: RequestDraft, _ variables: [Row], _ details: JSONValue) {
        var options: [(String, String)] = variables.map { row in
            // Hurl removes quotes around a value.
            let isQuoted = row.value.hasPrefix("\"") && row.value.hasSuffix("\"")
            return ("variable", "\(row.name)=" + (isQuoted ? "\"\(row.value)\"" : row.value))
        }
        if draft.options.redirects.follow != false { options.append(("location", "true")) }
        let texts = Dictionary(
            uniqueKeysWithValues: RequestOption.all.filter { $0.isSet(in: draft.options) }.map { ($0.name, $0.text(in: draft.options)) })
        for (word, text) in CurlSetting.words(for: texts) where Self.words.contains(word) {
            let isDelay = word == "retry-delay"
            guard isDelay || word == "max-time" || word == "connect-timeout" else {
                options.append((word, text ?? "true"))
                continue
            }
            guard let seconds = (isDelay ? texts["retry.delay"] ?? text : text).flatMap(Double.init) else {
                out.lose("option “\(word)”", because: "Hurl reads a time in a variable as milliseconds")
                continue
            }
            // Zero would mean no limit.
            options.append((isDelay ? "retry-interval" : word, "\(seconds > 0 ? max(1, Int(min(seconds, 1e9) * 1000)) : 0)ms"))
        }
        if texts["retry.delay"] != nil, texts["retry.backoff"] != "constant" {
            out.lose("option “First delay (s)”", because: "Hurl has only constant delays")
        }
        let user = "\(draft.auth["username"]):\(draft.auth["password"])"
        switch draft.effectiveAuth.kind {
        case .digest, .ntlm, .negotiate: options += [(draft.auth.kind.rawValue, "true"), ("user", user)]
        case .awsSignature:
            options.append(("aws-sigv4", "aws:amz:\(draft.auth["region"]):\(draft.auth["service"])"))
            options.append(("user", "\(draft.auth["accessKey"]):\(draft.auth["secretKey"])"))
        default: break
        }
        options += details.elements("options").map { ($0.text("name"), $0.text("value")) }
        guard !options.isEmpty else { return }
        out.lines.append("[Options]")
        for (name, text) in options { out.add("\(name): \(value(text))") }
    }

    // MARK: Bodies

    /// The enabled rows with a name, which Hurl needs.
    private mutating func named(_ rows: [Row]) -> [Row] { rows.filter { $0.isEnabled && !isNameless($0.name) } }

    private mutating func isNameless(_ name: String) -> Bool {
        if name.isEmpty { out.lose("field without a name") }
        return name.isEmpty
    }

    private mutating func writeBody(_ body: BodyDraft) {
        switch body.exportForm {
        case nil: return
        case .rows(let rows)?: out.lines += ["[Form]"] + named(rows).map { "\(name($0.name)): \(value($0.value))" }
        case .parts(let parts)?:
            out.lines += ["[Multipart]"]
            for part in parts where part.isEnabled && !isNameless(part.name) {
                let type = part.contentType.isEmpty ? "" : " \(part.contentType)"
                out.add("\(name(part.name)): " + (part.isFile ? "file,\(value(part.value));\(type)" : value(part.value)))
            }
            if parts.contains(where: { !$0.isFile && !$0.contentType.isEmpty }) { out.lose("media types of text parts") }
        case .file(let path, _, _)?: out.add("file,\(path);")
        case .text(let text, .json, _)? where Self.isJSON(text): out.lines.append(Self.escapingBraces(text, as: "\\u007b"))
        case .text(let text, let language, _)?: out.lines += block(text, language.codeName)
        case .query(let graphql)?:
            let variables = graphql.variables.isEmpty ? "" : "\nvariables " + graphql.variables
            out.lines += block(graphql.query + variables + "\n", TextLanguage.graphql.codeName)
            if !graphql.operation.isEmpty { out.lose("name of the operation") }
            let hasSpace = graphql.query.first?.isWhitespace == true || graphql.query.last?.isWhitespace == true
            if hasSpace { out.lose("spaces and line breaks around the document", because: "Hurl sends it without them") }
        }
    }

    /// True for a text that can be written unchanged; variables may replace values.
    private static func isJSON(_ text: String) -> Bool {
        let probe = Template(text).parts.map { part in
            switch part {
            case .text(let text): text
            case .reference: "0"
            }
        }.joined()
        guard let first = text.first, first == "{" || first == "[", text.last == "}" || text.last == "]" else { return false }
        return (try? JSONValue(parsing: probe)) != nil
    }

    private mutating func block(_ text: String, _ language: String) -> [String] {
        let template = Template(text)
        let hasLiteralBraces = Self.escapingBraces(text, as: "") != text
        if text.utf8.contains("```".utf8) || hasLiteralBraces && !template.names.isEmpty {
            if !language.isEmpty { out.lose("kind of the body", because: "it contains three backticks, or literal braces and variables") }
            return ["`\(escaped(text, "\\`"))`"]
        }
        if hasLiteralBraces {
            let literal = template.parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            return ["```\(language.isEmpty ? "" : language + ",")novariable", "\(literal)```"]
        }
        return ["```\(language)", "\(text)```"]
    }

    // MARK: Texts

    /// A name before a colon. A name that begins like another element of the format has its first sign escaped.
    private func name(_ text: String) -> String {
        let plain = escaped(text, "\\#:").replacing(" ", with: "\\u{20}")
        guard let first = text.unicodeScalars.first, !text.hasPrefix("{{"),
            "{}[]`\"<".unicodeScalars.contains(first) || text.hasPrefix("HTTP")
        else { return plain }
        // The first sign may be escaped by a backslash already.
        return "\\u{\(String(first.value, radix: 16))}" + name(String(text.unicodeScalars.dropFirst()))
    }

    /// The rest of a line. Spaces at its ends are escaped, since Hurl would drop them.
    private func value(_ text: String) -> String {
        let inner = text[...].trimmingBlanks
        guard inner.count < text.count else { return escaped(text, "\\#") }
        func blanks(_ text: Substring) -> String { escaped(String(text), "").replacing(" ", with: "\\u{20}") }
        return blanks(text[..<inner.startIndex]) + escaped(String(inner), "\\#") + blanks(text[inner.endIndex...])
    }

    private func quoted(_ text: String) -> String { "\"" + escaped(text, "\\\"") + "\"" }

    private func escaped(_ text: String, _ signs: String) -> String {
        let names: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b", "\u{C}": "\\f"]
        return Self.escapingBraces(text, as: "\\u{7b}") { literal in
            literal.unicodeScalars.map { scalar in
                names[scalar] ?? (signs.unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
            }.joined()
        }
    }

    /// The text in which the literal braces that Hurl would take for the beginning of a variable have another form, and the rest is escaped.
    private static func escapingBraces(_ text: String, as brace: String, _ escape: (String) -> String = { $0 }) -> String {
        let parts = Template(text).parts
        return parts.enumerated().map { index, part in
            switch part {
            case .reference(_, let range): return String(text[range])
            case .text(let literal):
                let escaped = escape(literal).replacing("{{", with: brace + brace)
                let isBeforeVariable = index + 1 < parts.count
                return isBeforeVariable && escaped.last == "{" ? escaped.dropLast() + brace : escaped
            }
        }.joined()
    }

    // MARK: Checks

    private mutating func writeChecks(_ draft: RequestDraft, _ details: JSONValue) {
        var assertions = draft.assertions.filter(\.isEnabled)
        let disabled = draft.assertions.count - assertions.count + draft.captures.count { !$0.isEnabled }
        if disabled > 0 { out.lose("disabled captures and assertions") }
        let kept = details.elements("response")
        guard !assertions.isEmpty || !draft.captures.isEmpty || !kept.isEmpty else { return }
        var status = "*"
        if let first = assertions.first, first.subject == "status", first.predicate == AssertionPredicate.equals.rawValue,
            let code = first.value.integer, (100...999).contains(code)
        {
            status = "\(code)"
            assertions.removeFirst()
        }
        out.lines.append("HTTP \(status)")
        writeCaptures(draft.captures, kept.compactMap { $0["capture"]?.string })
        var body: String?
        if let last = assertions.last, last.subject == "body .", last.predicate == AssertionPredicate.equals.rawValue,
            last.value.object != nil || last.value.array != nil
        {
            body = Self.escapingBraces(last.value.prettyText.trimmingEnd("\n"), as: "\\u007b")
            assertions.removeLast()
        }
        var asserts: [String] = []
        for assertion in assertions {
            if let line = line(for: assertion) {
                asserts.append(line)
            } else {
                out.lose("assertion “\(assertion.subject) \(assertion.predicate)”")
            }
        }
        asserts += kept.compactMap { $0["assert"]?.string }
        if !asserts.isEmpty { out.lines.append("[Asserts]") }
        for line in asserts { out.add(line) }
        if let body { out.lines.append(body) }
    }

    private mutating func writeCaptures(_ captures: [Capture], _ kept: [String]) {
        var all: [String] = []
        for capture in captures where capture.isEnabled {
            guard let query = query(capture.from, capture.query) else {
                out.lose("capture “\(capture.variable)”", because: "Hurl supports only JSONPath and XPath")
                continue
            }
            all.append("\(name(capture.variable)): \(query)\(capture.isSecret == true ? " redact" : "")")
        }
        all += kept
        if !all.isEmpty { out.lines.append("[Captures]") }
        for line in all { out.add(line) }
    }

    /// Hurl's query for our source and query; nil for a filter that is not a path.
    private func query(_ source: String, _ path: String) -> String? {
        switch source {
        case "status", "url", "version": return source
        case "time": return "duration"
        case "header", "cookie": return "\(source) \(quoted(path))"
        case "body" where path.isEmpty: return "body"
        case "body" where path.hasPrefix("regex:"): return "regex \(quoted(String(path.dropFirst("regex:".count))))"
        case "body" where path.hasSuffix(" | length"):
            let list = path.dropLast(9)
            let inner = list.hasPrefix("[") && list.hasSuffix("]") ? list.dropFirst().dropLast() : list
            return query(source, String(inner)).flatMap { $0.hasPrefix("jsonpath ") ? $0 + " count" : nil }
        case "body" where JSONPathText.isLikely(path): return "jsonpath \(quoted(path))"
        case "body" where XPathText.isLikely(path): return "xpath \(quoted(path))"
        case "body":
            // Names in quotes may contain any character.
            let isPath = path.wholeMatch(of: /\.?(?:[\p{L}\d._\[\]-]|\."[^"\\']*")*/) != nil
            guard isPath, path.hasPrefix(".") else { return nil }
            let names = path.replacing(/\."([^"]*)"/) { "['\($0.1)']" }.replacing(".[", with: "[").replacing("[]", with: "[*]")
            return "jsonpath \(quoted(path == "." ? "$" : "$" + names))"
        default: return nil
        }
    }

    private static let predicates: [String: String] = [
        "equals": "==", "notEquals": "!=", "contains": "contains", "notContains": "not contains", "startsWith": "startsWith",
        "endsWith": "endsWith", "matches": "matches", "exists": "exists", "notExists": "not exists", "isEmpty": "isEmpty",
        "lessThan": "<", "lessOrEqual": "<=", "greaterThan": ">", "greaterOrEqual": ">=", "hasLength": "count ==",
    ]
    private static let types = [
        "string": "isString", "boolean": "isBoolean", "number": "isNumber", "array": "isList", "object": "isObject",
    ]

    private func line(for assertion: Assertion) -> String? {
        guard let subject = AssertionSubject(assertion.subject), let query = query(subject.source.rawValue, subject.query) else {
            return nil
        }
        if assertion.predicate == AssertionPredicate.isType.rawValue {
            return Self.types[assertion.value.looseText].map { "\(query) \($0)" }
        }
        guard let predicate = Self.predicates[assertion.predicate], assertion.value.array == nil, assertion.value.object == nil else {
            return nil
        }
        if assertion.predicate == AssertionPredicate.hasLength.rawValue, !query.hasPrefix("jsonpath ") { return nil }
        if assertion.predicate == AssertionPredicate.matches.rawValue,
            let form = HurlReader.forms.first(where: { .string($0.value) == assertion.value })
        {
            return "\(query) \(form.key)"
        }
        if ["exists", "notExists", "isEmpty"].contains(assertion.predicate) { return "\(query) \(predicate)" }
        // Hurl compares types: without quotes, a variable has the type of the value that it was captured from.
        let comparesTypes = ["==", "!=", "<", "<=", ">", ">=", "count =="].contains(predicate)
        if comparesTypes, query.hasPrefix("jsonpath "), let text = assertion.value.string, text.wholeMatch(of: /\{\{[^{}]+\}\}/) != nil {
            return "\(query) \(predicate) \(text)"
        }
        return "\(query) \(predicate) \(assertion.value.string.map(quoted) ?? assertion.value.compactText)"
    }
}
