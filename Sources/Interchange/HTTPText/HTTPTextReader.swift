import JSON
import Workspace

/// Parses a request from text, line by line.
struct HTTPTextReader {
    /// The row to which a note, a type or a file name belongs.
    enum Target {
        case variables, path, query, headers, form, parts
    }

    private let lines: [Substring]
    private var index = 0
    var draft: RequestDraft
    var target: Target?
    /// Directives that are combined at the end.
    var docs: [String] = []
    var before: [String] = []
    var after: [String] = []
    var bodyKind: BodyDraft.Kind?
    /// The directives that only some kinds of body have, with their lines.
    var bodyDirectives: [(name: String, value: String, line: Int)] = []
    var hasRequestLine = false

    init(_ text: String, over base: RequestDraft, options: RequestOptions) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        draft = RequestDraft(
            auth: AuthDraft(.inherit, fields: base.auth.fields), body: base.body, options: options, comparison: base.comparison)
        draft.body.kind = .none
    }

    mutating func run() throws(HTTPTextError) -> RequestDraft {
        while index < lines.count {
            let line = Self.withoutReturn(lines[index])
            index += 1
            if line.allSatisfy({ $0 == " " || $0 == "\t" }) {
                if hasRequestLine { break }
                continue
            }
            try head(line)
        }
        guard hasRequestLine else { throw HTTPTextError(line: lines.count, message: "expected a line with a method and a URL") }
        finish()
        var body = HTTPTextBodyReader(draft: draft, firstLine: index + 1, directives: bodyDirectives)
        draft = try body.read(lines[min(index, lines.count)...], bodyKind)
        return draft
    }

    func fail(_ message: String) -> HTTPTextError { HTTPTextError(line: index, message: message) }

    private mutating func head(_ line: Substring) throws(HTTPTextError) {
        let trimmed = line.drop { $0 == " " || $0 == "\t" }
        if trimmed.hasPrefix("# @") { return try directive(trimmed.dropFirst(3)) }
        let isQuery = hasRequestLine && draft.headers.isEmpty && trimmed.startIndex > line.startIndex
        if isQuery, trimmed.hasPrefix("#?") || trimmed.hasPrefix("#&") { return query(trimmed.dropFirst(2), isEnabled: false) }
        if isQuery, trimmed.hasPrefix("?") || trimmed.hasPrefix("&") { return query(trimmed.dropFirst(), isEnabled: true) }
        if trimmed.hasPrefix("#") || trimmed.hasPrefix("//") { return comment(trimmed) }
        // Variables of a file in the notation of other tools.
        if !hasRequestLine, trimmed.hasPrefix("@") { return try directive("var " + trimmed.dropFirst()) }
        if hasRequestLine { try header(line, isEnabled: true) } else { try requestLine(line) }
    }

    /// Reads a comment above the request line as documentation; separators of `.http` files are skipped.
    private mutating func comment(_ line: Substring) {
        let text = line.drop { $0 == "#" || $0 == "/" }.drop { $0 == " " }
        if !text.isEmpty { docs.append(String(text)) }
    }

    private mutating func requestLine(_ line: Substring) throws(HTTPTextError) {
        guard let (method, rest) = HTTPTextEscape.split(line, at: " ") else {
            throw fail("expected a method and a URL, such as GET https://example.com/")
        }
        hasRequestLine = true
        target = .query
        draft.method = HTTPTextEscape.read(method, stops: HTTPTextEscape.methodStops)
        var url = rest[...]
        if let version = url.firstRange(of: " HTTP/"), url[..<version.lowerBound].last != "\\" { url = url[..<version.lowerBound] }
        let text = url.replacing("\\ HTTP/", with: " HTTP/")
        let (path, items) = HTTPTextEscape.split(text, at: "?") ?? (String(text), "")
        draft.url = HTTPTextEscape.read(path, stops: "?")
        for item in items.split(separator: "&", omittingEmptySubsequences: items.isEmpty) { query(item, isEnabled: true) }
    }

    private mutating func query(_ text: Substring, isEnabled: Bool) {
        target = .query
        let pair = HTTPTextEscape.split(text, at: "=")
        let (name, value) = pair ?? (String(text), "")
        draft.query.append(
            Row(HTTPTextEscape.read(name, stops: "="), HTTPTextEscape.read(value), isEnabled: isEnabled, isBare: pair == nil))
    }

    mutating func header(_ line: Substring, isEnabled: Bool) throws(HTTPTextError) {
        guard let (name, value) = HTTPTextEscape.split(line, at: ":") else { throw fail("expected a header as Name: value") }
        target = .headers
        let text = value.hasPrefix(" ") ? value.dropFirst() : value[...]
        let header = HTTPTextEscape.read(name, stops: HTTPTextEscape.headerStops)
        draft.headers.append(Row(header, HTTPTextEscape.read(text), isEnabled: isEnabled))
    }

    private mutating func finish() {
        draft.docs = docs.joined(separator: "\n")
        draft.scripts.before = before.joined(separator: "\n")
        draft.scripts.after = after.joined(separator: "\n")
    }

    private static func withoutReturn(_ line: Substring) -> Substring { line.last == "\r" ? line.dropLast() : line }
}

