import Document
import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// Draws the response pane.
enum ResponseView {
    static func draw(_ state: ResponseState, _ context: ResponseContext, in rect: Rect, on canvas: inout Canvas) {
        let isFocused = context.isFocused
        let hasStatus =
            state.awaited == nil
            ? state.head != nil || state.exchange?.error != nil || state.sending != nil || state.refusal != nil
            : !state.sentFaults.isEmpty
        let hasTitle = !hasStatus || rect.width >= columnsForTitle
        PaneFrame.draw(.response, title: hasTitle ? nil : "", in: rect, isFocused: isFocused, on: &canvas)
        let start = hasTitle ? 4 + PaneID.response.title.count : 3
        if hasStatus { drawStatus(state, context, at: rect.minX + start, in: rect, on: &canvas) }
        let tabs = TabStrip.split(context.area).tabs
        let content = ResponseReducer.contentArea(state, context)
        TabStrip.draw(
            state.tabs, selected: state.tab, in: tabs, isFocused: isFocused, on: &canvas)
        let form = BodyFormSign.place(state, context)
        let border = rect.row(rect.height - 1).splitRight(form.map { $0.rect.width + 1 } ?? 0).rest
        if let line = state.sending?.progressLine {
            line.draw(in: border.splitLeft(1).rest.splitRight(form == nil ? 1 : 0).rest, on: &canvas)
        } else if isFocused, state.tab == .body {
            drawPath(state.shown, in: border, on: &canvas)
        }
        if let form { canvas.write(form.text, in: form.rect, style: CellStyle(.chip)) }
        canvas.clipped(to: content) { drawContent(state, context, in: content, isFocused: isFocused, on: &$0) }
        guard state.resolving?.isSeen != true else { return }
        drawBars(state, context, isFocused: isFocused, on: &canvas)
    }

    /// Draws the search, and below the body the query or a remark.
    private static func drawBars(_ state: ResponseState, _ context: ResponseContext, isFocused: Bool, on canvas: inout Canvas) {
        let (bars, rest) = ResponseBars.rects(state, context)
        if let search = state.search {
            ResponseSearchView.draw(search, current: state.matchOffset, in: bars, isFocused: isFocused, on: &canvas)
        }
        guard state.tab == .body else { return }
        if let query = state.query {
            BodyQueryView.draw(query, of: state.viewer, in: rest, isFocused: isFocused, on: &canvas)
        } else if let remark = BodyRemark(state), remark.missing == nil, !rest.isEmpty {
            canvas.fill(rest, style: CellStyle(.text))
            let room = rest.width - 1
            let isCut = TextWidth.columns(of: remark.text) > room
            // Notifications contain the full text.
            let way = isCut && context.notifications.contains(where: remark.text.hasSuffix) ? whole(state, context) : ""
            let text = TextWidth.fitted(remark.text, columns: room - TextWidth.columns(of: way)) + way
            canvas.write(text, at: rest.origin, style: CellStyle(remark.role), columns: rest.width)
        }
    }

    private static func whole(_ state: ResponseState, _ context: ResponseContext) -> String {
        context.keys.shown("notifications.show").map { " (\($0): all)" } ?? ""
    }

    /// The width from which the pane's name stands before the status.
    private static let columnsForTitle = 60

    /// The status line on the pane's border: status, time, size, version.
    private static func drawStatus(
        _ state: ResponseState, _ context: ResponseContext, at start: Int, in rect: Rect, on canvas: inout Canvas
    ) {
        var x = start
        // The pane itself shows what it waits for.
        var parts = state.awaited == nil ? outcome(state, columns: rect.width / 2) : faults(of: state)
        if state.awaited == nil {
            if let source = state.exchange?.offline {
                parts += [
                    ("offline", .statusChipClientError),
                    (TextWidth.fitted(ResolutionPlace.naming(source), columns: rect.width / 2).trimmed, .warning),
                ]
            }
            parts += origin(state, context, columns: rect.width / 2) + facts(state).map { ($0, StyleRole.textMuted) }
        }
        for (text, role) in parts {
            if x == start, role.isFilled || start > rect.minX + 3 {
                x += canvas.write(" ", at: Point(x: x, y: rect.minY), style: CellStyle(.paneBorder), columns: 1)
            }
            let shown = " \(text) "
            // A part that does not fit is left out.
            if x > start, x + TextWidth.columns(of: shown) > rect.maxX - 1 { break }
            x += canvas.write(shown, at: Point(x: x, y: rect.minY), style: CellStyle(role), columns: max(0, rect.maxX - 1 - x))
        }
    }

