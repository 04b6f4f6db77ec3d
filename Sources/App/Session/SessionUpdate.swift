import Workspace

/// Takes what comes back from former sessions, and keeps what the next one gets.
enum SessionUpdate {
    static func update(_ state: inout AppState, _ message: SessionMessage) -> [Effect] {
        switch message {
        case .keep: return keep(&state)
        case .found(let drafts): offer(&state, drafts)
        case .restore:
            let drafts = state.offeredDrafts
            state.offeredDrafts = []
            return [.keep(.restore(drafts))]
        case .discard:
            state.offeredDrafts = []
            return keep(&state)
        case .opened(let path, let draft, let isCurrent):
            opened(&state, path, draft, isCurrent: isCurrent)
            return state.request.path == path ? WorkspaceUpdate.variables(state) : []
        case .restored(let kept, let saved): return restored(&state, kept, saved)
        }
        return []
    }

    /// Begins to keep when there is something to: a moment after the last change, so that typing costs nothing. Nothing where all is kept.
    static func schedule(_ state: inout AppState) -> [Effect] {
        guard !state.isKeepingScheduled, state.hasUnsavedRequests || state.hasKeptDrafts || state.layout != state.keptLayout else {
            return []
        }
        state.isKeepingScheduled = true
        return [.after(.seconds(1), .keep, .session(.keep))]
    }

    private static func keep(_ state: inout AppState) -> [Effect] {
        state.isKeepingScheduled = false
        state.keptLayout = state.layout
        let requests = state.unsavedRequests
        state.hasKeptDrafts = !(requests.isEmpty && state.offeredDrafts.isEmpty)
        return [.keep(.drafts(of: requests, offered: state.offeredDrafts, tabs: state.unsavedTabs)), .keep(.session(Session(of: state)))]
    }

    private static func offer(_ state: inout AppState, _ drafts: [KeptDraft]) {
        guard !drafts.isEmpty else { return }
        state.offeredDrafts = drafts
        state.hasKeptDrafts = true
        let names = drafts.map { RequestState($0.draft, path: $0.path).name }
        state.overlays.append(
            .confirm(
                ConfirmState(
                    title: "Bring unsaved edits back?", text: "They were not saved when the program ended:", items: names,
                    choices: [
                        ConfirmState.Choice("r", "bring back", [.session(.restore)]),
                        ConfirmState.Choice("l", "ask at the next start", []), ConfirmState.Choice("d", "discard", [.session(.discard)]),
                    ])))
    }

    private static func opened(_ state: inout AppState, _ path: String, _ draft: RequestDraft, isCurrent: Bool) {
        guard TabUpdate.index(of: path, in: state) == nil else { return }
        var request = RequestState(draft, path: path, preset: state.editorPreset)
        request.isKept = true
        if state.request.isBlank {
            state.request = request
        } else if isCurrent, !state.request.hasUnsavedChanges {
            // They come in the order of their tabs: what is there already stood left of it.
            state.tabs.left += [state.front] + state.tabs.right
            state.tabs.right = []
            state.front = state.tabs.open(request)
        } else {
            state.tabs.right.append(state.tabs.open(request))
        }
    }

    private static func restored(_ state: inout AppState, _ kept: KeptDraft, _ saved: RequestDraft?) -> [Effect] {
        var request = RequestState(kept.draft, path: saved == nil ? nil : kept.path, preset: state.editorPreset)
        request.saved = saved ?? RequestDraft()
        request.savedMark = nil
        request.noteChange()
        let isOpen = request.path.flatMap { TabUpdate.index(of: $0, in: state) } != nil
        let effects = TabUpdate.show(&state, request, inNewTab: true)
        if !isOpen, let tab = kept.tab { state.tabs.placeFront(at: tab) }
        if let text = kept.text { RequestDocument.bringBack(&state, text, base: kept.textBase) }
        state.focus = .request
        return effects + WorkspaceUpdate.variables(state)
    }
}
