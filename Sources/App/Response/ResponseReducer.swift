import Document
import Engine
import HTTP
import JSON
import Query
import Screen
import Widgets
import Workspace

/// Changes the response of a tab.
enum ResponseReducer {
    static func reduce(_ state: inout ResponseState, _ message: ResponseMessage, _ context: ResponseContext) -> ResponseOutcome {
        if message.needsBodyTab, state.shown.body != nil { state.tab = .body }
        let row = state.viewer.list.selected
        let outcome = change(&state, message, context)
        if case .flightStep = message { return outcome }
        // A search, “Go to line” or another message has moved the cursor: the end of a stream is no longer followed.
        if state.viewer.list.selected != row { state.isScrolled = true }
        return outcome
    }

    private static func change(_ state: inout ResponseState, _ message: ResponseMessage, _ context: ResponseContext) -> ResponseOutcome {
        switch message {
        case .move(let motion):
            state.isScrolled = true
            return move(&state, context, motion)
        case .mouse(let event):
            state.isScrolled = true
            return ResponseMouse.reduce(&state, event, context)
        case .paste(let text):
            return state.query?.isTyping == true ? BodyQuerying.paste(&state, text) : ResponseSearching.paste(&state, context, text)
        case .selectTab(let tab): return select(&state, tab)
        case .nextTab: return select(&state, state.tab.neighbour(by: 1))
        case .previousTab: return select(&state, state.tab.neighbour(by: -1))
        case .showTrace: return select(&state, .trace)
        case .view(let message): return view(&state, context, message)
        case .fold(let message): return fold(&state, context, message)
        case .table(let message): return BodyTables.reduce(&state, message, context)
        case .parts(let message): return BodyParts.reduce(&state, message)
        case .search(let message): return ResponseSearching.reduce(&state, message, context)
        case .query(let message): return BodyQuerying.reduce(&state, message, context)
        case .file(let message): return BodyFiles.reduce(&state, message, context)
        case .copy(let message): return copy(state, context, message)
        case .test(.capture): return LineTests.capture(state, context)
        case .test(.assert): return LineTests.assert(state, context)
        case .flightStep(let step): return ResponseFlight.reduce(&state, step, context)
        case .togglePin: return state.exchange.map { [.output(.pin(!$0.isPinned, $0.id))] } ?? []
        case .showLast: return state.hiddenID.map { [.output(.show($0))] } ?? []
        case .replay: return state.exchange.map { [.output(.replay($0.summary))] } ?? []
        case .examples(let use): return [.output(.examples(use, state.exchange))]
        case .compare: return state.exchange.map { [.output(.compare($0.summary))] } ?? []
        case .failed(let text): return .notify(.error, text)
        }
    }

    /// Handles a key while a query or a search is typed; nil if the key is not for them.
    static func press(_ state: inout ResponseState, _ context: ResponseContext, _ key: Key) -> ResponseOutcome? {
        state.query?.isTyping == true ? BodyQuerying.press(&state, context, key) : ResponseSearching.press(&state, context, key)
    }

    /// The cells below the tabs and above the bars.
    static func contentArea(_ state: ResponseState, _ context: ResponseContext) -> Rect {
        TabStrip.split(context.area).rest.splitBottom(ResponseBars.height(state)).rest
    }

    private static func view(_ state: inout ResponseState, _ context: ResponseContext, _ message: BodyViewMessage) -> ResponseOutcome {
        switch message {
        case .nextForm: return changeForm(&state, context) { $0.nextForm(1, height: $1) }
        case .previousForm: return changeForm(&state, context) { $0.nextForm(-1, height: $1) }
        case .show(let form): return changeForm(&state, context) { $0.show(form, height: $1) }
        case .toggleWrap: return BodyWrapping.toggle(&state, context)
        case .decoded(.shown(let picture)):
            state.viewer.show(picture)
            return []
        case .decoded(.refused(let body, let reason)):
            guard state.viewer.body?.isSameBody(as: body) == true else { return [] }
            state.viewer.isDecoding = false
            return .notify(.warning, reason)
        case .chooseReading: return [.show(.picker(BodyCommands.picker(state)))]
        case .read(let kind, let charset): return BodyCommands.read(&state, kind, charset)
        case .showProblem:
            guard state.refusal == nil, state.shown.body?.document.problem != nil else { return [.output(.showRequestProblem)] }
            BodyCommands.showProblem(&state, context)
            return []
        case .askPlace: return [.show(.prompt(BodyPlace.prompt))]
        case .go(let place):
            place.go(&state, context)
            return []
        }
    }

