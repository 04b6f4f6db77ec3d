import Engine
import Screen
import Widgets
import Workspace

/// Draws the history.
enum HistoryView {
    /// The minimum width for columns with duration, size and day.
    private static let wideColumns = 64
    /// The minimum width for columns of places and notes too.
    private static let roomyColumns = 108
    /// The minimum width for methods of any length, and for time and day in one row.
    private static let mediumColumns = 40
    /// The minimum room for the environment in narrow lists.
    private static let minEnvironment = 8
    /// The words at the end of the filter while more rows may be found.
    private static let searchingNote = "searching…"
    /// The width of mark, time, status and method, before the title.
    private static let factColumns = 15
    /// The width of size and day at the end of wide lists.
    private static let figureColumns = (size: 8, day: 11)
    /// The minimum width for title and workspace in which the name of a workspace is cut rather than left out.
    private static let columnsForCutNames = 24

    /// The number of rows whose environments are compared for each frame.
    private static let comparedRows = 10 * HistoryState.pageSize

    static func draw(_ history: HistoryState, _ context: HistoryContext, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let marked = history.marks.isEmpty ? nil : "\(history.marks.count.map(CountText.number) ?? "all") marked"
        let newer = history.unseenCount == 0 ? nil : "\(CountText.number(history.unseenCount)) newer above"
        let facts = [history.isSeekingEnd ? "reading…" : nil, marked, newer].compactMap(\.self)
        let title = facts.isEmpty ? nil : "History, \(facts.joined(separator: ", "))"
        let inner = PaneFrame.draw(.history, title: title, in: rect, isFocused: isFocused, on: &canvas)
        if let filter = history.filter { draw(filter, of: history, in: inner, isTyping: isFocused && history.isFiltering, on: &canvas) }
        let list = HistoryReducer.listArea(history, context)
        if let empty = emptyState(history, context) { return empty.draw(in: list, on: &canvas) }
        if isFocused, list.width < wideColumns { drawFigures(of: history, after: title ?? PaneID.history.title, in: rect, on: &canvas) }
        let visible = history.list.visibleRows(count: history.rows.count, height: list.height)
        let first = visible.lowerBound
        let widths = widths(of: history, visible, context, columns: list.width)
        history.list.draw(in: list, on: &canvas, count: history.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let row = history.rows[index]
            let isWide = cells.width >= wideColumns
            // The first row of a day shows the day at its end.
            let beginsDay = index == first || history.beginsDay(index, in: context.timeZone)
            let day = beginsDay ? history.day(of: row, in: context.timeZone) : nil
            let clock = TimeText.clock(row.startedAt, in: context.timeZone)
            // The text of a day in this year is as long as that of a time.
            let showsDayAsTime = cells.width < mediumColumns && day?.count == clock.count
            let dayAtEnd = showsDayAsTime ? nil : day
            let shown = beginsDay ? day ?? "today" : nil
            let rest =
                isWide
                ? drawFigures(of: row, day: shown, durationColumns: widths.duration, in: cells, backdrop: backdrop, on: &canvas)
                : dayAtEnd.map { drawAtEnd($0, in: cells, backdrop: backdrop, on: &canvas) } ?? cells
            let isOwn = row.origin.workspace.isEmpty || row.origin.workspace == context.workspace
            let named = isOwn ? rest : drawWorkspace(of: row, in: rest, backdrop: backdrop, on: &canvas)
            draw(
                row, (showsDayAsTime ? day : nil) ?? clock, isMarked: history.marks.contains(row), isProtected: context.isProtected(row),
                widths,
                end: isWide ? rest.maxX : nil, in: named, backdrop: backdrop, on: &canvas)
        }
    }

    /// The widths of columns, which are the same in all rows.
    private struct Widths {
        /// The width of methods: of the longest visible one in a narrow list, of any in others.
        var method = MethodStyle.abbreviationColumns
        /// The longest name, after which paths begin in narrow lists.
        var name = 0
        /// The longest title.
        var title = 0
        /// The longest environment with the gap before it; 0 if all are the same.
        var environment = 0
        /// The longest host with the gap before it, which has the room of an environment that all rows share; 0 if all are the same.
        var host = 0
        /// The longest place with the gap before it, in lists in which notes have a column of their own; 0 in others.
        var place = 0
        /// True or false if places have their hosts whatever the room, or not.
        var placesHaveHosts: Bool?
        var duration = 0

