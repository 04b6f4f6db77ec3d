import Workspace

/// The captures of a script that does nothing but set variables to parts of the response, in the notation of Postman, JetBrains' client, Bruno or
/// Insomnia.
struct ScriptCaptures {
    /// The captures; empty if the script does anything else. Tests and messages count as nothing.
    static func captures(in script: String) -> [Capture] {
        guard script.utf8.count <= limit else { return [] }
        var reader = ScriptCaptures()
        for statement in statements(of: script) {
            guard reader.take(statement) else { return [] }
        }
        return reader.captures
    }

    private static let limit = 20_000

    private var captures: [Capture] = []
    /// Expressions by the names of constants.
    private var constants: [String: String] = [:]

    /// Takes a statement; false if it is not known.
    private mutating func take(_ statement: String) -> Bool {
        if statement.prefixMatch(of: Self.ignored) != nil { return !statement.contains(/\.set\(|Variable\(|Var\(/) }
        if let match = statement.wholeMatch(of: Self.assignment) {
            guard let expression = expression(String(match.2)) else { return false }
            constants[String(match.1)] = expression
            return true
        }
        guard let match = statement.wholeMatch(of: Self.setting), let expression = expression(String(match.3)) else { return false }
        let name = String(match.2)
        guard !name.contains("{{"), let capture = Self.capture(of: expression, as: name) else { return false }
        captures.removeAll { $0.variable == name }
        captures.append(capture)
        return true
    }

    private static var ignored: Regex<Substring> { /(?:console|client)\.(?:log|info|warn|error)\(|(?:pm|client)\.test\(|test\(|tests\[/ }
    private static var assignment: Regex<(Substring, Substring, Substring)> {
        /(?:const|let|var)?\s*([A-Za-z_$][\w$]*)\s*=(?!=)\s*(.+)/.dotMatchesNewlines()
    }
    private static var setting: Regex<(Substring, Substring, Substring, Substring)> {
        /(?:pm\.(?:environment|globals|collectionVariables|variables)\.set|postman\.set(?:Environment|Global)Variable|client\.global\.set|bru\.set(?:Env|Global|Collection)?(?:Env)?Var|insomnia\.(?:environment|baseEnvironment|collectionVariables|variables)\.set)\(\s*(["'`])([^"'`]+)\1\s*,\s*(.+?)\s*\)/
            .dotMatchesNewlines()
    }

    /// An expression in which the response is `res` as in Bruno; nil for other expressions.
    private func expression(_ text: String) -> String? {
        let text = text[...].trimmingBlanks.replacing("?.", with: ".").replacing(".[", with: "[")
        for (root, name) in Self.roots where text.hasPrefix(root) { return name + text.dropFirst(root.count) }
        if let match = text.wholeMatch(of: /jsonPath\(\s*(.+?)\s*,\s*(["'])(\$.*)\2\s*\)/) {
            return expression(String(match.1)) == "res.body" ? String(match.3) : nil
        }
        if let match = text.wholeMatch(of: Self.header) { return "res.headers." + match.2 }
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        return constants[String(name)].map { $0 + text.dropFirst(name.count) }
    }

    private static var header: Regex<(Substring, Substring, Substring)> {
        /(?:pm\.response\.headers\.get|response\.headers\.valueOf|res\.getHeader|postman\.getResponseHeader|insomnia\.response\.headers\.get)\(\s*(["'])([\w-]+)\1\s*\)/
    }

    private static let roots = [
        ("pm.response.json()", "res.body"), ("JSON.parse(responseBody)", "res.body"), ("JSON.parse(pm.response.text())", "res.body"),
        ("insomnia.response.json()", "res.body"), ("response.body", "res.body"), ("res.getBody()", "res.body"), ("res.body", "res.body"),
        ("pm.response.code", "res.status"), ("responseCode.code", "res.status"), ("response.status", "res.status"),
        ("res.getStatus()", "res.status"), ("res.status", "res.status"),
    ]

    private static func capture(of expression: String, as name: String) -> Capture? {
        if expression.hasPrefix("$") { return Capture(variable: name, from: "body", query: expression) }
        // A method is no member.
        guard !expression.contains("("), !expression.hasSuffix(".length"), let found = BrunoExpression(expression) else { return nil }
        return Capture(variable: name, from: found.source, query: found.query)
    }

    /// The statements of a script without its comments: they end with a semicolon or a line, outside brackets and quotes.
    private static func statements(of script: String) -> [String] {
        var (statements, current, depth) = ([String](), "", 0)
        var rest = script[...]
        let end = { (statements: inout [String], current: inout String) in
            let text = current[...].trimmingBlanks
            if !text.isEmpty { statements.append(String(text)) }
            current = ""
        }
        while let character = rest.popFirst() {
            switch character {
            case "/" where rest.first == "/": rest = rest.drop { !$0.isNewline }
            case "/" where rest.first == "*": rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            case "\"", "'", "`":
                current.append(character)
                while let next = rest.popFirst() {
                    current.append(next)
                    if next == "\\", let escaped = rest.popFirst() { current.append(escaped) }
                    if next == character || next.isNewline && character != "`" { break }
                }
            case ";" where depth <= 0: end(&statements, &current)
            case _ where character.isNewline && depth <= 0 && !continues(current, rest): end(&statements, &current)
            default:
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                current.append(character)
            }
        }
        end(&statements, &current)
        return statements
    }

    /// True if a statement goes on in the next line.
    private static func continues(_ statement: String, _ rest: Substring) -> Bool {
        rest.drop(while: \.isWhitespace).first == "." || statement[...].trimmingBlanks.last.map { "=,+.".contains($0) } == true
    }
}

extension RequestDraft {
    /// Adds the captures of a script that does nothing else; the script stays.
    mutating func addCapturesOfScript() {
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
