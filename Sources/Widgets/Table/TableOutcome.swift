public import Screen

/// What came of a key, a paste or of the mouse over a table.
public enum TableOutcome: Hashable, Sendable {
    /// The cursor or the view moved; the rows are as before.
    case moved
    /// The rows are others now.
    case changed
    /// This should go to the clipboard; the rows are as before.
    case copied(String)
    /// This was taken out of a cell and should go to the clipboard.
    case cut(String)
    /// The clipboard's text is wanted: hand it to `paste`.
    case wantsPaste
    /// The right button went down on this row, which has the cursor now: the row's menu belongs here.
    case menu(Int, at: Point)
    /// The row with the cursor has choices that are wanted in a list below this cell: hand the chosen one to `choose`.
    case choices(below: Point)
}