        /// The width of the column after the title.
        var middle: Int { max(environment, host) }

        /// The width of the titles in a row with this room for all texts.
        func title(in room: Int) -> Int { min(title, max(0, room - middle) * 3 / 5) }
    }

    private static func widths(of history: HistoryState, _ visible: Range<Int>, _ context: HistoryContext, columns: Int) -> Widths {
        var widths = Widths()
        let rows = visible.map { history.rows[$0] }
        let titles = rows.map { ExchangeTitle($0) }
        if columns < mediumColumns {
            widths.method = rows.map { TextWidth.columns(of: MethodStyle.abbreviation($0.method).trimmed) }.max() ?? widths.method
        }
        widths.name = min(columns / 4, titles.compactMap(\.nameColumns).max() ?? 0)
        let signColumns = rows.contains { context.isProtected($0) } ? 2 : 0
        widths.title = signColumns + (titles.map { TextWidth.columns(of: $0.text(columns: columns)) }.max() ?? 0)
        // Durations of minutes are longer than most.
        widths.duration = max(9, rows.map { 1 + TextWidth.columns(of: TimeText.milliseconds($0.duration)) }.max() ?? 0)
        // Rows of the same request look alike but for the environment. A row looks the same wherever it is in the list.
        let environments = history.rows.prefix(comparedRows).map { $0.origin.environment } + rows.map { $0.origin.environment }
        if environments.contains(where: { $0 != environments[0] }) {
            let longest = environments.map { TextWidth.columns(of: $0 ?? "") }.max() ?? 0
            widths.environment = 2 + min(columns / 6, longest)
        }
        if columns >= roomyColumns { measure(rows, titles, of: history, &widths, columns: columns) }
        return widths
    }

    /// Sets the widths of the columns that only roomy lists have.
    private static func measure(
        _ rows: [ExchangeSummary], _ titles: [ExchangeTitle], of history: HistoryState, _ widths: inout Widths, columns: Int
    ) {
        if widths.environment == 0 {
            let hosts = titles.map(\.hostBeside)
            let all = history.rows.prefix(comparedRows).lazy.map { ExchangeTitle($0).hostBeside }.filter { !$0.isEmpty }
            let first = hosts.first { !$0.isEmpty }
            if let first, hosts.contains(where: { !$0.isEmpty && $0 != first }) || all.contains(where: { $0 != first }) {
                widths.host = 2 + min(columns / 5, hosts.map { TextWidth.columns(of: $0) }.max() ?? 0)
            }
        }
        // Methods have a column of their own.
        let room = columns - factColumns - 2 - widths.duration - figureColumns.size - figureColumns.day
        let rest = max(0, room - widths.title(in: room) - widths.middle)
        if widths.host > 0 { widths.placesHaveHosts = false } else if rest >= ExchangeTitle.minWithHost { widths.placesHaveHosts = true }
        let hasHost = widths.placesHaveHosts
        let longest = titles.compactMap { title in
            title.place(columns: rest, hasHost: hasHost).map { TextWidth.columns(of: $0) }
        }.max()
        let hasNotes = rows.contains { !$0.notes.text.isEmpty || !$0.notes.tags.isEmpty || $0.failure != nil }
        widths.place = longest.map { min(hasNotes ? rest * 3 / 5 : rest, 2 + $0) } ?? 0
    }

    /// Draws the filter with its invalid terms marked, and the problem of the first invalid term.
    private static func draw(_ filter: TextFieldState, of history: HistoryState, in inner: Rect, isTyping: Bool, on canvas: inout Canvas) {
        let spans = FilterText(filter.text).terms.compactMap { term -> TextSpan? in
            if term.problem != nil { return TextSpan(term.range, .error) }
            guard let key = term.key else { return nil }
            let start = term.range.lowerBound + (term.isNegated ? 1 : 0)
            return TextSpan(start..<start + key.rawValue.utf8.count + 1, .codeKey)
        }
        FilterBar.draw(filter, in: inner.row(0), isTyping: isTyping, spans: spans, on: &canvas)
        if history.showsPartialPage, TextWidth.columns(of: filter.text + searchingNote) + 6 < inner.width {
            let end = inner.row(0).splitRight(2).rest.splitRight(TextWidth.columns(of: searchingNote)).right
            canvas.write(searchingNote, at: end.origin, style: CellStyle(.textMuted), columns: end.width)
        }
        for (index, line) in history.problemLines(columns: inner.width).enumerated().prefix(max(0, inner.height - 1)) {
            canvas.write(line, in: inner.row(1 + index), style: CellStyle(.error))
        }
    }

