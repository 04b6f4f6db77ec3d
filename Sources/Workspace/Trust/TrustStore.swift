import Hashing
import JSON
import Platform

/// The permissions that the user gave to one workspace, in a private file in the user's state folder. No file of the workspace can give a
/// permission.
///
/// Every process reads the file for each decision and changes it under a lock, so that several processes agree.
public struct TrustStore: Sendable {
    private static let version = 1
    private static let limit = 16 << 20
    private let folder: String
    /// The file's name without its extension.
    private let name: String
    private let workspace: String

    /// The store for a workspace's folder in the user's state folder, an absolute path that need not exist yet.
    public init(state: String, workspace: String) {
        folder = "\(state)/trust"
        self.workspace = resolvedPath(workspace) ?? workspace
        name = String(HashAlgorithm.sha256.hexDigest(of: self.workspace).prefix(32))
    }

    /// A permission that was given.
    public struct GrantedPermission: Hashable, Sendable {
        /// The kind of permission.
        public let kind: Permission.Kind
        /// The resource, without secrets.
        public let words: String
        /// The server that may receive the data; nil for any.
        public let origin: String?
        /// The file with the setting; nil for an unsaved request.
        public let file: String?
        /// The hash of the permission.
        public let hash: String
    }

    /// All permissions that were given, the oldest first.
    public var grantedPermissions: [GrantedPermission] { read().allowed }

    /// Gives permanent permissions.
    ///
    /// - Throws: a sentence for the user if they could not be stored.
    public func allow(_ permissions: [Permission]) throws(WorkspaceError) {
        try change { record in record.allow(permissions) }
    }

    /// Revokes a permission, also for settings that the user made in the program.
    public func revoke(_ permission: GrantedPermission) throws(WorkspaceError) {
        try change { record in
            record.allowed.removeAll { $0.hash == permission.hash }
            record.written.removeAll { $0.origin == permission.origin && $0.kind == permission.kind && $0.file == permission.file }
        }
    }

    /// A gate for the request in this file, or to be saved there, with the hashes of permissions given for one use and the sensitive settings that
    /// the user typed and has not saved.
    func gate(once: Set<String>, typed: Set<WrittenPermission>, path: String?) -> TrustGate {
        TrustGate { permissions in
            let asked = permissions.filter { permission in
                if once.contains(permission.hash) { return false }
                guard permission.file == path, let written = permission.writtenPermission else { return true }
                return !typed.contains(written)
            }
            return asked.isEmpty ? [] : missing(asked)
        }
    }

    /// The permissions that have not been given, except for settings that the user made in the program.
    ///
    /// Such a setting may be used for the first server that gets it; another server needs a permission.
    private func missing(_ permissions: [Permission]) -> [Permission] {
        let record = read()
        let missing = permissions.filter { !record.hasAllowed($0) }
        let written = missing.filter(record.isWritten)
        // If the server cannot be stored, the next server would not need a permission either.
        if !written.isEmpty, (try? change({ $0.bind(written) })) == nil { return missing }
        return missing.filter { !written.contains($0) }
    }

    /// Records sensitive settings that the user made in the program, for a file of the workspace.
    func record(_ written: Set<WrittenPermission>, in file: String) throws(WorkspaceError) {
        guard !written.isEmpty else { return }
        try change { record in
            let known = Set(record.written.filter { $0.file == file }.map(\.hash))
            let new = written.map { Record.Written(kind: $0.kind, file: file, hash: $0.hash, origin: nil) }
            record.written += new.filter { !known.contains($0.hash) }.sorted { $0.hash < $1.hash }
        }
    }

    /// Records that sensitive settings were not made in the program.
    func noteForeign(_ settings: Set<WrittenPermission>) throws(WorkspaceError) {
        guard !settings.isEmpty else { return }
        try change { $0.foreign.formUnion(settings.map(\.hash)) }
    }

    /// The settings that were made in the program.
    func own(_ settings: Set<WrittenPermission>) -> Set<WrittenPermission> {
        guard !settings.isEmpty else { return [] }
        let foreign = read().foreign
        return settings.filter { !foreign.contains($0.hash) }
    }

    /// Moves the records of a file, or of all files in a folder, to the new path.
    func movePaths(_ path: String, to new: String) throws(WorkspaceError) {
        guard read().written.contains(where: { $0.isAt(path) }) else { return }
        try change { record in
            for index in record.written.indices where record.written[index].isAt(path) { record.written[index].move(from: path, to: new) }
        }
    }

    /// True if the user made the setting in the program.
    func hasNoted(_ written: WrittenPermission, in file: String) -> Bool {
        let hash = written.hash
        return read().written.contains { $0.hash == hash && $0.file == file }
    }

