import Platform

extension WorkspaceStore {
    /// Creates a request in a collection or folder and returns its path.
    ///
    /// - Parameter sibling: the path of the child that it follows; if nil, it is last, or sorted by name.
    public func create(_ draft: RequestDraft, in folder: String, after sibling: String? = nil) throws(WorkspaceError) -> String {
        let slug = Slug.make(of: draft.name, avoiding: takenStems(in: folder))
        let path = "\(folder)/\(slug)\(WorkspacePath.requestEnding)"
        try checkIsFolder(folder)
        try writeNew(draft, to: path)
        try place(path, after: sibling)
        return path
    }

    /// Creates a folder in a collection or folder and returns its path.
    public func create(_ draft: FolderDraft, in folder: String, after sibling: String? = nil) throws(WorkspaceError) -> String {
        try checkIsFolder(folder)
        let path = try makeFolder(draft, in: folder)
        try place(path, after: sibling)
        return path
    }

    /// Creates a collection and returns its path.
    public func createCollection(_ draft: FolderDraft) throws(WorkspaceError) -> String {
        try makeCollectionsFolder()
        let path = try makeFolder(draft, in: WorkspacePath.collections)
        try protectSecrets()
        return path
    }

    /// Creates the folder for collections, which makes a folder a workspace, if it is missing.
    public func makeCollectionsFolder() throws(WorkspaceError) {
        if !FileStatus.isFolder("\(root)/\(WorkspacePath.collections)") { try makeFolder(at: WorkspacePath.collections) }
    }

    /// Creates an environment in a collection, or in the workspace for an empty path, and returns its path.
    public func create(_ draft: EnvironmentDraft, in collection: String) throws(WorkspaceError) -> String {
        if !collection.isEmpty { try checkIsFolder(collection) }
        let folder = WorkspacePath.environments(of: collection)
        if !FileStatus.isFolder("\(root)/\(folder)") { try makeFolder(at: folder) }
        let path = "\(folder)/\(Slug.make(of: draft.name, avoiding: takenStems(in: folder)))\(WorkspacePath.environmentEnding)"
        try writeNew(draft, to: path)
        try protectSecrets(in: collection.isEmpty ? folder : WorkspacePath.collections)
        return path
    }

    private func makeFolder(_ draft: FolderDraft, in parent: String) throws(WorkspaceError) -> String {
        let path = "\(parent)/\(Slug.make(of: draft.name, avoiding: takenStems(in: parent)))"
        try makeFolder(at: path)
        let settings = WorkspacePath.settings(of: path)
        try writeNew(draft, to: settings)
        return path
    }

    /// Inserts a new child into the order after a sibling. Without a sibling the order is unchanged.
    private func place(_ path: String, after sibling: String?) throws(WorkspaceError) {
        guard let sibling else { return }
        let folder = WorkspacePath.parent(of: path)
        var paths = children(of: folder).map(\.path).filter { $0 != path }
        let index = paths.firstIndex(of: sibling).map { $0 + 1 } ?? paths.endIndex
        paths.insert(path, at: index)
        try setOrder(paths, of: folder)
    }

    func makeFolder(at path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.makeFolder(absolute) }
    }

    func checkIsFolder(_ path: String) throws(WorkspaceError) {
        guard path.hasPrefix(WorkspacePath.collections + "/") else {
            throw WorkspaceError(.invalidPath, path: path, message: "\(path) is not a collection or a folder in one.")
        }
        guard FileStatus.isFolder(try absolute(path)) else {
            guard FileStatus.isFolder(root) else { throw .gone(root) }
            throw WorkspaceError(.notFound, path: path, message: "\(path) no longer exists.")
        }
    }
}

extension WorkspaceStore {
    /// Creates a copy beside a request, folder, collection or environment, named `… copy`, and returns its path.
    ///
    /// Local secrets and saved responses are not copied.
    public func duplicate(_ path: String) throws(WorkspaceError) -> String {
        let parent = WorkspacePath.parent(of: path)
        if WorkspacePath.isRequest(path) {
            let bytes = try read(path)
            let draft = try Self.parse(RequestDraft.self, bytes, path)
            return try copy(Loaded(path: path, content: draft, bytes: bytes), in: parent)
        }
        if path.hasSuffix(WorkspacePath.environmentEnding) {
            let loaded = try environment(at: path)
            let new = try copy(loaded, in: parent)
            let names = Set(loaded.content.secrets.filter { $0.source == .file }.map(\.name))
            try setSecrets(storedSecrets(ofEnvironmentAt: path).filter { names.contains($0.key) }, ofEnvironmentAt: new)
            return new
        }
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
        let name = copyName(of: loaded.content.name.isEmpty ? path.lastPathComponent : loaded.content.name)
        let new = "\(parent)/\(Slug.make(of: name, avoiding: takenStems(in: parent)))"
        do { try copyFiles(path, to: new) } catch {
            discard(new)
            throw error
        }
        let copied = try folder(at: new)
        _ = try save(copied.content.named(name), over: copied)
        try insertInOrder(new, after: path)
        return new
    }

    private func copyFiles(_ path: String, to new: String) throws(WorkspaceError) {
        try makeFolder(at: new)
        let entries = try reading(path) { absolute throws(DiskError) in try Disk.entries(of: absolute) }
        for entry in entries where !entry.name.hasSuffix(WorkspacePath.secretsEnding) {
            let (old, copy) = ("\(path)/\(entry.name)", "\(new)/\(entry.name)")
            if entry.isFolder {
                try copyFiles(old, to: copy)
            } else if let target = Disk.target(ofLink: try absolute(old)) {
                try makeLink(to: target, at: copy)
            } else {
                try write(try read(old), to: copy)
            }
        }
    }

