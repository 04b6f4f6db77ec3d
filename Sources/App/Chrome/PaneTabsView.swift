import Screen

/// The second row where one pane is shown at a time: the others as tabs.
enum PaneTabsView {
    static func draw(_ focus: PaneID, in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.titleBar))
        for (pane, tab) in tabs(in: rect) {
            let isSelected = pane == focus
            let mark = isSelected ? "▸" : " "
            canvas.write(
                "\(mark)\(title(pane, in: rect)) ", at: tab.origin,
                style: CellStyle(isSelected ? .tabSelectedFocused : .tab, on: isSelected ? nil : .titleBar),
                columns: tab.width)
        }
    }

    /// The tab of each pane, from left to right.
    static func tabs(in rect: Rect) -> [(PaneID, Rect)] {
        var x = rect.minX
        return PaneID.allCases.map { pane in
            let width = title(pane, in: rect).count + 2
            defer { x += width }
            return (pane, Rect(x: x, y: rect.minY, width: width, height: 1).intersection(rect))
        }
    }

    private static func title(_ pane: PaneID, in rect: Rect) -> String {
        let isNarrow = rect.width < 52
        return "\(pane.rawValue) " + (isNarrow ? pane.shortTitle : pane.title)
    }
}
