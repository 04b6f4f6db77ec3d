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
        case .renamed(let old, let path, let name):
            FileUpdate.follow(&state, from: old, to: path)
            state.forEachRequest { request in
                guard request.path == path else { return }
                request.saved.name = name
                request.savedMark?.content.base.name = name
                request.noteChange()
            }
            reveal(&state, path)
        case .conflicted(let path, let theirs): return OutsideChanges.refuse(&state, path, theirs: theirs)
        case .chooseVersion: OutsideChanges.ask(&state)
        case .compareVersions: OutsideChanges.compare(&state)
        case .overwrite: return OutsideChanges.overwrite(&state)
        case .changedOutside(let path, let draft): return OutsideChanges.update(&state, path, draft)
        case .settingsLost(let path, let draft): return OutsideChanges.settingsLost(&state, path, draft)
        case .pickEnvironment(let environment):
            return choose(&state, environment)
        case .folderListed(let listing):
            state.workspace.listing = listing
            return state.reduceRequest(.folderListed(listing))
        case .variablesKnown(let variables): state.workspace.variables = variables
        case .authKnown(let auth): state.workspace.inheritedAuth = auth
        case .optionsKnown(let options): state.workspace.inheritedOptions = options
        case .failed(let message):
            state.workspace.isLoading = false
            state.opening = nil
            return state.say(.error, message)
        }
        return []
    }

    /// Says so where the choice is not for the request in the pane.
    private static func choose(_ state: inout AppState, _ environment: EnvironmentSummary?) -> [Effect] {
        state.workspace.chosenEnvironments[state.workspace.collection(of: state.request.place)] = environment?.path ?? ""
        guard let named = state.namedEnvironment, named != environment?.name else { return variables(state) }
        let whose = OptionFields.environment(state.request.options.rows) == nil ? "what is around it says" : "its options say"
        return variables(state) + state.say(.warning, "This request goes to “\(named)” all the same, as \(whose)")
    }

    private static func opened(_ state: inout AppState, _ tree: WorkspaceTree, isWhole: Bool) -> [Effect] {
        if isWhole { state.workspace.keepEnvironments(missingIn: tree) }
        state.workspace.tree = tree
        state.workspace.urls = tree.urls
        (state.workspace.isLoading, state.workspace.isWhole) = (!isWhole, isWhole)
        ReturningWindows.lookForAside(&state)
        state.tree.show(tree.nodes, height: TreeUpdate.listRect(state).height)
        return variables(state)
    }

    /// Shows what was read, unless another request was opened meanwhile.
    private static func requestRead(_ state: inout AppState, _ path: String, _ draft: RequestDraft) -> [Effect] {
        let opening = state.opening
        guard opening == nil || opening?.path == path else { return [] }
        state.opening = nil
        let draft = withAside(draft, of: path, &state)
        let isInNewTab = state.tree.opensInNewTab.remove(path) != nil
        let shown = TabUpdate.show(&state, RequestState(draft, path: path, preset: state.editorPreset), inNewTab: isInNewTab)
        let effects = shown + ApplicationUpdate.update(&state, .focus(.request)) + variables(state)
        if state.tree.typesURL.remove(path) != nil { state.editURL() }
        return effects + (opening?.isSent == true ? [.next(.request(.send))] : [])
    }

    /// A draft read from a file, with the fields that are kept aside for its request.
    private static func withAside(_ draft: RequestDraft, of path: String, _ state: inout AppState) -> RequestDraft {
        guard let edited = state.openRequests.first(where: { $0.path == path && $0.hasUnsavedChanges }) else {
            return state.draftsAside.completing(draft, of: path)
        }
        let draft = state.draftsAside.completing(draft.takingUnused(of: edited.draft, over: edited.saved), of: path)
        ReturningWindows.keepAside(&state, draft, of: path)
        return draft
    }

    static func variables(_ state: AppState) -> [Effect] {
        let environment = state.environment.flatMap { state.workspace.isLost($0) ? nil : $0.path }
        return [.workspace(.readVariables(environmentPath: environment, requestPath: state.request.place))]
    }

    private static func saved(_ state: inout AppState, oldPath: String?, path: String, _ draft: RequestDraft) -> [Effect] {
        note(draft, savedAt: path, oldPath: oldPath, &state)
        ReturningWindows.keepAside(&state, draft, of: path)
        state.settle(.saving)
        if state.closesAfterSaving, state.request.path == path { _ = TabUpdate.update(&state, .discard) }
        reveal(&state, path)
        return state.say(.done, "Saved \(path)", action: OutsideChanges.undo(&state, path)) + (oldPath == path ? [] : variables(state))
    }

    /// A request that was never saved and is not in the pane cannot be meant: the name was asked for over the pane.
    private static func note(_ draft: RequestDraft, savedAt path: String, oldPath: String?, _ state: inout AppState) {
        func note(_ request: inout RequestState) {
            (request.path, request.folder) = (path, nil)
            request.markSaved(draft)
        }
        if state.request.path == oldPath || state.request.path == path { return note(&state.request) }
        state.tabs.forEach { if $0.request.path == path { note(&$0.request) } }
    }

    /// Puts the tree's cursor on a path, at once or when the tree has it.
    static func reveal(_ state: inout AppState, _ path: String) {
        state.tree.reveal(path, height: TreeUpdate.listRect(state).height)
    }
}
