import JSON
import Platform
import Workspace

/// The assertions in a chain of words of chai: `.to.be.an("array")`.
struct AssertionChain {
    /// The assertions; nil if the chain has a word that is not known.
    private(set) var assertions: [Assertion]? = []
    private var expression: String
    private var isNegated = false

    /// The assertion, if there is exactly one.
    var single: Assertion? { assertions?.count == 1 ? assertions?[0] : nil }

    /// Reads the chain after `expect(…)`.
    init(of expression: String, _ chain: Substring) {
        self.expression = expression
        read(chain) { $0.check($1, $2) }
    }

    /// Reads the chain after `pm.response`.
    init(ofResponse chain: Substring) {
        expression = "res.status"
        read(chain) { $0.checkResponse($1, $2) }
    }

    private static let fillers: Set<Substring> = [
        "to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but", "does", "still", "also", "deep",
    ]

    private mutating func read(_ chain: Substring, _ check: (inout AssertionChain, Substring, Substring?) -> Bool) {
        var rest = chain.trimmingBlanks
        while rest.hasPrefix(".") {
            let word = rest.dropFirst().trimmingBlanks.prefix(while: ScriptText.isOfName)
            rest = rest.dropFirst().trimmingBlanks.dropFirst(word.count).trimmingBlanks
            let argument = ScriptText.inBrackets(rest)
            if let argument { rest = argument.rest.trimmingBlanks }
            if argument == nil, Self.fillers.contains(word) { continue }
            if argument == nil, word == "not" {
                isNegated = true
            } else if !check(&self, word, argument?.inner.trimmingBlanks) {
                assertions = nil
                return
            }
        }
        if !rest.isEmpty || assertions?.isEmpty == true { assertions = nil }
    }

    /// Adds an assertion about the presence of a member, which may be null: JSONPath tells null from missing.
    private mutating func addPresence(_ predicate: AssertionPredicate, of expression: String? = nil) -> Bool {
        let expression = expression ?? self.expression
        guard expression.hasPrefix("res.body"), ResponsePart(expression) != nil, !expression.hasSuffix(".length") else {
            return add(predicate, of: expression)
        }
        return add(predicate, of: "$" + expression.dropFirst("res.body".count))
    }

    private mutating func add(_ predicate: AssertionPredicate, _ value: JSONValue = .null, of expression: String? = nil) -> Bool {
        guard var part = ResponsePart(expression ?? self.expression) else { return false }
        // Only a query reads the body as JSON.
        if (expression ?? self.expression) == "res.body" { part = ResponsePart("$") ?? part }
        let subject = part.query.isEmpty ? part.source : "\(part.source) \(part.query)"
        assertions?.append(Assertion(subject: subject, predicate: predicate.rawValue, value: value))
        return true
    }

    private mutating func check(_ word: Substring, _ argument: Substring?) -> Bool {
        switch (word, argument) {
        case (_, let text?) where Self.equalities.contains(word): return checkEqual(text)
        case (_, let text?) where Self.inclusions.contains(word):
            guard let value = ScriptText.literal(text), value.array == nil, value.object == nil else { return false }
            return add(isNegated ? .notContains : .contains, value)
        case ("exist", nil): return add(isNegated ? .notExists : .exists)
        case ("undefined", nil): return addPresence(isNegated ? .exists : .notExists)
        case ("null", nil): return addNull()
        case ("true", nil), ("false", nil): return add(isNegated ? .notEquals : .equals, .bool(word == "true"))
        case ("property", let text?): return checkProperty(text)
        default: return !isNegated && checkPlain(word, argument)
        }
    }

    private static let equalities: Set<Substring> = ["eql", "eqls", "equal", "equals", "eq"]
    private static let inclusions: Set<Substring> = ["include", "includes", "contain", "contains", "string"]
    private static let comparisons: [Substring: AssertionPredicate] = [
        "below": .lessThan, "lessThan": .lessThan, "lt": .lessThan, "above": .greaterThan, "greaterThan": .greaterThan, "gt": .greaterThan,
        "least": .greaterOrEqual, "gte": .greaterOrEqual, "most": .lessOrEqual, "lte": .lessOrEqual, "lengthOf": .hasLength,
        "length": .hasLength,
    ]
    private static let types: Set<String> = ["array", "object", "string", "number", "boolean", "null"]

