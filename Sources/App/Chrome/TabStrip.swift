import Screen

/// A line of tabs; the chosen one stands in brackets, so that colour is not the only sign. Where not all fit, the line begins so far on
/// that the chosen one is seen, and signs at its ends say that there are more. Before that, neighbours share the space between them.
enum TabStrip {
    /// The cells of each tab, from left to right, empty where it is not seen; and those of the signs of more.
    private struct Places<ID> {
        var tabs: [(ID, Rect)]
        var before = Rect.empty
        var behind = Rect.empty
    }

    /// The cells of each tab, from left to right; empty where it is not seen.
    static func place<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect) -> [(ID, Rect)] {
        places(titles, selected: selected, in: rect).tabs
    }

    /// The tab that a click or the wheel chooses; a click on a sign of more takes the next one in its direction. Nil for what chooses none.
    static func chosen<ID: Equatable>(by event: MouseEvent, _ titles: [(ID, String)], selected: ID, in rect: Rect) -> ID? {
        guard rect.contains(event.position) else { return nil }
        func neighbour(_ step: Int) -> ID? {
            let index = (titles.firstIndex { $0.0 == selected } ?? 0) + step
            return titles.indices.contains(index) ? titles[index].0 : nil
        }
        switch event.action {
        case .wheelUp: return neighbour(-1)
        case .wheelDown: return neighbour(1)
        case .press(.left, _):
            let places = places(titles, selected: selected, in: rect)
            if places.before.contains(event.position) { return neighbour(-1) }
            if places.behind.contains(event.position) { return neighbour(1) }
            return places.tabs.first { $0.1.contains(event.position) }?.0
        default: return nil
        }
    }

    static func draw<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let places = places(titles, selected: selected, in: rect)
        let left = places.before.isEmpty ? rect.minX : places.before.maxX
        // The chosen one is drawn last, since its brackets stand where its neighbours have spaces.
        let all = zip(titles, places.tabs).filter { !$1.1.isEmpty }
        for ((id, title), (_, cells)) in all.filter({ $0.0.0 != selected }) + all.filter({ $0.0.0 == selected }) {
            let isSelected = id == selected
            let role: StyleRole = isSelected ? (isFocused ? .tabSelectedFocused : .tabSelected) : .tab
            let text = isSelected ? "[\(title)]" : " \(title) "
            // What is cut off at the left shows its end.
            let hidden = TextWidth.columns(of: text) - cells.width
            let shown = cells.minX == left && hidden > 0 ? TextWidth.fitted(text, columns: cells.width, cut: .start) : text
            canvas.write(shown, at: cells.origin, style: CellStyle(role), columns: cells.width)
        }
        canvas.write("◂", in: places.before, style: CellStyle(.tab))
        canvas.write("▸", in: places.behind, style: CellStyle(.tab))
    }

    private static func places<ID: Equatable>(_ titles: [(ID, String)], selected: ID, in rect: Rect) -> Places<ID> {
        let widths = titles.map { TextWidth.columns(of: $0.1) + 2 }
        let shared = widths.reduce(0, +) > rect.width ? 1 : 0
        guard widths.reduce(shared, { $0 + $1 - shared }) > rect.width else {
            return Places(tabs: spread(titles, widths, sharing: shared, from: rect.minX, in: rect))
        }
        let end = titles.firstIndex { $0.0 == selected }.map { widths[...$0].reduce(shared) { $0 + $1 - shared } } ?? 0
        if end < rect.width {
            let (room, behind) = rect.splitRight(1)
            return Places(tabs: spread(titles, widths, sharing: shared, from: rect.minX, in: room), behind: behind)
        }
        let (before, rest) = rect.splitLeft(1)
        let (room, behind) = rest.splitRight(titles.last?.0 == selected ? 0 : 1)
        return Places(tabs: spread(titles, widths, sharing: shared, from: room.maxX - end, in: room), before: before, behind: behind)
    }

    /// The least columns in which all are seen.
    static func leastColumns(of titles: [String]) -> Int { titles.reduce(1) { $0 + TextWidth.columns(of: $1) + 1 } }

    private static func spread<ID>(
        _ titles: [(ID, String)], _ widths: [Int], sharing shared: Int, from start: Int, in room: Rect
    ) -> [(ID, Rect)] {
        var x = start
        return zip(titles, widths).map { title, width in
            defer { x += width - shared }
            return (title.0, Rect(x: x, y: room.minY, width: width, height: 1).intersection(room))
        }
    }
}