    /// The outcome and the time of the last request in few columns.
    static func news(_ response: ResponseState, columns: Int) -> [(String, StyleRole)] {
        guard !response.isFromHistory else { return [] }
        // The earlier response is shown where there is room for the word.
        if response.refusal != nil { return Array(outcome(response, columns: columns).prefix(1)) }
        let duration = response.sending == nil ? facts(response).first.map { [($0, StyleRole.textMuted)] } ?? [] : []
        return outcome(response, columns: columns) + duration
    }

    /// The outcome and the time of the request so far.
    private static func outcome(_ response: ResponseState, columns: Int) -> [(String, StyleRole)] {
        var parts: [(String, StyleRole)] = []
        if let resolving = response.resolving, resolving.isSeen {
            return [("Waiting…", .information)] + (resolving.waited.map { [($0, .information)] } ?? [])
        }
        if response.refusal != nil {
            parts.append(("Not sent", .statusChipServerError))
            if response.head != nil || response.exchange != nil { parts.append(("earlier response:", .textMuted)) }
        }
        if let head = response.head {
            let status = TextWidth.fitted("\(head.status.rawValue) \(head.reason)", columns: columns).trimmed
            parts.append((status, response.refusal == nil ? Chip.status(head.status.rawValue).role : .textMuted))
            if let error = response.exchange?.error { parts.append((FailureHeadline.afterHead(error.code), .statusChipClientError)) }
            if response.known?.hops.contains(where: \.isUnverified) == true { parts.append(("not verified", .warning)) }
        } else if let error = response.exchange?.error {
            parts.append((FailureHeadline.text(of: error.code), response.refusal == nil ? .statusChipServerError : .textMuted))
        } else if response.sending != nil {
            parts.append(("Sending…", .information))
        }
        parts += faults(of: response)
        if let waited = response.sending?.waited { parts.append((waited, .information)) }
        return parts
    }

    /// The faults of the request, which was sent all the same.
    private static func faults(of response: ResponseState) -> [(String, StyleRole)] {
        response.sentFaults.map { ("\($0) sent", .warning) }
    }

    /// For an entry opened from the history or a replay of one: its time, and its request if another one is in front.
    private static func origin(_ state: ResponseState, _ context: ResponseContext, columns: Int) -> [(String, StyleRole)] {
        guard let row = state.exchange?.summary else { return [] }
        let isReplay = !state.isFromHistory
        guard !isReplay || state.isReplayOfOther && row.repeats != nil else { return [] }
        if let name = state.exchange?.exampleName {
            return [(TextWidth.fitted("example “\(name)”", columns: columns).trimmed, .information)]
        }
        let isOwn = row.origin.requestPath != nil && row.origin.requestPath == context.requestPath
        let name = isOwn ? "" : (isReplay ? " of " : ", ") + ExchangeTitle(row).text(columns: columns)
        let text = (isReplay ? "replay" : "from \(context.moment(row))") + name
        let title: (String, StyleRole) = (TextWidth.fitted(text, columns: columns).trimmed, .information)
        let key = context.isFocused && state.hiddenID != nil ? context.keys.shown("application.close") : nil
        return [title] + (key.map { [("\($0) back", .textMuted)] } ?? [])
    }

    /// Draws the path of the value under the cursor on the lower border; nothing for the whole body.
    private static func drawPath(_ viewer: BodyViewerState, in rect: Rect, on canvas: inout Canvas) {
        guard let path = viewer.view?.path(atRow: viewer.list.selected), !path.components.isEmpty, rect.width > 12 else { return }
        let both = "\(path.jq)  \(path.jsonPath)"
        let fits = TextWidth.columns(of: both) <= rect.width - 8
        let text = " " + TextWidth.fitted(fits ? both : path.jq, columns: rect.width - 8, cut: .start) + " "
        canvas.write(text, at: Point(x: rect.minX + 2, y: rect.minY), style: CellStyle(.paneTitleFocused), columns: rect.width - 4)
    }

