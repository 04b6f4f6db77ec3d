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
        case .rename: rename(&state)
        case .setName(let name): return setName(&state, name)
        case .new: return compose(&state, RequestDraft())
        case .compose(let draft): return compose(&state, draft)
        default: break
        }
        return []
    }

    /// The folder that a new request is saved in: that of the tree's cursor, or else the first collection.
    static func folder(_ state: AppState) -> String {
        guard let node = state.tree.current?.node else { return "" }
        return node.isRequest ? node.path.split(separator: "/").dropLast().joined(separator: "/") : node.path
    }

    private static func save(_ state: inout AppState) -> [Effect] {
        RequestEditing.finish(&state)
        let problems = state.request.unsavableProblems
        guard problems.isEmpty else {
            // A file cannot hold what is no option or no request; saving the rest would look as if all were kept.
            state.quitsAfterSaving = false
            return state.say(.error, "Not saved: " + problems.joined(separator: "\n"))
        }
        guard let path = state.request.path else {
            let folder = folder(state)
            let place = folder.isEmpty ? "a new collection" : folder
            state.overlays.append(
                .prompt(
                    PromptState(
                        purpose: .saveRequest(folder: folder), title: "Save in \(place) as",
                        field: TextFieldState(text: state.request.base.name))))
            return []
        }
        return [.workspace(.saveRequest(path: path, draft: state.request.draft))]
    }

    private static func rename(_ state: inout AppState) {
        state.overlays.append(
            .prompt(PromptState(purpose: .renameRequest, title: "Rename the request", field: TextFieldState(text: state.request.base.name)))
        )
    }

    /// Renames the draft; a saved request's file follows at once.
    private static func setName(_ state: inout AppState, _ name: String) -> [Effect] {
        state.request.base.name = name
        state.request.noteChange()
        guard let path = state.request.path else { return [] }
        return [.workspace(.renameRequest(path: path, name: name))]
    }

    private static func compose(_ state: inout AppState, _ draft: RequestDraft) -> [Effect] {
        state.opening = nil
        var request = RequestState(draft, preset: state.editorPreset)
        request.saved = RequestDraft()
        if draft != RequestDraft() { request.savedMark = nil }
        request.noteChange()
        TabUpdate.show(&state, request)
        return ApplicationUpdate.update(&state, .focus(.request)) + (draft == RequestDraft() ? RequestUpdate.update(&state, .editURL) : [])
    }
}
