import Platform

extension WorkspaceStore {
    /// Renames a request, folder, collection or environment, and its file, and returns its new path.
    ///
    /// The file keeps its name if that is a slug of the new name already. A request's saved responses are renamed too, and it keeps its
    /// place in the order.
    ///
    /// - Parameter known: earlier versions of folder settings, by folder, latest first, as for moving.
    public func rename(
        _ path: String, to name: String, knowing known: [String: [Loaded<FolderDraft>]] = [:]
    ) throws(WorkspaceError) -> String {
        try setName(name, of: path)
        let stem = WorkspacePath.stem(of: path)
        guard !Slug.isSlug(stem, of: name) else { return path }
        let folder = WorkspacePath.parent(of: path)
        let newStem = Slug.make(of: name, avoiding: takenStems(in: folder, besides: stem))
        let newPath = "\(folder)/\(newStem)\(Self.ending(of: path))"
        try moveFiles(path, to: newPath)
        if folder.lastPathComponent != WorkspacePath.environments {
            try changeOrder(of: folder, knowing: known[folder] ?? []) { order in
                for index in order.indices where order[index] == stem || order[index] == path.lastPathComponent {
                    order[index] = newStem
                }
            }
        }
        return newPath
    }

    /// Moves a request or a folder into another folder, or to another place in its own, and returns its new path.
    ///
    /// - Parameters:
    ///   - sibling: the path of the child that it precedes; last if nil.
    ///   - known: earlier versions of folder settings, by folder, latest first, so that moving back restores a file exactly.
    public func move(
        _ path: String, to folder: String, before sibling: String? = nil, knowing known: [String: [Loaded<FolderDraft>]] = [:]
    ) throws(WorkspaceError) -> String {
        try checkIsFolder(folder)
        guard folder != path, !folder.hasPrefix(path + "/") else {
            throw WorkspaceError(.invalidPath, path: path, message: "A folder cannot be moved into itself.")
        }
        let newPath = try transfer(path, to: folder, known)
        var paths = children(of: folder).map(\.path).filter { $0 != newPath }
        paths.insert(newPath, at: sibling.flatMap(paths.firstIndex(of:)) ?? paths.endIndex)
        try setOrder(paths, of: folder, knowing: known[folder] ?? [])
        return newPath
    }

    private func transfer(
        _ path: String, to folder: String, _ known: [String: [Loaded<FolderDraft>]]
    ) throws(WorkspaceError) -> String {
        let old = WorkspacePath.parent(of: path)
        guard old != folder else { return path }
        let stem = WorkspacePath.stem(of: path)
        let isFree = !takenStems(in: folder).contains(stem.lowercased())
        let newStem = isFree ? stem : Slug.make(of: stem, avoiding: takenStems(in: folder))
        let newPath = "\(folder)/\(newStem)\(Self.ending(of: path))"
        try moveFiles(path, to: newPath)
        try removeChild(path, ofOrderOf: old, knowing: known[old] ?? [])
        return newPath
    }

    /// The part of a file's name after its stem; empty for a folder.
    static func ending(of path: String) -> String {
        String(path.lastPathComponent.dropFirst(WorkspacePath.stem(of: path).count))
    }

    /// Moves a file together with its companions, or nothing if one of them cannot be moved.
    func moveFiles(_ path: String, to newPath: String) throws(WorkspaceError) {
        var moved: [(old: String, new: String)] = []
        do throws(WorkspaceError) {
            for (old, new) in zip([path] + Self.companions(of: path), [newPath] + Self.companions(of: newPath)) {
                if old != path { guard Disk.exists(try absolute(old)) else { continue } }
                try moveFile(old, to: new)
                moved.append((old, new))
            }
        } catch {
            for (old, new) in moved.reversed() { try? moveFile(new, to: old) }
            throw error
        }
    }

    private func moveFile(_ path: String, to newPath: String) throws(WorkspaceError) {
        let new = try absolute(newPath)
        try changing(path) { absolute throws(DiskError) in try Disk.move(absolute, to: new) }
    }

