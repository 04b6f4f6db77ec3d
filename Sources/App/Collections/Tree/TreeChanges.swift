import Engine
import Widgets
import Workspace

/// New, renamed, moved and deleted files and folders, as a person asks for them in the tree.
enum TreeChanges {
    static func update(_ state: inout AppState, _ message: TreeMessage) -> [Effect] {
        switch message {
        case .addRequest: return add(&state)
        case .addFolder: ask(&state, .newFolder(folder: folder(state)), "New folder in \(folderName(state))")
        case .addCollection: ask(&state, .newFolder(folder: ""), "New collection")
        case .rename: rename(&state)
        case .duplicate: return current(state).map { [.files(.duplicate(path: $0.path))] } ?? []
        case .delete: return delete(&state)
        case .shift(let step): return shift(&state, by: step)
        case .pickFolder: state.windows.append(.picker(.folders(state)))
        case .moveTo(let path, let folder): return [.files(.move(path: path, folder: folder, before: nil))]
        case .undo: return undo(&state)
        case .redo: return state.tree.history.redo().map { [.files($0)] } ?? []
        default: break
        }
        return []
    }

    /// The folder that something new comes into: the one under the cursor, or the one around the request under it.
    static func folder(_ state: AppState) -> String {
        guard let node = current(state) else { return "" }
        return node.isFolder ? node.path : WorkspaceTree.folder(of: node.path)
    }

    /// Moves what was dragged onto a row: into a folder, or before a request.
    static func drop(_ state: AppState, _ path: String, on row: Int) -> [Effect] {
        guard state.tree.rows.indices.contains(row) else { return [] }
        let target = state.tree.rows[row].node
        guard target.path != path, !target.path.hasPrefix(path + "/"), path.split(separator: "/").count > 2 else { return [] }
        if target.isFolder { return [.files(.move(path: path, folder: target.path, before: nil))] }
        return [.files(.move(path: path, folder: WorkspaceTree.folder(of: target.path), before: target.path))]
    }

    private static func current(_ state: AppState) -> WorkspaceNode? { state.tree.current?.node }

    private static func folderName(_ state: AppState) -> String {
        let path = folder(state)
        return state.workspace.tree.node(at: path)?.name ?? path
    }

    private static func ask(_ state: inout AppState, _ purpose: PromptState.Purpose, _ title: String, text: String = "") {
        var field = TextFieldState(text: text)
        field.selectAll()
        state.windows.append(.prompt(PromptState(purpose: purpose, title: title, field: field)))
    }

    private static func add(_ state: inout AppState) -> [Effect] {
        let folder = folder(state)
        guard !folder.isEmpty else { return [.next(.tabs(.new))] }
        let sibling = current(state).flatMap { $0.isFolder ? nil : $0.path }
        ask(&state, .newRequest(folder: folder, after: sibling), "New request in \(folderName(state))")
        return []
    }

    private static func rename(_ state: inout AppState) {
        guard let node = current(state) else { return }
        ask(&state, .rename(path: node.path), "Rename “\(node.name)”", text: node.name)
    }

    private static func delete(_ state: inout AppState) -> [Effect] {
        guard let node = current(state) else { return [] }
        return delete(&state, node, .delete(path: node.path, name: node.name))
    }

    /// Undoing that a folder was made deletes what has come into it since.
    private static func undo(_ state: inout AppState) -> [Effect] {
        guard let effect = state.tree.history.undo() else { return [] }
        guard case .again(let inner, let way) = effect, case .delete(let path, _) = inner, let node = state.workspace.tree.node(at: path)
        else {
            return [.files(effect)]
        }
        return delete(&state, node, effect, otherwise: [.files(.notAgain(inner, way))])
    }

    /// A folder with something in it asks first; a request does not, since undo brings it back.
    private static func delete(
        _ state: inout AppState, _ node: WorkspaceNode, _ change: FileEffect, otherwise: [Message] = []
    ) -> [Effect] {
        let effect = Effect.files(change)
        guard !node.children.isEmpty else { return [effect] }
        let count = node.requestCount
        state.windows.append(
            .confirm(
                Question(
                    title: "Delete “\(node.name)”?",
                    text:
                        "\(count == 1 ? "One request" : "\(count) requests") would go with it. Undo brings all of it back until you quit.",
                    choices: [
                        Question<Message>.Choice("d", "delete", [.perform(effect)]), Question<Message>.Choice("c", "keep", otherwise),
                    ],
                    cancelMessages: otherwise)))
        return []
    }

    private static func shift(_ state: inout AppState, by step: Int) -> [Effect] {
        guard let node = current(state), !node.isCollection else { return [] }
        guard let (folder, before) = step < 0 ? placeAbove(node, state) : placeBelow(node, state) else {
            return state.say(.warning, step < 0 ? "It is the first of its collection" : "It is the last of its collection")
        }
        return [.files(.move(path: node.path, folder: folder, before: before))]
    }

    /// Before the sibling above, at the end of it when that is an open folder; before the folder around when there is none.
    private static func placeAbove(_ node: WorkspaceNode, _ state: AppState) -> (String, String?)? {
        let folder = WorkspaceTree.folder(of: node.path)
        let siblings = state.workspace.tree.node(at: folder)?.children ?? []
        guard let index = siblings.firstIndex(where: { $0.path == node.path }) else { return nil }
        if index == 0 { return WorkspaceTree.isCollection(folder) ? nil : (WorkspaceTree.folder(of: folder), folder) }
        let above = siblings[index - 1]
        return above.isFolder && state.tree.expanded.contains(above.path) ? (above.path, nil) : (folder, above.path)
    }

    /// Behind the sibling below, at the beginning of it when that is an open folder; behind the folder around when there is none.
    private static func placeBelow(_ node: WorkspaceNode, _ state: AppState) -> (String, String?)? {
        let folder = WorkspaceTree.folder(of: node.path)
        let siblings = state.workspace.tree.node(at: folder)?.children ?? []
        guard let index = siblings.firstIndex(where: { $0.path == node.path }) else { return nil }
        guard index + 1 < siblings.count else {
            if WorkspaceTree.isCollection(folder) { return nil }
            return (WorkspaceTree.folder(of: folder), state.workspace.tree.place(of: folder).next)
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
