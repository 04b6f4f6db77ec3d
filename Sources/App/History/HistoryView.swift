import Screen
import Widgets
import Workspace

/// Draws the history.
enum HistoryView {
    static func draw(_ history: HistoryState, _ context: HistoryContext, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let inner = PaneFrame.draw(.history, in: rect, isFocused: isFocused, on: &canvas)
        if let filter = history.filter {
            FilterBar.draw(filter, in: inner.row(0), isTyping: isFocused && history.isFiltering, on: &canvas)
        }
        let list = HistoryReducer.listArea(history, context)
        guard !history.rows.isEmpty else { return drawEmpty(history, in: list, on: &canvas) }
        history.list.draw(in: list, on: &canvas, count: history.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let row = history.rows[index]
            draw(row, history.moment(of: row, offset: context.timeZoneOffset), in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ row: ExchangeSummary, _ time: String, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        var x = rect.minX
        func write(_ text: String, _ role: StyleRole) {
            x += canvas.write(text, at: Point(x: x, y: rect.minY), style: CellStyle(role, on: backdrop), columns: max(0, rect.maxX - x))
        }
        write(row.isPinned ? "◆" : " ", .information)
        write(time + " ", .textMuted)
        if let status = row.status {
            write("\(status) ", StatusStyle.role(status))
        } else {
            write("ERR ", .error)
        }
        write(MethodStyle.abbreviation(row.method) + " ", MethodStyle.role(row.method))
        let title = ExchangeTitle(row)
        write(title.text(columns: rect.maxX - x), .text)
        guard let place = title.place(columns: rect.maxX - x - 2) else { return }
        write("  " + place, .textMuted)
    }

    private static func drawEmpty(_ history: HistoryState, in rect: Rect, on canvas: inout Canvas) {
        let text =
            history.isLoading
            ? "Reading…" : history.filter == nil ? "No history yet." : "No matches. Esc clears the filter."
        for (index, line) in TextWrap.lines(text, columns: rect.width - 1).prefix(rect.height).enumerated() {
            canvas.write(line, at: Point(x: rect.minX, y: rect.minY + index), style: CellStyle(.textMuted), columns: rect.width)
        }
    }
}
