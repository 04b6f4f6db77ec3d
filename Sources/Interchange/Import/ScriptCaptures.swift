import Workspace

/// The captures of a script that does nothing but set variables to parts of the response, in the notation of Postman, JetBrains' client, Bruno or
/// Insomnia.
struct ScriptCaptures {
    /// The captures; empty if the script does anything else. Tests and messages count as nothing.
    static func captures(in script: String) -> [Capture] {
        // Most scripts set nothing.
        guard script.utf8.count <= limit, sets(script) else { return [] }
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
        if Self.ignored.contains(where: statement.hasPrefix) { return !Self.sets(statement) }
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

    private static let ignored = [
        "console.log(", "console.info(", "console.warn(", "console.error(", "client.log(", "pm.test(", "client.test(", "test(", "tests[",
    ]
    private static let setters = [
        "pm.environment.set(", "pm.globals.set(", "pm.collectionVariables.set(", "pm.variables.set(", "postman.setEnvironmentVariable(",
        "postman.setGlobalVariable(", "client.global.set(", "bru.setVar(", "bru.setEnvVar(", "bru.setGlobalEnvVar(",
        "bru.setCollectionVar(",
        "insomnia.environment.set(", "insomnia.baseEnvironment.set(", "insomnia.collectionVariables.set(", "insomnia.variables.set(",
    ]

    /// True if a text contains the call of a setter: `.set` with a bracket or a capital letter behind it.
    private static func sets(_ text: String) -> Bool {
        let (bytes, word) = (Array(text.utf8), Array(".set".utf8))
        guard bytes.count > word.count else { return false }
        return (0..<bytes.count - word.count).contains { start in
            guard bytes[start] == word[0], bytes[start..<start + word.count].elementsEqual(word) else { return false }
            let next = bytes[start + word.count]
            return next == UInt8(ascii: "(") || (0x41...0x5A).contains(next)
        }
    }

    /// The text between the quotes at the start of a text, and the rest behind them; nil if the text is empty or made of others, as `t_${n}`.
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
            return "res.headers." + name
        }
        let name = text.prefix(while: Self.isOfName)
        return constants[String(name)].map { $0 + text.dropFirst(name.count) }
    }

    private static let headerGetters = [
        "pm.response.headers.get(", "response.headers.valueOf(", "res.getHeader(", "postman.getResponseHeader(",
        "insomnia.response.headers.get(",
    ]

    private static let roots = [
        ("pm.response.json()", "res.body"), ("JSON.parse(responseBody)", "res.body"), ("JSON.parse(pm.response.text())", "res.body"),
        ("insomnia.response.json()", "res.body"), ("response.body", "res.body"), ("res.getBody()", "res.body"), ("res.body", "res.body"),
        ("pm.response.code", "res.status"), ("responseCode.code", "res.status"), ("response.status", "res.status"),
        ("res.getStatus()", "res.status"), ("res.status", "res.status"),
    ]

    private static func capture(of expression: String, as name: String) -> Capture? {
        if expression.hasPrefix("$") { return Capture(variable: name, from: "body", query: expression) }
        // A method is no member.
        guard !expression.utf8.contains(UInt8(ascii: "(")), !expression.hasSuffix(".length"), let found = BrunoExpression(expression) else {
            return nil
        }
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
