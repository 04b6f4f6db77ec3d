import Screen

/// A line of tabs; the chosen one stands in brackets, so that colour is not the only sign.
enum TabStrip {
    /// The cells of each tab, from left to right.
    static func place<ID>(_ titles: [(ID, String)], in rect: Rect) -> [(ID, Rect)] {
        var x = rect.minX
        return titles.map { id, title in
            let width = TextWidth.columns(of: title) + 2
            defer { x += width }
            return (id, Rect(x: x, y: rect.minY, width: width, height: 1).intersection(rect))
        }
    }

    static func draw<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        for ((id, title), (_, cells)) in zip(titles, place(titles, in: rect)) {
            let isSelected = id == selected
            let role: StyleRole = isSelected ? (isFocused ? .tabSelectedFocused : .tabSelected) : .tab
            canvas.write(isSelected ? "[\(title)]" : " \(title) ", at: cells.origin, style: CellStyle(role), columns: cells.width)
        }
    }
}
