import Screen
import Widgets

/// The keys that can follow a prefix key, in the lower right corner.
struct KeysPopup {
    /// A key with what it starts.
    struct Entry {
        let key: String
        let title: String
        /// The id of the command.
        let command: String
    }

    /// A row: a key with what it starts, or what did not fit on the row above.
    struct Row: Equatable {
        let key: String
        let text: String
        let command: String
    }

    /// The keys pressed so far.
    let prefix: String
    /// The rows, in a popup that is as wide as its longest title where the screen has room for that.
    let rows: [Row]
    /// The cells of the popup.
    let frame: Rect

    private static let keyColumns = 5
    /// Borders, and what is free beside them and before the scrollbar.
    private static let margins = 7

    init(_ prefix: String, _ entries: [Entry], in bounds: Rect) {
        self.prefix = prefix
        rows = entries.flatMap { entry in
            TextWrap.lines(entry.title, columns: max(1, bounds.width - Self.keyColumns - Self.margins)).enumerated().map { index, text in
                Row(key: index == 0 ? entry.key : "", text: text, command: entry.command)
            }
        }
        let width = min(bounds.width, (rows.map { TextWidth.columns(of: $0.text) }.max() ?? 0) + Self.keyColumns + Self.margins)
        let height = min(bounds.height - 2, rows.count + 2)
        frame = Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
    }

    /// The cells of the rows, with the scrollbar where there are more than fit.
    var list: Rect { frame.inset(columns: 2, rows: 1) }

    func draw(_ state: ListState, on canvas: inout Canvas) {
        canvas.draw(on: .surfaceOverlay, in: frame) { canvas in
            canvas.box(
                frame, style: CellStyle(.modalBorder), borders: .rounded, title: " \(prefix) ", titleStyle: CellStyle(.modalTitle))
            let visible = state.visibleRows(count: rows.count, height: list.height)
            for index in visible {
                guard let cells = state.rect(ofRow: index, in: list, count: rows.count) else { continue }
                let (key, text) = cells.splitLeft(Self.keyColumns)
                canvas.write(rows[index].key, at: key.origin, style: CellStyle(.footerKey))
                canvas.write(rows[index].text, in: text, style: CellStyle(.text))
            }
            Scrollbar(count: rows.count, height: list.height, first: visible.lowerBound).draw(in: list.splitRight(1).right, on: &canvas)
        }
    }
}
