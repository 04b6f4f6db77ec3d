import Engine
import Widgets
import Workspace

/// Creates, renames, moves and deletes files and folders on commands in the tree.
enum TreeChanges {
    static func reduce(_ state: inout CollectionsState, _ change: TreeChange, _ context: CollectionsContext) -> CollectionsOutcome {
        let node = state.tree.current?.node
        switch change {
        case .addRequest: return add(state)
        case .addFolder:
            let folder = folder(state)
            return ask("New folder in \(folderName(state))", "create") { .createFolder(name: $0, folder: folder) }
        case .addCollection: return ask("New collection", "create") { .createFolder(name: $0, folder: "") }
        case .rename:
            return node.map { node in ask("Rename “\(node.name)”", "rename", node.name) { .rename(path: node.path, name: $0) } } ?? []
        case .duplicate: return node.map { duplicate($0, context) } ?? []
        case .delete: return node.map { delete($0, .new) } ?? []
        case .shift(let step): return shift(state, by: step)
        case .pickFolder: return node.map { [.show(.picker(folders(for: $0, state)))] } ?? []
        case .moveTo(let path, let folder): return [.effect(.change(.move(path: path, folder: folder, before: nil)))]
        case .undo: return undo(&state)
        case .redo: return redo(&state)
        case .make(let change, let step): return [.effect(.change(change, step))]
        case .giveUp(let change, let step):
            state.tree.history.restore(change, of: step)
            return []
        }
    }

    /// The folder for a new item: the folder under the cursor, or the parent of the request under it.
    static func folder(_ state: CollectionsState) -> String {
        guard let node = state.tree.current?.node else { return "" }
        return node.isFolder ? node.path : WorkspacePath.parent(of: node.path)
    }

    /// Moves a dragged item onto the row of another: into a folder, or before a request. Does nothing if the row is hidden by now, or if the item
    /// is there already.
    static func drop(_ state: CollectionsState, _ path: String, on other: String) -> CollectionsOutcome {
        guard let target = state.tree.rows.first(where: { $0.node.path == other })?.node else { return [] }
        guard target.path != path, !target.path.hasPrefix(path + "/"), path.split(separator: "/").count > 2 else { return [] }
        let folder = target.isFolder ? target.path : WorkspacePath.parent(of: target.path)
        let next = target.isFolder ? nil : target.path
        let place = state.workspace.tree.place(of: path)
        guard place.folder != folder || place.next != next else { return [] }
        return [.effect(.change(.move(path: path, folder: folder, before: next)))]
    }

    // MARK: Asking

    private static func folderName(_ state: CollectionsState) -> String {
        let path = folder(state)
        return state.workspace.tree.node(at: path)?.name ?? path
    }

    /// Asks for the name with which a change is made.
    private static func ask(
        _ title: String, _ verb: String, _ name: String = "", _ change: @escaping @Sendable (String) -> WorkspaceChange
    ) -> CollectionsOutcome {
        [.show(.prompt(.name(title, verb, name) { .tree(.change(.make(change($0), .new))) }))]
    }

    private static func add(_ state: CollectionsState) -> CollectionsOutcome {
        let folder = folder(state)
        guard !folder.isEmpty else { return [.output(.composeRequest)] }
        let sibling = state.tree.current.flatMap { $0.node.isFolder ? nil : $0.node.path }
        return ask("New request in \(folderName(state))", "create") {
            .createRequest(RequestDraft(name: $0), folder: folder, after: sibling)
        }
    }

    /// The folders that an item can be moved into.
    private static func folders(for node: WorkspaceNode, _ state: CollectionsState) -> Picker<CollectionsMessage> {
        let folders = state.workspace.tree.folders.filter { $0.node.path != node.path && !$0.node.path.hasPrefix(node.path + "/") }
        let items = folders.map { folder, depth in
            Picker<CollectionsMessage>.Item(
                title: String(repeating: "  ", count: depth) + folder.name, detail: folder.path,
                disabledReason: folder.path == WorkspacePath.parent(of: node.path) ? "current folder" : nil,
                message: .tree(.change(.moveTo(path: node.path, folder: folder.path))))
        }
        return Picker("Move “\(node.name)” into", items)
    }

    // MARK: Deletion and undo

    /// Copies the file of an item.
    private static func duplicate(_ node: WorkspaceNode, _ context: CollectionsContext) -> CollectionsOutcome {
        [.effect(.change(.duplicate(path: node.path)))]
            + (context.isUnsaved(node.path)
                ? .notify(.warning, "The copy is of the file: it lacks the unsaved changes of “\(node.name)”", about: .saving(node.path))
                : [])
    }

