import JSON
import Workspace

/// Captures and assertions as the last lines of a script: another program runs them, and an import reads them again.
struct ScriptChecks: Sendable {
    /// The line before the captures and assertions.
    static let heading = "// Captures and assertions of Apus"

    static let postman = ScriptChecks(
        setter: "pm.environment.set(", test: "pm.test(", json: "pm.response.json()", text: "pm.response.text()",
        sources: [
            .status: "pm.response.code", .time: "pm.response.responseTime", .header: "pm.response.headers.get(<name>)",
            .cookie: "pm.cookies.get(<name>)",
        ], variables: "pm.variables.replaceIn(<value>)", form: { "pm.expect(<subject>)" + $0.chai })

    static let jetBrains = ScriptChecks(
        setter: "client.global.set(", test: "client.test(", json: nil, text: "response.body",
        sources: [.status: "response.status", .header: "response.headers.valueOf(<name>)"], jsonPath: "jsonPath(response.body, <name>)",
        comparesContent: false, isElsewhere: ScriptChecks.isReference, form: { "client.assert(\($0.plain))" })

    private let setter: String
    private let test: String
    /// The body as a document; nil if only ``text`` names it.
    private let json: String?
    private let text: String
    private let sources: [CaptureSource: String]
    /// The call for a JSONPath query; nil if the program has none, so that only paths of members can be written.
    var jsonPath: String?
    /// The call that replaces variables in a text; nil if the program has none.
    var variables: String?
    /// True if two objects with the same content are equal.
    var comparesContent = true
    /// True for captures that the format has outside of scripts.
    var isElsewhere: @Sendable (Capture) -> Bool = { _ in false }
    private let form: @Sendable (Form) -> String

    /// True for a capture by the name of a request: `{{login.response.body.$.token}}`.
    @Sendable static func isReference(_ capture: Capture) -> Bool {
        let parts = capture.variable.split(separator: ".", maxSplits: 3)
        return parts.count == 4 && parts[1] == "response"
    }

    // MARK: Writing

    /// The draft with its captures and assertions in the script.
    func added(to draft: RequestDraft) -> RequestDraft {
        var result = draft
        result.captures = draft.captures.filter(isElsewhere)
        result.assertions = []
        let request = draft.withoutChecksOfScript
        let lines = request.captures.filter { !isElsewhere($0) }.compactMap(line) + request.assertions.compactMap(line)
        guard !lines.isEmpty else { return result }
        result.scripts.after += (draft.scripts.after.isEmpty ? "" : "\n") + ([Self.heading] + lines).joined(separator: "\n")
        return result
    }

    /// The captures and assertions that the script cannot contain.
    func missing(of draft: RequestDraft) -> [String] {
        let request = draft.withoutChecksOfScript
        return request.captures.filter { !isElsewhere($0) && line(for: $0) == nil }.map { "capture “\($0.variable)”" }
            + request.assertions.filter { line(for: $0) == nil }.map { "assertion “\($0.subject) \($0.predicate)”" }
    }

    /// The line, if it can be read again.
    private func line(for capture: Capture) -> String? { text(of: capture).flatMap { self.capture(in: $0) == capture ? $0 : nil } }
    private func line(for assertion: Assertion) -> String? {
        text(of: assertion).flatMap { self.assertion(in: $0) == assertion ? $0 : nil }
    }

    private func text(of capture: Capture) -> String? {
        guard let source = CaptureSource(capture.from), let expression = expression(source, capture.query),
            !capture.variable.contains(where: { "\"\\{".contains($0) || $0.isNewline })
        else { return nil }
        let notes = (capture.query.hasPrefix("$") && jsonPath == nil ? [capture.query] : []) + (capture.isSecret.map(Self.secrecy) ?? [])
        let note = notes.isEmpty ? "" : " // " + notes.joined(separator: ", ")
        return (capture.isEnabled ? "" : "// ") + setter + "\"\(capture.variable)\", \(expression));" + note
    }

    private static func secrecy(_ isSecret: Bool) -> [String] { [isSecret ? "secret" : "not secret"] }

    private func text(of assertion: Assertion) -> String? {
        guard let subject = AssertionSubject(assertion.subject), let predicate = AssertionPredicate(rawValue: assertion.predicate),
            var expression = expression(subject.source, subject.query), let form = Self.forms[predicate]
        else { return nil }
        var value = assertion.value
        let isContent = value.object != nil || value.array != nil
        if isContent, [.equals, .notEquals].contains(predicate), !comparesContent { return nil }
        if [.header, .cookie].contains(subject.source), !value.isNull, predicate != .hasLength {
            // Headers and cookies are texts: they become numbers only for comparisons of size.
            if Self.comparisons.contains(predicate) { expression = "Number(\(expression))" } else { value = .string(value.looseText) }
        }
        var literal = value.compactText
        if literal.contains("{{") {
            guard let variables else { return nil }
            literal = variables.replacing("<value>", with: literal)
            // The result is a text.
            if Self.comparisons.contains(predicate) || predicate == .hasLength { literal = "Number(\(literal))" }
            if [.equals, .notEquals].contains(predicate), !isContent { expression = "String(\(expression))" }
        }
        let title = "\(assertion.subject) \(assertion.predicate)" + (assertion.value.isNull ? "" : " " + assertion.value.compactText)
        let check = self.form(form).replacing("<subject>", with: expression).replacing("<value>", with: literal)
        return (assertion.isEnabled ? "" : "// ") + "\(test)\(JSONValue.string(title).compactText), () => \(check));"
    }

