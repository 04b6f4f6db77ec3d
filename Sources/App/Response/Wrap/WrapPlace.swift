/// A row of cells of a body whose long rows take several.
struct WrapPlace: Hashable, Comparable, Sendable {
    /// The row of the view, from zero.
    var row = 0
    /// The index among the screen rows of a line, from zero.
    var part = 0

    static func < (left: WrapPlace, right: WrapPlace) -> Bool { (left.row, left.part) < (right.row, right.part) }
}

/// The position in a wrapped body.
struct BodyWrap: Equatable, Sendable {
    /// The first row of cells on the screen, as far as the cursor is seen then.
    var top = WrapPlace()
    /// The cursor, where it was moved by rows of cells; nil where it was put on a row or on a match.
    var cursor: WrapPlace?
    /// The cursor's row when the view was scrolled away from it; nil while the view follows the cursor.
    var leftRow: Int?
    /// True while the scrollbar is dragged.
    var holdsScrollbar = false

    /// Lets the view follow the cursor, which has gone to a row.
    mutating func follow() {
        cursor = nil
        leftRow = nil
    }
}
