extension WorkspaceStore {
    /// The children of a collection or folder in order, without what is in them.
    func children(of folder: String) -> [WorkspaceNode] { TreeReader(store: self).children(of: folder) }

    /// Writes the order of a folder's children, given by their paths, where it is another one than there is.
    ///
    /// - Parameter known: the file as it was before, the last time first: the first order that says the same is written again.
    func setOrder(_ paths: [String], of folder: String, knowing known: [Loaded<FolderDraft>] = []) throws(WorkspaceError) {
        let nodes = children(of: folder)
        guard nodes.map(\.path) != paths else { return }
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        let orders = known.map(\.content.order) + [[]]
        draft.order = orders.first { Self.sort(nodes, by: $0) == paths } ?? paths.map(WorkspacePath.stem)
        _ = try save(content: draft, over: loaded, knowing: known.compactMap(\.bytes))
    }

    /// Takes a child that is gone out of a folder's order, if it is in there; an order that the file said before counts as in
    /// ``setOrder(_:of:knowing:)``.
    func takeOut(_ child: String, ofOrderOf folder: String, knowing known: [Loaded<FolderDraft>]) throws(WorkspaceError) {
        let names = [WorkspacePath.stem(of: child), WorkspacePath.name(of: child)]
        try changeOrder(of: folder, knowing: known) { order in
            let left = order.filter { !names.contains($0) }
            guard left != order else { return }
            let nodes = children(of: folder)
            let paths = Self.sort(nodes, by: left)
            order = known.map(\.content.order).first { !$0.contains(where: names.contains) && Self.sort(nodes, by: $0) == paths } ?? left
        }
    }

    private static func sort(_ nodes: [WorkspaceNode], by order: [String]) -> [String] {
        var head = FileHead()
        head.order = order
        return head.sort(nodes).map(\.path)
    }

    /// Makes a change to the order of a folder where it says one; a folder without an order stays by name.
    func changeOrder(
        of folder: String, knowing known: [Loaded<FolderDraft>] = [], _ change: (inout [String]) -> Void
    ) throws(WorkspaceError) {
        guard folder != WorkspacePath.collections else { return }
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        guard !draft.order.isEmpty else { return }
        change(&draft.order)
        _ = try save(content: draft, over: loaded, knowing: known.compactMap(\.bytes))
    }

    /// The stems that are taken in a folder: requests and folders share them, so that an order means one thing.
    func takenStems(in folder: String) -> Set<String> {
        let entries = (try? Disk.entries(of: "\(root)/\(folder)")) ?? []
        return Set(entries.map { WorkspacePath.stem(of: $0.name).lowercased() } + [WorkspacePath.environments])
    }
}
