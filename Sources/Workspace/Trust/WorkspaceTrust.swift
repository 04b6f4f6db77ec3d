import Platform

/// The decision about a workspace: everything is allowed, or a person is asked.
public struct WorkspaceTrust: Sendable {
    /// The permissions that were given; nil if all are.
    public let store: TrustStore?

    /// Asks for what `store` does not hold.
    public init(_ store: TrustStore) { self.store = store }

    private init() { store = nil }

    /// Allows everything, as `--trust` does for one run.
    public static let everything = WorkspaceTrust()

    /// A gate for one request.
    ///
    /// - Parameters:
    ///   - once: the hashes of permissions that are given for this time only.
    ///   - path: the file of the request, or the path where it would be saved.
    ///   - typed: the settings that a person has typed into the request and not saved; called if it matters.
    public func gate(once: Set<String>, path: String?, typed: @escaping @Sendable () -> Set<WrittenPermission>) -> TrustGate {
        guard let store else { return .open }
        return TrustGate { store.gate(once: once, typed: typed(), path: path).missing($0) }
    }

    /// Keeps the settings that a person made in the program: those that the file says now, and did not say before.
    ///
    /// - Parameter known: the files that were read from disk. What one of them says is not the person's, unless it was kept for that file.
    public func note(
        _ content: some PermissionAsking, over old: (some PermissionAsking)?, at path: String, known: KnownPermissions
    ) throws(WorkspaceError) {
        guard let store else { return }
        let new = content.writtenPermissions.subtracting(old?.writtenPermissions ?? [])
        guard !new.isEmpty else { return }
        try store.note(known.own(new, store), in: path)
    }

    /// The settings of an unsaved draft that a person typed.
    ///
    /// - Parameter saved: the request as its file says it; nil for one that has none.
    public func typed(_ draft: RequestDraft, over saved: RequestDraft?, known: KnownPermissions) -> Set<WrittenPermission> {
        guard let store else { return [] }
        return known.own(draft.writtenPermissions.subtracting(saved?.writtenPermissions ?? []), store)
    }

    /// Lets the settings that were made in the program follow a file that was renamed or moved in it.
    public func follow(_ path: String, to new: String) throws(WorkspaceError) { try store?.follow(path, to: new) }
}

/// The content of files that were read from disk, for telling what a person typed from what came with the workspace.
public struct KnownPermissions: Sendable {
    private let files: [@Sendable () -> (path: String, written: Set<WrittenPermission>)]

    /// - Parameter files: the content of each file by its path.
    public init(_ files: [(path: String, content: any PermissionAsking & Sendable)]) {
        self.files = files.map { file in { (file.path, file.content.writtenPermissions) } }
    }

    /// Those of the settings that no file said first: what one says was made in the program, or is not there.
    fileprivate func own(_ settings: Set<WrittenPermission>, _ store: TrustStore) -> Set<WrittenPermission> {
        var own = settings
        for file in files where !own.isEmpty {
            let (path, written) = file()
            for setting in own.intersection(written) where !store.hasNoted(setting, in: path) { own.remove(setting) }
        }
        return own
    }
}

/// Decides which permissions a request has.
public struct TrustGate: Sendable {
    private let decide: @Sendable ([Permission]) -> [Permission]

    /// - Parameter missing: returns those of the permissions that have not been given.
    public init(missing: @escaping @Sendable ([Permission]) -> [Permission]) { decide = missing }

    /// Those of the permissions that have not been given.
    public func missing(_ permissions: [Permission]) -> [Permission] { permissions.isEmpty ? [] : decide(permissions) }

    /// Gives all permissions.
    public static let open = TrustGate { _ in [] }
    /// Gives none.
    public static let closed = TrustGate { $0 }
}

/// The border of a workspace's folder on disk, with links followed.
struct WorkspaceBoundary: Sendable {
    private let root: String

    /// - Parameter root: the absolute path of the workspace's folder.
    init(_ root: String) { self.root = resolvedPath(root) ?? root }

    /// The file or folder with all links followed. A missing one is looked for beside its nearest folder that exists.
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

    /// True if the path lies in the workspace, with links followed.
    func contains(_ path: String) -> Bool { inner(Self.target(of: path)) != nil }

    /// The resolved path of a file that needs permission to be sent; nil for one that belongs to the workspace. Hidden files and files of
    /// secrets are kept out of shared folders: they are this machine's.
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
    /// True if a file lies in the workspace, with links followed, and is shared with it: it is neither hidden nor one of secrets.
    public static func belongs(_ path: String, to root: String) -> Bool { WorkspaceBoundary(root).privateTarget(of: path) == nil }
}
