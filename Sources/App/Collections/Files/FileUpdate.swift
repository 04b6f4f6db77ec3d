import Engine
import Workspace

/// Takes what came of changes to files and folders.
enum FileUpdate {
    static func update(_ state: inout AppState, _ message: FileMessage) -> [Effect] {
        if case .notAgain(let effect, let way) = message {
            state.tree.history.restore(effect, of: way)
            return []
        }
        if case .failed(let problem) = message {
            // A window that could not be written says so itself.
            return SheetUpdate.finishSaving(&state, problem: problem) ? [] : state.say(.error, problem)
        }
        let isSheetSaved = SheetUpdate.finishSaving(&state)
        switch message {
        case .created(let path): return created(&state, path)
        case .duplicated(let path): return duplicated(&state, path)
        case .moved(_, let path, _) where isSheetSaved: return changed(&state, message, .new) + saidSaved(&state, path)
        case .moved, .deleted, .restored: return changed(&state, message, .new)
        case .again(let message, let way): return changed(&state, message, way)
        case .inheritanceRead(let path, let layers):
            state.windows.append(.text(.inheritance(of: state.workspace.tree.node(at: path)?.name ?? path, layers)))
        case .folderRead(let path, let draft, let layers):
            let environments = state.workspace.environments(for: path).map(\.name)
            let sheet = FolderSheet.sheet(path, draft, layers: layers, environments: environments, preset: state.editorPreset)
            ReturningWindows.show(&state, sheet)
        case .environmentRead(let path, let draft): ReturningWindows.show(&state, EnvironmentSheet.sheet(path, draft))
        case .folderSaved(let path), .environmentSaved(let path): return saidSaved(&state, path) + WorkspaceUpdate.variables(state)
        case .secretKept(let name, _):
            return state.say(.done, "Saved secret “\(name)” on this machine") + WorkspaceUpdate.variables(state)
        case .environmentCreated(let path): return environmentCreated(&state, path)
        case .notAgain, .failed: break
        }
        return []
    }

    private static func saidSaved(_ state: inout AppState, _ path: String) -> [Effect] {
        state.say(.done, "Saved \(title(of: path, state)) to \(path)")
    }

    /// The name of the environment or folder at a path, as text for the user.
    private static func title(of path: String, _ state: AppState) -> String {
        let tree = state.workspace.tree
        if let environment = tree.environments.values.joined().first(where: { $0.path == path }) {
            return "the environment “\(environment.name)”"
        }
        return tree.node(at: path).map { "the settings of “\($0.name)”" } ?? "it"
    }

    /// Follows a moved, renamed or deleted item; keeps the opposite effect for undo or redo.
    private static func changed(_ state: inout AppState, _ message: FileMessage, _ way: TreeHistory.Way) -> [Effect] {
        let action =
            way == .undo
            ? Toast<Message>.Action(label: "redo", message: .tree(.redo)) : Toast<Message>.Action(label: "undo", message: .tree(.undo))
        switch message {
        case .moved(let old, let path, let back):
            follow(&state, from: old, to: path)
            takeName(&state, of: path)
            if WorkspaceTree.isEnvironment(path), case .rename(_, let oldName) = back {
                let (collection, name) = (state.workspace.collection(of: path), name(of: path, state))
                state.workspace.captured[collection]?.rename(oldName, to: name)
            }
            reveal(&state, path)
            state.tree.history.note(back, of: way)
            let name = name(of: path, state)
            let moved = "Moved “\(name)”" + (way == .undo ? " back" : way == .redo ? " again" : "")
            return state.say(.done, old == path ? moved : "It is \(path) now", about: .tree, action: action)
                + WorkspaceUpdate.variables(state)
        case .deleted(let path, let name, let deletion):
            let isNoneLeft = state.workspace.letGo(ofEnvironmentsAt: path, undoesMaking: way == .undo)
            DeletedTab.close(&state, path)
            state.draftsAside.delete(path, deletion)
            state.hasKeptDrafts = true
            state.tree.history.note(.restore(deletion), of: way)
            let deleted = "Deleted “\(name)”" + (isNoneLeft ? ": no environment is chosen now" : "")
            return state.say(.done, deleted, about: .tree, action: action)
        case .restored(let path, let deletion):
            reveal(&state, path)
            state.workspace.choicesCameBack(with: path)
            state.draftsAside.restore(deletion)
            state.hasKeptDrafts = true
            state.tree.history.note(.delete(path: path, name: name(of: path, state)), of: way)
            return DeletedTab.reopen(&state, path) + state.say(.done, "\(path) is back", about: .tree, action: action)
        default: return []
        }
    }

    private static func created(_ state: inout AppState, _ path: String) -> [Effect] {
        if WorkspaceTree.isEnvironment(path) { return environmentCreated(&state, path) }
        // What another request of that path held is not the new one's.
        state.draftsAside.forget(path)
        reveal(&state, path)
        let said = saidMade(&state, path)
        guard path.hasSuffix(".json") else { return said }
        state.tree.opensInNewTab.insert(path)
        state.tree.typesURL.insert(path)
        return [.workspace(.readRequest(path: path))] + said
    }

    /// Says what is there now; undo deletes it, as a person would.
    private static func saidMade(_ state: inout AppState, _ path: String) -> [Effect] {
        state.tree.history.note(.delete(path: path, name: name(of: path, state)), of: .new)
        return state.say(.done, "Made \(path)", about: .tree, action: Toast<Message>.Action(label: "undo", message: .tree(.undo)))
    }

    /// Moves the cursor to a copy made in the tree.
    private static func duplicated(_ state: inout AppState, _ path: String) -> [Effect] {
        if WorkspaceTree.isEnvironment(path) { return environmentCreated(&state, path) }
        state.draftsAside.forget(path)
        reveal(&state, path)
        return saidMade(&state, path)
    }

    private static func environmentCreated(_ state: inout AppState, _ path: String) -> [Effect] {
        state.workspace.choose(newEnvironment: path)
        return [.files(.readEnvironment(path: path))] + saidMade(&state, path)
    }

    /// Puts the tree's cursor on what the tree shows; environments are none of it.
    private static func reveal(_ state: inout AppState, _ path: String) {
        if !WorkspaceTree.isEnvironment(path) { WorkspaceUpdate.reveal(&state, path) }
    }

    private static func name(of path: String, _ state: AppState) -> String { state.workspace.tree.name(of: path) ?? path }

    /// Gives an open request the name that its file has now.
    private static func takeName(_ state: inout AppState, of path: String) {
        guard let name = state.workspace.tree.node(at: path)?.name else { return }
        state.forEachRequest { if $0.path == path, $0.name != name { $0.rename(to: name) } }
    }

    /// Gives open requests their new paths.
    static func follow(_ state: inout AppState, from old: String, to path: String) {
        func moved(_ known: String) -> String? {
            if known == old { return path }
            return known.hasPrefix(old + "/") ? path + known.dropFirst(old.count) : nil
        }
        state.forEachRequest { request in
            if let known = request.path, let new = moved(known) { request.path = new }
            if let known = request.folder, let new = moved(known) { request.folder = new }
        }
        state.workspace.followEnvironments(moved)
        state.draftsAside.follow(from: old, to: path)
        state.hasKeptDrafts = true
        state.tree.follow(moved)
    }
}