extension HTTPTextReader {
    /// A line after `# @`.
    mutating func directive(_ text: Substring) throws(HTTPTextError) {
        let isEnabled = !text.hasPrefix("off ")
        let text = isEnabled ? text : text.dropFirst(4)
        let name = text.prefix { $0 != " " }
        let value = text.dropFirst(name.count + 1)
        switch name {
        case "name": draft.name = HTTPTextEscape.read(value)
        case "tag": draft.tags.append(HTTPTextEscape.read(value))
        case "docs": docs.append(HTTPTextEscape.read(value))
        case "before": before.append(HTTPTextEscape.read(value))
        case "after": after.append(HTTPTextEscape.read(value))
        case "var":
            draft.variables.append(try pair(value, isEnabled))
            target = .variables
        case "path":
            draft.pathParameters.append(try pair(value, isEnabled))
            target = .path
        case "header": try header(value, isEnabled: isEnabled)
        case "note": note(HTTPTextEscape.read(value))
        case "auth": try auth(value)
        case "option": try option(value)
        case "capture": try capture(value, isEnabled)
        case "assert": try assertion(value, isEnabled)
        case "body": try body(value)
        case _ where name.hasPrefix("auth."): authField(String(name.dropFirst(5)), value)
        case _ where !BodyDraft.Kind.kinds(withDirective: name).isEmpty:
            bodyDirectives.append((String(name), HTTPTextEscape.read(value), index))
        default: throw fail("unknown directive @\(name)")
        }
    }

    private func pair(_ text: Substring, _ isEnabled: Bool) throws(HTTPTextError) -> Row {
        guard let row = Row(httpText: text, isEnabled: isEnabled) else { throw fail("expected name = value") }
        return row
    }

    /// A note belongs to the row above it.
    private mutating func note(_ text: String) {
        switch target {
        case .variables: Self.note(text, &draft.variables)
        case .path: Self.note(text, &draft.pathParameters)
        case .query: Self.note(text, &draft.query)
        case .headers: Self.note(text, &draft.headers)
        case .form, .parts, nil: docs.append(text)
        }
    }

    private static func note(_ text: String, _ rows: inout [Row]) {
        if let last = rows.indices.last { rows[last].comment = text }
    }

    private mutating func auth(_ value: Substring) throws(HTTPTextError) {
        guard let kind = AuthDraft.Kind(rawValue: String(value)) else {
            throw fail("expected one of \(AuthDraft.Kind.allCases.map(\.rawValue).joined(separator: ", ")) after @auth")
        }
        draft.auth.kind = kind
        // Options that the text does not contain are removed.
        for name in kind.fieldNames { draft.auth[name] = "" }
    }

    private mutating func authField(_ name: String, _ value: Substring) {
        draft.auth[name] = HTTPTextEscape.read(value.hasPrefix("= ") ? value.dropFirst(2) : value.drop { $0 == "=" })
    }

    private mutating func option(_ value: Substring) throws(HTTPTextError) {
        let name = try pair(value, true).name
        // JSON has escapes of its own.
        let text = HTTPTextEscape.split(value, at: "=").map { $0.1.hasPrefix(" ") ? String($0.1.dropFirst()) : $0.1 } ?? ""
        guard let option = RequestOption.named(name) else { throw fail("unknown option “\(name)”") }
        option.set(fileValue: (try? JSONValue(parsing: text)) ?? .string(text), in: &draft.options)
    }

