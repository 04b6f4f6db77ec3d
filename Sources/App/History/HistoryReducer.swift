import Screen
import Widgets
import Workspace

/// Changes the history pane.
enum HistoryReducer {
    /// The time in which a deleted entry can be restored.
    private static let restoreTime = Duration.seconds(8)

    static func reduce(_ state: inout HistoryState, _ message: HistoryMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .move(let motion): return move(&state, motion, context)
        case .mouse(let event): return mouse(&state, event, context)
        case .paste(let text):
            _ = state.filter?.paste(text)
            return reload(&state)
        case .open: return state.current.map { [.effect(.open($0.id, owner: context.frontTab))] } ?? []
        case .replay: return state.current.map { [.output(.replay($0))] } ?? []
        case .edit(let sends): return state.current.map { [.effect(.load($0.id, sends: sends))] } ?? []
        case .togglePin: return state.current.map { setPinned(&state, !$0.isPinned, $0.id) } ?? []
        case .setPinned(let isPinned, let id): return setPinned(&state, isPinned, id)
        case .copyURL: return state.current.map { [.copy($0.url, name: "the URL")] } ?? []
        case .delete: return delete(&state, context)
        case .restore(let id): return restore(&state, id ?? state.leaving.last)
        case .deleteForGood(let id): return deleteForGood(&state, id)
        case .startFilter:
            state.filter = state.filter ?? TextFieldState()
            state.isFiltering = true
            return []
        case .clearFilter: return clearFilter(&state)
        case .refresh: return [.effect(.listNews(filter: state.query, tellsNone: true))]
        case .listed(let rows, let cursor, let query, let moment):
            guard query == state.query else { return [] }
            state.show(rows, after: cursor, at: moment, height: listArea(state, context).height)
            return seekEnd(&state, context)
        case .found(let rows, let query, let moment):
            guard query == state.query else { return [] }
            state.add(rows, at: moment, height: listArea(state, context).height)
            return []
        case .ended(let row):
            state.insert(row, height: listArea(state, context).height)
            return []
        case .recorded:
            // An entry of this process is listed already, with its time.
            return state.filter == nil ? [.effect(.listNews(filter: state.query, tellsNone: false))] : reload(&state)
        case .opened(let exchange, let owner): return [.output(.show(exchange, owner: owner))]
        case .bodyIndexed(let body): return [.output(.bodyIndexed(body))]
        case .loaded(let draft, let origin, let sends): return [.output(.compose(draft, origin, sends: sends))]
        case .failed(let text):
            state.isLoading = false
            return .say(.error, text)
        }
    }

    /// Handles a key while the filter is typed; nil if the key is not for the filter.
    static func press(_ state: inout HistoryState, _ key: Key, _ context: HistoryContext) -> HistoryOutcome? {
        if let motion = ListMotion(besideText: key) {
            state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
            return readMore(&state, context)
        }
        guard let outcome = state.filter?.handle(key) else { return nil }
        switch outcome {
        case .submitted:
            state.isFiltering = false
            return []
        case .cancelled: return clearFilter(&state)
        case .changed: return reload(&state)
        case .cut: return reload(&state) + HistoryOutcome(clipboard: outcome)
        case .copied, .wantsPaste, .pasted, .moved: return HistoryOutcome(clipboard: outcome)
        }
    }

    /// The cells of the rows.
    static func listArea(_ state: HistoryState, _ context: HistoryContext) -> Rect {
        state.filter == nil ? context.area : context.area.splitTop(1).rest
    }

    private static func move(_ state: inout HistoryState, _ motion: Motion, _ context: HistoryContext) -> HistoryOutcome {
        guard let motion = motion.list else { return [] }
        state.seekEnd(motion == .bottom)
        state.list.move(motion, count: state.rows.count, height: listArea(state, context).height)
        return readMore(&state, context)
    }

    private static func mouse(_ state: inout HistoryState, _ event: MouseEvent, _ context: HistoryContext) -> HistoryOutcome {
        state.seekEnd(false)
        let filterRow = context.area.row(0)
        if FilterBar.isClosed(state.filter, by: event, in: filterRow) { return clearFilter(&state) }
        if let outcome: HistoryOutcome = FilterBar.handle(&state.filter, isTyping: &state.isFiltering, event, in: filterRow) {
            return outcome
        }
        switch state.list.handle(event, in: listArea(state, context), count: state.rows.count) {
        case .opened: return [.next(.open)]
        case .scrolled, .selected, .menu: return readMore(&state, context)
        case nil: return []
        }
    }

    // MARK: Reading

    /// Reads the newest rows anew.
    private static func reload(_ state: inout HistoryState) -> HistoryOutcome {
        state.isLoading = true
        state.seekEnd(false)
        return [.effect(.list(after: nil, filter: state.query))]
    }

    private static func clearFilter(_ state: inout HistoryState) -> HistoryOutcome {
        (state.filter, state.isFiltering) = (nil, false)
        return reload(&state)
    }

    /// Moves the cursor to the last row that was read, and reads on until the last row of all.
    private static func seekEnd(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard let wanted = state.wantedCount else { return [] }
        if !state.hasMore || state.rows.count >= wanted { state.seekEnd(false) }
        state.list.move(.bottom, count: state.rows.count, height: listArea(state, context).height)
        return state.wantedCount == nil ? [] : readMore(&state, context)
    }

    /// Reads the next page when the view comes near the last row.
    private static func readMore(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let visible = state.list.visibleRows(count: state.rows.count, height: listArea(state, context).height)
        guard state.hasMore, !state.isLoading, visible.upperBound + HistoryState.pageSize / 4 > state.rows.count else { return [] }
        state.isLoading = true
        return [.effect(.list(after: state.rows.last?.cursor, filter: state.query))]
    }

    // MARK: Pins and deletion

    private static func setPinned(_ state: inout HistoryState, _ isPinned: Bool, _ id: Exchange.ID) -> HistoryOutcome {
        if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isPinned = isPinned }
        return [.output(.pinned(isPinned, id)), .effect(.setPinned(isPinned, id))]
            + .say(.done, isPinned ? "Pinned: kept when old entries go" : "Unpinned")
    }

    /// Removes the row at once, and deletes the entry once it can no longer be restored.
    private static func delete(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        guard let row = state.current else { return [] }
        guard !row.isPinned else {
            return .say(.warning, "Pinned entries are not deleted. \(context.pinKey ?? "P") unpins it.")
        }
        state.rows.removeAll { $0.id == row.id }
        state.leaving.append(row.id)
        state.list.reveal(count: state.rows.count, height: listArea(state, context).height)
        let undo = Toast<HistoryMessage>.Action(label: "undo", message: .restore(row.id))
        return [.after(restoreTime, .deleteExchange(row.id), .deleteForGood(row.id))]
            + .say(.done, "Deleted \(row.method) \(row.url)", action: undo)
    }

    private static func restore(_ state: inout HistoryState, _ id: Exchange.ID?) -> HistoryOutcome {
        guard let id, state.leaving.contains(id) else {
            return .say(.warning, "Deleted for good. A deleted entry can be restored for a few seconds.")
        }
        state.leaving.removeAll { $0 == id }
        return [.cancel(.deleteExchange(id))] + reload(&state)
    }

    private static func deleteForGood(_ state: inout HistoryState, _ id: Exchange.ID) -> HistoryOutcome {
        guard state.leaving.contains(id) else { return [] }
        state.leaving.removeAll { $0 == id }
        return [.effect(.delete(id))]
    }
}
