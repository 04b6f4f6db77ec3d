/// The part of a text that is seen, by what is in its top left corner.
struct TextViewport: Equatable, Sendable {
    /// The line at the top.
    var line = 0
    /// The row of that line, when lines are wrapped.
    var row = 0
    /// The first column, when they are not.
    var column = 0

    /// Whether this one begins on an earlier row.
    func isAbove(_ other: TextViewport) -> Bool { (line, row) < (other.line, other.row) }
}
