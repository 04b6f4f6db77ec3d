import JSON
import Workspace

/// Reads a request out of a text, line by line.
struct HTTPTextReader {
    /// The row that a note, a type or a file name belongs to.
    enum Target {
        case variables, path, query, headers, form, parts
    }

    private let lines: [Substring]
    private var index = 0
    var draft: RequestDraft
    var target: Target?
    /// Directives that are put together at the end.
    var docs: [String] = []
    var before: [String] = []
    var after: [String] = []
    var bodyKind: BodyDraft.Kind?
    var bodyType = ""
    var lineBreaks = ""
    var hasRequestLine = false

    init(_ text: String, over base: RequestDraft) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        draft = RequestDraft(auth: AuthDraft(.inherit, fields: base.auth.fields), body: base.body)
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
        guard hasRequestLine else { throw HTTPTextError(line: lines.count, message: "there is no line with a method and a URL") }
        finish()
        var body = HTTPTextBodyReader(draft: draft, firstLine: index + 1, type: bodyType, lineBreaks: lineBreaks)
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
        // As other tools write variables of a file.
        if !hasRequestLine, trimmed.hasPrefix("@") { return try directive("var " + trimmed.dropFirst()) }
        if hasRequestLine { try header(line, isEnabled: true) } else { try requestLine(line) }
    }

    /// Takes a comment beside the request as documentation; separators of `.http` files are skipped.
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
        for item in items.split(separator: "&") { query(item, isEnabled: true) }
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
