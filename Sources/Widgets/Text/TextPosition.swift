/// A place between two graphemes of a text.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The line, from 0.
    public var line: Int
    /// UTF-8 bytes from the line's start.
    public var offset: Int

    /// Takes the line, from 0, and the UTF-8 bytes from its start.
    public init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }

    /// The start of a text.
    public static let zero = TextPosition(line: 0, offset: 0)

    /// Whether `left` comes earlier in the text.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.offset) < (right.line, right.offset)
    }
}

/// A cursor and the other end of what is selected.
struct TextSelection: Equatable, Sendable {
    /// Where the next character goes.
    var cursor: TextPosition
    /// The fixed end of the selection; nil, or equal to the cursor, when nothing is selected.
    var anchor: TextPosition?

    init(_ cursor: TextPosition, anchor: TextPosition? = nil) {
        self.cursor = cursor
        self.anchor = anchor
    }

    /// What is selected; nil when that is nothing.
    var range: Range<TextPosition>? {
        guard let anchor, anchor != cursor else { return nil }
        return min(anchor, cursor)..<max(anchor, cursor)
    }
}
