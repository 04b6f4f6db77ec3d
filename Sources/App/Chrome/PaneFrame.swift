import Screen

/// A pane's border with its number and title; the focused one has thick lines, so that colour is not the only sign.
enum PaneFrame {
    /// Draws the border and gives the inside.
    static func draw(
        _ pane: PaneID, title: String? = nil, in rect: Rect, isFocused: Bool, on canvas: inout Canvas
    ) -> Rect {
        let border = CellStyle(isFocused ? .paneBorderFocused : .paneBorder)
        let name = CellStyle(isFocused ? .paneTitleFocused : .paneTitle)
        return canvas.box(
            rect, style: border, borders: isFocused ? .heavy : .light, title: "\(pane.rawValue) \(title ?? pane.title) ", titleStyle: name)
    }
}
