import Screen
import Widgets
import Workspace

/// Changes the request.
enum RequestUpdate {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .send: return RequestSending.send(&state)
        case .save, .saveAndQuit, .rename, .setName, .new, .compose: return RequestFiles.update(&state, message)
        case .open(let path): return open(&state, path: path)
        case .editURL: editURL(&state)
        case .edit: return edit(&state)
        case .selectTab(let tab): select(&state, tab)
        case .nextTab: select(&state, tab(of: state, by: 1))
        case .previousTab: select(&state, tab(of: state, by: -1))
        case .pickMethod: state.overlays.append(.picker(.methods(state)))
        case .setMethod(let method): state.request.base.method = method
        case .pickBodyKind: state.overlays.append(.picker(.bodyKinds(state)))
        case .setBodyKind(let kind): setBodyKind(&state, kind)
        case .pickAuthKind: state.overlays.append(.picker(.authKinds(state)))
        case .setAuthKind(let kind): setAuthKind(&state, kind)
        case .addRow: RequestRows.change(&state) { $0.add(rows: &$1, shape: $2, in: $3) }
        case .deleteRow: RequestRows.change(&state) { $0.delete(rows: &$1, shape: $2, in: $3) }
        case .duplicateRow: RequestRows.change(&state) { $0.duplicate(rows: &$1, shape: $2, in: $3) }
        case .toggleRow: RequestRows.change(&state) { table, rows, shape, _ in table.toggle(rows: &rows, shape: shape) }
        case .moveRow(let distance): RequestRows.change(&state) { $0.moveRow(by: distance, rows: &$1, shape: $2, in: $3) }
        case .undo: RequestEditing.undo(&state)
        case .redo: RequestEditing.redo(&state)
        case .format: return RequestEditing.format(&state)
        case .openEditor: return [.editExternally(state.request.text.text, suffix: state.request.bodyKind.fileSuffix)]
        case .edited(let text): RequestEditing.replaceText(&state, with: text)
        }
        state.request.noteChange()
        return []
    }

    /// Shows the request of a file: the edited one when it is still open, else as it is on disk.
    static func open(_ state: inout AppState, path: String) -> [Effect] {
        if state.request.path == path {
            return ApplicationUpdate.update(&state, .focus(.request))
        }
        RequestEditing.finish(&state)
        park(&state)
        if let index = state.parked.firstIndex(where: { $0.path == path }) {
            state.request = state.parked.remove(at: index)
            return ApplicationUpdate.update(&state, .focus(.request))
        }
        return [.workspace(.readRequest(path: path))]
    }

    /// Puts a request with unsaved changes aside, so that opening another loses nothing.
    static func park(_ state: inout AppState) {
        if state.request.hasUnsavedChanges { state.parked.append(state.request) }
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        if state.request.part == .url {
            if motion == .down { state.request.part = .content }
            if motion == .pageDown { select(&state, tab(of: state, by: 1)) }
            return []
        }
        if RequestRows.move(&state, motion) { return [] }
        if state.request.hasText, RequestEditing.move(&state, motion) { return [] }
        if motion == .up || motion == .top { state.request.part = .url }
        return []
    }

    private static func editURL(_ state: inout AppState) {
        RequestEditing.finish(&state)
        state.focus = .request
        if state.layout.zoomed != nil { state.layout.zoomed = .request }
        state.request.part = .url
        state.request.isEditingText = true
        state.request.url.selectAll()
    }

    private static func edit(_ state: inout AppState) -> [Effect] {
        if state.request.part == .url {
            state.request.isEditingText = true
        } else if state.request.currentRows != nil {
            RequestRows.change(&state) { $0.beginEditing(rows: &$1, shape: $2, in: $3) }
        } else if state.request.hasText {
            state.request.isEditingText = true
        } else if state.request.tab == .body {
            return update(&state, .pickBodyKind)
        } else {
            return update(&state, .pickAuthKind)
        }
        return []
    }

    private static func select(_ state: inout AppState, _ tab: RequestTab) {
        RequestEditing.finish(&state)
        state.request.tab = tab
        state.request.part = .content
    }

    private static func tab(of state: AppState, by step: Int) -> RequestTab {
        let all = RequestTab.allCases
        let index = (all.firstIndex(of: state.request.tab) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    /// Keeps what the old kind's editor holds in the draft, and shows what the draft has for the new one.
    private static func setBodyKind(_ state: inout AppState, _ kind: BodyDraft.Kind) {
        BodyText.store(text: state.request.text.text, rows: state.request.form.draft, in: &state.request.base.body)
        state.request.base.body.kind = kind
        state.request.text = TextAreaState(text: BodyText.text(of: state.request.base.body))
        state.request.form = RowsState(BodyText.rows(of: state.request.base.body))
        state.request.tab = .body
        state.request.part = .content
    }

    private static func setAuthKind(_ state: inout AppState, _ kind: AuthDraft.Kind) {
        AuthFields.store(state.request.auth.draft, in: &state.request.base.auth)
        state.request.base.auth.kind = kind
        state.request.auth = RowsState(AuthFields.rows(of: state.request.base.auth))
        state.request.tab = .auth
        state.request.part = .content
    }
}
