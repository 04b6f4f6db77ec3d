import Engine
import Screen
import Workspace

/// Reduces messages to the collections.
enum CollectionsReducer {
    static func reduce(
        _ state: inout CollectionsState, _ message: CollectionsMessage, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        switch message {
        case .tree(.change(let change)): TreeChanges.reduce(&state, change, context)
        case .tree(let message): TreeReducer.reduce(&state, message, context)
        case .workspace(.changed(let result, let step)):
            ChangeResults.reduce(&state, result, step, context) + TreeChanges.runWaiting(&state)
        case .workspace(.settings(let message)): reduce(&state, message, context)
        case .workspace(.watched(let problem)):
            problem.map { CollectionsOutcome.notify(.error, $0, about: .watching) } ?? [.dismissToasts(about: .watching)]
        case .workspace(let message): reduce(&state, message, context)
        }
    }

    private static func reduce(
        _ state: inout CollectionsState, _ message: WorkspaceMessage, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        switch message {
        case .opened(let tree, let isWhole): return opened(&state, tree, isWhole: isWhole, context)
        case .requestRead(let path, let draft): return requestRead(&state, path, draft)
        case .found(let matches, let text, let isWhole): return [.output(.showFound(matches, of: text, isWhole: isWhole))]
        case .saved(let tab, let path, let draft, let isUndo): return saved(&state, first: tab, path: path, draft, isUndo: isUndo, context)
        case .conflicted(let path, let theirs): return [.output(.file(.conflicted(path: path, theirs: theirs)))]
        case .changedOutside(let path, let draft): return [.output(.file(.changedOutside(path: path, draft)))]
        case .renamedOutside(let old, let path, let name):
            state.updatePaths(from: old, to: path)
            // The tree was read before, so that the settings around the former path were asked for.
            return [.output(.file(.moved(from: old, to: path))), .output(.file(.renamed(path: path, name: name))), .output(.readVariables)]
        case .settingsLost(let path, let draft): return settingsLost(path, draft)
        case .pickEnvironment(let environment): return pick(&state, environment, context)
        case .folderListed(let listing):
            state.workspace.listing = listing
            return [.output(.folderListed(listing))]
        case .textsRead(let words, let files, let purpose): return [.output(.textsRead(words, files: files, purpose))]
        case .variablesKnown(let variables): state.workspace.definitions = variables
        case .authKnown(let auth): state.workspace.inheritedAuth = auth
        case .optionsKnown(let options):
            state.workspace.inheritedOptions = options
            return [.dismissToasts(about: .inheritance)]
        case .inheritanceFailed(let text): return .notify(.error, text, about: .inheritance)
        case .notChanged(let change, let step): return TreeChanges.restore(&state, change, step)
        case .grantedPermissionsRead(let permissions): return show(GrantedPermissionList(permissions))
        case .failed(let text, let topic):
            state.workspace.isLoading = false
            state.opening = nil
            return .notify(.error, text, about: topic)
        case .changeFailed(let problem):
            // A window that could not be saved shows the problem itself.
            return context.isSavingWindow ? [.output(.endSaving(problem: problem))] : .notify(.error, problem)
        case .perform(let effect): return [.effect(effect)]
        case .changed, .settings, .watched: break
        }
        return []
    }

    private static func show(_ permissions: GrantedPermissionList) -> CollectionsOutcome {
        guard let picker = permissions.picker({ CollectionsMessage.workspace(.perform(.revoke($0))) }) else {
            return .notify(.done, "No permissions were granted to this workspace")
        }
        return [.show(.picker(picker))]
    }

