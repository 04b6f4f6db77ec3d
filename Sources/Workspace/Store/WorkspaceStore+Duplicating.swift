extension WorkspaceStore {
    /// Makes a copy beside a request, folder, collection or environment, named `… copy`, and gives its path.
    ///
    /// Local secrets are not copied, and neither are saved answers.
    public func duplicate(_ path: String) throws(WorkspaceError) -> String {
        let parent = WorkspacePath.parent(of: path)
        if WorkspacePath.isRequest(path) {
            let bytes = try read(path)
            let draft = try Self.parse(RequestDraft.self, bytes, path)
            return try copy(Loaded(path: path, content: draft, bytes: bytes), in: parent)
        }
        if path.hasSuffix(WorkspacePath.environmentEnding) { return try copy(environment(at: path), in: parent) }
        return try copyFolder(path, in: parent)
    }

    private func copy<Content: Formatted & Named>(_ loaded: Loaded<Content>, in folder: String) throws(WorkspaceError) -> String {
        let name = copyName(of: loaded.content.name)
        let path = "\(folder)/\(Slug.make(of: name, avoiding: takenStems(in: folder)))\(Self.ending(of: loaded.path))"
        try write(bytes(of: loaded.content.named(name), over: loaded), to: path)
        if WorkspacePath.isRequest(path) { try insertInOrder(path, after: loaded.path) }
        return path
    }

    private func copyFolder(_ path: String, in parent: String) throws(WorkspaceError) -> String {
        let loaded = try folder(at: path)
        let name = copyName(of: loaded.content.name.isEmpty ? WorkspacePath.name(of: path) : loaded.content.name)
        let new = "\(parent)/\(Slug.make(of: name, avoiding: takenStems(in: parent)))"
        try copyFiles(path, to: new)
        let copied = try folder(at: new)
        _ = try save(copied.content.named(name), over: copied)
        try insertInOrder(new, after: path)
        return new
    }

    private func copyFiles(_ path: String, to new: String) throws(WorkspaceError) {
        try makeFolder(at: new)
        let entries = try reading(path) { absolute throws(DiskError) in try Disk.entries(of: absolute) }
        for entry in entries where !entry.name.hasSuffix(WorkspacePath.secretsEnding) {
            if entry.isFolder {
                try copyFiles("\(path)/\(entry.name)", to: "\(new)/\(entry.name)")
            } else {
                try write(try read("\(path)/\(entry.name)"), to: "\(new)/\(entry.name)")
            }
        }
    }

    private func insertInOrder(_ path: String, after sibling: String) throws(WorkspaceError) {
        try changeOrder(of: WorkspacePath.parent(of: path)) { order in
            let names = [WorkspacePath.stem(of: sibling), WorkspacePath.name(of: sibling)]
            guard let index = order.firstIndex(where: names.contains) else { return }
            order.insert(WorkspacePath.stem(of: path), at: index + 1)
        }
    }

    private func copyName(of name: String) -> String { name + " copy" }
}
