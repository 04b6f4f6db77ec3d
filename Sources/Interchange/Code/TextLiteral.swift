/// The syntax of string literals in a programming language.
struct TextLiteral: Sendable {
    /// The delimiter.
    let quote: String
    /// Characters with an escape of their own.
    let escapes: [Unicode.Scalar: String]
    /// The escape of an invisible character.
    let unicode: @Sendable (UInt32) -> String
    /// The delimiters around literals that form one text, and the operator after each but the last.
    var group = (open: "(", joint: " +", close: ")")
    /// The delimiters around pieces that are joined when the program runs, and the operator between them, in a language with a limit for
    /// the length of constants or the depth of expressions.
    private(set) var pieces: (open: String, joint: String, close: String)?
    /// The characters of a piece.
    private static let pieceLength = 10_000

    /// A literal on one line.
    func callAsFunction(_ text: String) -> String {
        var result = quote
        for scalar in text.unicodeScalars { result += escapes[scalar] ?? (Self.isVisible(scalar) ? String(scalar) : unicode(scalar.value)) }
        return result + quote
    }

    /// An expression with a literal for each line of the text.
    ///
    /// - Parameter indent: the indentation of the line on which the expression begins.
    func lines(_ text: String, indent: String, step: String = "    ") -> String {
        if let pieces, text.utf8.count > Self.pieceLength { return joined(Self.pieces(of: text), by: pieces, indent: indent, step: step) }
        let lines = Self.lines(of: text)
        guard lines.count > 1 else { return self(text) }
        return joined(lines, by: group, indent: indent, step: step)
    }

    private func joined(_ texts: [String], by group: (open: String, joint: String, close: String), indent: String, step: String) -> String {
        let literals = texts.map { indent + step + self($0) }
        return "\(group.open)\n\(literals.joined(separator: group.joint + "\n"))\n\(indent)\(group.close)"
    }

    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(pieceLength)))
            rest = rest.dropFirst(pieceLength)
        }
        return pieces
    }

    /// The lines of a text, each with its line feed.
    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            line.append(scalar)
            guard scalar == "\n" else { continue }
            lines.append(String(line))
            line.removeAll()
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [String(line)]
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }

    private static let common: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": "\\r", "\t": "\\t"]

    private init(
        _ more: [Unicode.Scalar: String] = [:], unicode: @escaping @Sendable (UInt32) -> String,
        group: (open: String, joint: String, close: String) = ("(", " +", ")"),
        pieces: (open: String, joint: String, close: String)? = nil
    ) {
        quote = "\""
        escapes = Self.common.merging(more) { $1 }
        self.unicode = unicode
        self.group = group
        self.pieces = pieces
    }

    /// Four digits, or a surrogate pair for a character beyond U+FFFF.
    private static func utf16(_ value: UInt32) -> String {
        Unicode.Scalar(value).map { String($0).utf16.map { "\\u" + digits(UInt32($0), 4) }.joined() } ?? ""
    }

    private static func digits(_ value: UInt32, _ count: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func braces(_ value: UInt32) -> String { "\\u{\(String(value, radix: 16))}" }
    private static func shortOrLong(_ value: UInt32) -> String { value > 0xFFFF ? "\\U" + digits(value, 8) : "\\u" + digits(value, 4) }

    static let python = TextLiteral(unicode: shortOrLong, group: ("(", "", ")"))
    static let javaScript = TextLiteral(unicode: braces)
    static let swift = TextLiteral(unicode: braces)
    static let go = TextLiteral(unicode: shortOrLong)
    static let rust = TextLiteral(unicode: braces, group: ("concat!(", ",", ")"))
    /// Java reads `\u000a` as a line break of the source.
    static let java = TextLiteral(
        unicode: { $0 < 0x100 ? "\\" + String(($0 | 0x200), radix: 8).dropFirst() : utf16($0) }, pieces: ("String.join(\"\",", ",", ")"))
    static let kotlin = TextLiteral(["$": "\\$"], unicode: utf16, pieces: ("listOf(", ",", ").joinToString(\"\")"))
    static let cSharp = TextLiteral(unicode: utf16)
    static let php = TextLiteral(["$": "\\$"], unicode: braces, group: ("(", " .", ")"))
    static let ruby = TextLiteral(["#": "\\#"], unicode: braces, pieces: ("[", ",", "].join"))
    static let powerShell = TextLiteral(
        [
            "\\": "\\", "\"": "`\"", "\n": "`n", "\r": "`r", "\t": "`t", "`": "``", "$": "`$", "“": "`“", "”": "`”", "„": "`„",
        ]
    ) { "$([char]::ConvertFromUtf32(0x\(String($0, radix: 16))))" }
}
