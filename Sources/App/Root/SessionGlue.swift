import Engine
import Screen
import Workspace

/// Restores the last session and stores the present one.
enum SessionUpdate {
    static func update(_ state: inout AppState, _ message: SessionMessage) -> [Effect] {
        switch message {
        case .keep: return keep(&state)
        case .foundAside(let drafts): ReturningWindows.takeAside(&state, drafts)
        case .foundWindows(let windows): return ReturningWindows.take(&state, windows)
        case .openWindows: return ReturningWindows.open(state)
        case .resumed: return resumed(&state)
        case .failed(let text): return state.say(.error, text)
        case .opened(let path, let draft, let isCurrent):
            opened(&state, path, draft, isCurrent: isCurrent)
            return state.request.path == path ? state.readVariables() : []
        case .restored(let kept, let saved): restored(&state, kept, saved)
        }
        return []
    }

    /// Schedules storing shortly after the last change, so that it costs nothing while typing. Does nothing if everything is stored, so
    /// that an idle program sleeps even with unsaved edits.
    static func schedule(_ state: inout AppState, after messages: [Message]) -> [Effect] {
        let isOver = messages.allSatisfy { if case .session(.keep) = $0 { true } else { false } }
        guard !isOver, !state.isKeepingScheduled,
            state.hasUnsavedRequests || state.hasAutosavedDrafts || state.layout != state.keptLayout || state.hasUnsavedWindows
        else { return [] }
        state.isKeepingScheduled = true
        return [.after(.seconds(1), .keep, .session(.keep))]
    }

    static func keep(_ state: inout AppState) -> [Effect] {
        state.isKeepingScheduled = false
        state.keptLayout = state.layout
        // Data that is still being read must not be overwritten.
        guard !state.isResuming else { return [] }
        let (drafts, windows) = (state.draftsToKeep, state.keptWindows)
        state.hasAutosavedDrafts = !(drafts.isEmpty && windows.isEmpty)
        return [
            .keep(.drafts(of: drafts.map(\.request), tabs: drafts.map(\.tab), aside: state.stashedDrafts.kept, windows: windows)),
            .keep(.session(Session(of: state))),
        ]
    }

    private static func opened(_ state: inout AppState, _ path: String, _ draft: RequestDraft, isCurrent: Bool) {
        guard state.tabs.index(ofPath: path) == nil else { return }
        var request = RequestState(state.stashedDrafts.completing(draft, of: path), path: path, preset: state.editorPreset)
        request.isKept = true
        if state.request.isBlank {
            state.request = request
        } else if isCurrent, !state.request.hasUnsavedChanges {
            // Drafts arrive in the order of their tabs; those already restored are to the left.
            state.tabs.append(request)
            state.tabs.select(state.tabs.count - 1)
        } else {
            state.tabs.append(request)
        }
    }

    /// Restores an edit into its tab: over its file if that is open, else in a tab of its own.
    private static func restored(_ state: inout AppState, _ kept: AutosavedDraft, _ file: RequestDraft?) {
        state.hasAutosavedDrafts = true
        let request = request(kept, file, state)
        let id = place(&state, request, at: kept.tab)
        guard let text = kept.text else { return }
        _ = state.tabs.update(id) { RequestDocument.bringBack(&$0.request, text, base: kept.textBase) }
    }

    private static func request(_ kept: AutosavedDraft, _ file: RequestDraft?, _ state: AppState) -> RequestState {
        var request = RequestState(kept.draft, path: file == nil ? nil : kept.path, preset: state.editorPreset)
        // A request whose file is gone stays in its folder.
        request.folder = file == nil ? kept.folder ?? kept.path.map(WorkspaceTree.folder) : nil
        request.saved = file ?? RequestDraft()
        request.savedMark = nil
        request.isKept = true
        if let file, !kept.isOver(file) { request.diskChange = DiskChange(draft: file) }
        request.noteChange()
        return request
    }

    private static func place(_ state: inout AppState, _ request: RequestState, at tab: Int?) -> TabID {
        if let path = request.path, let index = state.tabs.index(ofPath: path) {
            state.forEachRequest { if $0.path == path { $0 = request } }
            return state.tabs.all[index].id
        }
        guard state.request.isBlank else { return state.tabs.insert(request, at: tab ?? state.tabs.count) }
        state.request = request
        return state.response.owner
    }

    /// Continues the last session.
    private static func resumed(_ state: inout AppState) -> [Effect] {
        state.isResuming = false
        let effects = state.returningTab.map { TabUpdate.bringToFront(&state, $0) } ?? []
        if state.focus == .request, state.request.isBlank { state.editURL() }
        let opening = state.opensFirst.map { Effect.next(.tabs($0)) }
        state.opensFirst = []
        return effects + state.readVariables() + opening
    }
}

// MARK: The session of a state

extension Session {
    /// The session of a state.
    init(of state: AppState) {
        layout = state.layout
        focus = state.focus
        open = state.openRequests.compactMap(\.path)
        current = state.request.path
        front = state.frontToKeep
        expanded = state.tree.expanded.sorted()
        selected = state.tree.current?.node.path
        favorites = state.tree.favorites.sorted()
        showsFavoritesOnly = state.tree.showsFavoritesOnly
        environments = state.workspace.chosenEnvironments
        queries = Array(state.queries.filter(Self.mayBeKept).suffix(Self.queryLimit))
    }
}