    // MARK: The file

    private var path: String { "\(folder)/\(name).json" }

    private func read() -> Record {
        guard let bytes = try? Disk.read(path, limit: Self.limit), let value = try? JSONValue(parsing: bytes),
            value["version"]?.integer == Self.version, value["workspace"]?.string == workspace
        else { return Record() }
        return Record(json: value)
    }

    private func change(_ body: (inout Record) -> Void) throws(WorkspaceError) {
        func changed() -> Record? {
            let before = read()
            var record = before
            body(&record)
            return record == before ? nil : record
        }
        // A call without a change needs no lock: a folder that cannot be written has none.
        guard changed() != nil else { return }
        do throws(DiskError) {
            try Disk.makePrivateFolders(folder)
            // On file systems without locks, the last writer wins.
            let lock = try Disk.lock(file: "\(folder)/\(name).lock")
            defer { withExtendedLifetime(lock) {} }
            guard let record = changed() else { return }
            let head = [JSONMember("version", .number(JSONNumber(Self.version))), JSONMember("workspace", .string(workspace))]
            try Disk.write(JSONValue.object(JSONObject(head + record.members)).prettyBytes, to: path, mode: 0o600)
        } catch {
            throw WorkspaceError(.unwritable, path: "", message: "The permission could not be stored: \(error).")
        }
    }
}

/// The content of the file.
private struct Record: Hashable {
    /// A sensitive setting that the user made in the program.
    struct Written: Hashable {
        let kind: Permission.Kind
        var file: String
        /// The hash of its words, from which they cannot be recovered.
        let hash: String
        /// The server to which it was sent first; nil before the first send.
        var origin: String?

        func isAt(_ path: String) -> Bool { file == path || file.hasPrefix(path + "/") }

        mutating func move(from path: String, to new: String) { file = new + file.dropFirst(path.count) }
    }

    var allowed: [TrustStore.GrantedPermission] = []
    var written: [Written] = []
    /// The hashes of settings that were not made in the program.
    var foreign: Set<String> = []

    init() {}

    init(json: JSONValue) {
        allowed = (json["allowed"]?.array ?? []).compactMap(TrustStore.GrantedPermission.init)
        written = (json["written"]?.array ?? []).compactMap(Written.init)
        foreign = Set((json["foreign"]?.array ?? []).compactMap(\.string))
    }

    var members: [JSONMember] {
        [
            JSONMember("allowed", .array(allowed.map(\.json))), JSONMember("written", .array(written.map(\.json))),
            JSONMember("foreign", .array(foreign.sorted().map(JSONValue.string))),
        ]
    }

    func hasAllowed(_ permission: Permission) -> Bool { allowed.contains { $0.hash == permission.hash } }

    /// True if the setting was made in the program and is not bound to another server.
    func isWritten(_ permission: Permission) -> Bool { index(of: permission) != nil }

    private func index(of permission: Permission) -> Int? {
        guard let file = permission.file, let hash = permission.writtenPermission?.hash else { return nil }
        return written.firstIndex { $0.hash == hash && $0.file == file && ($0.origin == nil || $0.origin == permission.origin) }
    }

    mutating func allow(_ permissions: [Permission]) {
        for permission in permissions where !hasAllowed(permission) {
            allowed.append(
                TrustStore.GrantedPermission(
                    kind: permission.kind, words: permission.words, origin: permission.origin, file: permission.file, hash: permission.hash)
            )
        }
    }

    mutating func bind(_ permissions: [Permission]) {
        for permission in permissions {
            guard let index = index(of: permission) else { continue }
            written[index].origin = permission.origin ?? ""
        }
        allow(permissions)
    }
}

extension TrustStore.GrantedPermission {
    fileprivate init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Permission.Kind.init), let words = json["words"]?.string,
            let hash = json["hash"]?.string
        else { return nil }
        self.init(kind: kind, words: words, origin: json["origin"]?.string, file: json["file"]?.string, hash: hash)
    }

    fileprivate var json: JSONValue {
        let members: [(String, String?)] = [
            ("kind", kind.rawValue), ("words", words), ("origin", origin), ("file", file), ("hash", hash),
        ]
        return .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
    }
}

extension Record.Written {
    fileprivate init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Permission.Kind.init), let file = json["file"]?.string,
            let hash = json["hash"]?.string
        else { return nil }
        self.init(kind: kind, file: file, hash: hash, origin: json["origin"]?.string)
    }

    fileprivate var json: JSONValue {
        let members: [(String, String?)] = [("kind", kind.rawValue), ("file", file), ("hash", hash), ("origin", origin)]
        return .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
    }
}
