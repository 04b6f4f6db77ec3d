import JSON
import Platform
import Workspace

/// A file in Bruno's markup language: blocks of lines.
///
/// ```
/// get {                     ~name: value    disabled
///   url: https://{{host}}   name: '''
/// }                           lines
/// vars:secret [             '''
///   token                   @description("text")   of the pair that follows
/// ]                         @name: value           a variable for this request only
/// color: #E2A731            of an environment
/// ```
struct BruText {
    /// A block with its lines, without their common indentation.
    struct Block {
        let name: String
        let isList: Bool
        let lines: [Substring]
        /// The number of the line with the name, from 1.
        let line: Int

        var text: String { lines.joined(separator: "\n") }

        /// The block as written in a file.
        var source: String {
            let brackets = isList ? ("[", "]") : ("{", "}")
            return "\(name) \(brackets.0)\n" + lines.map { ($0.isEmpty ? "" : "  ") + $0 + "\n" }.joined() + brackets.1
        }
    }

    /// A line `name: value` of a block.
    struct Pair: Hashable {
        var name: String
        var value: String
        var isEnabled = true
        var description = ""
    }

    /// The blocks in the order of the file.
    let blocks: [Block]

    /// True for a text that begins with a block.
    static func recognizes(_ text: String) -> Bool {
        let line = text.lines.first { !$0.allSatisfy(\.isWhitespace) }
        guard let line, let header = header(line) else { return false }
        let first = header.name.prefix { $0 != ":" }
        return BruText.names.contains(String(first))
    }

    private static let names: Set<String> = [
        "meta", "http", "grpc", "ws", "get", "post", "put", "patch", "delete", "head", "options", "connect", "trace", "query", "params",
        "headers",
        "auth", "body", "vars", "script", "tests", "docs", "assert", "settings", "example", "metadata",
    ]

    init(_ text: String) throws(ImportError) {
        var blocks: [Block] = []
        let lines = text.lines
        var index = 0
        while index < lines.count {
            let line = lines[index]
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("color:") {
                index += 1
                continue
            }
            if let block = Self.listOnOneLine(line, at: index + 1) {
                blocks.append(block)
                index += 1
                continue
            }
            guard let header = Self.header(line) else {
                throw ImportError("Expected a block, such as “get {”, found “\(line.prefix(60))”.", at: .line(index + 1))
            }
            let start = index
            let close: Character = header.isList ? "]" : "}"
            index += 1
            while index < lines.count, !(lines[index].first == close && lines[index].dropFirst().allSatisfy(\.isWhitespace)) { index += 1 }
            guard index < lines.count else {
                throw ImportError("The block “\(header.name)” has no “\(close)” on a line of its own.", at: .line(start + 1))
            }
            blocks.append(
                Block(name: header.name, isList: header.isList, lines: lines[(start + 1)..<index].map(Self.withoutMargin), line: start + 1))
            index += 1
        }
        self.blocks = blocks
    }

    /// `name {` or `name [`.
    private static func header(_ line: Substring) -> (name: String, isList: Bool)? {
        let line = line.trimmingBlanks
        guard let bracket = line.last, bracket == "{" || bracket == "[" else { return nil }
        let name = line.dropLast().trimmingBlanks
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" || $0 == "_" }
        return isName ? (String(name), bracket == "[") : nil
    }

    /// `name [a, b]`.
    private static func listOnOneLine(_ line: Substring, at number: Int) -> Block? {
        let line = line.trimmingBlanks
        guard line.last == "]", let open = line.firstIndex(of: "["), let header = header(line[...open]) else { return nil }
        let items = line[line.index(after: open)...].dropLast().split(separator: ",").map(\.trimmingBlanks)
        return Block(name: header.name, isList: true, lines: items, line: number)
    }

    static func withoutMargin(_ line: Substring) -> Substring { line.hasPrefix("  ") ? line.dropFirst(2) : line }

    subscript(name: String) -> Block? { blocks.first { $0.name == name } }

    /// The pairs of a block; none where there is no such block.
    func pairs(_ name: String) -> [Pair] { self[name].map { Self.pairs($0.lines) } ?? [] }

    /// The items of a list; `~` marks a disabled one.
    func items(_ name: String) -> [Pair] {
        let lines = (self[name]?.lines ?? []).flatMap { $0.contains("@") ? [$0] : $0.split(separator: ",") }
        return Self.pairs(lines).map { pair in
            var pair = pair
            pair.name = pair.name.trimmingEnd(",")
            return pair
        }
    }

    /// The text of a block; empty where there is no such block.
    func text(_ name: String) -> String { self[name]?.text ?? "" }

    // MARK: Pairs

    static func pairs(_ lines: [Substring]) -> [Pair] {
        var pairs: [Pair] = []
        var description = ""
        var rest = lines[...]
        while let line = rest.popFirst() {
            var trimmed = line.trimmingBlanks
            while let annotation = consumeAnnotation(&trimmed, &rest) {
                if annotation.name == "description" { description = annotation.text }
            }
            if trimmed.isEmpty { continue }
            guard var pair = pair(trimmed) else { continue }
            if pair.value == "'''" { pair.value = multiline(&rest) } else { pair.value = unquoted(pair.value) }
            pair.description = description
            description = ""
            pairs.append(pair)
        }
        return pairs
    }

