import Widgets
import Workspace

/// Saving, renaming, beginning anew.
enum RequestFiles {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .save: return save(&state)
        case .saveAndQuit:
            state.quitsAfterSaving = true
            return save(&state)
        case .saveInFolder(let folder): PromptUpdate.setFolder(&state, folder)
        case .rename: rename(&state)
        case .setName(let name): return setName(&state, name)
        case .new: return compose(&state, RequestDraft())
        case .compose(let draft): return compose(&state, draft)
        case .composeAgain(let draft, let origin): return compose(&state, draft, from: origin)
        default: break
        }
        return []
    }

    /// The folder that a new request is saved in: the one that it was made in, or else that of the tree's cursor.
    static func folder(_ state: AppState) -> String {
        if let folder = state.request.folder, state.workspace.tree.node(at: folder) != nil { return folder }
        return folderAtCursor(state)
    }

    /// The folder of the tree's cursor; empty where the tree has nothing.
    private static func folderAtCursor(_ state: AppState) -> String {
        guard let node = state.tree.current?.node else { return "" }
        return node.isRequest ? node.path.split(separator: "/").dropLast().joined(separator: "/") : node.path
    }

    /// Saves the request; typing goes on.
    private static func save(_ state: inout AppState) -> [Effect] {
        RequestEditing.takeTyped(&state)
        let problems = state.request.unsavableProblems
        guard problems.isEmpty else {
            // A file cannot hold what is no option or no request; saving the rest would look as if all were kept.
            state.quitsAfterSaving = false
            return state.say(.error, "Not saved: " + problems.joined(separator: "\n"), about: .saving)
        }
        guard let path = state.request.path else {
            let folder = folder(state)
            let title = folder.isEmpty ? "Save in a new collection as" : "Save the request as"
            state.windows.append(
                .prompt(
                    PromptState(purpose: .saveRequest(folder: folder), title: title, field: nameToSave(state.request))))
            return []
        }
        return [.workspace(.saveRequest(path: path, draft: state.request.draft))]
    }

    /// The request's name; where it has none, what its tab calls it, which goes when another is typed.
    private static func nameToSave(_ request: RequestState) -> TextFieldState {
        guard request.base.name.isEmpty, !request.url.text.isEmpty else { return TextFieldState(text: request.base.name) }
        var field = TextFieldState(text: request.name)
        field.selectAll()
        return field
    }

    private static func rename(_ state: inout AppState) {
        state.windows.append(
            .prompt(PromptState(purpose: .renameRequest, title: "Rename the request", field: TextFieldState(text: state.request.base.name)))
        )
    }

    /// Renames the draft; a saved request's file follows at once.
    private static func setName(_ state: inout AppState, _ name: String) -> [Effect] {
        state.request.base.name = name
        state.request.noteChange()
        // One that was removed outside gets its name with its file, when it is saved.
        guard let path = state.request.path, !state.request.isFileGone else { return [] }
        return [.workspace(.renameRequest(path: path, name: name))]
    }

    /// An open request takes it as a change, which undo takes back.
    private static func compose(_ state: inout AppState, _ draft: RequestDraft, from origin: Exchange.Origin) -> [Effect] {
        guard let path = origin.requestPath, origin.workspace.split(separator: "/").last.map(String.init) == state.workspace.name,
            state.workspace.tree.node(at: path) != nil
        else { return compose(&state, draft, keepsAnswer: isAnswered(state, origin)) }
        state.opening = nil
        var effects: [Effect] = []
        if let index = state.tabs.index(ofPath: path) {
            effects = TabUpdate.select(&state, index)
            RequestEditing.finish(&state)
            // What other kinds of body hold is not replaced by that.
            state.request.fill(draft.takingUnused(of: state.request.draft, over: state.request.saved))
            state.request.noteChange()
        } else {
            var request = RequestState(state.draftsAside.completing(draft, of: path), path: path, preset: state.editorPreset)
            request.savedMark = nil
            request.noteChange()
            effects =
                TabUpdate.show(&state, request, keepsAnswer: isAnswered(state, origin)) + [.workspace(.noteRequest(path: path))]
        }
        return effects + ApplicationUpdate.update(&state, .focus(.request)) + WorkspaceUpdate.variables(state)
    }

    /// True if the pane holds nothing but a response to such a request, opened from the history.
    private static func isAnswered(_ state: AppState, _ origin: Exchange.Origin) -> Bool {
        state.request.isBlank && state.response.exchange?.origin == origin
    }

    /// The folder that a new request is made in: that of the tree's cursor for one who is in the tree, else that of the request in the pane.
    private static func folderOfNew(_ state: AppState) -> String? {
        let folder = state.focus == .tree ? folderAtCursor(state) : state.request.place.map(WorkspaceTree.folder) ?? ""
        return folder.isEmpty ? nil : folder
    }

    private static func compose(_ state: inout AppState, _ draft: RequestDraft, keepsAnswer: Bool = false) -> [Effect] {
        state.opening = nil
        var request = RequestState(draft, preset: state.editorPreset)
        request.folder = folderOfNew(state)
        request.saved = RequestDraft()
        if draft != RequestDraft() { request.savedMark = nil }
        request.noteChange()
        let effects = TabUpdate.show(&state, request, keepsAnswer: keepsAnswer) + ApplicationUpdate.update(&state, .focus(.request))
        return effects + WorkspaceUpdate.variables(state) + (draft == RequestDraft() ? RequestUpdate.update(&state, .editURL) : [])
    }
}
