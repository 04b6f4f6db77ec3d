/// A position between two graphemes of a text.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The line number, from 0.
    public var line: Int
    /// The offset in UTF-8 bytes from the start of the line.
    public var offset: Int

    /// Creates a position from a line number and a UTF-8 offset.
    public init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }

    /// The start of a text.
    public static let zero = TextPosition(line: 0, offset: 0)

    /// True if `left` is earlier in the text.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.offset) < (right.line, right.offset)
    }
}

/// A cursor and the fixed end of the selection.
struct TextSelection: Equatable, Sendable {
    /// The position at which the next character is inserted.
    var cursor: TextPosition
    /// The fixed end of the selection; nil or equal to the cursor without a selection.
    var anchor: TextPosition?

    init(_ cursor: TextPosition, anchor: TextPosition? = nil) {
        self.cursor = cursor
        self.anchor = anchor
    }

    /// The selected range; nil without a selection.
    var range: Range<TextPosition>? {
        guard let anchor, anchor != cursor else { return nil }
        return min(anchor, cursor)..<max(anchor, cursor)
    }
}