    /// Reads words whose negation has no equivalent.
    private mutating func checkPlain(_ word: Substring, _ argument: Substring?) -> Bool {
        guard let argument else { return word == "empty" && add(.isEmpty) }
        if let predicate = Self.comparisons[word] {
            guard let value = ScriptText.literal(argument), value.number != nil || value.string?.hasPrefix("{{") == true else {
                return false
            }
            return add(predicate, value)
        }
        switch word {
        case "a", "an":
            guard let type = ScriptText.literal(argument)?.string?.lowercased(), Self.types.contains(type) else { return false }
            return add(.isType, .string(type))
        case "match":
            guard argument.hasPrefix("/"), let end = argument.lastIndex(of: "/"), end > argument.startIndex else { return false }
            let flags = argument[end...].dropFirst()
            guard flags.isEmpty || flags == "i" else { return false }
            return add(.matches, .string((flags.isEmpty ? "" : "(?i)") + argument.dropFirst()[..<end]))
        case "oneOf":
            guard let values = ScriptText.literal(argument)?.array, !values.isEmpty,
                values.allSatisfy({ $0.string != nil || $0.number != nil })
            else { return false }
            let words = values.map { $0.looseText.escapingWithBackslash(#"\.[]{}()*+?^$|/"#) }
            return add(.matches, .string("^(?:\(words.joined(separator: "|")))$"))
        default: return false
        }
    }

    /// Adds a comparison with null, from which a missing member differs.
    private mutating func addNull() -> Bool {
        let isMember = expression.hasPrefix("res.body") && expression != "res.body" && ResponsePart(expression) != nil
        let member = isMember ? "$" + expression.dropFirst("res.body".count) : expression
        return add(isNegated ? .notEquals : .equals, .null, of: member)
    }

    private mutating func checkEqual(_ text: Substring) -> Bool {
        if text == "undefined" { return addPresence(isNegated ? .exists : .notExists) }
        if text == "null" { return addNull() }
        guard let value = ScriptText.literal(text) else { return false }
        if expression.hasSuffix(".length"), !isNegated, ResponsePart(String(expression.dropLast(7))) != nil {
            return add(.hasLength, value, of: String(expression.dropLast(7)))
        }
        return add(isNegated ? .notEquals : .equals, value)
    }

    private mutating func checkProperty(_ text: Substring) -> Bool {
        let parts = ScriptText.split(text, at: ",").map(\.trimmingBlanks)
        guard let name = parts.first.flatMap({ ScriptText.literal($0)?.string }), !name.contains(where: { "\"'[]".contains($0) }) else {
            return false
        }
        let member = "\(expression == "res.text" ? "res.body" : expression)[\"\(name)\"]"
        guard parts.count > 1 else { return addPresence(isNegated ? .notExists : .exists, of: member) }
        expression = member
        return parts.count == 2 && checkEqual(parts[1])
    }

    private static let statuses: [Substring: Int] = [
        "accepted": 202, "badRequest": 400, "unauthorized": 401, "forbidden": 403, "notFound": 404, "rateLimited": 429,
    ]

    private mutating func checkResponse(_ word: Substring, _ argument: Substring?) -> Bool {
        let value = argument.flatMap(ScriptText.literal)
        switch (word, argument) {
        case ("status", _?):
            return value?.number != nil || value?.string?.hasPrefix("{{") == true
                ? add(isNegated ? .notEquals : .equals, value ?? .null) : false
        case ("header", let text?):
            let parts = ScriptText.split(text, at: ",").map(\.trimmingBlanks)
            guard let name = parts.first.flatMap({ ScriptText.literal($0)?.string }), !name.isEmpty, !name.contains(" ") else {
                return false
            }
            guard parts.count > 1 else { return add(isNegated ? .notExists : .exists, of: "res.headers.\(name)") }
            expression = "res.headers.\(name)"
            return checkEqual(parts[1])
        case ("ok", nil) where !isNegated: return add(.equals, .number(200))
        case ("success", nil) where !isNegated: return add(.greaterOrEqual, .number(200)) && add(.lessThan, .number(300))
        case ("error", nil) where isNegated: return add(.lessThan, .number(400))
        default: return !isNegated && argument == nil && Self.statuses[word].map { add(.equals, .number($0)) } == true
        }
    }
}

/// The text of JavaScript, as far as it can be read without running it.
enum ScriptText {
    static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// The statements after which the next ones may not be executed.
    private static let exits = ["return", "throw", "break", "continue"]

    /// True if the statements after this one may not be executed.
    static func mayExit(_ statement: String) -> Bool {
        let isDeclaration = ["const ", "let ", "var ", "function ", "async function "].contains(where: statement.hasPrefix)
        return !isDeclaration && exits.contains { hasWord($0, in: statement) }
    }

    private static func hasWord(_ word: String, in text: String) -> Bool {
        text.ranges(of: word).contains { range in
            text[..<range.lowerBound].last.map(isOfName) != true && text[range.upperBound...].first.map(isOfName) != true
        }
    }

    /// True if a text contains a call that changes its object.
    static func mutates(_ text: String) -> Bool { mutators.contains(where: text.contains) }
    private static let mutators = [
        ".sort(", ".reverse(", ".push(", ".pop(", ".shift(", ".unshift(", ".splice(", ".fill(", "++", "--", "delete ", "Object.assign(",
    ]

    /// True if a text assigns a name, or a part of it: `name =`, `name.part =`, `name += 1`; or changes its object. A declaration of
    /// another name in a block is not one.
    static func changes(_ name: String, in text: String) -> Bool {
        let isMutated = mutates(text)
        return text.ranges(of: name).contains { range in
            let before = text[..<range.lowerBound]
            guard before.last.map({ isOfName($0) || $0 == "." }) != true, text[range.upperBound...].first.map(isOfName) != true else {
                return false
            }
            if isMutated { return true }
            if ["const ", "let ", "var "].contains(where: before.hasSuffix) { return false }
            let rest = text[range.upperBound...].drop { !"=\n;(,)".contains($0) }
            return rest.hasPrefix("=") && !rest.hasPrefix("==") && !rest.hasPrefix("=>")
        }
    }

    /// The text between the quotes at the start of a text, and the rest after them; nil if the text is empty or has placeholders, as `t_${n}`.
    static func quoted(_ text: Substring) -> (text: String, rest: Substring)? {
        let start = text.trimmingBlanks
        guard let quote = start.first, "\"'`".contains(quote), let end = start.dropFirst().firstIndex(of: quote) else { return nil }
        let inner = start[..<end].dropFirst()
        guard !inner.isEmpty, quote != "`" || !inner.contains("${") else { return nil }
        return (String(inner), start[end...].dropFirst().trimmingBlanks)
    }

    /// The text in the brackets at the start of a text, and the rest after them.
    static func inBrackets(_ text: Substring) -> (inner: Substring, rest: Substring)? {
        guard let first = text.first, "([{".contains(first) else { return nil }
        let end = outside(text) { _, depth in depth == 0 }
        return end.map { (text[..<$0].dropFirst(), text[$0...].dropFirst()) }
    }

    /// The parts of a text between separators outside of brackets and quotes.
    static func split(_ text: Substring, at separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text
        while let end = outside(rest, { place, depth in depth <= 0 && rest[place...].hasPrefix(separator) }) {
            parts.append(rest[..<end])
            rest = rest[end...].dropFirst(separator.count)
        }
        return parts + [rest]
    }

    /// The first place outside of quotes for which a condition holds, with the number of brackets that are open after it.
    private static func outside(_ text: Substring, _ condition: (String.Index, Int) -> Bool) -> String.Index? {
        var (depth, quote, place) = (0, nil as Character?, text.startIndex)
        while place < text.endIndex {
            let character = text[place]
            if let open = quote {
                if character == "\\" { place = text.index(after: place) }
                if character == open { quote = nil }
            } else if character == "/", beginsExpression(after: text[..<place]), let end = endOfExpression(text, from: place) {
                place = end
            } else {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                if condition(place, depth) { return place }
                if "\"'`".contains(character) { quote = character }
            }
            guard place < text.endIndex else { return nil }
            place = text.index(after: place)
        }
        return nil
    }

    private static let signsBeforeExpression = "(,=:[!&|?{};"

    /// True if a slash after a text begins a regular expression and is no division.
    private static func beginsExpression(after text: Substring) -> Bool {
        text.last { !$0.isWhitespace }.map(signsBeforeExpression.contains) ?? true
    }

    /// The last slash of the regular expression that begins at a place; nil if its line has none.
    private static func endOfExpression(_ text: Substring, from start: Substring.Index) -> Substring.Index? {
        var (place, isInClass) = (text.index(after: start), false)
        while place < text.endIndex, !text[place].isNewline {
            switch text[place] {
            case "\\":
                place = text.index(after: place)
                if place == text.endIndex { return nil }
            case "[": isInClass = true
            case "]": isInClass = false
            case "/" where !isInClass: return place == text.index(after: start) ? nil : place
            default: break
            }
            place = text.index(after: place)
        }
        return nil
    }

    private static let getters = [
        "pm.environment.get(", "pm.variables.get(", "pm.globals.get(", "pm.collectionVariables.get(", "postman.getEnvironmentVariable(",
        "postman.getGlobalVariable(", "client.global.get(", "bru.getVar(", "bru.getEnvVar(", "insomnia.environment.get(",
        "insomnia.variables.get(",
    ]

    /// The maximum nesting of a literal, which must fit into the file of a request.
    private static let depthLimit = 8

    /// A number, a text, a word or a list of them, or a variable as `{{name}}`; nil for other expressions.
    static func literal(_ text: Substring) -> JSONValue? { literal(text, depth: 0) }

    private static func literal(_ text: Substring, depth: Int) -> JSONValue? {
        let text = text.trimmingBlanks
        if let getter = getters.first(where: text.hasPrefix), text.hasSuffix(")") {
            guard let (name, rest) = quoted(text.dropFirst(getter.count).dropLast()), rest.isEmpty else { return nil }
            return .string("{{\(name)}}")
        }
        if text.hasPrefix("[") {
            guard depth < depthLimit, let (inner, rest) = inBrackets(text), rest.isEmpty else { return nil }
            let values = split(inner, at: ",").filter { !$0.trimmingBlanks.isEmpty }.map { literal($0, depth: depth + 1) }
            return values.contains { $0 == nil } ? nil : .array(values.compactMap(\.self))
        }
        if let quote = text.first, "\"'`".contains(quote) {
            guard let (value, rest) = quoted(text), rest.isEmpty, !value.contains("\\"), !value.contains("{{") else { return nil }
            return .string(value)
        }
        return text.isEmpty ? nil : try? JSONValue(parsing: String(text), limits: JSONLimits(depth: depthLimit))
    }

    /// The statements of a script without its comments: they end with a semicolon or a line, outside brackets and quotes.
    static func statements(of script: String) -> [String] {
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
            case UInt8(ascii: "/") where beginsExpression(after: current): copyExpression(from: &rest, to: &current)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): copyQuoted(byte, from: &rest, to: &current)
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

    /// Copies a text up to its last quote.
    private static func copyQuoted(_ quote: UInt8, from rest: inout ArraySlice<UInt8>, to result: inout [UInt8]) {
        result.append(quote)
        while let next = rest.popFirst() {
            result.append(next)
            if next == UInt8(ascii: "\\"), let escaped = rest.popFirst() { result.append(escaped) }
            if next == quote || isNewline(next) && quote != UInt8(ascii: "`") { return }
        }
    }

    /// True if a slash after a text begins a regular expression and is no division.
    private static func beginsExpression(after text: [UInt8]) -> Bool {
        text.last { !isBlank($0) }.map(signsBeforeExpression.utf8.contains) ?? true
    }

    /// Copies a regular expression up to its last slash.
    private static func copyExpression(from rest: inout ArraySlice<UInt8>, to result: inout [UInt8]) {
        var isInClass = false
        result.append(UInt8(ascii: "/"))
        while let next = rest.popFirst() {
            result.append(next)
            switch next {
            case UInt8(ascii: "\\"): if let escaped = rest.popFirst() { result.append(escaped) }
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return
            case _ where isNewline(next): return
            default: break
            }
        }
    }

    /// True if a statement continues on the next line: it lacks an operand or a block, or the line cannot begin a statement.
    private static func continues(_ statement: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
        let next = rest.drop(while: isBlank)
        if let first = next.first, ".?:|&+*-<>=,)([{".utf8.contains(first) { return true }
        if next.starts(with: "else".utf8) || next.starts(with: "catch".utf8) { return true }
        guard let last = statement.last(where: { !isBlank($0) }) else { return false }
        if "=,+.?:|&<>-*".utf8.contains(last) { return true }
        let text = Substring(String(decoding: statement, as: UTF8.self)).trimmingBlanks
        if text.hasSuffix("else") || text.hasSuffix("do") { return true }
        let isHeader = ["if", "for", "while", "else"].contains {
            text.hasPrefix($0) && text.dropFirst($0.count).first.map(isOfName) != true
        }
        return isHeader && text.last == ")" && !text.contains("{")
    }
}
