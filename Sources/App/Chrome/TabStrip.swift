import Screen
import Widgets

/// The tabs of a pane, with a rule below them if there is room. A title is a word, followed by a sign if the tab has content.
enum TabStrip {
    /// The minimum number of rows below the tabs at which a rule is drawn.
    private static let rowsForRule = 8

    /// The cells of the tabs, and the cells below them.
    static func split(_ rect: Rect) -> (tabs: Rect, rest: Rect) {
        let (tabs, rest) = rect.splitTop(rect.height >= rowsForRule + 2 ? 2 : 1)
        return (tabs, rest)
    }

    /// The cells of each tab, from left to right; empty for a tab that is not visible.
    static func place<ID: Hashable & Sendable>(_ titles: [(ID, String)], selected: ID, in rect: Rect) -> [(ID, Rect)] {
        let places = bar(titles, selected: selected).places(in: rect)
        return titles.map { title in (title.0, places.first { $0.id == title.0 }?.rect ?? .empty) }
    }

    /// The tab that a click selects; nil if the event selects none.
    static func chosen<ID: Hashable & Sendable>(by event: MouseEvent, _ titles: [(ID, String)], selected: ID, in rect: Rect) -> ID? {
        bar(titles, selected: selected).selection(by: event, in: rect)
    }

    static func draw<ID: Hashable & Sendable>(
        _ titles: [(ID, String)], selected: ID, in rect: Rect, isFocused: Bool, on canvas: inout Canvas
    ) {
        bar(titles, selected: selected).draw(in: rect, isFocused: isFocused, on: &canvas)
    }

    /// The width of all titles with `gap` spaces between them.
    static func columns(of titles: [String], gap: Int) -> Int { titles.reduce(-gap) { $0 + TextWidth.columns(of: $1) + gap } }

    private static func bar<ID: Hashable & Sendable>(_ titles: [(ID, String)], selected: ID) -> TabBar<ID> {
        TabBar(
            titles.map { id, title in
                let parts = title.split(separator: " ", maxSplits: 1).map(String.init)
                return .init(
                    id, parts.first ?? "", badge: parts.count < 2 ? .none : parts[1].hasPrefix("✗") ? .problem(parts[1]) : .word(parts[1]))
            }, selected: selected)
    }
}

/// The field with the filter text, in the first row of a pane or window.
enum FilterBar {
    /// Draws the filter, with parts of its text in other styles.
    static func draw(
        _ filter: TextFieldState, in row: Rect, isTyping: Bool, spans: [TextSpan] = [], on canvas: inout Canvas
    ) {
        canvas.write("/", at: row.origin, style: CellStyle(.footerKey))
        filter.draw(in: field(in: row), on: &canvas, isFocused: isTyping, look: .init(spans: spans))
        canvas.write("×", in: row.splitRight(1).right, style: CellStyle(.footerKey))
    }

    /// The cell of the cursor.
    static func cursor(of filter: TextFieldState, in row: Rect) -> Point { filter.cursorPoint(in: field(in: row)) }

    /// True if a click clears the filter.
    static func isClosed(_ filter: TextFieldState?, by event: MouseEvent, in row: Rect) -> Bool {
        guard filter != nil, case .press(.left, _) = event.action else { return false }
        return row.splitRight(1).right.contains(event.position)
    }

    /// Handles a click. A click in the field puts the cursor there and begins typing. A click elsewhere ends typing and returns nil, so
    /// that the caller handles it.
    static func outcome(_ filter: inout TextFieldState?, isTyping: inout Bool, _ event: MouseEvent, in row: Rect) -> TextInputOutcome? {
        guard filter != nil else { return nil }
        if event.isPress { isTyping = row.contains(event.position) }
        return filter?.handle(event, in: field(in: row)) ?? (event.isPress && isTyping ? .moved : nil)
    }

    private static func field(in row: Rect) -> Rect { row.splitLeft(2).rest.splitRight(2).rest }
}
