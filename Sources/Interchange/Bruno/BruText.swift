import JSON

/// A file in Bruno's markup language: blocks of lines.
///
/// ```
/// get {                     ~name: value    switched off
///   url: https://{{host}}   name: '''
/// }                           lines
/// vars:secret [             '''
///   token                   @description('''text''')   of the pair that follows
/// ]
/// ```
struct BruText {
    /// A block with its lines, without their common indentation.
    struct Block {
        let name: String
        let isList: Bool
        let lines: [Substring]
        /// The number of the line with the name, from 1.
        let line: Int

        /// The lines as one text.
        var text: String { lines.joined(separator: "\n") }

        /// The block as a file has it.
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

    /// In the order of the file.
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
            guard !line.allSatisfy(\.isWhitespace) else {
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

    static func withoutMargin(_ line: Substring) -> Substring { line.hasPrefix("  ") ? line.dropFirst(2) : line }

    /// The first block of that name.
    subscript(name: String) -> Block? { blocks.first { $0.name == name } }

    /// The pairs of a block; none where there is no such block.
    func pairs(_ name: String) -> [Pair] { self[name].map { Self.pairs($0.lines) } ?? [] }

    /// The text of a block; empty where there is no such block.
    func text(_ name: String) -> String { self[name]?.text ?? "" }

    // MARK: Pairs

    /// The pairs in these lines.
    static func pairs(_ lines: [Substring]) -> [Pair] {
        var pairs: [Pair] = []
        var description = ""
        var rest = lines[...]
        while let line = rest.popFirst() {
            let trimmed = line.trimmingBlanks
            if trimmed.isEmpty { continue }
            if trimmed.hasPrefix("@") {
                let annotation = Self.annotation(trimmed, &rest)
                if trimmed.hasPrefix("@description") { description = annotation }
                continue
            }
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
            let behind = line[line.index(after: end)...]
            guard behind.hasPrefix(":") else { return nil }
            line = behind.dropFirst()
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
        while let line = rest.popFirst() {
            if line.trimmingBlanks.hasPrefix("'''") { break }
            lines.append(withoutMargin(line))
        }
        return lines.joined(separator: "\n")
    }

    /// The text of `@name('''…''')` or `@name("…")`, which may continue on several lines.
    private static func annotation(_ line: Substring, _ rest: inout ArraySlice<Substring>) -> String {
        guard let open = line.firstIndex(of: "(") else { return "" }
        var text = line[line.index(after: open)...]
        guard text.hasPrefix("'''") else {
            if text.hasSuffix(")") { text = text.dropLast() }
            return text.filter { $0 != "\"" && $0 != "'" }
        }
        text = text.dropFirst(3)
        if let end = text.firstRange(of: "'''") { return String(text[..<end.lowerBound]) }
        var lines = [text]
        while let next = rest.popFirst() {
            if next.trimmingBlanks.hasPrefix("'''") { break }
            lines.append(withoutMargin(next))
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
