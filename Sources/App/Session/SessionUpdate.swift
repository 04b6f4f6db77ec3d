import Workspace

/// Takes what comes back from former sessions, and keeps what the next one gets.
enum SessionUpdate {
    static func update(_ state: inout AppState, _ message: SessionMessage) -> [Effect] {
        switch message {
        case .keep: return keep(&state)
        case .finding(let count): OfferedEdits.find(&state, byteCount: count)
        case .found(let drafts, let windows): return OfferedEdits.take(&state, drafts, windows)
        case .foundAside(let drafts): OfferedEdits.takeAside(&state, drafts)
        case .restore: return OfferedEdits.restore(&state)
        case .putOff: OfferedEdits.putOff(&state)
        case .discard: return OfferedEdits.discard(&state)
        case .opened(let path, let draft, let isCurrent):
            opened(&state, path, draft, isCurrent: isCurrent)
            return state.request.path == path ? WorkspaceUpdate.variables(state) : []
        case .restored(let kept, let saved): return restored(&state, kept, saved)
        }
        return []
    }

    /// Begins to keep when there is something to: a moment after the last change, so that typing costs nothing. Nothing where all is kept,
    /// so that a program with unsaved edits sleeps as long as nobody touches it.
    static func schedule(_ state: inout AppState, after messages: [Message]) -> [Effect] {
        let isOver = messages.allSatisfy { if case .session(.keep) = $0 { true } else { false } }
        guard !isOver, !state.isKeepingScheduled,
            state.hasUnsavedRequests || state.hasKeptDrafts || state.layout != state.keptLayout || state.hasUnsavedWindows
        else { return [] }
        state.isKeepingScheduled = true
        return [.after(.seconds(1), .keep, .session(.keep))]
    }

    static func keep(_ state: inout AppState) -> [Effect] {
        state.isKeepingScheduled = false
        state.keptLayout = state.layout
        // What is still being read must not be written over.
        guard state.findingDrafts == nil else { return [.keep(.session(Session(of: state)))] }
        let (requests, windows) = (state.unsavedRequests, state.keptWindows)
        state.hasKeptDrafts = !(requests.isEmpty && state.offeredDrafts.isEmpty && windows.isEmpty)
        return [
            .keep(
                .drafts(
                    of: requests, offered: state.offeredDrafts, tabs: state.unsavedTabs, aside: state.draftsAside.kept, windows: windows)),
            .keep(.session(Session(of: state))),
        ]
    }

    private static func opened(_ state: inout AppState, _ path: String, _ draft: RequestDraft, isCurrent: Bool) {
        guard state.tabs.index(ofPath: path) == nil else { return }
        var request = RequestState(state.draftsAside.completing(draft, of: path), path: path, preset: state.editorPreset)
        request.isKept = true
        if state.request.isBlank {
            state.request = request
        } else if isCurrent, !state.request.hasUnsavedChanges {
            // They come in the order of their tabs: those that are there already stand left of it.
            state.tabs.append(request)
            state.tabs.select(state.tabs.count - 1)
        } else {
            state.tabs.append(request)
        }
    }

    private static func restored(_ state: inout AppState, _ kept: KeptDraft, _ saved: RequestDraft?) -> [Effect] {
        var request = RequestState(kept.draft, path: saved == nil ? nil : kept.path, preset: state.editorPreset)
        // A file that is gone leaves its request in its folder.
        request.folder = saved == nil ? kept.folder ?? kept.path.map(WorkspaceTree.folder) : nil
        request.saved = saved ?? RequestDraft()
        request.savedMark = nil
        request.noteChange()
        let isOpen = request.path.flatMap { state.tabs.index(ofPath: $0) } != nil
        let effects = TabUpdate.show(&state, request, inNewTab: true)
        if !isOpen, let tab = kept.tab { state.tabs.moveFront(to: tab) }
        if let text = kept.text { RequestDocument.bringBack(&state, text, base: kept.textBase) }
        state.focus = .request
        return effects + WorkspaceUpdate.variables(state)
    }
}
