import Engine
import Workspace

/// Takes the results of changes to files and folders.
enum ChangeResults {
    static func reduce(
        _ state: inout CollectionsState, _ result: WorkspaceChangeResult, _ step: TreeHistory.Step, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        switch result {
        case .created(let path): return created(&state, path, context)
        case .duplicated(let path): return duplicated(&state, path, context)
        case .moved(let old, let path, let back, let lost):
            let moved = moved(&state, from: old, to: path, back: back, lost: lost, step, context)
            guard context.isSavingWindow else { return moved }
            return [.output(.endSaving(problem: nil))] + moved + CollectionsReducer.notifySaved(state, path)
        case .deleted(let path, let name, let deletion): return deleted(&state, path, name, deletion, step)
        case .restored(let path, let deletion): return restored(&state, path, deletion, step, context)
        case .edited(let edit): return edited(&state, edit, step)
        }
    }

    /// Notes an edit. What made it reports it; undo and redo report it here.
    private static func edited(_ state: inout CollectionsState, _ edit: FileEdit, _ step: TreeHistory.Step) -> CollectionsOutcome {
        state.tree.history.record(.takeBack(edit), of: step)
        guard step != .new else { return [] }
        return notifyChange(step == .undo ? "Undid \(edit.title)" : "Redid \(edit.title)", step) + [.output(.readVariables)]
    }

    private static func moved(
        _ state: inout CollectionsState, from old: String, to path: String, back: WorkspaceChange, lost: [String], _ step: TreeHistory.Step,
        _ context: CollectionsContext
    ) -> CollectionsOutcome {
        state.updatePaths(from: old, to: path)
        let name = name(of: path, state)
        if WorkspacePath.isEnvironment(path), case .rename(_, let oldName) = back {
            state.workspace.renameCaptured(oldName, to: name, at: path)
        }
        reveal(&state, path, context)
        state.tree.history.record(back, of: step)
        var cookies: CollectionsOutcome = []
        if WorkspacePath.isEnvironment(path), case .rename(_, let oldName) = back { cookies = moveCookies(from: oldName, to: path, state) }
        let text: String
        if case .rename = back {
            text = "Renamed to “\(name)”"
        } else {
            let folder = WorkspacePath.parent(of: path)
            let place = folder == WorkspacePath.parent(of: old) ? "" : " to “\(self.name(of: folder, state))”"
            text = "Moved “\(name)”" + (step == .undo ? " back" : step == .redo ? " again" : "") + place
        }
        let rename: CollectionsOutcome =
            state.workspace.tree.node(at: path).map { [.output(.file(.renamed(path: path, name: $0.name)))] } ?? []
        let report = notifyChange(text + loss(lost, at: path, state), step, isWarning: !lost.isEmpty)
        return [.output(.file(.moved(from: old, to: path)))] + rename + report + cookies + [.output(.readVariables)]
    }

    /// Moves the cookies of an environment with its name. Those of a name that several environments have stay.
    private static func moveCookies(from old: String?, to path: String, _ state: CollectionsState) -> CollectionsOutcome {
        guard let name = state.workspace.tree.name(of: path), name != old else { return [] }
        let others = state.workspace.tree.environments.values.joined().filter { $0.path != path }.map(\.name)
        return others.contains(name) || old.map(others.contains) == true ? [] : [.output(.moveCookies(from: old, to: name))]
    }

    /// Names the variables that a moved item has lost; empty for none.
    private static func loss(_ names: [String], at path: String, _ state: CollectionsState) -> String {
        guard !names.isEmpty else { return "" }
        let shown = names.prefix(3).map { "{{\($0)}}" } + (names.count > 3 ? ["\(names.count - 3) more"] : [])
        let collection = name(of: state.workspace.collection(of: path), state)
        return "; “\(collection)” does not define \(ListText.of(shown))"
    }

    private static func deleted(
        _ state: inout CollectionsState, _ path: String, _ name: String, _ deletion: Int, _ step: TreeHistory.Step
    ) -> CollectionsOutcome {
        let isNoneLeft = state.workspace.removeChoices(ofEnvironmentsAt: path, undoesMaking: step == .undo)
        state.tree.history.record(.restore(deletion), of: step)
        let keepsOpen = step == .undo && state.tree.savedFirst.contains(path)
        return [.output(.file(.deleted(path: path, deletion: deletion, keepsOpen: keepsOpen)))]
            + notifyChange("Deleted “\(name)”" + (isNoneLeft ? "; no environment is chosen now" : ""), step)
    }

    private static func restored(
        _ state: inout CollectionsState, _ path: String, _ deletion: Int, _ step: TreeHistory.Step, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        reveal(&state, path, context)
        state.workspace.restoreChoices(with: path)
        state.tree.history.record(.delete(path: path, name: name(of: path, state)), of: step)
        return [.output(.file(.restored(path: path, deletion: deletion)))] + notifyChange("Restored \(path)", step)
    }

    private static func created(_ state: inout CollectionsState, _ path: String, _ context: CollectionsContext) -> CollectionsOutcome {
        if WorkspacePath.isEnvironment(path) { return environmentCreated(&state, path, context) }
        reveal(&state, path, context)
        let outcome: CollectionsOutcome = [.output(.file(.created(path: path)))] + notifyCreated(&state, path)
        guard path.hasSuffix(".json") else { return outcome }
        state.tree.opensInNewTab.insert(path)
        state.tree.typesURL.insert(path)
        return [.effect(.readRequest(path: path))] + outcome
    }

    /// Moves the cursor to a copy made in the tree, or to the name of an environment.
    private static func duplicated(_ state: inout CollectionsState, _ path: String, _ context: CollectionsContext) -> CollectionsOutcome {
        if WorkspacePath.isEnvironment(path) {
            state.tree.typesName.insert(path)
            return environmentCreated(&state, path, context)
        }
        reveal(&state, path, context)
        return [.output(.file(.created(path: path)))] + notifyCreated(&state, path)
    }

    /// Chooses a new environment and opens it.
    static func environmentCreated(
        _ state: inout CollectionsState, _ path: String, _ context: CollectionsContext
    ) -> CollectionsOutcome {
        state.workspace.choose(newEnvironment: path, for: context.frontPlace)
        let cookies = moveCookies(from: nil, to: path, state)
        return [.effect(.settings(.readEnvironment(path: path)))] + cookies + notifyCreated(&state, path)
    }

    /// Reports the new item; undo deletes it.
    private static func notifyCreated(_ state: inout CollectionsState, _ path: String) -> CollectionsOutcome {
        state.tree.history.record(.delete(path: path, name: name(of: path, state)), of: .new)
        return notifyChange("Created \(path)", .new)
    }

    /// Reports a change and offers undo, or redo after an undo.
    private static func notifyChange(_ text: String, _ step: TreeHistory.Step, isWarning: Bool = false) -> CollectionsOutcome {
        let action: Toast<CollectionsMessage>.Action =
            step == .undo
            ? .init(label: "redo", message: .tree(.change(.redo))) : .init(label: "undo", message: .tree(.change(.undo)))
        return .notify(isWarning ? .warning : .done, text, about: .tree, action: action)
    }

    /// Puts the cursor on an item that the tree shows; environments are not in the tree.
    private static func reveal(_ state: inout CollectionsState, _ path: String, _ context: CollectionsContext) {
        if !WorkspacePath.isEnvironment(path) { TreeReducer.reveal(&state, path, context) }
    }

    private static func name(of path: String, _ state: CollectionsState) -> String { state.workspace.tree.name(of: path) ?? path }
}