    private static func fold(_ state: inout ResponseState, _ context: ResponseContext, _ message: FoldMessage) -> ResponseOutcome {
        let height = contentArea(state, context).height
        let isTable = state.shown.table != nil
        switch message {
        case .toggle where isTable: BodyTables.open(&state, context)
        case .inward where isTable: BodyTables.move(&state, context, .left)
        case .outward where isTable: BodyTables.move(&state, context, .right)
        case .toggle: state.shown.fold(nil, height: height)
        case .inward: foldIn(&state, height: height)
        case .outward: state.shown.fold(false, height: height)
        case .to, .unfoldAll, .counted:
            guard state.shown.view?.usesFolds == true, !isTable else {
                return .notify(.warning, "Folding needs the pretty view of JSON or XML")
            }
            return foldAll(&state, message, height: height)
        }
        return []
    }

    private static func foldAll(_ state: inout ResponseState, _ message: FoldMessage, height: Int) -> ResponseOutcome {
        switch message {
        case .to(let level): return state.shown.body.map { [.effect(.foldLevel($0, level: level))] } ?? []
        case .unfoldAll: state.shown.fold(to: nil, height: height)
        case .counted(let folded):
            if folded.body == state.shown.body { state.shown.fold(to: folded.level, height: height) }
        case .toggle, .inward, .outward: break
        }
        return []
    }

    private static func copy(_ state: ResponseState, _ context: ResponseContext, _ message: ResponseCopyMessage) -> ResponseOutcome {
        switch message {
        case .body: state.shown.body.map { [.effect(.copy($0))] } ?? []
        case .key: BodyCopying.key(state.shown) ?? noKey(state, context)
        case .path: BodyCopying.path(state, .jq) ?? noKey(state, context)
        case .jsonPath: BodyCopying.path(state, .jsonPath) ?? noKey(state, context)
        case .headers: [.copy(headerText(state), name: "the headers")]
        case .line: copyLine(state, context)
        case .json: BodyCopying.json(state.shown) ?? copyLine(state, context)
        case .url: state.exchange.map { [.copy($0.request.url, name: "the URL")] } ?? []
        case .curl: state.exchange.map { [.output(.copyAsCurl($0, isMasked: false))] } ?? []
        case .maskedCurl: state.exchange.map { [.output(.copyAsCurl($0, isMasked: true))] } ?? []
        }
    }

    /// Explains why no key or path can be copied.
    private static func noKey(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        let isPretty = state.shown.view?.form == .pretty || state.shown.table != nil
        let key = context.keys.shown("response.nextView") ?? "t"
        return .notify(.warning, isPretty ? "No key starts on this line" : "Keys and paths need the pretty view. \(key) shows it.")
    }

    /// Shows a tab and focuses the pane.
    private static func select(_ state: inout ResponseState, _ tab: ResponseTab) -> ResponseOutcome {
        state.tab = tab
        return [.output(.focus)]
    }

    /// Changes the view of the body; makes the table if it has none yet.
    static func changeForm(
        _ state: inout ResponseState, _ context: ResponseContext, _ change: (inout BodyViewerState, Int) -> Bool
    ) -> ResponseOutcome {
        guard change(&state.shown, contentArea(state, context).height), let body = state.shown.body else { return [] }
        return [.effect(.makeTable(body))]
    }

    private static func move(_ state: inout ResponseState, _ context: ResponseContext, _ motion: Motion) -> ResponseOutcome {
        let height = contentArea(state, context).height
        if state.tab == .body, state.shown.table != nil {
            BodyTables.move(&state, context, motion)
        } else if state.tab == .body, let body = BodyWrapping.body(state, context) {
            motion.list.map { BodyWrapping.move(&state, context, $0, in: body) }
        } else if state.tab == .body {
            let count = state.shown.rowCount
            switch motion {
            case .left: state.shown.column = max(0, state.shown.column - 8)
            case .right: state.shown.column += 8
            default: motion.list.map { state.shown.list.move($0, count: count, height: height) }
            }
        } else if let motion = motion.list {
            state.lines.move(motion, count: ResponseRows.rows(of: state, context).count, height: height)
        }
        return []
    }

