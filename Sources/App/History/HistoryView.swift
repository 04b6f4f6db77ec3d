import Screen
import Widgets
import Workspace

/// Draws the history.
enum HistoryView {
    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let isFocused = state.hasFocus(.history)
        let inner = PaneFrame.draw(.history, in: rect, isFocused: isFocused, on: &canvas)
        if let filter = state.history.filter {
            FilterBar.draw(filter, in: inner.row(0), isTyping: isFocused && state.history.isFiltering, on: &canvas)
        }
        let list = HistoryUpdate.listRect(state)
        let history = state.history
        guard !history.rows.isEmpty else { return drawEmpty(history, in: list, on: &canvas) }
        history.list.draw(in: list, on: &canvas, count: history.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let row = history.rows[index]
            draw(row, moment(of: row, state), in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    /// When it was sent: the time, or the day when that is another one.
    static func moment(of row: ExchangeSummary, _ state: AppState) -> String {
        let offset = state.timeZoneOffset
        let isToday = state.history.isOfToday(row, offset: offset)
        return isToday ? TimeText.clock(row.startedAt, offset: offset) : TimeText.monthAndDay(row.startedAt, offset: offset)
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
        let title = HistoryTitle(row)
        write(title.text(columns: rect.maxX - x), .text)
        guard let place = title.place(columns: rect.maxX - x - 2) else { return }
        write("  " + place, .textMuted)
    }

    private static func drawEmpty(_ history: HistoryState, in rect: Rect, on canvas: inout Canvas) {
        let text =
            history.isLoading
            ? "Reading…" : history.filter == nil ? "What you send is kept here." : "Nothing matches. Esc shows everything."
        for (index, line) in TextWrap.lines(text, columns: rect.width - 1).prefix(rect.height).enumerated() {
            canvas.write(line, at: Point(x: rect.minX, y: rect.minY + index), style: CellStyle(.textMuted), columns: rect.width)
        }
    }
}