    private static func reduce(
        _ state: inout CollectionsState, _ message: SettingsMessage, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        switch message {
        case .inheritanceRead(let path, let layers):
            return [.show(.text(InheritedLayer.window(of: state.workspace.tree.node(at: path)?.name ?? path, layers)))]
        case .folderRead(let path, let draft, let layers, let storedSecrets):
            return [.output(.editFolder(path: path, draft, layers, storedSecrets: storedSecrets))]
        case .environmentRead(let path, let draft, let storedSecrets):
            let typesName = state.tree.typesName.remove(path) != nil
            return [.output(.editEnvironment(path: path, draft, storedSecrets: storedSecrets, typesName: typesName))]
        case .folderSaved(let path), .environmentSaved(let path):
            return [.output(.endSaving(problem: nil))] + notifySaved(state, path) + [.output(.readVariables)]
        case .environmentCreated(let path): return ChangeResults.environmentCreated(&state, path, context)
        case .credentialsTyped(let path, let places, let keep, let write): return askAboutCredentials(path, places, keep, write)
        case .secretsLeft(let file, let path):
            let action = Toast<CollectionsMessage>.Action(
                label: "move secrets", message: .workspace(.perform(.settings(.takeOverSecrets(environment: path)))))
            let text = "\(path) was renamed; its secrets on this machine are still in \(file.lastPathComponent)"
            return .notify(.warning, text, about: .formerSecrets, action: action, stays: true)
        case .secretsStored(let names, _):
            let quoted = ListText.of(names.map { "“\($0)”" })
            return .notify(.done, "Saved \(names.count == 1 ? "secret" : "secrets") \(quoted) on this machine") + [.output(.readVariables)]
        }
    }

    /// Asks whether credentials stay out of the settings at a path. The workspace has no secrets of its own.
    private static func askAboutCredentials(
        _ path: String, _ places: [SeparatedCredentials.Place], _ keep: WorkspaceEffect, _ write: WorkspaceEffect
    ) -> CollectionsOutcome {
        let cancel = [CollectionsMessage.workspace(.changeFailed("Not saved: the file would contain credentials"))]
        let write = [CollectionsMessage.workspace(.perform(write))]
        let place = WorkspacePath.isEnvironment(path) ? "the environment" : "the collection"
        let question =
            path.isEmpty
            ? Question<CollectionsMessage>.writingCredentials(places.map(\.name), write: write, cancel: cancel)
            : .keepingCredentials(
                places.map(\.text), "Settings files are meant to be shared", beside: place, keep: [.workspace(.perform(keep))],
                write: write,
                cancel: cancel)
        return [.show(.confirm(question))]
    }

    /// Reports that the settings at a path were saved.
    static func notifySaved(_ state: CollectionsState, _ path: String) -> CollectionsOutcome {
        let tree = state.workspace.tree
        var undo: Toast<CollectionsMessage>.Action?
        if case .takeBack(let edit)? = state.tree.history.undoable.last, edit.path == path {
            undo = .init(label: "undo", message: .tree(.change(.undo)))
        }
        guard !path.isEmpty else {
            return [.dismissToasts(about: .saving(path))]
                + .notify(
                    .done, "Saved the workspace variables to \(WorkspacePath.settings(of: path))", about: undo == nil ? nil : .tree,
                    action: undo)
        }
        let environment = tree.environments.values.joined().first { $0.path == path }.map { "the environment “\($0.name)”" }
        let name = environment ?? tree.node(at: path).map { "the settings of “\($0.name)”" } ?? "the settings"
        return [.dismissToasts(about: .saving(path))]
            + .notify(.done, "Saved \(name) to \(path)", about: undo == nil ? nil : .tree, action: undo)
    }

    private static func opened(
        _ state: inout CollectionsState, _ tree: WorkspaceTree, isWhole: Bool, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        // A part that was read more slowly than the whole tree.
        guard isWhole || !state.workspace.isWhole else { return [] }
        state.workspace.store(tree, isWhole: isWhole)
        state.tree.show(tree.nodes, height: TreeReducer.listArea(state, context).height)
        return [.output(.treeRead), .output(.readVariables)]
    }

