import Document
import Screen
import Widgets

/// Searches the body.
enum BodySearching {
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
        case .searchFailed(let problem): state.response.search?.problem = problem
        default: break
        }
        return []
    }

    private static func start(_ state: inout AppState) {
        guard state.response.shown.body != nil else { return }
        state.response.tab = .body
        var search = BodySearch(anchor: state.response.shown.cursorOffset)
        search.isRegularExpression = state.response.search?.isRegularExpression ?? false
        state.response.search = search
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

    /// Looks for nothing any more.
    static func close(_ state: inout AppState) -> [Effect] {
        state.response.search = nil
        return [.cancel(.searchBody(state.response.owner))]
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.response.search?.field.paste(text)
        return look(&state)
    }

    /// Takes what was found; the first match behind the cursor is shown as soon as it is known, or else the first one of all.
    private static func found(_ state: inout AppState, _ found: FoundInBody) {
        guard state.response.shown.body?.isSameBody(as: found.body) == true, var search = state.response.search else { return }
        guard search.take(found.results) else { return }
        state.response.search = search
        guard !search.hasShown else { return }
        show(found.results.next(from: search.anchor) ?? (found.results.isComplete ? found.results.match(0) : nil), &state)
    }

    /// Goes to the next match, or the one before, around the ends.
    private static func step(_ state: inout AppState, forward: Bool) -> [Effect] {
        guard let results = state.response.search?.results, results.count > 0 else { return [] }
        let here = state.response.shown.matchOffset ?? state.response.shown.cursorOffset
        let match =
            forward
            ? results.next(from: here + 1) ?? results.match(0) : results.previous(before: here) ?? results.match(results.count - 1)
        show(match, &state)
        return []
    }

    private static func show(_ match: SearchResults.Match?, _ state: inout AppState) {
        guard let match else { return }
        state.response.search?.hasShown = true
        state.response.shown.show(match: match.range, height: ResponseUpdate.contentRect(state).height)
    }

    private static func look(_ state: inout AppState) -> [Effect] {
        state.response.search?.forgetResults()
        guard let query = state.response.search?.query, let body = state.response.shown.body else {
            return [.cancel(.searchBody(state.response.owner))]
        }
        return [.searchBody(body, query)]
    }
}
