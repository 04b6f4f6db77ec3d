/// What a stretch of a line is, for the reader's eye.
public enum SyntaxKind: UInt8, CaseIterable, Sendable {
    /// Nothing in particular.
    case plain
    /// The name of a member, a field, a header, a property.
    case key
    /// A string or another text value.
    case string
    /// A number.
    case number
    /// A word with a meaning of its own: `true`, `null`, a keyword, an entity.
    case keyword
    /// Brackets, separators, operators.
    case punctuation
    /// The name of an element.
    case tag
    /// The name of an attribute.
    case attribute
    /// A remark for people.
    case comment
    /// What breaks the rules of its language.
    case error
    /// Bytes that are not text in the character set; each stands as U+FFFD.
    case invalid
    /// What stands for lines that are folded away.
    case fold
    /// A place or byte in a hexadecimal view.
    case offset
}

/// A stretch of a line with its meaning.
public struct SyntaxSpan: Hashable, Sendable {
    /// In UTF-8 bytes of the line's text.
    public var range: Range<Int>
    /// What it is.
    public var kind: SyntaxKind

    /// A stretch with its meaning.
    public init(_ range: Range<Int>, _ kind: SyntaxKind) {
        self.range = range
        self.kind = kind
    }
}
