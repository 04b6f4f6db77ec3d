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

/// Files, folders and links with their content at one time.
public struct FileSnapshot: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case folder
        case file([UInt8], mode: UInt32)
        case link(to: String)
    }

    var entries: [String: Entry] = [:]

    /// A snapshot in which nothing exists.
    public init() {}
}

/// An edit of files that can be taken back: what was there before it, and after it.
public struct FileEdit: Hashable, Sendable {
    /// The edit in words: `the update of collections/shop`.
    public let title: String
    /// The item that was edited.
    public let path: String
    /// The content that differs; nil if it could not be kept.
    let before: FileSnapshot?
    let after: FileSnapshot?

    /// An edit, which cannot be taken back without both snapshots; nil if it has changed nothing.
    public init?(_ title: String, at path: String, from before: FileSnapshot?, to after: FileSnapshot?) {
        guard before == nil || before != after else { return nil }
        (self.title, self.path) = (title, path)
        guard var old = before, var new = after else {
            (self.before, self.after) = (nil, nil)
            return
        }
        let equal = old.entries.filter { new.entries[$0.key] == $0.value }.keys
        for path in equal { (old.entries[path], new.entries[path]) = (nil, nil) }
        (self.before, self.after) = (old, new)
    }

    private init(reversing edit: FileEdit) {
        (title, path, before, after) = (edit.title, edit.path, edit.after, edit.before)
    }

    /// The edit that takes this one back.
    public var reversed: FileEdit { FileEdit(reversing: self) }

    /// The paths of what differs.
    public var paths: Set<String> { Set((before?.entries ?? [:]).keys).union((after?.entries ?? [:]).keys) }

    /// The number of files that differ; 0 if their content could not be kept.
    public var fileCount: Int { paths.count { (after?.entries[$0] ?? before?.entries[$0]) != FileSnapshot.Entry.folder } }
}

extension WorkspaceStore {
    /// The content of some paths, below them and beside them; nil if it cannot be read, or is too large to be kept.
    public func snapshot(of paths: [String]) -> FileSnapshot? {
        var found = DeletedCollection(store: self, room: Self.deletionLimit)
        do throws(WorkspaceError) {
            let records = paths.filter(WorkspacePath.isEnvironment).map { "\(WorkspacePath.parent(of: $0))/\(Self.importFile)" }
            let files = Set(paths.flatMap { [$0] + Self.companions(of: $0) } + records)
            for path in files where Disk.exists(try absolute(path)) { try found.add(path) }
        } catch {
            return nil
        }
        return found.snapshot
    }

    /// Takes an edit back.
    ///
    /// - Throws: `changedOutside`, without writing, if one of its files was changed since. What fails later can be tried again.
    public func takeBack(_ edit: FileEdit) throws(WorkspaceError) {
        guard let before = edit.before?.entries, let after = edit.after?.entries else {
            throw WorkspaceError(
                .notFound, path: edit.path, message: "Cannot undo \(edit.title): what was there before could not be kept.")
        }
        for path in edit.paths.sorted() {
            let present = try entry(at: path)
            guard present != after[path], present != before[path] else { continue }
            throw WorkspaceError(
                .changedOutside, path: path, message: "Cannot undo \(edit.title): \(path) was changed since. Nothing was written.")
        }
        for (path, entry) in after.sorted(by: { $0.key > $1.key }) where before[path] == nil && !isMissing(path) {
            // A folder stays if something was added to it.
            if entry == .folder { try? remove(path) } else { try remove(path) }
        }
        for (path, entry) in before.sorted(by: { $0.key < $1.key }) where try self.entry(at: path) != entry {
            switch entry {
            case .folder: try makeFolder(at: path)
            case .file(let bytes, let mode):
                try changing(path) { absolute throws(DiskError) in try Disk.write(bytes, to: absolute, mode: mode) }
            case .link(let target):
                if !isMissing(path) { try remove(path) }
                try makeLink(to: target, at: path)
            }
        }
    }

    private func entry(at path: String) throws(WorkspaceError) -> FileSnapshot.Entry? {
        let absolute = try absolute(path)
        guard let status = FileStatus(of: absolute, followsLinks: false) else { return nil }
        if status.kind == .folder { return .folder }
        var found = DeletedCollection(store: self, room: Self.deletionLimit)
        try found.add(path)
        return found.snapshot.entries[path]
    }
}

extension DeletedCollection {
    fileprivate var snapshot: FileSnapshot {
        var snapshot = FileSnapshot()
        for folder in folders { snapshot.entries[folder] = .folder }
        for file in files { snapshot.entries[file.path] = .file(file.bytes, mode: file.mode) }
        for link in links { snapshot.entries[link.path] = .link(to: link.target) }
        return snapshot
    }
}
