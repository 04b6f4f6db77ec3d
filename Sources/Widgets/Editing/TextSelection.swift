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