    /// The part of the response; nil if the program cannot name it.
    private func expression(_ source: CaptureSource, _ query: String) -> String? {
        if source == .body {
            if query.isEmpty { return text }
            if query.hasPrefix("$"), let jsonPath { return jsonPath.replacing("<name>", with: JSONValue.string(query).compactText) }
            if query == "$" || query == "." { return json }
            let member = BrunoExpression.text(source: source.rawValue, query: query)
            return member.map { (json ?? text) + $0.dropFirst("res.body".count) }
        }
        return sources[source]?.replacing("<name>", with: JSONValue.string(query).compactText)
    }

    // MARK: Reading

    /// Moves the lines at the end of the script to the captures and assertions, if all of them are as an export has written them.
    func extract(from draft: inout RequestDraft) {
        let lines = draft.scripts.after.textLines
        guard let start = lines.lastIndex(of: Self.heading) else { return }
        var (captures, assertions) = ([Capture](), [Assertion]())
        for line in lines[(start + 1)...] where !line.isEmpty {
            if let capture = capture(in: line) {
                captures.append(capture)
            } else if let assertion = assertion(in: line) {
                assertions.append(assertion)
            } else {
                return
            }
        }
        draft.scripts.after = lines[..<start].joined(separator: "\n")
        draft.captures += captures
        draft.assertions += assertions
    }

    private func capture(in line: String) -> Capture? {
        let isEnabled = !line.hasPrefix("// ")
        let statement = isEnabled ? line : String(line.dropFirst(3))
        guard statement.hasPrefix(setter), var capture = ScriptReader(statement).captures.first else { return nil }
        var note = statement.ranges(of: "; // ").last.map { statement[$0.upperBound...] } ?? ""
        for isSecret in [false, true] where capture.isSecret == nil && note.hasSuffix(Self.secrecy(isSecret)[0]) {
            capture.isSecret = isSecret
            note = note.dropLast(Self.secrecy(isSecret)[0].count)
            if note.hasSuffix(", ") { note = note.dropLast(2) }
        }
        capture.isEnabled = isEnabled
        return [capture.query, ".", String(note)].lazy.map { query -> Capture in
            var candidate = capture
            candidate.query = query
            return candidate
        }.first { text(of: $0) == line }
    }

    private func assertion(in line: String) -> Assertion? {
        let isEnabled = !line.hasPrefix("// ")
        let statement = isEnabled ? line : String(line.dropFirst(3))
        guard statement.hasPrefix(test), let end = statement.firstRange(of: "\", () => ") else { return nil }
        let literal = statement[..<end.lowerBound].dropFirst(test.count) + "\""
        guard let title = (try? JSONValue(parsing: String(literal)))?.string else { return nil }
        for predicate in AssertionPredicate.allCases {
            for range in title.ranges(of: " \(predicate.rawValue)") {
                let rest = title[range.upperBound...]
                guard rest.isEmpty || rest.hasPrefix(" "),
                    let value = rest.isEmpty ? .null : try? JSONValue(parsing: String(rest.dropFirst()))
                else { continue }
                let assertion = Assertion(
                    subject: String(title[..<range.lowerBound]), predicate: predicate.rawValue, value: value, isEnabled: isEnabled)
                if text(of: assertion) == line { return assertion }
            }
        }
        return nil
    }

    // MARK: Predicates

    /// A predicate as an assertion of chai, and as a condition of JavaScript.
    private struct Form: Sendable {
        let chai: String
        let plain: String

        init(_ chai: String, _ plain: String) { (self.chai, self.plain) = (chai, plain) }
    }

    private static let comparisons: Set<AssertionPredicate> = [.lessThan, .lessOrEqual, .greaterThan, .greaterOrEqual]

    private static let forms: [AssertionPredicate: Form] = [
        .equals: Form(".to.eql(<value>)", "<subject> === <value>"), .notEquals: Form(".to.not.eql(<value>)", "<subject> !== <value>"),
        .contains: Form(".to.include(<value>)", "<subject>.includes(<value>)"),
        .notContains: Form(".to.not.include(<value>)", "!<subject>.includes(<value>)"),
        .startsWith: Form(".to.satisfy(text => text.startsWith(<value>))", "<subject>.startsWith(<value>)"),
        .endsWith: Form(".to.satisfy(text => text.endsWith(<value>))", "<subject>.endsWith(<value>)"),
        .matches: Form(".to.match(new RegExp(<value>))", "new RegExp(<value>).test(<subject>)"),
        .exists: Form(".to.exist", "<subject> != null"), .notExists: Form(".to.not.exist", "<subject> == null"),
        .isEmpty: Form(".to.be.empty", "<subject>.length === 0"), .lessThan: Form(".to.be.below(<value>)", "<subject> < <value>"),
        .lessOrEqual: Form(".to.be.at.most(<value>)", "<subject> <= <value>"),
        .greaterThan: Form(".to.be.above(<value>)", "<subject> > <value>"),
        .greaterOrEqual: Form(".to.be.at.least(<value>)", "<subject> >= <value>"),
        .hasLength: Form(".to.have.lengthOf(<value>)", "<subject>.length === <value>"),
        .isType: Form(
            ".to.be.a(<value>)", "Object.prototype.toString.call(<subject>).slice(8, -1).toLowerCase() === <value>"),
    ]
}