    /// Draws duration, size and host of the row under the cursor on the pane's border, as far as there is room after its title.
    private static func drawFigures(of history: HistoryState, after title: String, in rect: Rect, on canvas: inout Canvas) {
        guard history.rows.indices.contains(history.list.selected) else { return }
        let row = history.rows[history.list.selected]
        var text = TimeText.milliseconds(row.duration)
        let room = rect.width - TextWidth.columns(of: title) - 10
        let more = [row.status == nil ? "" : ByteText.count(row.byteCount), ExchangeTitle(row).hostBeside].filter { !$0.isEmpty }
        for fact in more where TextWidth.columns(of: text + "  " + fact) <= room { text += "  " + fact }
        guard TextWidth.columns(of: text) <= room else { return }
        canvas.write(" \(text) ", in: rect.row(0).inset(columns: 2), style: CellStyle(.textMuted), alignment: .trailing)
    }

    /// Draws duration, size and day at the right end and returns the rest of the row.
    private static func drawFigures(
        of row: ExchangeSummary, day: String?, durationColumns: Int, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas
    ) -> Rect {
        let figures: [(text: String, width: Int)] = [
            (TimeText.milliseconds(row.duration), durationColumns),
            (row.status == nil ? "" : ByteText.count(row.byteCount), figureColumns.size), (day ?? "", figureColumns.day),
        ]
        var rest = cells
        for figure in figures.reversed() {
            let (left, right) = rest.splitRight(figure.width)
            let padding = max(0, figure.width - TextWidth.columns(of: figure.text))
            canvas.write(
                figure.text, at: Point(x: right.minX + padding, y: right.minY), style: CellStyle(.textMuted, on: backdrop),
                columns: figure.width - padding)
            rest = left
        }
        return rest
    }

    /// Draws the name of another workspace, or only its sign where there is little room, at the right end and returns the rest of the row.
    private static func drawWorkspace(of row: ExchangeSummary, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) -> Rect {
        let room = cells.width - factColumns
        let whole = "@" + row.origin.workspaceName
        let isCut = TextWidth.columns(of: whole) > room / 3
        let text = !isCut ? whole : room < columnsForCutNames ? "@" : TextWidth.fitted(whole, columns: room / 3)
        return drawAtEnd(text, in: cells, backdrop: backdrop, on: &canvas)
    }

    /// Draws a muted text at the right end and returns the rest of the row.
    private static func drawAtEnd(_ text: String, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) -> Rect {
        let (rest, right) = cells.splitRight(TextWidth.columns(of: text) + 1)
        canvas.write(
            text, at: Point(x: right.minX + 1, y: right.minY), style: CellStyle(.textMuted, on: backdrop), columns: right.width - 1)
        return rest
    }

    /// Writes the texts of a row one after the other.
    private struct Pen {
        /// The place of the next text.
        var x: Int
        let rect: Rect
        let backdrop: StyleRole?

        mutating func write(_ text: String, _ role: StyleRole, on canvas: inout Canvas) {
            let style = CellStyle(role, on: backdrop)
            x += canvas.write(text, at: Point(x: x, y: rect.minY), style: style, columns: max(0, rect.maxX - x))
        }

        /// Writes a sign, which is always visible, and a text that is cut at the end of the row or column.
        mutating func write(_ sign: String, _ text: String, _ role: StyleRole, columns: Int = .max, on canvas: inout Canvas) {
            write(sign, role, on: &canvas)
            let room = max(0, min(columns, rect.maxX - x))
            write(TextWidth.columns(of: text) > room ? TextWidth.fitted(text, columns: room) : text, role, on: &canvas)
        }
    }

    /// Draws mark, time, status and method.
    private static func drawFacts(
        of row: ExchangeSummary, _ time: String, isMarked: Bool, methodColumns: Int, with pen: inout Pen, on canvas: inout Canvas
    ) {
        let mark = isMarked ? "●" : row.isPinned ? "◆" : row.repeats == nil ? " " : "↻"
        pen.write(mark, isMarked ? .unsaved : .information, on: &canvas)
        pen.write(time + " ", .textMuted, on: &canvas)
        if let status = row.status {
            // A response that ended before its body was complete is not a success.
            let isCut = row.errorCode != nil
            pen.write("\(status)" + (isCut ? "!" : " "), isCut ? .warning : StatusStyle.role(status), on: &canvas)
        } else {
            pen.write("ERR ", row.isCancelled ? .textMuted : .error, on: &canvas)
        }
        let method = TextWidth.padded(MethodStyle.abbreviation(row.method).trimmed, columns: methodColumns)
        pen.write(method + " ", MethodStyle.role(row.method), on: &canvas)
    }