    private static func headerText(_ state: ResponseState) -> String {
        (state.head?.headers.fields ?? []).map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// Folds the container at the cursor; if it is folded or cannot be, goes to its parent.
    private static func foldIn(_ state: inout ResponseState, height: Int) {
        let before = state.shown
        let opens = before.view?.rows(before.list.selected..<before.list.selected + 1).first?.fold == .expanded
        if opens { state.shown.fold(true, height: height) } else { state.shown.moveToParent(height: height) }
    }

    private static func copyLine(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        if state.tab == .body { return BodyCopying.node(state.shown) }
        let rows = ResponseRows.rows(of: state, context)
        let index = state.lines.selected
        return rows.indices.contains(index) ? [.copy(ResponseLines.lines(of: state, context)[rows[index].line].text, name: "the line")] : []
    }
}

/// Applies the steps of a request in flight to the response of its tab.
enum ResponseFlight {
    static func reduce(_ state: inout ResponseState, _ step: FlightStep, _ context: ResponseContext) -> ResponseOutcome {
        let isQuerying = state.query?.isRunning == true
        let outcome = carryOut(&state, step, context)
        // The body that it reads is no longer shown.
        return isQuerying && state.query == nil ? [.cancel(.queryBody(state.owner))] + outcome : outcome
    }

    private static func carryOut(_ state: inout ResponseState, _ step: FlightStep, _ context: ResponseContext) -> ResponseOutcome {
        switch step {
        case .resolving(let request): (state.resolving, state.refusal) = (request, nil)
        case .resolved(let id): if state.resolving?.id == id { state.resolving = nil }
        case .refused(let reasons): state.refusal = reasons
        case .began(let request): state.begin(request)
        case .changed(let request): change(&state, request)
        case .responded(let id, let head): if state.shownID == id { state.show(head) }
        case .arriving(let exchange): if state.shownID == exchange.id { state.arriving = exchange }
        case .grew(let body): return grow(&state, context, body)
        case .ended(let exchange): return end(&state, context, exchange)
        case .checked(let id, let report): if state.shownID == id { state.checks = report }
        }
        return []
    }

    private static func change(_ state: inout ResponseState, _ request: InFlightRequest) {
        if state.resolving?.id == request.id { state.resolving = request }
        guard state.sending?.id == request.id else { return }
        state.sending = request
        if request.isSeen { state.forgetEarlier() }
    }

    private static func grow(_ state: inout ResponseState, _ context: ResponseContext, _ body: BodyHandle) -> ResponseOutcome {
        let (isFollowed, isScrolled) = (state.followsEnd, state.isScrolled)
        state.grow(body)
        if isFollowed {
            _ = ResponseReducer.reduce(&state, .move(.bottom), context)
            state.isScrolled = isScrolled
        }
        return BodyCommands.decode(&state, context)
    }

    private static func end(_ state: inout ResponseState, _ context: ResponseContext, _ exchange: Exchange) -> ResponseOutcome {
        guard state.shownID == exchange.id else { return [] }
        state.finish(exchange)
        state.hasNews = state.owner != context.frontTab
        return BodyCommands.finish(state, exchange) + BodyQuerying.repeatEarlier(&state) + ResponseSearching.repeatEarlier(&state)
    }
}

/// The mouse over the response pane.
enum ResponseMouse {
    static func reduce(_ state: inout ResponseState, _ event: MouseEvent, _ context: ResponseContext) -> ResponseOutcome {
        let inner = context.area
        let titles = state.tabs
        if let tab = TabStrip.chosen(by: event, titles, selected: state.tab, in: TabStrip.split(inner).tabs) {
            return [.next(.selectTab(tab))]
        }
        let overBars = BodyFormSign.mouse(state, context, event) ?? ResponseBars.mouse(&state, context, event)
        if let outcome = overBars ?? overWait(state, context, event) { return outcome }
        let rect = ResponseReducer.contentArea(state, context)
        if state.tab != .body {
            let rows = ResponseRows.rows(of: state, context)
            // The last line of the cookies opens the jar.
            if case .opened(let row) = state.lines.handle(event, in: rect, count: rows.count), state.tab == .cookies,
                rows[row].line == rows.last?.line
            {
                return [.output(.showCookies)]
            }
        } else if state.shown.table != nil {
            return BodyTables.mouse(&state, context, event, in: rect)
        } else if let body = BodyWrapping.body(state, context) {
            BodyWrapping.mouse(&state, context, event, in: rect, body)
        } else {
            overBody(&state, context, event, in: rect)
        }
        return []
    }

