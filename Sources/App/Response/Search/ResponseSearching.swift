import Document
import Screen
import Widgets

/// Searches what a tab of the answer shows: the body, or the lines of another.
enum ResponseSearching {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        switch message {
        case .startSearch: start(&state)
        case .nextMatch: return step(&state, forward: true)
        case .previousMatch: return step(&state, forward: false)
        case .found(let found): self.found(&state, found)
        case .toggleRegularExpression:
            state.response.search?.isRegularExpression.toggle()
            return look(&state)
        case .closeSearch: return close(&state)
        case .searchFailed(let problem): state.response.bodySearch?.problem = problem
        default: break
        }
        return []
    }

    /// Searches the lines of the tab that is shown where they are others than before: they change with the window and with what becomes
    /// known.
    static func refresh(_ state: inout AppState) {
        guard state.response.tab != .body, var search = state.response.search else { return }
        search.search(SearchedRows.text(state))
        state.response.search = search
    }

    private static func start(_ state: inout AppState) {
        guard state.response.tab != .body || state.response.shown.body != nil else { return }
        var search = ResponseSearch(anchor: cursorOffset(state))
        search.isRegularExpression = state.response.search?.isRegularExpression ?? false
        state.response.search = search
    }

    private static func cursorOffset(_ state: AppState) -> Int {
        state.response.tab == .body
            ? state.response.shown.cursorOffset : SearchedRows(state).start(ofRow: state.response.lines.selected)
    }

    /// A key while the text is typed; nil when it is not for it.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        guard var search = state.response.search else { return nil }
        if key == Key(.down) || key == Key(.up) { return step(&state, forward: key == Key(.down)) }
        if key == .alt("r") { return update(&state, .toggleRegularExpression) }
        let outcome = search.field.handle(key)
        state.response.search = search
        switch outcome {
        case nil: return nil
        case .submitted:
            state.response.search?.isTyping = false
            return []
        case .cancelled: return close(&state)
        case .changed, .pasted: return look(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text): return look(&state) + [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .moved: return []
        }
    }

    /// Looks for nothing any more in the tab that is shown.
    static func close(_ state: inout AppState) -> [Effect] {
        state.response.search = nil
        return state.response.tab == .body ? [.cancel(.searchBody(state.response.owner))] : []
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.response.search?.field.paste(text)
        return look(&state)
    }

    /// Takes what was found in the body; the first match behind the cursor is shown as soon as it is known, or else the first one of all.
    private static func found(_ state: inout AppState, _ found: FoundInBody) {
        guard state.response.shown.body?.isSameBody(as: found.body) == true, var search = state.response.bodySearch else { return }
        guard search.take(found.results) else { return }
        let first = search.hasShown ? nil : search.first
        if let first { show(inBody: first, &state) }
        search.hasShown = search.hasShown || first != nil
        state.response.bodySearch = search
    }

    /// Goes to the next match, or the one before, around the ends.
    private static func step(_ state: inout AppState, forward: Bool) -> [Effect] {
        guard let results = state.response.search?.results, results.count > 0 else { return [] }
        let here = state.response.matchOffset
        let cursor = here ?? cursorOffset(state)
        let match =
            forward
            ? results.next(from: here.map { $0 + 1 } ?? cursor) ?? results.match(0)
            : results.previous(before: cursor) ?? results.match(results.count - 1)
        guard let match else { return [] }
        state.response.search?.hasShown = true
        if state.response.tab == .body { show(inBody: match, &state) } else { show(inLines: match, &state) }
        return []
    }

    private static func show(inBody match: SearchResults.Match, _ state: inout AppState) {
        state.response.shown.show(match: match.range, height: ResponseUpdate.contentRect(state).height)
    }

    private static func show(inLines match: SearchResults.Match, _ state: inout AppState) {
        let found = SearchedRows(state)
        let height = ResponseUpdate.contentRect(state).height
        state.response.lines.select(found.row(at: match.range.lowerBound), count: found.rows.count, height: height)
        state.response.lineMatch = match.range.lowerBound
    }

    /// Looks for what is typed now.
    private static func look(_ state: inout AppState) -> [Effect] {
        guard state.response.tab == .body else {
            state.response.lineMatch = nil
            refresh(&state)
            if let first = state.response.search?.first { show(inLines: first, &state) }
            return []
        }
        state.response.search?.forgetResults()
        guard let query = state.response.search?.query, let body = state.response.shown.body else {
            return [.cancel(.searchBody(state.response.owner))]
        }
        return [.searchBody(body, query)]
    }
}