    private static func pair(_ line: Substring) -> Pair? {
        var line = line
        let isEnabled = !line.hasPrefix("~")
        if !isEnabled { line = line.dropFirst() }
        var name: Substring
        if line.hasPrefix("\""), let end = endOfQuotes(line) {
            name = line[line.index(after: line.startIndex)..<end]
            let rest = line[line.index(after: end)...]
            guard rest.hasPrefix(":") else { return nil }
            line = rest.dropFirst()
            return Pair(name: String(name).replacing("\\\"", with: "\""), value: String(line.trimmingBlanks), isEnabled: isEnabled)
        }
        guard let colon = line.firstIndex(of: ":") else { return Pair(name: String(line), value: "", isEnabled: isEnabled) }
        name = line[..<colon].trimmingBlanks
        return Pair(name: String(name), value: String(line[line.index(after: colon)...].trimmingBlanks), isEnabled: isEnabled)
    }

    private static func endOfQuotes(_ text: Substring) -> Substring.Index? {
        var index = text.index(after: text.startIndex)
        while index < text.endIndex, text[index] != "\"" {
            if text[index] == "\\" { index = text.index(after: index) }
            guard index < text.endIndex else { return nil }
            index = text.index(after: index)
        }
        return index < text.endIndex ? index : nil
    }

    /// A text between three quotes on one line.
    private static func unquoted(_ text: String) -> String {
        text.count >= 6 && text.hasPrefix("'''") && text.hasSuffix("'''") ? String(text.dropFirst(3).dropLast(3)) : text
    }

    /// The lines up to closing quotes, without their common indentation.
    private static func multiline(_ rest: inout ArraySlice<Substring>) -> String {
        var lines: [Substring] = []
        var type = ""
        while let line = rest.popFirst() {
            let trimmed = line.trimmingBlanks
            if trimmed.hasPrefix("'''") {
                // The media type of a part.
                type = trimmed.count > 3 ? " " + trimmed.dropFirst(3).trimmingBlanks : ""
                break
            }
            lines.append(withoutMargin(line))
        }
        return lines.joined(separator: "\n") + type
    }

    /// Takes `@name` or `@name(text)` from the start of a line, with the lines on which its text continues; nil for any other line.
    private static func consumeAnnotation(
        _ line: inout Substring, _ rest: inout ArraySlice<Substring>
    ) -> (name: Substring, text: String)? {
        guard line.first == "@" else { return nil }
        let name = line.dropFirst().prefix { !"():".contains($0) && !$0.isWhitespace }
        let after = line[name.endIndex...]
        guard !name.isEmpty, after.first != ":" else { return nil }
        guard after.first == "(" else {
            line = after.trimmingBlanks
            return (name, "")
        }
        line = after.dropFirst()
        let text: String
        if line.hasPrefix("'''") {
            text = consumeQuoted(&line, &rest)
        } else if line.first == "\"", let end = endOfQuotes(line) {
            text = unescaped(line[..<end].dropFirst())
            line = line[end...].dropFirst()
        } else if line.first == "'", let end = line.dropFirst().firstIndex(of: "'") {
            text = String(line[..<end].dropFirst())
            line = line[end...].dropFirst()
        } else {
            text = String(line.prefix { $0 != ")" })
        }
        line = line.drop { $0 != ")" }.dropFirst().trimmingBlanks
        return (name, text)
    }

