/// What came of a key or of the mouse over a tree. Indices are those of the rows that are seen.
public enum TreeOutcome: Hashable, Sendable {
    /// What came of it in a list of the same rows; only a row without rows below is opened.
    case list(ListOutcome)
    /// The rows below this one should be seen.
    case expand(Int)
    /// The rows below this one should be hidden.
    case collapse(Int)
}
