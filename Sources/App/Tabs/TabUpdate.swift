/// Changes which requests are open.
enum TabUpdate {
    static func update(_ state: inout AppState, _ message: TabMessage) -> [Effect] {
        switch message {
        case .step(let step):
            let count = state.tabs.count
            return select(&state, (state.tabs.index + step + count) % count)
        case .select(let index): return select(&state, index)
        case .close(let index): return close(&state, index ?? state.tabs.index)
        case .discard: return discard(&state)
        case .saveAndClose:
            state.closesAfterSaving = true
            return RequestUpdate.update(&state, .save)
        case .closeOthers: return closeOthers(&state)
        case .reopen: return reopen(&state)
        case .pick: state.overlays.append(.picker(.openRequests(state)))
        case .move(let step): move(&state, by: step)
        }
        return []
    }

    /// Shows a request: in the place of the one in the pane while nothing was done to that, else in a tab of its own. One that is open
    /// already is taken in its tab.
    static func show(_ state: inout AppState, _ request: RequestState, inNewTab: Bool = false) {
        RequestEditing.finish(&state)
        if let path = request.path, let index = index(of: path, in: state) {
            state.tabs.select(index, swapping: &state.request)
            state.request = request
            return
        }
        if (inNewTab && !state.request.isBlank) || state.request.isKept || state.request.hasUnsavedChanges {
            state.tabs.left.append(state.request)
        }
        state.request = request
        state.request.isKept = inNewTab
    }

    /// The tab in which the request of a file is open.
    static func index(of path: String, in state: AppState) -> Int? {
        state.openRequests.firstIndex { $0.path == path }
    }

    static func select(_ state: inout AppState, _ index: Int) -> [Effect] {
        RequestEditing.finish(&state)
        state.tabs.select(index, swapping: &state.request)
        return ApplicationUpdate.update(&state, .focus(.request)) + WorkspaceUpdate.variables(state)
    }

    private static func close(_ state: inout AppState, _ index: Int) -> [Effect] {
        let effects = index == state.tabs.index ? [] : select(&state, index)
        RequestEditing.finish(&state)
        guard state.request.hasUnsavedChanges else { return effects + discard(&state) }
        state.overlays.append(
            .confirm(
                ConfirmState(
                    title: "Close a request that is not saved?", text: "“\(state.request.name)” has changes that are in no file.",
                    choices: [
                        ConfirmState.Choice("s", "save, then close", [.tabs(.saveAndClose)]),
                        ConfirmState.Choice("d", "discard", [.tabs(.discard)]), ConfirmState.Choice("c", "keep it open", []),
                    ])))
        return effects
    }

    private static func discard(_ state: inout AppState) -> [Effect] {
        RequestEditing.finish(&state)
        state.closesAfterSaving = false
        if !state.request.isBlank { state.tabs.noteClosed(state.request) }
        if !state.tabs.right.isEmpty {
            state.request = state.tabs.right.removeFirst()
        } else {
            state.request = state.tabs.left.popLast() ?? RequestState(preset: state.editorPreset)
        }
        return WorkspaceUpdate.variables(state)
    }

    private static func closeOthers(_ state: inout AppState) -> [Effect] {
        let (unsaved, saved) = (state.tabs.others.filter(\.hasUnsavedChanges), state.tabs.others.filter { !$0.hasUnsavedChanges })
        for request in saved { state.tabs.noteClosed(request) }
        state.tabs.left.removeAll { !$0.hasUnsavedChanges }
        state.tabs.right.removeAll { !$0.hasUnsavedChanges }
        guard !unsaved.isEmpty else { return [] }
        return state.say(.warning, "Still open, since not saved: " + unsaved.map { "“\($0.name)”" }.joined(separator: ", "))
    }

    private static func reopen(_ state: inout AppState) -> [Effect] {
        guard let request = state.tabs.closed.popLast() else { return [] }
        show(&state, request, inNewTab: true)
        return ApplicationUpdate.update(&state, .focus(.request)) + WorkspaceUpdate.variables(state)
    }

    private static func move(_ state: inout AppState, by step: Int) {
        if step > 0, !state.tabs.right.isEmpty {
            state.tabs.left.append(state.tabs.right.removeFirst())
        } else if step < 0, let neighbour = state.tabs.left.popLast() {
            state.tabs.right.insert(neighbour, at: 0)
        }
    }
}