    /// The companions of a file: a request's saved responses, an environment's local secrets.
    static func companions(of path: String) -> [String] {
        let base = String(path.dropLast(ending(of: path).count))
        if WorkspacePath.isRequest(path) { return [base + WorkspacePath.examplesEnding] }
        return path.hasSuffix(WorkspacePath.environmentEnding) ? [base + WorkspacePath.secretsEnding] : []
    }

    private func setName(_ name: String, of path: String) throws(WorkspaceError) {
        func rename<Content: Formatted & Named>(_ loaded: Loaded<Content>) throws(WorkspaceError) {
            _ = try save(content: loaded.content.named(name), over: loaded)
        }
        if WorkspacePath.isRequest(path) { return try rename(load(RequestDraft.self, path)) }
        if path.hasSuffix(WorkspacePath.environmentEnding) { return try rename(environment(at: path)) }
        try rename(folder(at: path))
    }
}

/// A type with a name that the tree shows.
protocol Named {
    var name: String { get set }
}

extension Named {
    /// A copy with another name.
    func named(_ name: String) -> Self {
        var copy = self
        copy.name = name
        return copy
    }
}

extension RequestDraft: Named {}
extension FolderDraft: Named {}
extension EnvironmentDraft: Named {}

extension WorkspaceStore {
    /// The children of a collection or folder in order, without their own children.
    func children(of folder: String) -> [WorkspaceNode] { TreeReader(store: self).children(of: folder) }

    /// Writes the order of a folder's children, given by their paths, if it differs from the current one.
    ///
    /// - Parameter known: earlier versions of the file, latest first: the first with the same order is written again.
    func setOrder(_ paths: [String], of folder: String, knowing known: [Loaded<FolderDraft>] = []) throws(WorkspaceError) {
        let nodes = children(of: folder)
        guard nodes.map(\.path) != paths else { return }
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        let orders = known.map(\.content.order) + [[]]
        draft.order = orders.first { Self.sort(nodes, by: $0) == paths } ?? paths.map(WorkspacePath.stem)
        _ = try save(content: draft, over: loaded, knowing: known.compactMap(\.bytes))
    }

    /// Removes a child from a folder's order; `known` is used as in ``setOrder(_:of:knowing:)``.
    func removeChild(_ child: String, ofOrderOf folder: String, knowing known: [Loaded<FolderDraft>]) throws(WorkspaceError) {
        let names = [WorkspacePath.stem(of: child), child.lastPathComponent]
        try changeOrder(of: folder, knowing: known) { order in
            let remaining = order.filter { !names.contains($0) }
            guard remaining != order else { return }
            let nodes = children(of: folder)
            let paths = Self.sort(nodes, by: remaining)
            order =
                known.map(\.content.order).first { !$0.contains(where: names.contains) && Self.sort(nodes, by: $0) == paths } ?? remaining
        }
    }

    private static func sort(_ nodes: [WorkspaceNode], by order: [String]) -> [String] {
        var head = FileHead()
        head.order = order
        return head.sort(nodes).map(\.path)
    }

    /// Changes the order of a folder that has one; a folder without an order stays sorted by name, unless it `begins` one.
    func changeOrder(
        of folder: String, knowing known: [Loaded<FolderDraft>] = [], begins: Bool = false, _ change: (inout [String]) -> Void
    ) throws(WorkspaceError) {
        guard folder != WorkspacePath.collections else { return }
        let loaded = try self.folder(at: folder)
        var draft = loaded.content
        guard begins || !draft.order.isEmpty else { return }
        change(&draft.order)
        _ = try save(content: draft, over: loaded, knowing: known.compactMap(\.bytes))
    }

    /// The stems in use in a folder: requests and folders share them, so that an order is unambiguous.
    ///
    /// - Parameter own: a stem that does not count, unless another one differs from it by case only.
    func takenStems(in folder: String, besides own: String? = nil) -> Set<String> {
        let entries = (try? Disk.entries(of: "\(root)/\(folder)")) ?? []
        let stems = entries.map { WorkspacePath.stem(of: $0.name) }.filter { $0 != own }
        return Set(stems.map { $0.lowercased() } + [WorkspacePath.environments])
    }
}