    /// The text between three quotes, which may continue on several lines, without their common indentation.
    private static func consumeQuoted(_ line: inout Substring, _ rest: inout ArraySlice<Substring>) -> String {
        var lines = [line.dropFirst(3)]
        while lines[lines.count - 1].firstRange(of: "'''") == nil, let next = rest.popFirst() { lines.append(next) }
        let last = lines.removeLast()
        let end = last.firstRange(of: "'''") ?? last.endIndex..<last.endIndex
        line = last[end.upperBound...]
        lines.append(last[..<end.lowerBound])
        guard lines.count > 1 else { return String(lines[0]) }
        if lines[0].isEmpty { lines.removeFirst() }
        if lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        let margin = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
        return lines.map { $0.dropFirst(margin) }.joined(separator: "\n").replacing(#"\'\'\'"#, with: "'''")
    }

    /// The text of a description between three quotes, which may be in several lines, or else with escapes.
    static func argument(_ text: String) -> String {
        let lines = text.textLines
        let isQuoted = text.utf8.contains("'''".utf8) || text.utf8.contains(UInt8(ascii: "\r"))
        if lines.count == 1, !isQuoted, !text.hasSuffix("'") { return "'''\(text)'''" }
        // The common indentation of the lines would be lost.
        if lines.count > 1, !isQuoted, lines.contains(where: { $0.first?.isWhitespace == false }) {
            return "'''\n" + lines.map { "    \($0)\n" }.joined() + "  '''"
        }
        var escaped = ""
        for scalar in text.escapingWithBackslash("\\\"").unicodeScalars {
            escaped += scalar == "\n" ? "\\n" : scalar == "\r" ? "\\r" : String(scalar)
        }
        return "\"\(escaped)\""
    }

    /// The text between double quotes with its escapes decoded.
    private static func unescaped(_ text: Substring) -> String {
        let signs: [Character: String] = ["n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\"]
        return String(text).replacing(/\\([nrt"\\])/) { match in match.1.first.flatMap { signs[$0] } ?? "" }
    }
}

/// Bruno's expressions for a response, such as `res.body.items[0].id`, if they are a path.
struct BrunoExpression {
    /// The source, as in ``Capture/from``.
    let source: String
    /// The query, as in ``Capture/query``.
    let query: String

    init?(_ text: String) {
        let text = text[...].trimmingBlanks
        if text == "res.status" || text == "res.statusCode" {
            (source, query) = ("status", "")
        } else if text == "res.responseTime" {
            (source, query) = ("time", "")
        } else if text.hasPrefix("res.headers") {
            let name = text.dropFirst("res.headers".count).filter { !".[]\"'".contains($0) }
            guard !name.isEmpty, !name.contains("(") else { return nil }
            (source, query) = ("header", String(name))
        } else if text == "res.body" {
            (source, query) = ("body", "")
        } else if text.hasPrefix("res.body."), let path = Self.path(text.dropFirst("res.body".count)) {
            (source, query) = ("body", path)
        } else if text.hasPrefix("res.body["), let path = Self.path(text.dropFirst("res.body".count)) {
            (source, query) = ("body", path)
        } else if text.hasPrefix("res('"), text.hasSuffix("')"), let path = Self.path("." + text.dropFirst(5).dropLast(2)) {
            (source, query) = ("body", path)
        } else {
            return nil
        }
    }

    /// A path of names and indices as a jq filter; nil for anything else.
    private static func path(_ text: some StringProtocol) -> String? {
        var result = ""
        var rest = Substring(text)
        while let first = rest.first {
            if first == "." {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
                guard !name.isEmpty else { return nil }
                // JavaScript's length of an array or a text.
                if name == "length", rest.dropFirst(name.count + 1).isEmpty { return result.isEmpty ? "length" : result + " | length" }
                let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && !(name.first?.isNumber ?? true)
                result += isPlain ? ".\(name)" : ".\"\(name)\""
                rest = rest.dropFirst(name.count + 1)
            } else if first == "[", let close = rest.firstIndex(of: "]") {
                let inner = rest[rest.index(after: rest.startIndex)..<close]
                let plain = inner.filter { $0 != "'" && $0 != "\"" }
                guard inner.allSatisfy(\.isNumber) || plain.count == inner.count - 2 else { return nil }
                result += inner.allSatisfy(\.isNumber) ? (result.isEmpty ? ".[\(inner)]" : "[\(inner)]") : ".\"\(plain)\""
                rest = rest[rest.index(after: close)...]
            } else {
                return nil
            }
        }
        return result.isEmpty ? nil : result
    }

    private static let predicates: [String: AssertionPredicate] = [
        "eq": .equals, "neq": .notEquals, "gt": .greaterThan, "gte": .greaterOrEqual, "lt": .lessThan, "lte": .lessOrEqual,
        "contains": .contains,
        "notContains": .notContains, "length": .hasLength, "matches": .matches, "startsWith": .startsWith, "endsWith": .endsWith,
        "isEmpty": .isEmpty, "isDefined": .exists, "isUndefined": .notExists,
    ]
    /// Bruno's operators without an equivalent.
    private static let otherOperators: Set<String> = [
        "isNotEmpty", "isTruthy", "isFalsy", "isJson", "in", "notIn", "notMatches", "between",
    ]
    private static let types = ["isNumber": "number", "isString": "string", "isBoolean": "boolean", "isArray": "array", "isNull": "null"]

    /// The equivalent assertion in Apus; nil if there is none.
    static func assertion(_ value: JSONValue) -> Assertion? {
        guard let expression = BrunoExpression(value.text("expression")) else { return nil }
        let isEnabled = value["disabled"]?.looseFlag != true
        let word = value.text("operator")
        if let type = types[word] { return expression.assertion(.isType, .string(type), isEnabled: isEnabled) }
        // A line without an operator compares for equality.
        let isPlain = value["value"] == nil && !otherOperators.contains(word)
        guard let predicate = predicates[word] ?? (isPlain ? .equals : nil) else { return nil }
        let text = predicates[word] == nil ? word : value.text("value")
        let isQuoted = text.count >= 2 && (text.first == "'" && text.last == "'")
        let parsed = isQuoted ? .string(String(text.dropFirst().dropLast())) : (try? JSONValue(parsing: text)) ?? .string(text)
        return expression.assertion(predicate, text.isEmpty ? .null : parsed, isEnabled: isEnabled)
    }
}
