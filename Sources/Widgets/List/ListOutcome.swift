public import Screen

/// What came of a key or of the mouse over rows. Indices are those of rows.
public enum ListOutcome: Hashable, Sendable {
    /// The view moved; the selection is as before.
    case scrolled
    /// This row has the selection now.
    case selected(Int)
    /// Enter, or a double-click.
    case opened(Int)
    /// The right button went down on this row, which has the selection now: the item's menu belongs here.
    case menu(Int, at: Point)
}
