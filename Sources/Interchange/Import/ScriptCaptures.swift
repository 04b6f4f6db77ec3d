import JSON
import Workspace

/// The captures of a script that does nothing but set variables to parts of the response, in the notation of Postman, JetBrains' client, Bruno or
/// Insomnia.
struct ScriptCaptures {
    /// The captures; empty if the script does anything else. Tests and log messages are ignored.
    static func captures(in script: String) -> [Capture] {
        // Most scripts set nothing.
        guard script.utf8.count <= limit, sets(script) else { return [] }
        var reader = ScriptCaptures()
        for statement in statements(of: script) {
            guard reader.parseStatement(statement) else { return [] }
        }
        return reader.captures
    }

    /// True for a script with code that captures do not replace.
    static func leaves(_ script: String) -> Bool {
        let hasCode = script.textLines.contains { line in
            let line = line[...].trimmingBlanks
            // A comment may be a reference to a script in another file.
            return !line.isEmpty && (!line.hasPrefix("//") || line.hasPrefix("// > ") || line.hasPrefix("// < "))
        }
        guard hasCode, !captures(in: script).isEmpty else { return hasCode }
        return statements(of: script).contains { statement in tests.contains(where: statement.hasPrefix) }
    }

    private static let limit = 20_000

    private var captures: [Capture] = []
    /// Expressions by the names of constants.
    private var constants: [String: String] = [:]

