import Document
import Screen
import Widgets

/// Searches the shown tab of the response: the body, or the lines of another tab.
enum ResponseSearching {
    static func reduce(
        _ state: inout ResponseState, _ message: ResponseSearchMessage, _ context: ResponseContext
    ) -> ResponseOutcome {
        switch message {
        case .start: start(&state, context)
        case .next: return step(&state, context, forward: true)
        case .previous: return step(&state, context, forward: false)
        case .found(let found): self.found(&state, context, found)
        case .toggleRegularExpression:
            state.search?.isRegularExpression.toggle()
            return look(&state, context)
        case .close: return close(&state)
        case .failed(let problem): state.bodySearch?.problem = problem
        }
        return []
    }

    /// Searches the lines of the shown tab again if they have changed; they depend on the window and on new data.
    static func refresh(_ state: inout ResponseState, _ context: ResponseContext) {
        guard state.tab != .body, var search = state.search else { return }
        search.search(SearchedRows.text(state, context))
        state.search = search
    }

    private static func start(_ state: inout ResponseState, _ context: ResponseContext) {
        guard state.tab != .body || state.shown.body != nil else { return }
        var search = ResponseSearch(anchor: cursorOffset(state, context))
        search.isRegularExpression = state.search?.isRegularExpression ?? false
        state.search = search
    }

    private static func cursorOffset(_ state: ResponseState, _ context: ResponseContext) -> Int {
        state.tab == .body
            ? state.shown.cursorOffset : SearchedRows(state, context).start(ofRow: state.lines.selected)
    }

    /// Handles a key while the text is edited; nil if the key is not for it.
    static func press(_ state: inout ResponseState, _ context: ResponseContext, _ key: Key) -> ResponseOutcome? {
        guard var search = state.search else { return nil }
        if key == Key(.down) || key == Key(.up) { return step(&state, context, forward: key == Key(.down)) }
        if key == .alt("r") { return [.next(.search(.toggleRegularExpression))] }
        let outcome = search.field.handle(key)
        state.search = search
        switch outcome {
        case nil: return nil
        case .submitted:
            state.search?.isTyping = false
            return []
        case .cancelled: return close(&state)
        case .changed, .pasted: return look(&state, context)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text): return look(&state, context) + [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .moved: return []
        }
    }

    /// Closes the search in the shown tab.
    static func close(_ state: inout ResponseState) -> ResponseOutcome {
        state.search = nil
        return state.tab == .body ? [.cancel(.searchBody(state.owner))] : []
    }

    static func paste(_ state: inout ResponseState, _ context: ResponseContext, _ text: String) -> ResponseOutcome {
        _ = state.search?.field.paste(text)
        return look(&state, context)
    }

    /// Stores the matches found in the body. Shows the first match after the cursor as soon as it is known, or else the first match of all.
    private static func found(_ state: inout ResponseState, _ context: ResponseContext, _ found: FoundInBody) {
        guard state.shown.body?.isSameBody(as: found.body) == true, var search = state.bodySearch else { return }
        guard search.store(found.results) else { return }
        let first = search.hasShown ? nil : search.first
        if let first { show(inBody: first, &state, context) }
        search.hasShown = search.hasShown || first != nil
        state.bodySearch = search
    }

    /// Goes to the next or previous match; wraps around at the ends.
    private static func step(_ state: inout ResponseState, _ context: ResponseContext, forward: Bool) -> ResponseOutcome {
        guard let results = state.search?.results, results.count > 0 else { return [] }
        let here = state.matchOffset
        let cursor = here ?? cursorOffset(state, context)
        let match =
            forward
            ? results.next(from: here.map { $0 + 1 } ?? cursor) ?? results.match(0)
            : results.previous(before: cursor) ?? results.match(results.count - 1)
        guard let match else { return [] }
        state.search?.hasShown = true
        if state.tab == .body { show(inBody: match, &state, context) } else { show(inLines: match, &state, context) }
        return []
    }

    private static func show(inBody match: SearchResults.Match, _ state: inout ResponseState, _ context: ResponseContext) {
        let area = ResponseReducer.contentArea(state, context)
        state.shown.show(match: match.range, height: area.height)
        guard BodyWrapping.body(state, context) == nil else { return }
        state.shown.reveal(match: match.range, state.bodySearch?.results?.pattern, columns: area.width)
    }

    private static func show(inLines match: SearchResults.Match, _ state: inout ResponseState, _ context: ResponseContext) {
        let searchedRows = SearchedRows(state, context)
        let height = ResponseReducer.contentArea(state, context).height
        state.lines.select(searchedRows.row(at: match.range.lowerBound), count: searchedRows.rows.count, height: height)
        state.lineMatch = match.range.lowerBound
    }

    /// Continues the search in the previous response.
    static func repeatEarlier(_ state: inout ResponseState) -> ResponseOutcome {
        guard let earlier = state.earlierSearch, let query = earlier.query, state.bodySearch == nil, state.query == nil,
            let body = state.shown.body
        else { return [] }
        state.earlierSearch = nil
        var search = ResponseSearch(anchor: 0)
        (search.field, search.isRegularExpression, search.isTyping) = (earlier.field, earlier.isRegularExpression, false)
        state.bodySearch = search
        return [.effect(.search(body, query))]
    }

    /// Starts the search for the typed text.
    private static func look(_ state: inout ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        guard state.tab == .body else {
            state.lineMatch = nil
            refresh(&state, context)
            if let first = state.search?.first { show(inLines: first, &state, context) }
            return []
        }
        state.search?.forgetResults()
        guard let query = state.search?.query, let body = state.shown.body else {
            return [.cancel(.searchBody(state.owner))]
        }
        return [.effect(.search(body, query))]
    }
}

/// The lines of a tab other than the body as one text, so that they can be searched like a body.
struct SearchedRows {
    let rows: [ResponseRows.Row]
    /// The start of each row in the text.
    private var starts: [Int] = []

    init(_ state: ResponseState, _ context: ResponseContext) {
        rows = ResponseRows.rows(of: state, context)
        var end = 0
        for row in rows {
            if !row.isContinuation, !starts.isEmpty { end += 1 }
            starts.append(end)
            end += row.pieces.text.utf8.count
        }
    }

    /// The text: the lines joined by line breaks, independent of the screen width.
    static func text(_ state: ResponseState, _ context: ResponseContext) -> [UInt8] {
        Array(ResponseLines.lines(of: state, context).map(\.text).joined(separator: "\n").utf8)
    }

    /// The offset at which a row begins in the text; zero if there is no such row.
    func start(ofRow row: Int) -> Int { starts.indices.contains(row) ? starts[row] : 0 }

    /// The row that an offset of the text is in.
    func row(at offset: Int) -> Int { starts.lastIndex { $0 <= offset } ?? 0 }

    /// Marks the matches in a row that is drawn from `origin`.
    /// - Parameter current: the start of the current match.
    func highlight(_ matches: [SearchResults.Match], inRow row: Int, at origin: Point, current: Int?, on canvas: inout Canvas) {
        guard !matches.isEmpty else { return }
        let (start, text) = (starts[row], rows[row].pieces.text)
        let piece = 0..<text.utf8.count
        for match in matches {
            // A match may have begun in a row above.
            let lower = max(0, match.range.lowerBound - start)
            let range = lower..<max(lower, match.range.upperBound - start)
            guard range.overlaps(piece) else { continue }
            MatchView.draw(range, of: text, from: piece, at: origin, isCurrent: match.range.lowerBound == current, on: &canvas)
        }
    }
}