    func makeLink(to target: String, at path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.makeLink(to: target, at: absolute) }
    }

    private func insertInOrder(_ path: String, after sibling: String) throws(WorkspaceError) {
        try changeOrder(of: WorkspacePath.parent(of: path)) { order in
            let names = [WorkspacePath.stem(of: sibling), sibling.lastPathComponent]
            guard let index = order.firstIndex(where: names.contains) else { return }
            order.insert(WorkspacePath.stem(of: path), at: index + 1)
        }
    }

    private func copyName(of name: String) -> String { name + " copy" }
}

extension WorkspaceStore {
    /// The maximum number of bytes of one deletion, since they are kept for undo.
    static let deletionLimit = 256 << 20

    /// Removes a request, a folder, a collection or an environment with everything in it and beside it.
    ///
    /// - Returns: the removed files, for ``restore(_:)``.
    /// - Throws: if something cannot be read, is too large to be kept, or cannot be removed; what was removed before is put back.
    public func delete(_ path: String) throws(WorkspaceError) -> DeletedItem {
        let item = try collect(path)
        do throws(WorkspaceError) {
            for path in item.files.map(\.path) + item.links.map(\.path) { try remove(path) }
            for folder in item.folders.reversed() { try remove(folder) }
            if !item.order.isEmpty {
                let names = [WorkspacePath.stem(of: path), path.lastPathComponent]
                try changeOrder(of: WorkspacePath.parent(of: path)) { $0.removeAll(where: names.contains) }
            }
        } catch {
            let first = error
            do throws(WorkspaceError) { try restoreFiles(item) } catch {
                throw WorkspaceError(
                    first.code, path: first.path, message: "\(first.message) What had been removed could not be put back: \(error.message)")
            }
            throw first
        }
        return item
    }

    /// Restores a deleted item.
    ///
    /// - Throws: `unwritable` if the name is now taken, or the disk is full; then nothing is restored, and it can be tried again.
    public func restore(_ item: DeletedItem) throws(WorkspaceError) {
        guard !Disk.exists(try absolute(item.path)) else {
            throw WorkspaceError(.unwritable, path: item.path, message: "\(item.path) exists again: rename it, then undo.")
        }
        do throws(WorkspaceError) {
            try restoreFiles(item)
            let names = [WorkspacePath.stem(of: item.path), item.path.lastPathComponent]
            if let place = item.order.firstIndex(where: names.contains) {
                // Deleting all children has left an empty order.
                try changeOrder(of: WorkspacePath.parent(of: item.path), begins: true) { item.insert(place, into: &$0) }
            }
        } catch {
            if item.folders.isEmpty { try? remove(item.path) } else { discard(item.path) }
            throw error
        }
    }

    /// Creates the files, folders and links of a deleted item that do not exist.
    private func restoreFiles(_ item: DeletedItem) throws(WorkspaceError) {
        for folder in item.folders where !Disk.exists(try absolute(folder)) { try makeFolder(at: folder) }
        for file in item.files where !Disk.exists(try absolute(file.path)) {
            try changing(file.path) { absolute throws(DiskError) in
                try Disk.write(file.bytes, to: absolute, mode: file.mode)
            }
        }
        for link in item.links where !Disk.exists(try absolute(link.path)) { try makeLink(to: link.target, at: link.path) }
    }

    private func collect(_ path: String) throws(WorkspaceError) -> DeletedItem {
        var collection = DeletedCollection(store: self, room: Self.deletionLimit)
        try collection.add(path)
        for companion in Self.companions(of: path) where Disk.exists("\(root)/\(companion)") { try collection.add(companion) }
        return DeletedItem(
            path: path, folders: collection.folders, files: collection.files, links: collection.links, order: order(around: path))
    }

    private func order(around path: String) -> [String] {
        let folder = WorkspacePath.parent(of: path)
        guard folder != WorkspacePath.collections, folder.lastPathComponent != WorkspacePath.environments else { return [] }
        return (try? self.folder(at: folder).content.order) ?? []
    }

    func remove(_ path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.remove(absolute) }
    }
}

/// The files of a deletion.
struct DeletedCollection {
    let store: WorkspaceStore
    /// The number of bytes that can still be stored.
    var room: Int
    var folders: [String] = []
    var files: [DeletedItem.File] = []
    var links: [DeletedItem.Link] = []

    /// Adds a file, a link, or a folder with everything in it.
    mutating func add(_ path: String) throws(WorkspaceError) {
        let absolute = try store.absolute(path)
        if let target = Disk.target(ofLink: absolute) { return links.append(DeletedItem.Link(path: path, target: target)) }
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
    /// All symbolic links; what they lead to is not deleted.
    let links: [Link]
    /// The previous order of the parent folder.
    let order: [String]

    /// Inserts an element of the previous order into the current one, which another program may have changed: after the nearest element
    /// that was before it, or before the nearest one that was after it.
    fileprivate func insert(_ place: Int, into present: inout [String]) {
        guard !present.contains(order[place]) else { return }
        let before = order[..<place].reversed().compactMap { present.firstIndex(of: $0) }.first
        let after = order[place...].compactMap { present.firstIndex(of: $0) }.first
        present.insert(order[place], at: before.map { $0 + 1 } ?? after ?? present.count)
    }

    struct File: Hashable, Sendable {
        let path: String
        let bytes: [UInt8]
        let mode: UInt32
    }

    struct Link: Hashable, Sendable {
        let path: String
        let target: String
    }
}
