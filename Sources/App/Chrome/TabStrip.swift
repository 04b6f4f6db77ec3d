import Screen
import Widgets

/// The tabs of a pane: underlined where there is room for a rule below them.
enum TabStrip {
    /// Content with fewer rows below the tabs has no rule above it.
    private static let rowsForRule = 8

    /// The cells of the tabs, and those below them.
    static func split(_ rect: Rect) -> (tabs: Rect, rest: Rect) {
        let (tabs, rest) = rect.splitTop(rect.height > rowsForRule + 2 ? 2 : 1)
        return (tabs, rest)
    }

    /// The cells of each tab, from left to right; empty where it is not seen.
    static func place<ID: Hashable & Sendable>(_ titles: [(ID, String)], selected: ID, in rect: Rect) -> [(ID, Rect)] {
        let places = bar(titles, selected: selected).places(in: rect)
        return titles.map { title in (title.0, places.first { $0.id == title.0 }?.rect ?? .empty) }
    }

    /// The tab that a click or the wheel chooses; nil for what chooses none.
    static func chosen<ID: Hashable & Sendable>(by event: MouseEvent, _ titles: [(ID, String)], selected: ID, in rect: Rect) -> ID? {
        bar(titles, selected: selected).selection(by: event, in: rect)
    }

    static func draw<ID: Hashable & Sendable>(
        _ titles: [(ID, String)], selected: ID, in rect: Rect, isFocused: Bool, on canvas: inout Canvas
    ) {
        bar(titles, selected: selected).draw(in: rect, isFocused: isFocused, on: &canvas)
    }

    /// The least columns in which all are seen.
    static func leastColumns(of titles: [String]) -> Int { titles.reduce(-1) { $0 + TextWidth.columns(of: $1) + 1 } }

    private static func bar<ID: Hashable & Sendable>(_ titles: [(ID, String)], selected: ID) -> TabBar<ID> {
        TabBar(titles.map { .init($0.0, $0.1) }, selected: selected)
    }
}
