import Screen
import Workspace

/// Takes what came of reading and writing files.
enum WorkspaceUpdate {
    static func update(_ state: inout AppState, _ message: WorkspaceMessage) -> [Effect] {
        switch message {
        case .opened(let tree, let isWhole): return opened(&state, tree, isWhole: isWhole)
        case .requestRead(let path, let draft):
            return requestRead(&state, path, draft)
        case .saved(let oldPath, let path, let draft): return saved(&state, oldPath: oldPath, path: path, draft)
        case .renamed(let old, let path, let name): renamed(&state, from: old, to: path, name)
        case .conflicted(let path, let draft): conflicted(&state, path, draft)
        case .pickEnvironment(let environment):
            state.workspace.chosenEnvironments[state.workspace.collection(of: state.request.path)] = environment?.path ?? ""
            return variables(state)
        case .variablesKnown(let variables): state.workspace.variables = variables
        case .failed(let message):
            state.workspace.isLoading = false
            state.opening = nil
            return state.say(.error, message)
        }
        return []
    }

    private static func opened(_ state: inout AppState, _ tree: WorkspaceTree, isWhole: Bool) -> [Effect] {
        state.workspace.tree = tree
        state.workspace.isLoading = !isWhole
        state.tree.show(tree.nodes, height: TreeUpdate.listRect(state).height)
        return variables(state)
    }

    /// Shows what was read, unless another request was opened meanwhile.
    private static func requestRead(_ state: inout AppState, _ path: String, _ draft: RequestDraft) -> [Effect] {
        let opening = state.opening
        guard opening == nil || opening?.path == path else { return [] }
        state.opening = nil
        state.request = RequestState(draft, path: path, preset: state.editorPreset)
        let effects = ApplicationUpdate.update(&state, .focus(.request)) + variables(state)
        return effects + (opening?.isSent == true ? RequestSending.send(&state) : [])
    }

    private static func variables(_ state: AppState) -> [Effect] {
        [.workspace(.readVariables(environmentPath: state.environment?.path, requestPath: state.request.path))]
    }

    private static func saved(_ state: inout AppState, oldPath: String?, path: String, _ draft: RequestDraft) -> [Effect] {
        if state.request.path == oldPath || state.request.path == path {
            state.request.path = path
            state.request.markSaved(draft)
        }
        for index in state.parked.indices where state.parked[index].path == oldPath { state.parked[index].path = path }
        if state.quitsAfterSaving { return ApplicationUpdate.update(&state, .quitNow) }
        state.tree.reveal(path, height: TreeUpdate.listRect(state).height)
        return state.say(.done, "Saved \(path)")
    }

    private static func renamed(_ state: inout AppState, from old: String, to path: String, _ name: String) {
        func follow(_ request: inout RequestState) {
            guard request.path == old else { return }
            request.path = path
            request.saved.name = name
            request.savedMark?.content.base.name = name
            request.noteChange()
        }
        follow(&state.request)
        for index in state.parked.indices { follow(&state.parked[index]) }
        state.tree.reveal(path, height: TreeUpdate.listRect(state).height)
    }

    private static func conflicted(_ state: inout AppState, _ path: String, _ draft: RequestDraft) {
        state.quitsAfterSaving = false
        let mine = Message.perform(.workspace(.overwriteRequest(path: path, draft: draft)))
        let theirs = Message.perform(.workspace(.readRequest(path: path)))
        state.overlays.append(
            .confirm(
                ConfirmState(
                    title: "The file has changed outside", text: "\(path) is not as it was when it was opened. Nothing was written.",
                    choices: [
                        ConfirmState.Choice("c", "keep editing", []), ConfirmState.Choice("m", "write mine", [mine]),
                        ConfirmState.Choice("t", "read theirs", [theirs]),
                    ])))
    }
}
