import Widgets
import Workspace

/// Saving, renaming, beginning anew.
enum RequestFiles {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .save: return save(&state)
        case .write(let folder, let keepsSecrets): return write(&state, folder, keepsSecrets: keepsSecrets)
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
            state.closesAfterSaving = false
            return state.say(.error, "Not saved: " + problems.joined(separator: "\n"), about: .saving)
        }
        if state.request.diskChange != nil {
            OutsideChanges.ask(&state)
            return []
        }
        guard state.request.path != nil else {
            let folder = folder(state)
            let title = folder.isEmpty ? "Save in a new collection as" : "Save the request as"
            state.windows.append(
                .prompt(
                    PromptState(purpose: .saveRequest(folder: folder), title: title, field: nameToSave(state.request))))
            return []
        }
        return writeOrAsk(&state, nil)
    }

    // MARK: Credentials

    /// Writes the request; where that would put a credential into the file that was typed since, asks first.
    static func writeOrAsk(_ state: inout AppState, _ folder: String?) -> [Effect] {
        let credentials = credentials(state)
        guard !credentials.values.isEmpty else { return write(&state, folder, keepsSecrets: false) }
        state.closesAfterSaving = false
        let variables = credentials.values.keys.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
        let place = environment(state, folder).map { "the environment “\($0.name)”" } ?? "its collection"
        state.windows.append(
            .confirm(
                Question(
                    title: "Keep credentials out of the file?",
                    text:
                        "Request files are made to be shared. As a secret it stays on this machine, beside \(place), and the file holds \(variables).",
                    items: credentials.fields,
                    choices: [
                        Question<Message>.Choice("k", "Keep as a secret", [.request(.write(folder: folder, keepsSecrets: true))]),
                        Question<Message>.Choice("w", "Write into the file", [.request(.write(folder: folder, keepsSecrets: false))]),
                        Question<Message>.Choice("c", "Cancel", []),
                    ])))
        return []
    }

    private static func credentials(_ state: AppState) -> SeparatedCredentials {
        SeparatedCredentials(of: state.request.draft, notIn: state.request.saved, isTaken: state.knowsVariable)
    }

    /// The environment of a request in a folder, or where it is.
    private static func environment(_ state: AppState, _ folder: String?) -> EnvironmentSummary? {
        let own = state.workspace.collection(of: state.request.place)
        guard let folder, state.workspace.collection(of: folder) != own else { return state.environment }
        return state.workspace.environment(for: folder)
    }

    /// - Parameter folder: where a request without a file gets one.
    private static func write(_ state: inout AppState, _ folder: String?, keepsSecrets: Bool) -> [Effect] {
        let credentials = keepsSecrets ? credentials(state) : nil
        if let credentials {
            state.request.fill(credentials.draft)
            state.request.noteChange()
        }
        let draft = state.request.draft
        let write: WorkspaceEffect
        if let path = state.request.path {
            write = .saveRequest(path: path, draft: draft)
        } else if let folder {
            write = .createRequest(folder: folder, draft: draft)
        } else {
            return []
        }
        guard let credentials else { return [.workspace(write)] }
        let environment = environment(state, folder)?.path
        return [.workspace(.keepSecrets(credentials.values, environmentPath: environment, then: write))]
    }

    // MARK: Names

    /// The request's name; where it has none, what its tab calls it, which goes when another is typed.
    private static func nameToSave(_ request: RequestState) -> TextFieldState {
        guard request.base.name.isEmpty, !request.url.text.isEmpty else { return TextFieldState(text: request.base.name) }
        var field = TextFieldState(text: request.name)
        field.selectAll()
        return field
    }

    private static func rename(_ state: inout AppState) {
        state.windows.append(
            .prompt(PromptState(purpose: .renameRequest, title: "Rename request", field: TextFieldState(text: state.request.base.name)))
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
