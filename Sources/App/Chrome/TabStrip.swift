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

/// The first row of a pane or a window whose rows are filtered: what they are searched for.
enum FilterBar {
    ///
    /// - Parameters:
    ///   - spans: parts of the text in other styles.
    ///   - ending: what Tab would add; shown behind the text while the cursor is there.
    static func draw(
        _ filter: TextFieldState, in row: Rect, isTyping: Bool, spans: [TextSpan] = [], ending: String? = nil, backdrop: StyleRole? = nil,
        on canvas: inout Canvas
    ) {
        canvas.write("/", at: row.origin, style: CellStyle(.footerKey, on: backdrop))
        let cells = field(in: row)
        filter.draw(in: cells, on: &canvas, isFocused: isTyping, look: .init(spans: spans))
        let end = filter.cursorPoint(in: cells).x
        if let ending, filter.cursor == filter.text.utf8.count, end < cells.maxX {
            let style = CellStyle(.placeholder, on: .fieldFocused)
            canvas.write(ending, at: Point(x: end, y: row.minY), style: style, columns: cells.maxX - end)
        }
        canvas.write("×", in: row.splitRight(1).right, style: CellStyle(.footerKey, on: backdrop))
    }

    /// True if a click clears the filter.
    static func isClosed(_ filter: TextFieldState?, by event: MouseEvent, in row: Rect) -> Bool {
        guard filter != nil, case .press(.left, _) = event.action else { return false }
        return row.splitRight(1).right.contains(event.position)
    }

    /// A click puts the cursor into the field, and what is typed next goes there; one elsewhere ends typing and is for what is there: nil.
    static func outcome(_ filter: inout TextFieldState?, isTyping: inout Bool, _ event: MouseEvent, in row: Rect) -> TextInputOutcome? {
        guard filter != nil else { return nil }
        if event.isPress { isTyping = row.contains(event.position) }
        return filter?.handle(event, in: field(in: row)) ?? (event.isPress && isTyping ? .moved : nil)
    }

    private static func field(in row: Rect) -> Rect { row.splitLeft(2).rest.splitRight(2).rest }
}