    /// Shows a request that was read, unless another one was opened meanwhile.
    private static func requestRead(_ state: inout CollectionsState, _ path: String, _ draft: RequestDraft) -> CollectionsOutcome {
        guard state.opening == nil || state.opening?.path == path else { return [] }
        var opening = state.opening ?? OpeningRequest(path: path)
        state.opening = nil
        opening.isInNewTab = state.tree.opensInNewTab.remove(path) != nil
        opening.editsURL = state.tree.typesURL.remove(path) != nil
        opening.member = state.tree.members.removeValue(forKey: path)
        return [.output(.show(path: path, draft, opening))]
    }

    private static func saved(
        _ state: inout CollectionsState, first tab: TabID?, path: String, _ draft: RequestDraft, isUndo: Bool, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        TreeReducer.reveal(&state, path, context, keepsFilter: tab == nil)
        if isUndo { state.tree.history.forgetLastEdit(of: path) }
        var undo = state.workspace.overwritten.removeValue(forKey: path).map {
            Toast<CollectionsMessage>.Action(
                label: "undo", message: .workspace(.perform(.overwriteRequest(path: path, draft: $0, isUndo: true))))
        }
        if tab != nil {
            state.tree.savedFirst.insert(path)
            state.tree.history.record(.delete(path: path, name: state.workspace.tree.name(of: path) ?? draft.name), of: .new)
            undo = Toast<CollectionsMessage>.Action(label: "undo", message: .tree(.change(.undo)))
        }
        return [.output(.file(.saved(first: tab, path: path, draft)))]
            + .notify(.done, "\(isUndo ? "Restored" : "Saved") \(path)", action: undo)
            + (tab == nil ? [] : [.output(.readVariables)])
    }

    /// Offers to write settings again that another program removed; they apply until then.
    private static func settingsLost(_ path: String, _ draft: FolderDraft) -> CollectionsOutcome {
        let name = draft.name.isEmpty ? path : draft.name
        let restore = Toast<CollectionsMessage>.Action(
            label: "restore", message: .workspace(.perform(.settings(.saveFolder(path: path, draft, asks: false)))))
        return .notify(.warning, "Another program deleted the settings of “\(name)”; they apply until Apus quits", action: restore)
    }

    /// Chooses an environment; warns if the request in front still uses another one.
    private static func pick(
        _ state: inout CollectionsState, _ environment: EnvironmentSummary?, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        let front = state.workspace.collection(of: context.frontPlace)
        state.workspace.chosenEnvironments[front] = environment?.path ?? ""
        if let path = environment?.path, WorkspacePath.isOfWorkspace(path) { state.workspace.choose(ofWorkspace: path) }
        // Chosen outside all collections, it also becomes that of its own, unless another was chosen there.
        if front.isEmpty, let path = environment?.path, !WorkspacePath.isOfWorkspace(path) {
            let collection = state.workspace.collection(of: path)
            state.workspace.chosenEnvironments[collection] = state.workspace.chosenEnvironments[collection] ?? path
        }
        guard let named = context.namedEnvironment, named != environment?.name else { return [.output(.readVariables)] }
        let reason = context.namesEnvironmentItself ? "its options name it" : "the settings of its folders name it"
        return [.output(.readVariables)] + .notify(.warning, "This request still uses “\(named)”: \(reason)")
    }
}

/// The list of a workspace's permissions, each of which can be revoked.
struct GrantedPermissionList {
    private let permissions: [TrustStore.GrantedPermission]

    init(_ permissions: [TrustStore.GrantedPermission]) { self.permissions = permissions }

    /// The window; choosing a permission revokes it. Nil if there is none.
    func picker<Sent>(_ revoke: (TrustStore.GrantedPermission) -> Sent) -> Picker<Sent>? {
        guard !permissions.isEmpty else { return nil }
        return Picker(
            "Permissions (Enter revokes)",
            permissions.map { permission in
                Picker<Sent>.Item(
                    title: permission.kind.text(with: permission.words), detail: permission.origin ?? "", message: revoke(permission))
            })
    }
}