    private static func overBody(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect) {
        switch state.shown.list.handle(event, in: rect, count: state.shown.rowCount) {
        case .selected, .opened: BodyFolding.click(&state, context, event, on: rect.row(event.position.y - rect.minY))
        case .menu, .scrolled, nil: break
        }
    }

    /// Handles a click on the text about cancelling or about a login.
    private static func overWait(_ state: ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard case .press(.left, _) = event.action, let sending = state.awaited else { return nil }
        let rect = ResponseReducer.contentArea(state, context)
        if InFlightView.login(sending, context, in: rect).contains(event.position) { return [.output(.showLogin)] }
        guard InFlightView.cancel(sending, context, in: rect).contains(event.position) else { return nil }
        return [.output(.cancel(sending.id))]
    }
}

/// Copies the text under the cursor in the body.
enum BodyCopying {
    /// The maximum number of bytes converted to text on the main actor; more would take noticeable time.
    private static let limit = 1 << 20

    /// Copies the value that begins under the cursor, or else the line.
    static func node(_ viewer: BodyViewerState) -> ResponseOutcome {
        guard let (view, row) = viewer.underCursor else { return [] }
        if let range = view.valueRange(atRow: row) { return copy(range, of: viewer, name: "the value") { bare($0) } }
        guard let line = view.rows(row..<row + 1).first else { return [] }
        // A long line has several rows.
        if view.form == .raw, let range = view.lineRange(atRow: row) { return copy(range, of: viewer, name: "the line") }
        guard line.isFolded else { return [.copy(line.text, name: "the line")] }
        guard let lines = FoldedText.lines(ofRow: row, in: view) else { return .notify(.error, FoldedText.tooLong) }
        return [.copy(lines.joined(separator: "\n"), name: "the folded text")]
    }

    /// Copies the value that begins under the cursor as in the body, with the quotes of a string; in a table the whole row. Nil if none begins
    /// there.
    static func json(_ viewer: BodyViewerState) -> ResponseOutcome? {
        guard let (view, row) = viewer.aroundCursor, let range = view.valueRange(atRow: row) else { return nil }
        return copy(range, of: viewer, name: "the value as JSON")
    }

    /// The text of a JSON string without quotes; other values unchanged.
    private static func bare(_ value: String) -> String {
        guard value.hasPrefix("\""), let string = (try? JSONValue(parsing: value))?.string else { return value }
        return string
    }

    /// Copies the key under the cursor without its quotes.
    static func key(_ viewer: BodyViewerState) -> ResponseOutcome? {
        guard let (view, row) = viewer.underCursor, let range = view.keyRange(atRow: row), range.count >= 2 else { return nil }
        return copy(range.lowerBound + 1..<range.upperBound - 1, of: viewer, name: "the key")
    }

    /// Copies the path of the value under the cursor as jq or JSONPath; in the result of a query of that language, with the query.
    static func path(_ state: ResponseState, _ language: Query.Kind) -> ResponseOutcome? {
        guard let (view, row) = state.shown.underCursor, let path = view.path(atRow: row) else { return nil }
        let result = state.query.flatMap { $0.viewer.body != nil && $0.query(of: state.viewer)?.kind == language ? $0 : nil }
        let whole = view.valueRange(atRow: row).flatMap { result?.query(at: path, offset: $0.lowerBound, of: state.viewer) }
        let text = whole ?? (language == .jq ? path.jq : path.jsonPath)
        return [.copy(text, name: CopiedText.name(text, or: "the path"))]
    }

    private static func copy(
        _ range: Range<Int>, of viewer: BodyViewerState, name: String, as shown: (String) -> String = { $0 }
    ) -> ResponseOutcome {
        guard let bytes = viewer.body?.document.text else { return [] }
        guard range.count <= limit else {
            return .notify(.error, "\(name) is too long for a clipboard (\(ByteText.count(Int64(range.count))))")
        }
        return [.copy(shown(String(decoding: bytes.bytes(in: range), as: UTF8.self)), name: name)]
    }
}
