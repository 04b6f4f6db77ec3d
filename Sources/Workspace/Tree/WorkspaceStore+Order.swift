extension WorkspaceStore {
    /// The children of a collection or folder in order, without what is in them.
    func children(of folder: String) -> [WorkspaceNode] { TreeReader(store: self).children(of: folder) }

    /// Writes the order of a folder's children, given by their paths.
    func setOrder(_ paths: [String], of folder: String) throws(WorkspaceError) {
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        draft.order = paths.map(WorkspacePath.stem)
        _ = try save(draft, over: loaded)
    }

    /// Makes a change to the order of a folder where it says one; a folder without an order stays by name.
    func changeOrder(of folder: String, _ change: (inout [String]) -> Void) throws(WorkspaceError) {
        guard folder != WorkspacePath.collections else { return }
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        guard !draft.order.isEmpty else { return }
        change(&draft.order)
        _ = try save(draft, over: loaded)
    }

    /// The stems that are taken in a folder: requests and folders share them, so that an order means one thing.
    func takenStems(in folder: String) -> Set<String> {
        let entries = (try? Disk.entries(of: "\(root)/\(folder)")) ?? []
        return Set(entries.map { WorkspacePath.stem(of: $0.name).lowercased() } + [WorkspacePath.environments])
    }
}
