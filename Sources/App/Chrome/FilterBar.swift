import Screen
import Widgets

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
