/// A container that the user has closed or opened by hand.
struct Fold: Hashable, Sendable {
    /// The line that opens the container.
    var opening: NumberedLine
    /// The line that closes it, where there is one already.
    var closing: NumberedLine?
    /// Whether its lines are hidden.
    var isCollapsed: Bool

    /// The rows between, with the closing line, out of all rows that there are.
    func rows(of rowCount: Int) -> Range<Int> {
        let start = min(opening.rows.upperBound, rowCount)
        return start..<max(start, min(closing?.rows.upperBound ?? rowCount, rowCount))
    }

    /// How many lines that is.
    func hiddenLineCount(of lineCount: Int) -> Int {
        max(0, (closing.map { $0.line + 1 } ?? lineCount) - opening.line - 1)
    }
}
