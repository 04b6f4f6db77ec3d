/// The kind of a highlighted part of text.
public enum SyntaxKind: UInt8, CaseIterable, Sendable {
    /// Plain text.
    case plain
    /// The name of a member, field, header or property.
    case key
    /// A string or another text value.
    case string
    /// A number.
    case number
    /// A keyword, a literal such as `true` or `null`, or an entity.
    case keyword
    /// Brackets, separators, operators.
    case punctuation
    /// The name of an element.
    case tag
    /// The name of an attribute.
    case attribute
    /// A comment.
    case comment
    /// A syntax error.
    case error
    /// Bytes that are invalid in the character set, shown as U+FFFD.
    case invalid
    /// The placeholder of folded lines.
    case fold
    /// An offset in the hexadecimal view.
    case offset
}

/// A highlighted part of a line.
public struct SyntaxSpan: Hashable, Sendable {
    /// The range in UTF-8 bytes of the line's text.
    public var range: Range<Int>
    /// The kind.
    public var kind: SyntaxKind

    /// Creates a span.
    public init(_ range: Range<Int>, _ kind: SyntaxKind) {
        self.range = range
        self.kind = kind
    }
}

/// A token: a range of bytes with its kind.
struct SyntaxToken: Hashable {
    /// The range in bytes of the document's text.
    var range: Range<Int>
    var kind: SyntaxKind
}

/// Finds the tokens of the visible bytes without reading everything before them: it starts a little earlier, at a line, and assumes that no
/// comment or string is open there.
enum SyntaxHighlighter {
    /// The number of bytes before the visible ones at which scanning starts.
    private static let context = 8 << 10

    /// The tokens of a range and of some bytes before it.
    /// - Parameter safeStart: the last offset at or before the range that is outside strings and comments, if one is known.
    static func tokens(_ kind: ContentKind, in range: Range<Int>, of bytes: UnsafeRawBufferPointer, safeStart: Int?) -> [SyntaxToken] {
        let start = safeStart ?? lineStart(before: range.lowerBound, in: bytes)
        // Lines of the formatted view are short, except those with a long string.
        guard start >= range.lowerBound - 4 * context else { return [SyntaxToken(range: range, kind: .string)] }
        let whole = start..<range.upperBound
        switch kind {
        case .json, .jsonLines: return Array(JSONTokens(bytes, in: whole))
        case .xml, .html: return MarkupTokens.tokens(of: bytes, in: whole, isHTML: kind == .html)
        case .css: return StyleTokens.tokens(of: bytes, in: whole)
        case .javascript: return ScriptTokens.tokens(of: bytes, in: whole)
        case .yaml: return YAMLTokens.tokens(of: bytes, in: whole)
        case .form: return FieldTokens.form(bytes, in: whole)
        case .headers, .eventStream: return FieldTokens.fields(bytes, in: whole)
        case .multipart, .text, .image, .binary: return []
        }
    }

    private static func lineStart(before offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var start = max(0, offset - context)
        while start > 0, start < offset, bytes[start - 1] != 0x0A { start += 1 }
        return start
    }
}

/// Highlights a single line, for editors that have no more context.
public enum LineSyntax {
    /// The number of bytes before the visible ones that are read.
    private static let context = 2 << 10

    /// The spans of the visible part of a line, in UTF-8 offsets of the line. Strings and comments that began on earlier lines are not
    /// recognized.
    public static func spans(of line: String, visible: Range<Int>, as kind: ContentKind) -> [SyntaxSpan] {
        var line = line
        return line.withUTF8 { bytes in
            let end = min(visible.upperBound, bytes.count)
            let start = max(0, min(visible.lowerBound, end) - context)
            guard start < end else { return [] }
            return SyntaxHighlighter.tokens(kind, in: start..<end, of: UnsafeRawBufferPointer(bytes), safeStart: start).map {
                SyntaxSpan($0.range, $0.kind)
            }
        }
    }
}
