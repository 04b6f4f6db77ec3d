import Platform

/// The decision about a workspace: everything is allowed, or the user is asked for permissions.
public struct WorkspaceTrust: Sendable {
    /// The given permissions; nil if all are given.
    public let store: TrustStore?

    /// Asks for permissions that `store` does not contain.
    public init(_ store: TrustStore) { self.store = store }

    private init() { store = nil }

    /// Gives all permissions, as `--trust` does for one run.
    public static let everything = WorkspaceTrust()

    /// A gate for one request.
    ///
    /// - Parameters:
    ///   - once: the hashes of permissions given for one use.
    ///   - path: the file of the request, or the path where it would be saved.
    ///   - typed: the settings that the user typed into the request and has not saved; called only if needed.
    public func gate(once: Set<String>, path: String?, typed: @escaping @Sendable () -> Set<WrittenPermission>) -> TrustGate {
        guard let store else { return .open }
        return TrustGate { store.gate(once: once, typed: typed(), path: path).missing($0) }
    }

    /// Records the settings that the user made in the program: those that are new in the file.
    ///
    /// - Parameter known: the files that were read from disk. Their settings are not the user's, unless they were recorded for that file.
    public func record(
        _ content: some PermissionAsking, over old: (some PermissionAsking)?, at path: String, known: KnownPermissions
    ) throws(WorkspaceError) {
        guard let store else { return }
        let new = content.writtenPermissions.subtracting(old?.writtenPermissions ?? [])
        guard !new.isEmpty else { return }
        try store.record(known.own(new, store), in: path)
    }

    /// The sensitive settings in content that the user did not make in the program.
    ///
    /// - Parameter path: the file with the content; nil for a draft from elsewhere, such as the history.
    public func foreign(in content: some PermissionAsking, at path: String?) -> Set<WrittenPermission> {
        guard let store else { return [] }
        return content.writtenPermissions.filter { setting in path.map { !store.hasNoted(setting, in: $0) } ?? true }
    }

    /// Records settings that the user did not make in the program, also for the next start: a draft may contain them after their file has
    /// changed.
    public func noteForeign(_ settings: Set<WrittenPermission>) throws(WorkspaceError) { try store?.noteForeign(settings) }

    /// The settings of an unsaved draft that the user typed.
    ///
    /// - Parameter saved: the request in its file; nil without a file.
    public func typed(_ draft: RequestDraft, over saved: RequestDraft?, known: KnownPermissions) -> Set<WrittenPermission> {
        guard let store else { return [] }
        return known.own(draft.writtenPermissions.subtracting(saved?.writtenPermissions ?? []), store)
    }

    /// Moves the recorded settings of a file that was renamed or moved in the program.
    public func movePaths(_ path: String, to new: String) throws(WorkspaceError) { try store?.movePaths(path, to: new) }
}

/// The content of files that were read from disk, to distinguish settings of the workspace from those that the user typed.
public struct KnownPermissions: Sendable {
    private let files: [@Sendable () -> (path: String, written: Set<WrittenPermission>)]

    private let foreign: Set<WrittenPermission>

    /// - Parameters:
    ///   - files: the content of each file by its path.
    ///   - foreign: settings that are known not to be the user's own.
    public init(_ files: [(path: String, content: any PermissionAsking & Sendable)], foreign: Set<WrittenPermission> = []) {
        self.foreign = foreign
        self.files = files.map { file in { (file.path, file.content.writtenPermissions) } }
    }

    /// The settings that the user made in the program: those that no file and no draft from elsewhere contained before.
    fileprivate func own(_ settings: Set<WrittenPermission>, _ store: TrustStore) -> Set<WrittenPermission> {
        var userSettings = store.own(settings.subtracting(foreign))
        for file in files where !userSettings.isEmpty {
            let (path, written) = file()
            for setting in userSettings.intersection(written) where !store.hasNoted(setting, in: path) { userSettings.remove(setting) }
        }
        return userSettings
    }
}

/// Decides which permissions a request has.
public struct TrustGate: Sendable {
    private let decide: @Sendable ([Permission]) -> [Permission]

    /// - Parameter missing: returns the permissions that have not been given.
    public init(missing: @escaping @Sendable ([Permission]) -> [Permission]) { decide = missing }

    /// The permissions that have not been given.
    public func missing(_ permissions: [Permission]) -> [Permission] { permissions.isEmpty ? [] : decide(permissions) }

    /// Gives all permissions.
    public static let open = TrustGate { _ in [] }
}

/// The border of a workspace's folder on disk, with links followed.
struct WorkspaceBoundary: Sendable {
    private let root: String

    /// - Parameter root: the absolute path of the workspace's folder.
    init(_ root: String) { self.root = resolvedPath(root) ?? root }

    /// The file or folder with all links resolved. For a missing one, the nearest existing folder is resolved.
    static func target(of path: String) -> String {
        if let resolved = resolvedPath(path) { return resolved }
        let parent = parentFolder(of: path)
        guard parent != path, parent != "." else { return path }
        let name = path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]
        let folder = target(of: parent)
        if name == ".." { return parentFolder(of: folder) }
        guard name != ".", !name.isEmpty else { return folder }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// True if the path is in the workspace, with links resolved.
    func contains(_ path: String) -> Bool { inner(Self.target(of: path)) != nil }

    /// The resolved path of a file that needs permission to be sent; nil for a file that belongs to the workspace. Hidden files and files
    /// with secrets do not belong to it: they are private to this machine.
    func privateTarget(of path: String) -> String? {
        let target = Self.target(of: path)
        guard let inner = inner(target) else { return target }
        let names = inner.split(separator: "/")
        let isPrivate = names.contains { $0.hasPrefix(".") } || inner.hasSuffix(WorkspacePath.secretsEnding)
        return isPrivate ? target : nil
    }

    private func inner(_ target: String) -> Substring? {
        if root == "/" { return target.dropFirst() }
        if target == root { return "" }
        return target.hasPrefix(root + "/") ? target.dropFirst(root.count + 1) : nil
    }
}

extension WorkspaceStore {
    /// True if a file is in the workspace, with links resolved, and shared with it: neither hidden nor a file with secrets.
    public static func belongs(_ path: String, to root: String) -> Bool { WorkspaceBoundary(root).privateTarget(of: path) == nil }
}
