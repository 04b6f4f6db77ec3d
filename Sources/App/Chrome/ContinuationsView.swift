import Screen
import Widgets

/// After a prefix key: what the next key may be.
enum ContinuationsView {
    /// A row: a key with what it starts, or what did not fit on the row above.
    struct Row: Equatable {
        let key: String
        let text: String
        let command: String
    }

    private static let keyColumns = 5
    /// Borders, and what is free beside them and before the scrollbar.
    private static let margins = 7

    /// The rows in a popup that is as wide as its longest title where the screen has room for that.
    static func rows(_ state: AppState) -> [Row] {
        state.keymap.continuations(of: state.pendingKeys, in: state.scopes).flatMap { next -> [Row] in
            guard let command = CommandTable.command(next.command) else { return [] }
            let texts = TextWrap.lines(command.title, columns: max(1, state.size.width - keyColumns - margins))
            return texts.enumerated().map { index, text in
                Row(key: index == 0 ? KeyNotation.show(next.keys) : "", text: text, command: command.id)
            }
        }
    }

    static func frame(_ state: AppState) -> Rect { frame(of: rows(state), in: Rect(state.size)) }

    static func frame(of rows: [Row], in bounds: Rect) -> Rect {
        let width = min(bounds.width, (rows.map { TextWidth.columns(of: $0.text) }.max() ?? 0) + keyColumns + margins)
        let height = min(bounds.height - 2, rows.count + 2)
        return Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
    }

    /// The cells of the rows, with the scrollbar where there are more than fit.
    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    static func draw(_ state: AppState, in bounds: Rect, on canvas: inout Canvas) {
        let rows = rows(state)
        let frame = frame(of: rows, in: bounds)
        WindowView.drawWindow(KeyNotation.show(state.pendingKeys), in: frame, on: &canvas)
        let list = list(in: frame)
        let visible = state.continuations.visibleRows(count: rows.count, height: list.height)
        for index in visible {
            guard let cells = state.continuations.rect(ofRow: index, in: list, count: rows.count) else { continue }
            let (key, text) = cells.splitLeft(keyColumns)
            canvas.write(rows[index].key, at: key.origin, style: CellStyle(.footerKey, on: .modal))
            canvas.write(rows[index].text, in: text, style: CellStyle(.text, on: .modal))
        }
        Scrollbar(count: rows.count, height: list.height, first: visible.lowerBound)
            .draw(in: list.splitRight(1).right, on: &canvas, backdrop: .modal)
    }
}