    private mutating func capture(_ value: Substring, _ isEnabled: Bool) throws(HTTPTextError) {
        // A bar in the query is escaped, so this one is a separator.
        let isSecret = value.hasSuffix(" | secret") ? true : value.hasSuffix(" | open") ? false : nil
        let unread = isSecret == nil ? value.ranges(of: HTTPTextWriter.unreadSecrecy).last : nil
        let front = unread.map { value[..<$0.lowerBound] } ?? value.dropLast(isSecret.map { $0 ? 9 : 7 } ?? 0)
        let cells = try cells(front, "variable | from | query")
        var capture = Capture(variable: cells[0], from: cells[1], query: cells[2], isSecret: isSecret, isEnabled: isEnabled)
        if let unread { capture.unreadSecrecy = HTTPTextEscape.read(value[unread.upperBound...], stops: "|") }
        draft.captures.append(capture)
    }

    private mutating func assertion(_ value: Substring, _ isEnabled: Bool) throws(HTTPTextError) {
        let cells = try cells(value, "subject | predicate | value")
        let json: JSONValue = cells[2].isEmpty ? .null : (try? JSONValue(parsing: cells[2])) ?? .string(cells[2])
        draft.assertions.append(Assertion(subject: cells[0], predicate: cells[1], value: json, isEnabled: isEnabled))
    }

    /// Three cells separated by bars; the last may be left out.
    private func cells(_ text: Substring, _ form: String) throws(HTTPTextError) -> [String] {
        guard let (first, rest) = HTTPTextEscape.split(text, at: "|") else { throw fail("expected \(form)") }
        let (second, third) = HTTPTextEscape.split(rest, at: "|") ?? (String(rest), "")
        let inner = [
            first.hasSuffix(" ") ? String(first.dropLast()) : first, Self.trimmedOnce(second),
            third.hasPrefix(" ") ? String(third.dropFirst()) : third,
        ]
        return inner.map { HTTPTextEscape.read($0, stops: "|") }
    }

    private static func trimmedOnce(_ text: String) -> String {
        let start = text.hasPrefix(" ") ? text.dropFirst() : text[...]
        return String(start.hasSuffix(" ") ? start.dropLast() : start)
    }

    private mutating func body(_ value: Substring) throws(HTTPTextError) {
        guard let kind = BodyDraft.Kind(rawValue: String(value)) else {
            throw fail("expected one of \(BodyDraft.Kind.allCases.map(\.rawValue).joined(separator: ", ")) after @body")
        }
        bodyKind = kind
    }
}

/// The separator between a GraphQL document and its variables.
enum HTTPTextGraphQL {
    static let variablesLine = "# @variables"

    /// A line of the document that looks like the separator gets a backslash.
    static func escaped(_ query: String) -> String { map(query) { isVariablesLine($0) ? "\\" + $0 : $0 } }

    static func unescaped(_ query: String) -> String {
        map(query) { $0.hasPrefix("\\") && isVariablesLine($0) ? String($0.dropFirst()) : $0 }
    }

    private static func isVariablesLine(_ line: String) -> Bool { line.drop { $0 == "\\" } == variablesLine }

    private static func map(_ text: String, _ change: (String) -> String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }.joined(separator: "\n")
    }
}

/// Parses the text after the first empty line.
struct HTTPTextBodyReader {
    var draft: RequestDraft
    let firstLine: Int
    /// The directives that only some kinds of body have, with their lines.
    let directives: [(name: String, value: String, line: Int)]

    mutating func read(_ lines: ArraySlice<Substring>, _ said: BodyDraft.Kind?) throws(HTTPTextError) -> RequestDraft {
        let text = lines.joined(separator: "\n")
        guard let kind = said ?? kind(of: text) else { return draft }
        try check(kind)
        draft.body.kind = kind
        for (name, path) in kind.directives { draft.body[keyPath: path] = directives.last { $0.name == name }?.value ?? "" }
        switch kind {
        case .none: break
        case .text: draft.body.text = text
        case .json: draft.body.json = text
        case .xml: draft.body.xml = text
        case .file:
            let path = text.drop { $0.isWhitespace }
            draft.body.file = HTTPTextEscape.read(
                (path.hasPrefix("<") ? path.dropFirst(path.hasPrefix("< ") ? 2 : 1) : path).prefix { !$0.isNewline })
        case .graphql: graphql(lines)
        case .form: try form(lines)
        case .multipart: try parts(lines)
        }
        return draft
    }

