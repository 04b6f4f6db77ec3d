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
