import Platform

extension WorkspaceStore {
    /// The maximum number of bytes of one deletion, since they are kept for undo.
    static let deletionLimit = 256 << 20

    /// Removes a request, a folder, a collection or an environment with everything in it and beside it.
    ///
    /// - Returns: the removed files, for ``restore(_:)``.
    /// - Throws: before anything is removed, if something cannot be read or is too large to be kept.
    public func delete(_ path: String) throws(WorkspaceError) -> DeletedItem {
        let item = try collect(path)
        for file in item.files { try remove(file.path) }
        for folder in item.folders.reversed() { try remove(folder) }
        if !item.order.isEmpty {
            let names = [WorkspacePath.stem(of: path), WorkspacePath.name(of: path)]
            try changeOrder(of: WorkspacePath.parent(of: path)) { $0.removeAll(where: names.contains) }
        }
        return item
    }

    /// Restores a deleted item.
    ///
    /// - Throws: `unwritable` if something has that name meanwhile.
    public func restore(_ item: DeletedItem) throws(WorkspaceError) {
        guard !Disk.exists(try absolute(item.path)) else {
            throw WorkspaceError(.unwritable, path: item.path, message: "\(item.path) is there again: rename it, then undo.")
        }
        for folder in item.folders { try makeFolder(at: folder) }
        for file in item.files {
            try changing(file.path) { absolute throws(DiskError) in
                try Disk.write(file.bytes, to: absolute, mode: file.mode)
            }
        }
        if !item.order.isEmpty { try changeOrder(of: WorkspacePath.parent(of: item.path)) { $0 = item.order } }
    }

    private func collect(_ path: String) throws(WorkspaceError) -> DeletedItem {
        var collection = DeletedCollection(store: self, room: Self.deletionLimit)
        try collection.add(path)
        for companion in Self.companions(of: path) where Disk.exists("\(root)/\(companion)") { try collection.add(companion) }
        return DeletedItem(path: path, folders: collection.folders, files: collection.files, order: order(around: path))
    }

    private func order(around path: String) -> [String] {
        let folder = WorkspacePath.parent(of: path)
        guard folder != WorkspacePath.collections, WorkspacePath.name(of: folder) != WorkspacePath.environments else { return [] }
        return (try? self.folder(at: folder).content.order) ?? []
    }

    private func remove(_ path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.remove(absolute) }
    }
}

/// The files of a deletion.
private struct DeletedCollection {
    let store: WorkspaceStore
    /// The number of bytes that can still be kept.
    var room: Int
    var folders: [String] = []
    var files: [DeletedItem.File] = []

    /// Adds a file, or a folder with everything in it.
    mutating func add(_ path: String) throws(WorkspaceError) {
        let absolute = try store.absolute(path)
        guard FileStatus(of: absolute, followsLinks: false)?.kind == .folder else { return try addFile(path) }
        folders.append(path)
        let entries = try store.reading(path) { absolute throws(DiskError) in try Disk.entries(of: absolute, includingHidden: true) }
        for entry in entries { try add("\(path)/\(entry.name)") }
    }

    private mutating func addFile(_ path: String) throws(WorkspaceError) {
        let file = try store.reading(path) { [room] absolute throws(DiskError) in
            DeletedItem.File(path: path, bytes: try Disk.read(absolute, limit: room), mode: FileStatus(of: absolute)?.permissions ?? 0o644)
        }
        room -= file.bytes.count
        files.append(file)
    }
}

/// A deleted file or folder with its content, for undo.
public struct DeletedItem: Hashable, Sendable {
    /// The file or folder, relative to the workspace.
    public let path: String
    /// All folders, outermost first.
    let folders: [String]
    /// All files with their bytes and modes.
    let files: [File]
    /// The previous order of the parent folder.
    let order: [String]

    struct File: Hashable, Sendable {
        let path: String
        let bytes: [UInt8]
        let mode: UInt32
    }
}