    /// Refuses a directive that this kind of body ignores.
    private func check(_ kind: BodyDraft.Kind) throws(HTTPTextError) {
        for (name, _, line) in directives {
            let kinds = BodyDraft.Kind.kinds(withDirective: name)
            guard !kinds.contains(kind) else { continue }
            let names = kinds.map(\.rawValue).joined(separator: " and ")
            let advice = name == "type" ? "; for this body, set a header Content-Type" : ""
            throw HTTPTextError(line: line, message: "@\(name) belongs to a body of the kind \(names)\(advice)")
        }
    }

    /// The kind of a body without a directive: by its content type, or by its content.
    private mutating func kind(of text: String) -> BodyDraft.Kind? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        if text.hasPrefix("< ") { return .file }
        let type = draft.headers.contentType?.lowercased() ?? ""
        if type.contains("json") { return .json }
        if type.contains("xml") { return .xml }
        if !type.isEmpty { return .text }
        if (try? JSONValue(parsing: text)) != nil { return .json }
        return text.drop { $0.isWhitespace }.hasPrefix("<") ? .xml : .text
    }

    private mutating func graphql(_ lines: ArraySlice<Substring>) {
        let mark = lines.firstIndex { $0 == HTTPTextGraphQL.variablesLine }
        draft.body.graphql.query = HTTPTextGraphQL.unescaped(lines[..<(mark ?? lines.endIndex)].joined(separator: "\n"))
        draft.body.graphql.variables = mark.map { lines[($0 + 1)...].joined(separator: "\n") } ?? ""
    }

    private mutating func form(_ lines: ArraySlice<Substring>) throws(HTTPTextError) {
        draft.body.form = []
        for (offset, line) in lines.enumerated() where line.contains(where: { $0 != " " && $0 != "\t" }) {
            if line.hasPrefix("# @note ") {
                if let last = draft.body.form.indices.last { draft.body.form[last].comment = HTTPTextEscape.read(line.dropFirst(8)) }
            } else {
                let row = field(line)
                // A name that begins with this sign is written with a backslash, so this is a comment or a mistyped directive.
                guard !row.isBare || !line.hasPrefix("#") || !row.isEnabled else {
                    throw HTTPTextError(line: firstLine + offset, message: "expected a field: a comment in a form is # @note TEXT")
                }
                draft.body.form.append(row)
            }
        }
    }

    private mutating func parts(_ lines: ArraySlice<Substring>) throws(HTTPTextError) {
        var parts: [BodyDraft.Part] = []
        for (offset, line) in lines.enumerated() where !line.isEmpty {
            if line.hasPrefix("# @"), !line.hasPrefix("# @off "), let last = parts.indices.last {
                let name = line.dropFirst(3).prefix { $0 != " " }
                let value = HTTPTextEscape.read(line.dropFirst(name.count + 4))
                switch name {
                case "type": parts[last].contentType = value
                case "filename": parts[last].fileName = value
                case "headers": parts[last].headers = value
                case "note": parts[last].comment = value
                default: throw HTTPTextError(line: firstLine + offset, message: "unknown directive @\(name) of a part")
                }
            } else {
                let row = try row(line, offset)
                var part = BodyDraft.Part(row.name, isEnabled: row.isEnabled)
                part.valueText = row.value
                parts.append(part)
            }
        }
        draft.body.parts = parts
    }

    /// The row of a line; a name without `=` is a bare one.
    private func field(_ line: Substring) -> Row {
        let isEnabled = !line.hasPrefix("# @off ")
        let text = isEnabled ? line : line.dropFirst(7)
        return Row(httpText: text, isEnabled: isEnabled)
            ?? Row(HTTPTextEscape.read(text, stops: "=#"), isEnabled: isEnabled, isBare: true)
    }

    private func row(_ line: Substring, _ offset: Int) throws(HTTPTextError) -> Row {
        let row = field(line)
        guard !row.isBare else { throw HTTPTextError(line: firstLine + offset, message: "expected a field as name = value") }
        return row
    }
}
