import Screen

/// Where the parts of a text area stand when it is drawn in a rectangle.
struct TextAreaLayout {
    /// Line numbers, and the space behind them.
    let gutter: Rect
    /// The text; its last column is the cursor's behind a full row.
    let text: Rect
    /// The bar at the right.
    let scrollbar: Rect
    /// What to look for, at the bottom; empty when nothing is looked for.
    let find: Rect

    init(_ rect: Rect, lineCount: Int, showsLineNumbers: Bool, findRows: Int) {
        let (upper, find) = rect.splitBottom(min(findRows, max(0, rect.height - 1)))
        let (left, scrollbar) = upper.splitRight(upper.width > 8 ? 1 : 0)
        let digits = max(2, String(lineCount).utf8.count)
        (gutter, text) = left.splitLeft(showsLineNumbers && left.width > digits + 12 ? digits + 1 : 0)
        self.scrollbar = scrollbar
        self.find = find
    }

    /// Columns that a row of text fills.
    var textColumns: Int { max(1, text.width - 1) }
}