    /// Undoes the last change. Undoing the creation of a folder deletes everything in it.
    private static func undo(_ state: inout CollectionsState) -> CollectionsOutcome {
        guard let effect = state.tree.history.undo() else { return [] }
        guard case .change(.delete(let path, _), _) = effect, let node = state.workspace.tree.node(at: path) else {
            return [.effect(effect)]
        }
        return delete(node, .undo)
    }

    /// Puts back an undo or redo that failed. After an impossible undo, which is nil, says what the next one would do.
    static func restore(_ state: inout CollectionsState, _ change: WorkspaceChange?, _ step: TreeHistory.Step) -> CollectionsOutcome {
        state.tree.history.restore(change, of: step)
        guard change == nil, step == .undo, let next = state.tree.history.undoable.last else { return [] }
        let text =
            switch next {
            case .delete(_, let name): "deletes “\(name)”"
            case .rename(_, let name): "renames to “\(name)”"
            case .move(let path, _, _): "moves “\(state.workspace.tree.name(of: path) ?? path)” back"
            case .restore: "restores what was deleted"
            case .takeBack(let edit): "undoes \(edit.title)"
            case .createRequest, .createFolder, .duplicate: "creates an item"
            }
        return .notify(.warning, "The next undo \(text)")
    }

    private static func redo(_ state: inout CollectionsState) -> CollectionsOutcome {
        state.tree.history.redo().map { [.effect($0)] } ?? []
    }

    /// Begins the undo or redo that was requested while another one was running.
    static func runWaiting(_ state: inout CollectionsState) -> CollectionsOutcome {
        switch state.tree.history.removeNextWaiting() {
        case .undo: undo(&state)
        case .redo: redo(&state)
        case .new, nil: []
        }
    }

    /// Deletes an item. Asks first for a folder with content, but not for a request, since undo restores it.
    private static func delete(_ node: WorkspaceNode, _ step: TreeHistory.Step) -> CollectionsOutcome {
        let change = WorkspaceChange.delete(path: node.path, name: node.name)
        guard node.hasChildren else { return [.effect(.change(change, step))] }
        let giveUp: [CollectionsMessage] = step == .new ? [] : [.tree(.change(.giveUp(change, step)))]
        let count = node.requestCount
        let question = Question<CollectionsMessage>.deleting(
            "Delete “\(node.name)”?",
            "\(count == 1 ? "One request is" : "\(count) requests are") deleted with it. Undo restores everything until you quit.",
            delete: [.tree(.change(.make(change, step)))], cancel: giveUp)
        return [.show(.confirm(question))]
    }

    // MARK: Order

    private static func shift(_ state: CollectionsState, by step: Int) -> CollectionsOutcome {
        guard let node = state.tree.current?.node, !node.isCollection else { return [] }
        guard let (folder, before) = step < 0 ? placeAbove(node, state) : placeBelow(node, state) else {
            return .notify(.warning, step < 0 ? "Already first in its collection" : "Already last in its collection")
        }
        return [.effect(.change(.move(path: node.path, folder: folder, before: before)))]
    }

    /// The place before the sibling above, or at the end of that sibling if it is an expanded folder. Without a sibling above, the place
    /// before the parent folder.
    private static func placeAbove(_ node: WorkspaceNode, _ state: CollectionsState) -> (String, String?)? {
        let folder = WorkspacePath.parent(of: node.path)
        let siblings = state.workspace.tree.node(at: folder)?.children ?? []
        guard let index = siblings.firstIndex(where: { $0.path == node.path }) else { return nil }
        if index == 0 { return WorkspacePath.isCollection(folder) ? nil : (WorkspacePath.parent(of: folder), folder) }
        let above = siblings[index - 1]
        return above.isFolder && state.tree.expanded.contains(above.path) ? (above.path, nil) : (folder, above.path)
    }

    /// The place after the sibling below, or at the start of that sibling if it is an expanded folder. Without a sibling below, the place
    /// after the parent folder.
    private static func placeBelow(_ node: WorkspaceNode, _ state: CollectionsState) -> (String, String?)? {
        let folder = WorkspacePath.parent(of: node.path)
        let siblings = state.workspace.tree.node(at: folder)?.children ?? []
        guard let index = siblings.firstIndex(where: { $0.path == node.path }) else { return nil }
        guard index + 1 < siblings.count else {
            if WorkspacePath.isCollection(folder) { return nil }
            return (WorkspacePath.parent(of: folder), state.workspace.tree.place(of: folder).next)
        }
        let below = siblings[index + 1]
        if below.isFolder, state.tree.expanded.contains(below.path) { return (below.path, below.children.first?.path) }
        return (folder, index + 2 < siblings.count ? siblings[index + 2].path : nil)
    }
}

extension WorkspaceNode {
    /// The requests in it, itself included.
    fileprivate var requestCount: Int { (isRequest ? 1 : 0) + children.reduce(0) { $0 + $1.requestCount } }
}
