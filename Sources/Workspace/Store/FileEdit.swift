import Platform

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

    /// The paths of files that differ.
    public var paths: Set<String> { Set((before?.entries ?? [:]).keys).union((after?.entries ?? [:]).keys) }

    /// The number of files that differ; 0 if their content could not be kept.
    public var fileCount: Int { paths.count { (after?.entries[$0] ?? before?.entries[$0]) != FileSnapshot.Entry.folder } }
}

extension WorkspaceStore {
    /// The content of some paths, below them and beside them; nil if it cannot be read, or is too large to be kept.
    public func snapshot(of paths: [String]) -> FileSnapshot? {
        var content = DeletedCollection(store: self, room: Self.deletionLimit)
        do throws(WorkspaceError) {
            let records = paths.filter(WorkspacePath.isEnvironment).map { "\(WorkspacePath.parent(of: $0))/\(Self.importFile)" }
            let files = Set(paths.flatMap { [$0] + Self.companions(of: $0) } + records)
            for path in files where Disk.exists(try absolute(path)) { try content.add(path) }
        } catch {
            return nil
        }
        return content.snapshot
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
        var content = DeletedCollection(store: self, room: Self.deletionLimit)
        try content.add(path)
        return content.snapshot.entries[path]
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