    private static func facts(_ response: ResponseState) -> [String] {
        guard let exchange = response.exchange else { return [] }
        // An example was not sent.
        var facts = exchange.exampleName == nil ? [TimeText.milliseconds(exchange.duration)] : []
        if let response = exchange.response { facts.append(ByteText.count(response.body.byteCount)) }
        let attempts = exchange.hops.last?.attempt ?? 1
        if attempts > 1 { facts.append("\(attempts) attempts") }
        // The hops of the attempt that produced this response.
        let hopCount = exchange.hops.count { $0.attempt == attempts }
        if hopCount > 1 { facts.append("\(hopCount) requests") }
        // The last one is left out first.
        return facts + (exchange.response?.version.map { ["\($0)"] } ?? [])
    }

    private static func drawContent(
        _ state: ResponseState, _ context: ResponseContext, in rect: Rect, isFocused: Bool, on canvas: inout Canvas
    ) {
        let response = state
        if let sending = response.awaited {
            return InFlightView.draw(sending, context, in: rect, on: &canvas)
        }
        if let refusal = response.refusal, response.showsRefusal {
            return drawProblem("Not sent", refusal, in: rect, on: &canvas)
        }
        if response.head == nil, !response.showsLines, let error = response.exchange?.error {
            return drawError(error, in: rect, on: &canvas)
        }
        if let empty = emptyState(state, context) { return empty.draw(in: rect, on: &canvas) }
        if response.tab == .body, let reason = BodyRemark(response)?.missing {
            return drawProblem("No body", reason, in: rect, on: &canvas)
        }
        if response.tab == .body, response.hasEmptyBody { return EmptyState("The response has no body").draw(in: rect, on: &canvas) }
        if response.tab == .body { return BodyViewer.draw(state, context, in: rect, isFocused: isFocused, on: &canvas) }
        drawLines(state, context, in: rect, isFocused: isFocused, on: &canvas)
    }

    private static func drawLines(
        _ state: ResponseState, _ context: ResponseContext, in rect: Rect, isFocused: Bool, on canvas: inout Canvas
    ) {
        let searchedRows = SearchedRows(state, context)
        let matches = state.search?.results.map { $0.matches(in: 0..<$0.end) } ?? []
        state.lines.draw(in: rect, on: &canvas, count: searchedRows.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let row = searchedRows.rows[index]
            let origin = Point(x: cells.minX + row.indent, y: cells.minY)
            var x = origin.x
            for piece in row.pieces.pieces {
                x += canvas.write(
                    piece.text, at: Point(x: x, y: cells.minY), style: CellStyle(piece.role, on: backdrop), columns: max(0, cells.maxX - x))
            }
            canvas.clipped(to: cells) { searchedRows.highlight(matches, inRow: index, at: origin, current: state.lineMatch, on: &$0) }
        }
    }

    private static func drawError(_ error: Exchange.Failure, in rect: Rect, on canvas: inout Canvas) {
        drawProblem(FailureHeadline.text(of: error.code), error.message, in: rect, on: &canvas)
    }

    private static func drawProblem(_ headline: String, _ message: String, in rect: Rect, on canvas: inout Canvas) {
        let line = rect.row(1).inset(columns: 1)
        canvas.write("✗ " + headline, in: line, style: CellStyle(.error))
        drawText(message, in: rect.splitTop(3).rest, on: &canvas)
    }

    private static func drawText(_ text: String, in rect: Rect, on canvas: inout Canvas) {
        canvas.write(lines: TextWrap.lines(text, columns: rect.width - 2), in: rect.inset(columns: 1), style: CellStyle(.text))
    }

    /// The content of the pane before anything was sent; nil after that.
    static func emptyState(_ state: ResponseState, _ context: ResponseContext) -> EmptyState? {
        guard state.awaited == nil, state.head == nil, state.exchange == nil, state.refusal == nil else { return nil }
        let commands = [("request.send", "Send request"), ("request.preview", "Preview request"), ("request.editURL", "Edit URL")]
        let hints = commands.compactMap { id, title in context.keys.shown(id).map { EmptyState.Hint($0, title, command: id) } }
        return EmptyState("No response yet", hints: hints)
    }
}
