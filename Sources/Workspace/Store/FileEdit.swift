import JSON
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

    /// Takes an edit back. Other secrets that are stored in its files since stay, as do those that it has created and the collection uses.
    ///
    /// - Throws: `changedOutside`, without writing, if one of its files was changed since. What fails later can be tried again.
    public func takeBack(_ edit: FileEdit) throws(WorkspaceError) {
        guard let before = edit.before?.entries, let after = edit.after?.entries else {
            throw WorkspaceError(
                .notFound, path: edit.path, message: "Cannot undo \(edit.title): the previous content could not be stored.")
        }
        let paths = edit.paths.sorted()
        for path in paths {
            let present = try entry(at: path)
            guard present != after[path], present != before[path],
                Self.secretEdit(of: path, present, from: after[path], to: before[path]) == nil
            else { continue }
            throw WorkspaceError(
                .changedOutside, path: path, message: "Cannot undo \(edit.title): \(path) was changed since. Nothing was written.")
        }
        let others = paths.filter { !$0.hasSuffix(WorkspacePath.secretsEnding) }
        for path in others.reversed() where before[path] == nil && after[path] != .folder { try restore(nil, at: path) }
        for path in others { if let entry = before[path] { try restore(entry, at: path) } }
        // The files that the edit wrote no longer refer to its secrets.
        for path in paths where path.hasSuffix(WorkspacePath.secretsEnding) {
            try restoreSecrets(at: path, from: after[path], to: before[path])
        }
        // A folder stays if something was added to it.
        for path in others.reversed() where before[path] == nil && after[path] == .folder { try? restore(nil, at: path) }
    }

    /// Writes the former entry of a path; nil removes the present one.
    private func restore(_ entry: FileSnapshot.Entry?, at path: String) throws(WorkspaceError) {
        guard try self.entry(at: path) != entry else { return }
        switch entry {
        case nil: try remove(path)
        case .folder?: try makeFolder(at: path)
        case .file(let bytes, let mode)?:
            try changing(path) { absolute throws(DiskError) in try Disk.write(bytes, to: absolute, mode: mode) }
        case .link(let target)?:
            if !isMissing(path) { try remove(path) }
            try makeLink(to: target, at: path)
        }
    }

    /// Takes the edit of a file of secrets back.
    private func restoreSecrets(
        at path: String, from after: FileSnapshot.Entry?, to before: FileSnapshot.Entry?
    ) throws(WorkspaceError) {
        let present = try entry(at: path)
        guard var edit = Self.secretEdit(of: path, present, from: after, to: before) else { return try restore(before, at: path) }
        let used = used(edit.removed, ofSecretsAt: path)
        if used.isEmpty, present == after { return try restore(before, at: path) }
        edit.removed.subtract(used)
        guard !edit.isEmpty else { return }
        let file = String(path.dropLast(WorkspacePath.secretsEnding.count)) + WorkspacePath.environmentEnding
        try changeSecrets(named: "list of secrets", ofEnvironmentAt: file) { file throws(SecretError) in try file.apply(edit) }
    }

    /// The changes that take an edit of a file of secrets back, whatever else is in it; nil if one of them was changed since, and for other
    /// files.
    private static func secretEdit(
        of path: String, _ present: FileSnapshot.Entry?, from after: FileSnapshot.Entry?, to before: FileSnapshot.Entry?
    ) -> SecretEdit? {
        guard path.hasSuffix(WorkspacePath.secretsEnding), let now = secrets(present), let new = secrets(after), let old = secrets(before)
        else { return nil }
        var edit = SecretEdit()
        for name in Set(old.keys).union(new.keys) where old[name] != new[name] && now[name] != old[name] {
            guard now[name] == new[name] else { return nil }
            if let value = old[name] { edit.values[name] = value } else { edit.removed.insert(name) }
        }
        return edit
    }

    /// The secrets in a file, by name; none if it does not exist, and nil for what is not such a file.
    private static func secrets(_ entry: FileSnapshot.Entry?) -> [String: String]? {
        switch entry {
        case nil: return [:]
        case .folder?, .link?: return nil
        case .file(let bytes, _)?:
            guard let object = (try? JSONValue(parsing: bytes))?.object else { return nil }
            return Dictionary(object.compactMap { member in member.value.string.map { (member.name, $0) } }) { $1 }
        }
    }

    /// The names of secrets to which files of their collection refer; all of them if a file cannot be read. None for the secrets of an
    /// environment, which its file lists.
    private func used(_ names: Set<String>, ofSecretsAt path: String) -> Set<String> {
        guard !names.isEmpty, let collection = WorkspacePath.collection(of: path),
            path == SecretFile.path(of: WorkspacePath.settings(of: collection))
        else { return [] }
        guard let content = try? self.collection(at: collection), content.problems.isEmpty else { return names }
        var (root, used) = (content.tree.root, Set<String>())
        root.visit { folder, _ in
            used.formUnion(folder.draft.json.variableNames)
            return false
        } requests: { request, _ in
            used.formUnion(request.draft.variableNames)
            return false
        }
        for environment in content.tree.environments { used.formUnion(environment.draft.json.variableNames) }
        return names.intersection(used)
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
