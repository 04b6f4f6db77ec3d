import Screen

/// A line of tabs; the chosen one stands in brackets, so that colour is not the only sign. Where not all fit, the line begins so far on
/// that the chosen one is seen.
enum TabStrip {
    /// The cells of each tab, from left to right; empty where it is not seen.
    static func place<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect) -> [(ID, Rect)] {
        let widths = titles.map { TextWidth.columns(of: $0.1) + 2 }
        let end = titles.firstIndex { $0.0 == selected }.map { widths[...$0].reduce(0, +) } ?? 0
        let isLast = titles.last?.0 == selected
        var x = rect.minX - max(0, end + (isLast ? 0 : 1) - rect.width)
        return zip(titles, widths).map { title, width in
            defer { x += width }
            return (title.0, Rect(x: x, y: rect.minY, width: width, height: 1).intersection(rect))
        }
    }

    static func draw<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let places = place(titles, selected: selected, in: rect)
        for ((id, title), (_, cells)) in zip(titles, places) where !cells.isEmpty {
            let isSelected = id == selected
            let role: StyleRole = isSelected ? (isFocused ? .tabSelectedFocused : .tabSelected) : .tab
            let text = isSelected ? "[\(title)]" : " \(title) "
            // What is cut off at the left shows its end.
            let hidden = TextWidth.columns(of: text) - cells.width
            let shown = cells.minX == rect.minX && hidden > 0 ? TextWidth.fitted(text, columns: cells.width, cut: .start) : text
            canvas.write(shown, at: cells.origin, style: CellStyle(role), columns: cells.width)
        }
    }
}
