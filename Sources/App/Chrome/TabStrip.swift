import Screen
import Widgets

/// The tabs of a pane: underlined where there is room for a rule below them. A title is a word, and behind it a sign for the content.
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

    /// The columns in which all are seen with so many spaces between them.
    static func columns(of titles: [String], gap: Int) -> Int { titles.reduce(-gap) { $0 + TextWidth.columns(of: $1) + gap } }

    private static func bar<ID: Hashable & Sendable>(_ titles: [(ID, String)], selected: ID) -> TabBar<ID> {
        TabBar(
            titles.map { id, title in
                let parts = title.split(separator: " ", maxSplits: 1).map(String.init)
                return .init(id, parts.first ?? "", badge: parts.count > 1 ? .word(parts[1]) : .none)
            }, selected: selected)
    }
}