    /// Draws the facts and texts of a row.
    ///
    /// - Parameter end: the end of the texts in all rows, which have columns of title, environment and the rest, in roomy lists also of places and
    ///   notes; nil in narrow lists, where each text follows the one before it.
    private static func draw(
        _ row: ExchangeSummary, _ time: String, isMarked: Bool, isProtected: Bool, _ widths: Widths, end: Int?, in rect: Rect,
        backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        var pen = Pen(x: rect.minX, rect: rect, backdrop: backdrop)
        drawFacts(of: row, time, isMarked: isMarked, methodColumns: widths.method, with: &pen, on: &canvas)
        let start = pen.x
        if isProtected { pen.write("▲ ", .error, on: &canvas) }
        let title = ExchangeTitle(row)
        // The sign of a note stays in sight however long the title is.
        let hasNotes = !row.notes.text.isEmpty || !row.notes.tags.isEmpty
        let titleEnd = end.map { start + widths.title(in: $0 - start) }
        let titleColumns = min(rect.maxX - (hasNotes ? 2 : 0), titleEnd ?? .max) - pen.x
        pen.write(title.text(columns: titleColumns), .text, on: &canvas)
        let environment = widths.environment == 0 ? "" : row.origin.environment ?? ""
        let role: StyleRole = isProtected ? .error : .information
        if let titleEnd {
            pen.x = titleEnd
            let (text, textRole) = widths.host > 0 ? (title.hostBeside, StyleRole.textMuted) : (environment, role)
            pen.write("  ", text, textRole, columns: widths.middle - 2, on: &canvas)
            pen.x = titleEnd + widths.middle
            let room = min(widths.place, rect.maxX - (hasNotes ? 2 : 0) - pen.x) - 2
            if let place = title.place(columns: room, hasHost: widths.placesHaveHosts) { pen.write("  " + place, .textMuted, on: &canvas) }
            // A note has a smaller gap before it than other texts.
            let notes = titleEnd + widths.middle + widths.place
            pen.x = hasNotes ? min(notes + 1, rect.maxX - 2) : notes
        } else if title.nameColumns != nil, rect.maxX - start > 2 * widths.name {
            pen.x = max(pen.x, start + widths.name)
        }
        drawNotes(of: row, with: &pen, on: &canvas)
        if end == nil, !environment.isEmpty, rect.maxX - pen.x - 2 >= min(minEnvironment, TextWidth.columns(of: environment)) {
            pen.write("  ", environment, role, on: &canvas)
        }
        if let failure = row.failure, TextWidth.columns(of: failure) + 2 <= rect.maxX - pen.x {
            pen.write("  " + failure, row.isCancelled ? .textMuted : .error, on: &canvas)
        }
        let free = widths.place == 0 ? rect.maxX - pen.x - 2 : 0
        if let place = title.place(columns: free, hasHost: widths.placesHaveHosts) { pen.write("  " + place, .textMuted, on: &canvas) }
    }

    private static func drawNotes(of row: ExchangeSummary, with pen: inout Pen, on canvas: inout Canvas) {
        for tag in row.notes.tags { pen.write(" #", tag, .chip, on: &canvas) }
        if !row.notes.text.isEmpty { pen.write(" ✎", " " + row.notes.text, .information, on: &canvas) }
    }

    /// The text in place of the rows; nil if there are rows.
    static func emptyState(_ history: HistoryState, _ context: HistoryContext) -> EmptyState? {
        guard history.rows.isEmpty else { return nil }
        if history.showsPartialPage { return EmptyState("Searching…") }
        if history.isLoading { return EmptyState("Reading…") }
        if history.leaving.isMatching { return EmptyState("Deleting…") }
        if history.filter != nil { return EmptyState("No matches", hints: [EmptyState.Hint("Esc", "Clear filter")]) }
        let send = context.sendKey.map { EmptyState.Hint($0, "Send request", command: "request.send") }
        return EmptyState("No history yet", hints: send.map { [$0] } ?? [])
    }
}
