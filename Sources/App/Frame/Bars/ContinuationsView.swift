import Screen
import Widgets

/// After a prefix key: what the next key may be.
enum ContinuationsView {
    /// A key with what it starts.
    struct Line: Equatable {
        let key: String
        let title: String
        let command: String
    }

    static func lines(_ state: AppState) -> [Line] {
        state.keymap.continuations(of: state.pendingKeys, in: state.scopes).compactMap { next in
            CommandTable.command(next.command).map { Line(key: KeyNotation.show(next.keys), title: $0.title, command: next.command) }
        }
    }

    static func frame(of lines: [Line], in bounds: Rect) -> Rect {
        let width = min(bounds.width, (lines.map { TextWidth.columns(of: $0.title) }.max() ?? 0) + 12)
        let height = min(bounds.height - 2, lines.count + 2)
        return Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
    }

    /// The cells of the lines, with the scrollbar where there are more than fit.
    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    static func draw(_ state: AppState, in bounds: Rect, on canvas: inout Canvas) {
        let lines = lines(state)
        let frame = frame(of: lines, in: bounds)
        OverlayView.drawWindow(KeyNotation.show(state.pendingKeys), in: frame, on: &canvas)
        let list = list(in: frame)
        let visible = state.continuations.visibleRows(count: lines.count, height: list.height)
        for index in visible {
            guard let row = state.continuations.rect(ofRow: index, in: list, count: lines.count) else { continue }
            canvas.write(lines[index].key, at: row.origin, style: CellStyle(.footerKey, on: .modal))
            canvas.write(
                lines[index].title, at: Point(x: row.minX + 5, y: row.minY), style: CellStyle(.text, on: .modal), columns: row.width - 5)
        }
        Scrollbar(count: lines.count, height: list.height, first: visible.lowerBound)
            .draw(in: list.splitRight(1).right, on: &canvas, backdrop: .modal)
    }
}