    /// Takes a statement; false if it is not known.
    private mutating func parseStatement(_ statement: String) -> Bool {
        if (Self.messages + Self.tests).contains(where: statement.hasPrefix) { return !Self.sets(statement) }
        if let setter = Self.setters.first(where: statement.hasPrefix), statement.hasSuffix(")") {
            guard let (name, rest) = Self.quoted(statement.dropFirst(setter.count).dropLast()), rest.hasPrefix(","), !name.contains("{{"),
                let expression = expression(rest.dropFirst()), let capture = Self.capture(of: expression, as: name)
            else { return false }
            captures.removeAll { $0.variable == name }
            captures.append(capture)
            return true
        }
        let keyword = ["const ", "let ", "var "].first(where: statement.hasPrefix) ?? ""
        let text = statement.dropFirst(keyword.count).trimmingBlanks
        let name = text.prefix(while: Self.isOfName)
        let rest = text.dropFirst(name.count).trimmingBlanks
        guard !name.isEmpty, rest.hasPrefix("="), !rest.hasPrefix("=="), !rest.hasPrefix("=>"),
            let expression = expression(rest.dropFirst())
        else { return false }
        constants[String(name)] = expression
        return true
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    private static let messages = ["console.log(", "console.info(", "console.warn(", "console.error(", "client.log("]
    private static let tests = ["pm.test(", "client.test(", "test(", "tests["]
    private static let setters = [
        "pm.environment.set(", "pm.globals.set(", "pm.collectionVariables.set(", "pm.variables.set(", "postman.setEnvironmentVariable(",
        "postman.setGlobalVariable(", "client.global.set(", "bru.setVar(", "bru.setEnvVar(", "bru.setGlobalEnvVar(",
        "bru.setCollectionVar(",
        "insomnia.environment.set(", "insomnia.baseEnvironment.set(", "insomnia.collectionVariables.set(", "insomnia.variables.set(",
    ]

    /// True if a text contains the call of a setter: `.set` with a bracket or a capital letter after it.
    private static func sets(_ text: String) -> Bool {
        let (bytes, word) = (Array(text.utf8), Array(".set".utf8))
        guard bytes.count > word.count else { return false }
        return (0..<bytes.count - word.count).contains { start in
            guard bytes[start] == word[0], bytes[start..<start + word.count].elementsEqual(word) else { return false }
            let next = bytes[start + word.count]
            return next == UInt8(ascii: "(") || (0x41...0x5A).contains(next)
        }
    }

    /// The text between the quotes at the start of a text, and the rest after them; nil if the text is empty or has placeholders, as `t_${n}`.
    private static func quoted(_ text: Substring) -> (text: String, rest: Substring)? {
        let start = text.trimmingBlanks
        guard let quote = start.first, "\"'`".contains(quote), let end = start.dropFirst().firstIndex(of: quote) else { return nil }
        let inner = start[..<end].dropFirst()
        guard !inner.isEmpty, quote != "`" || !inner.contains("${") else { return nil }
        return (String(inner), start[end...].dropFirst().trimmingBlanks)
    }

    /// An expression in which the response is `res` as in Bruno; nil for other expressions.
    private func expression(_ text: Substring) -> String? {
        var text = text.trimmingBlanks
        if text.utf8.contains(UInt8(ascii: "?")) { text = text.replacing("?.", with: ".").replacing(".[", with: "[")[...] }
        for (root, name) in Self.roots where text.hasPrefix(root) { return name + text.dropFirst(root.count) }
        if text.hasPrefix("jsonPath("), text.hasSuffix(")"), let comma = text.firstIndex(of: ",") {
            guard expression(text[..<comma].dropFirst("jsonPath(".count)) == "res.body",
                let (path, rest) = Self.quoted(text[comma...].dropFirst().dropLast()), rest.isEmpty, path.hasPrefix("$")
            else { return nil }
            return path
        }
        if let getter = Self.headerGetters.first(where: text.hasPrefix), text.hasSuffix(")") {
            guard let (name, rest) = Self.quoted(text.dropFirst(getter.count).dropLast()), rest.isEmpty else { return nil }
            return (getter.hasPrefix("pm.cookies") ? "res.cookies." : "res.headers.") + name
        }
        let name = text.prefix(while: Self.isOfName)
        return constants[String(name)].map { $0 + text.dropFirst(name.count) }
    }

    private static let headerGetters = [
        "pm.response.headers.get(", "response.headers.valueOf(", "res.getHeader(", "postman.getResponseHeader(",
        "insomnia.response.headers.get(", "pm.cookies.get(",
    ]

    private static let roots = [
        ("pm.response.json()", "res.body"), ("JSON.parse(responseBody)", "res.body"), ("JSON.parse(pm.response.text())", "res.body"),
        ("pm.response.text()", "res.body"), ("pm.response.responseTime", "res.responseTime"),
        ("insomnia.response.json()", "res.body"), ("response.body", "res.body"), ("res.getBody()", "res.body"), ("res.body", "res.body"),
        ("pm.response.code", "res.status"), ("responseCode.code", "res.status"), ("response.status", "res.status"),
        ("res.getStatus()", "res.status"), ("res.status", "res.status"),
    ]

    private static func capture(of expression: String, as name: String) -> Capture? {
        if expression.hasPrefix("$") { return Capture(variable: name, from: "body", query: expression) }
        if expression.hasPrefix("res.cookies.") {
            return Capture(variable: name, from: "cookie", query: String(expression.dropFirst("res.cookies.".count)))
        }
        // Calls and lengths cannot be captured.
        guard !expression.utf8.contains(UInt8(ascii: "(")), !expression.hasSuffix(".length"), let found = BrunoExpression(expression) else {
            return nil
        }
        return Capture(variable: name, from: found.source, query: found.query)
    }

    /// The statements of a script without its comments: they end with a semicolon or a line, outside brackets and quotes.
    private static func statements(of script: String) -> [String] {
        var (statements, current, depth) = ([String](), [UInt8](), 0)
        var rest = Array(script.utf8)[...]
        func end() {
            let text = Substring(String(decoding: current, as: UTF8.self)).trimmingBlanks
            if !text.isEmpty { statements.append(String(text)) }
            current = []
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "/"): rest = rest.drop { !isNewline($0) }
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"):
                rest = rest.firstRange(of: Array("*/".utf8)).map { rest[$0.upperBound...] } ?? []
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                current.append(byte)
                while let next = rest.popFirst() {
                    current.append(next)
                    if next == UInt8(ascii: "\\"), let escaped = rest.popFirst() { current.append(escaped) }
                    if next == byte || isNewline(next) && byte != UInt8(ascii: "`") { break }
                }
            case UInt8(ascii: ";") where depth <= 0: end()
            case _ where isNewline(byte) && depth <= 0 && !continues(current, rest): end()
            default:
                if "([{".utf8.contains(byte) { depth += 1 }
                if ")]}".utf8.contains(byte) { depth -= 1 }
                current.append(byte)
            }
        }
        end()
        return statements
    }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    private static func isBlank(_ byte: UInt8) -> Bool { isNewline(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// True if a statement continues on the next line.
    private static func continues(_ statement: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
        rest.drop(while: isBlank).first == UInt8(ascii: ".")
            || statement.last { !isBlank($0) }.map { "=,+.".utf8.contains($0) } == true
    }
}

extension RequestDraft {
    /// Takes the captures and assertions of an export out of the script, and adds the captures of a script that does nothing else, which stays.
    mutating func addCapturesOfScript() {
        for checks in [ScriptChecks.postman, .jetBrains] where scripts.after.contains(ScriptChecks.heading) { checks.extract(from: &self) }
        let known = Set(captures.map(\.variable))
        captures += ScriptCaptures.captures(in: scripts.after).filter { !known.contains($0.variable) }
    }

    /// The captures that the script does not make itself.
    var capturesBesideScript: [Capture] {
        guard !captures.isEmpty, !scripts.after.isEmpty else { return captures }
        let made = ScriptCaptures.captures(in: scripts.after)
        return captures.filter { capture in
            !made.contains { ($0.variable, $0.from, $0.query) == (capture.variable, capture.from, capture.query) }
        }
    }
}

/// Captures and assertions as the last lines of a script: another program runs them, and an import reads them again.
struct ScriptChecks: Sendable {
    /// The line before them.
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
        comparesContent: false, isElsewhere: HTTPFileWriter.isReference, form: { "client.assert(\($0.plain))" })

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

    // MARK: Writing

    /// The draft with its captures and assertions in the script.
    func added(to draft: RequestDraft) -> RequestDraft {
        var result = draft
        result.captures = draft.captures.filter(isElsewhere)
        result.assertions = []
        let lines = draft.capturesBesideScript.filter { !isElsewhere($0) }.compactMap(line) + draft.assertions.compactMap(line)
        guard !lines.isEmpty else { return result }
        result.scripts.after += (draft.scripts.after.isEmpty ? "" : "\n") + ([Self.heading] + lines).joined(separator: "\n")
        return result
    }

    /// The captures and assertions that the script cannot contain.
    func missing(of draft: RequestDraft) -> [String] {
        draft.capturesBesideScript.filter { !isElsewhere($0) && line(for: $0) == nil }.map { "capture “\($0.variable)”" }
            + draft.assertions.filter { line(for: $0) == nil }.map { "assertion “\($0.subject) \($0.predicate)”" }
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
        guard statement.hasPrefix(setter), var capture = ScriptCaptures.captures(in: statement).first else { return nil }
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
