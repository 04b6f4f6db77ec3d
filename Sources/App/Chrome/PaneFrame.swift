import Screen

/// A pane's border with its number and title; the focus is visible in the border and the title.
enum PaneFrame {
    private static let columnsForPadding = 28

    /// The cells of the content, with padding where the pane is not narrow.
    static func content(in rect: Rect) -> Rect { rect.inset(columns: rect.width >= columnsForPadding ? 2 : 1, rows: 1) }

    /// Draws the border and gives the inside.
    static func draw(_ pane: PaneID, title: String? = nil, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) -> Rect {
        canvas.box(
            rect, style: CellStyle(isFocused ? .paneBorderFocused : .paneBorder), borders: .rounded,
            title: " \(pane.rawValue) \(title ?? pane.title) ", titleStyle: CellStyle(isFocused ? .paneTitleFocused : .paneTitle))
        return content(in: rect)
    }
}
