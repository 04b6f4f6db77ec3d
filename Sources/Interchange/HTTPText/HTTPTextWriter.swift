import JSON
import Workspace

/// Writes a request as text.
struct HTTPTextWriter {
    private(set) var text = ""

    init(_ draft: RequestDraft) {
        if !draft.name.isEmpty { directive("name", HTTPTextEscape.write(draft.name)) }
        for tag in draft.tags { directive("tag", HTTPTextEscape.write(tag)) }
        if !draft.docs.isEmpty { lines("docs", draft.docs) }
        for row in draft.variables { pair("var", row) }
        for row in draft.pathParameters { pair("path", row) }
        write(draft.auth)
        for option in RequestOption.all {
            if let value = option.fileValue(in: draft.options) { directive("option", "\(option.name) = \(value.compactText)") }
        }
        for capture in draft.captures { write(capture) }
        for assertion in draft.assertions {
            let value = assertion.value.isNull ? "" : assertion.value.compactText
            cells("assert", [assertion.subject, assertion.predicate, value], assertion.isEnabled)
        }
        if !draft.scripts.before.isEmpty { lines("before", draft.scripts.before) }
        if !draft.scripts.after.isEmpty { lines("after", draft.scripts.after) }
        writeBodyFacts(draft.body)
        writeRequestLine(draft)
        for row in draft.headers { header(row) }
        writeBody(draft.body)
    }

    private mutating func directive(_ name: String, _ value: String, isEnabled: Bool = true) {
        text += "# @\(isEnabled ? "" : "off ")\(name)\(value.isEmpty ? "" : " " + value)\n"
    }

    private mutating func lines(_ name: String, _ value: String) {
        for line in value.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            directive(name, HTTPTextEscape.write(String(Substring(line))))
        }
    }

    private mutating func pair(_ name: String, _ row: Row) {
        directive(name, "\(HTTPTextEscape.write(row.name, stops: "=")) = \(HTTPTextEscape.write(row.value))", isEnabled: row.isEnabled)
        note(row.comment)
    }

    private mutating func cells(_ name: String, _ cells: [String], _ isEnabled: Bool) {
        directive(name, cells.map { HTTPTextEscape.write($0, stops: "|") }.joined(separator: " | "), isEnabled: isEnabled)
    }

    /// The prefix of a secrecy that is neither `secret` nor `open`, in the line of a capture.
    static let unreadSecrecy = " | secret: "

    private mutating func write(_ capture: Capture) {
        let unread = capture.unreadSecrecy.isEmpty ? [] : ["secret: " + capture.unreadSecrecy]
        let secrecy = capture.isSecret.map { [$0 ? "secret" : "open"] } ?? unread
        cells("capture", [capture.variable, capture.from, capture.query] + secrecy, capture.isEnabled)
    }

    private mutating func note(_ comment: String) {
        if !comment.isEmpty { directive("note", HTTPTextEscape.write(comment)) }
    }

    private mutating func write(_ auth: AuthDraft) {
        guard auth.kind != .inherit else { return }
        directive("auth", auth.kind.rawValue)
        for name in auth.kind.fieldNames where !auth[name].isEmpty { directive("auth.\(name)", "= " + HTTPTextEscape.write(auth[name])) }
    }

    private mutating func writeBodyFacts(_ body: BodyDraft) {
        guard body.kind != .none else { return }
        directive("body", body.kind.rawValue)
        for (name, path) in body.kind.directives where !body[keyPath: path].isEmpty {
            directive(name, HTTPTextEscape.write(body[keyPath: path]))
        }
    }

    private mutating func writeRequestLine(_ draft: RequestDraft) {
        let url = HTTPTextEscape.write(draft.url, stops: "?").replacing(" HTTP/", with: "\\ HTTP/")
        text += HTTPTextEscape.write(draft.method, stops: HTTPTextEscape.methodStops) + " " + url + "\n"
        for (index, row) in draft.query.enumerated() {
            let value = row.isBare && row.value.isEmpty ? "" : "=" + HTTPTextEscape.write(row.value)
            text += "    \(row.isEnabled ? "" : "#")\(index == 0 ? "?" : "&")\(HTTPTextEscape.write(row.name, stops: "="))\(value)\n"
            note(row.comment)
        }
    }

    private mutating func header(_ row: Row) {
        let line = "\(HTTPTextEscape.write(row.name, stops: HTTPTextEscape.headerStops)): \(HTTPTextEscape.write(row.value))"
        if row.isEnabled { text += line + "\n" } else { directive("header", line, isEnabled: false) }
        note(row.comment)
    }

    private mutating func writeBody(_ body: BodyDraft) {
        guard let form = body.exportForm else { return }
        text += "\n"
        switch form {
        case .text(let content, _, _): text += content
        case .file(let path, _, _): text += "< " + HTTPTextEscape.write(path)
        case .query(let graphql):
            text += HTTPTextGraphQL.escaped(graphql.query)
            if !graphql.variables.isEmpty { text += "\n\(HTTPTextGraphQL.variablesLine)\n" + graphql.variables }
        case .rows(let rows): for row in rows { field(row) }
        case .parts(let parts): for part in parts { write(part) }
        }
    }

    private mutating func field(_ row: Row) {
        let isAlone = row.isBare && row.value.isEmpty && row.name.contains { $0 != " " && $0 != "\t" }
        let value = isAlone ? "" : " = " + HTTPTextEscape.write(row.value)
        text += "\(row.isEnabled ? "" : "# @off ")\(HTTPTextEscape.write(row.name, stops: "=#"))\(value)\n"
        note(row.comment)
    }

    private mutating func write(_ part: BodyDraft.Part) {
        field(Row(part.name, part.valueText, isEnabled: part.isEnabled))
        if !part.contentType.isEmpty { directive("type", HTTPTextEscape.write(part.contentType)) }
        if !part.fileName.isEmpty { directive("filename", HTTPTextEscape.write(part.fileName)) }
        if !part.headers.isEmpty { directive("headers", HTTPTextEscape.write(part.headers)) }
        note(part.comment)
    }
}

extension BodyDraft.Kind {
    /// The directives for the short texts of a body, besides the path of a file, which is the body's text.
    var directives: [(name: String, path: WritableKeyPath<BodyDraft, String>)] {
        entry.fields.compactMap { field in
            guard case .line(let path) = field.content, field.form.id != "path" else { return nil }
            return (name: Self.directiveNames[field.form.id] ?? field.form.id, path: path as WritableKeyPath<BodyDraft, String>)
        }
    }

    /// The directives that have other names than their fields.
    private static let directiveNames = ["contentType": "type", "lineBreaks": "line-breaks"]

    /// The kinds with that directive.
    static func kinds(withDirective name: some StringProtocol) -> [Self] {
        allCases.filter { kind in kind.directives.contains { $0.name == name } }
    }
}
