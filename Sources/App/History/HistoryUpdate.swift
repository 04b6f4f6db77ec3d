import Screen
import Widgets
import Workspace

/// Changes the history pane.
enum HistoryUpdate {
    static func update(_ state: inout AppState, _ message: HistoryMessage) -> [Effect] {
        switch message {
        case .open: return state.history.current.map { [.history(.open($0.id, owner: state.response.owner))] } ?? []
        case .replay: return state.history.current.map { RequestSending.replay(&state, $0) } ?? []
        case .edit: return edit(&state)
        case .resolveAnew: return state.history.current.map { [.history(.resolveAnew($0.id))] } ?? []
        case .togglePin: return togglePin(&state)
        case .copyURL: return state.history.current.map { [.copy($0.url, name: "the URL")] } ?? []
        case .delete, .bringBack, .deleteForGood: return HistoryDeletion.update(&state, message)
        case .startFilter:
            state.history.filter = state.history.filter ?? TextFieldState()
            state.history.isFiltering = true
        case .listed(let rows, let cursor, let query, let moment):
            guard query == state.history.query else { return [] }
            state.history.show(rows, after: cursor, at: moment, height: listRect(state).height)
            return goOn(&state)
        case .found(let rows, let query, let moment):
            guard query == state.history.query else { return [] }
            state.history.add(rows, at: moment, height: listRect(state).height)
        case .recorded:
            // What was recorded here is listed already, with its time.
            return state.history.filter == nil ? [.history(.listNews(filter: state.history.query, tellsNone: false))] : list(&state)
        case .opened(let exchange, let owner): return opened(&state, exchange, owner)
        case .failed(let message):
            state.history.isLoading = false
            return state.say(.error, message)
        }
        return []
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        guard let motion = motion.list else { return [] }
        state.history.seekEnd(motion == .bottom)
        state.history.list.move(motion, count: state.history.rows.count, height: listRect(state).height)
        return more(&state)
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        state.history.seekEnd(false)
        let filterRow = state.inner(of: .history).row(0)
        if FilterBar.isClosed(state.history.filter, by: event, in: filterRow) { return clearFilter(&state) }
        if let effects = FilterBar.mouse(&state.history.filter, isTyping: &state.history.isFiltering, event, in: filterRow) {
            return effects
        }
        switch state.history.list.handle(event, in: listRect(state), count: state.history.rows.count) {
        case .opened: return update(&state, .open)
        case .scrolled, .selected, .menu: return more(&state)
        case nil: return []
        }
    }

    /// A key while the filter is typed; nil when it is not for the filter.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        if let motion = ListMotion(besideText: key) {
            state.history.list.move(motion, count: state.history.rows.count, height: listRect(state).height)
            return more(&state)
        }
        guard let outcome = state.history.filter?.handle(key) else { return nil }
        switch outcome {
        case .submitted: state.history.isFiltering = false
        case .cancelled: return clearFilter(&state)
        case .changed: return list(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text): return list(&state) + [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .pasted, .moved: break
        }
        return []
    }

    /// Lists everything again.
    static func clearFilter(_ state: inout AppState) -> [Effect] {
        state.history.filter = nil
        state.history.isFiltering = false
        return list(&state)
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.history.filter?.paste(text)
        return list(&state)
    }

    /// Reads the newest rows anew.
    static func list(_ state: inout AppState) -> [Effect] {
        state.history.isLoading = true
        state.history.seekEnd(false)
        return [.history(.list(after: nil, filter: state.history.query))]
    }

    /// Looks for what another apus wrote meanwhile, and what day it is.
    static func news(_ state: AppState) -> [Effect] { [.history(.listNews(filter: state.history.query, tellsNone: true))] }

    /// The cells of the rows.
    static func listRect(_ state: AppState) -> Rect {
        let inner = state.inner(of: .history)
        return state.history.filter == nil ? inner : inner.splitTop(1).rest
    }

    /// Takes the cursor to the last row that was read, and reads on while that is not the last of all.
    private static func goOn(_ state: inout AppState) -> [Effect] {
        guard let wanted = state.history.wantedCount else { return [] }
        if !state.history.hasMore || state.history.rows.count >= wanted { state.history.seekEnd(false) }
        state.history.list.move(.bottom, count: state.history.rows.count, height: listRect(state).height)
        return state.history.wantedCount == nil ? [] : more(&state)
    }

    /// Reads the next page when the view comes near the last row.
    private static func more(_ state: inout AppState) -> [Effect] {
        let history = state.history
        let visible = history.list.visibleRows(count: history.rows.count, height: listRect(state).height)
        guard history.hasMore, !history.isLoading, visible.upperBound + HistoryState.pageSize / 4 > history.rows.count else { return [] }
        state.history.isLoading = true
        return [.history(.list(after: history.rows.last?.cursor, filter: history.query))]
    }

    private static func opened(_ state: inout AppState, _ exchange: Exchange, _ owner: Tab.ID) -> [Effect] {
        let isInFront = state.response.owner == owner
        state.with(owner) { state in
            state.response.open(exchange)
            state.response.hasNews = !isInFront
        }
        return isInFront ? ApplicationUpdate.update(&state, .focus(.response)) : []
    }

    private static func edit(_ state: inout AppState) -> [Effect] {
        state.history.current.map { [.history(.load($0.id))] } ?? []
    }

    private static func togglePin(_ state: inout AppState) -> [Effect] {
        guard let row = state.history.current else { return [] }
        return setPinned(&state, !row.isPinned, row.id)
    }

    /// Keeps an exchange when old ones go, or no longer; the history and the answer that is shown say so.
    static func setPinned(_ state: inout AppState, _ isPinned: Bool, _ id: Exchange.ID) -> [Effect] {
        if let index = state.history.rows.firstIndex(where: { $0.id == id }) { state.history.rows[index].isPinned = isPinned }
        state.forEachResponse { $0.setPinned(isPinned, id) }
        let what = isPinned ? "Pinned: it stays when old ones go" : "Not pinned any more"
        return [.history(.setPinned(isPinned, id))] + state.say(.done, what)
    }
}
