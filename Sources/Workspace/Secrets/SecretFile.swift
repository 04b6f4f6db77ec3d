import Platform
import JSON

/// The local secrets of an environment: an object of values by name, readable by the user only.
struct SecretFile {
    private static let limit = 16 << 20
    private let path: String
    private let boundary: WorkspaceBoundary?

    /// A file at this absolute path.
    ///
    /// - Parameter workspace: the folder that must contain the file; nil for any.
    init(_ path: String, in workspace: String?) {
        self.path = path
        boundary = workspace.map { WorkspaceBoundary($0) }
    }

    private init(_ path: String, _ boundary: WorkspaceBoundary?) { (self.path, self.boundary) = (path, boundary) }

    /// The absolute path of the secrets file of an environment file.
    static func path(of environmentFile: String) -> String {
        String(environmentFile.dropLast(WorkspacePath.environmentEnding.count)) + WorkspacePath.secretsEnding
    }

    func value(of name: String) throws(SecretError) -> String {
        guard Disk.exists(path), let value = try read()[name] else {
            throw SecretError(
                "has no value in this checkout (kept in \(path) once entered)", remedy: SecretRemedy(otherFile: orphan(with: name)))
        }
        guard let string = value.string else { throw SecretError("is not a string in \(path)") }
        return string
    }

    /// A file beside this one with a value of that name whose environment is gone, as after others renamed it; nil for none.
    private func orphan(with name: String) -> String? {
        let folder = parentFolder(of: path)
        let names = Set(namesInFolder(folder))
        return names.sorted().map { "\(folder)/\($0)" }.first { other in
            guard other != path, other.hasSuffix(WorkspacePath.secretsEnding),
                !names.contains(WorkspacePath.stem(of: other) + WorkspacePath.environmentEnding)
            else { return false }
            return (try? SecretFile(other, boundary).read()[name]?.string) != nil
        }
    }

    /// All values by name; empty if there is no file.
    func values() throws(SecretError) -> [String: String] {
        guard Disk.exists(path) else { return [:] }
        return Dictionary(try read().members.compactMap { member in member.value.string.map { (member.name, $0) } }) { $1 }
    }

    /// Stores a value, or removes it if nil. The file is created with mode 0600.
    func set(_ name: String, to value: String?) throws(SecretError) {
        try change { $0[name] = value.map(JSONValue.string) }
    }

    /// Stores values by name.
    func set(_ values: [String: String]) throws(SecretError) {
        try change { object in
            let known = Dictionary(object.members.enumerated().map { ($1.name, $0) }) { $1 }
            var members = object.members
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                if let index = known[name] {
                    members[index].value = .string(value)
                } else {
                    members.append(JSONMember(name, .string(value)))
                }
            }
            object = JSONObject(members)
        }
    }

    /// Removes, renames and stores values.
    func apply(_ edit: SecretEdit) throws(SecretError) {
        try change { object throws(SecretError) in
            let old = object
            for name in edit.removed { object[name] = nil }
            for (name, former) in edit.formerNames.sorted(by: { $0.key < $1.key }) {
                guard let value = old[former] else {
                    throw SecretError("was changed by another program, which removed “\(former)”: open the window again")
                }
                object[name] = value
            }
            for (name, value) in edit.values.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
        }
    }

    private func change(_ change: (inout JSONObject) throws(SecretError) -> Void) throws(SecretError) {
        // Another program may change the file between reading and writing.
        let lock = try lockFolder()
        defer { withExtendedLifetime(lock) {} }
        // A link is replaced: the file that it points to does not belong to this environment.
        var object = Disk.exists(path) && !isLink ? try read() : JSONObject()
        try change(&object)
        let bytes = JSONValue.object(object).prettyBytes
        guard bytes.count <= Self.limit else { throw SecretError("cannot be saved: \(path) would have more than \(Self.limit >> 20) MB") }
        do throws(DiskError) {
            try Disk.write(bytes, to: path, mode: 0o600)
        } catch {
            throw SecretError("cannot be saved: \(error)")
        }
    }

    private func lockFolder() throws(SecretError) -> FileLock? {
        do throws(DiskError) { return try Disk.lock(folder: parentFolder(of: path)) } catch {
            throw SecretError("cannot be saved: \(error)")
        }
    }

    private var isLink: Bool { FileStatus(of: path, followsLinks: false)?.kind == .link }

    /// Reads the file. A link is not followed: otherwise a workspace could read secrets from any file of this machine.
    private func read() throws(SecretError) -> JSONObject {
        if isLink { throw SecretError("is in \(path), which is a link: replace it with the file itself") }
        if boundary?.contains(path) == false { throw SecretError("is in \(path), which is outside the workspace through a link") }
        if let status = FileStatus(of: path), status.permissions & 0o077 != 0 {
            throw SecretError("is in \(path), which others can read: run chmod 600 on it")
        }
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try Disk.read(path, limit: Self.limit) } catch { throw SecretError("cannot be read: \(error)") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
            throw SecretError("is in \(path), which is not valid: \(error)")
        }
        guard let object = value.object else { throw SecretError("is in \(path), which is not a JSON object") }
        return object
    }
}

/// Changes of the secrets of a collection that are stored on this machine.
public struct SecretEdit: Hashable, Sendable {
    /// The new values by name.
    public var values: [String: String]
    /// The former names of secrets that keep their value, by their new names.
    public var formerNames: [String: String]
    /// The names that no secret has any more.
    public var removed: Set<String>

    /// Creates changes; none by default.
    public init(values: [String: String] = [:], formerNames: [String: String] = [:], removed: Set<String> = []) {
        (self.values, self.formerNames, self.removed) = (values, formerNames, removed)
    }

    /// True if nothing changes.
    public var isEmpty: Bool { self == SecretEdit() }
    /// The names that get a value.
    public var names: Set<String> { Set(values.keys).union(formerNames.keys) }

    /// The changes without removals of these names, to which settings refer again.
    public func keeping(_ names: some Sequence<String>) -> SecretEdit {
        SecretEdit(values: values, formerNames: formerNames, removed: removed.subtracting(names))
    }
}

extension WorkspaceStore {
    /// The secrets of a collection that are stored on this machine, next to its settings.
    func secrets(ofCollectionAt path: String) throws(WorkspaceError) -> Result<[String: String], SecretError> {
        let file = SecretFile(SecretFile.path(of: try absolute(WorkspacePath.settings(of: path))), in: root)
        return Result { () throws(SecretError) in try file.values() }
    }

    /// Stores secrets on this machine, with mode 0600 and excluded from version control: next to the environment at `path`, which then lists
    /// them, or else beside the settings of the collection of `path`.
    public func storeSecrets(_ values: [String: String], for path: String) throws(WorkspaceError) {
        let isOfEnvironment = WorkspacePath.parent(of: path).lastPathComponent == WorkspacePath.environments
        let file = isOfEnvironment ? path : WorkspacePath.collection(of: path).map(WorkspacePath.settings) ?? path
        try setSecrets(values, ofEnvironmentAt: file)
        guard isOfEnvironment else { return }
        let loaded = try environment(at: path)
        var draft = loaded.content
        let known = Set(draft.secrets.map(\.name))
        draft.secrets += values.keys.sorted().filter { !known.contains($0) }.map { SecretEntry($0, .file) }
        if draft != loaded.content { _ = try save(draft, over: loaded) }
    }

    /// The names of the secrets with a value in the file next to the environment at `path`; empty if it cannot be read.
    public func namesOfStoredSecrets(ofEnvironmentAt path: String) -> Set<String> { Set(storedSecrets(ofEnvironmentAt: path).keys) }

    /// The secrets of the environment at `path` that are stored in the file next to it.
    func storedSecrets(ofEnvironmentAt path: String) -> [String: String] {
        guard let file = try? absolute(path) else { return [:] }
        return (try? SecretFile(SecretFile.path(of: file), in: root).values()) ?? [:]
    }

    /// The file with the secrets of the environment at `path` from before its file was renamed, by git or by hand; nil without one that is
    /// surely its own: it has the name that the program gives to the file of an environment of this name, its own environment is gone, no
    /// other has the name, and the environment lacks the values in it.
    public func secretsBeforeRename(ofEnvironmentAt path: String) -> String? {
        guard let draft = try? environment(at: path).content else { return nil }
        let folder = WorkspacePath.parent(of: path)
        let former = "\(folder)/\(Slug.make(of: draft.name))"
        let (file, secretsPath) = (former + WorkspacePath.secretsEnding, SecretFile.path(of: "\(root)/\(path)"))
        guard path != former + WorkspacePath.environmentEnding, !Disk.exists(secretsPath), Disk.exists("\(root)/\(file)"),
            !Disk.exists("\(root)/\(former)\(WorkspacePath.environmentEnding)"),
            environments(of: folder == WorkspacePath.environments ? "" : WorkspacePath.parent(of: folder))
                .count(where: { $0.name == draft.name }) == 1,
            let values = try? SecretFile("\(root)/\(file)", in: root).values()
        else { return nil }
        return draft.secrets.contains { $0.source == .file && values[$0.name] != nil } ? file : nil
    }

    /// Gives the secrets that an environment had before its file was renamed to it again; returns their names.
    ///
    /// - Throws: `changedOutside` if they are no longer there, or the environment has others meanwhile.
    public func takeOverSecrets(ofEnvironmentAt path: String) throws(WorkspaceError) -> [String] {
        guard let former = secretsBeforeRename(ofEnvironmentAt: path) else { throw .changedOutside(path) }
        let file = SecretFile.path(of: try absolute(path))
        try protectSecrets(in: WorkspacePath.parent(of: path), named: file.lastPathComponent)
        try changing(former) { absolute throws(DiskError) in try Disk.move(absolute, to: file) }
        return storedSecrets(ofEnvironmentAt: path).keys.sorted()
    }

    /// Stores a secret of the environment at `path` in the file next to it, with mode 0600 and excluded from version control; nil removes
    /// it.
    public func setSecret(_ name: String, to value: String?, ofEnvironmentAt path: String) throws(WorkspaceError) {
        try changeSecrets(named: "secret \(name)", ofEnvironmentAt: path) { file throws(SecretError) in try file.set(name, to: value) }
    }

    /// Stores secrets of the environment at `path`, or of the collection with the settings at `path`.
    public func setSecrets(_ values: [String: String], ofEnvironmentAt path: String) throws(WorkspaceError) {
        guard !values.isEmpty else { return }
        let names = values.count == 1 ? "secret \(values.keys.first ?? "")" : "list of \(values.count) secrets"
        try changeSecrets(named: names, ofEnvironmentAt: path) { file throws(SecretError) in try file.set(values) }
    }

    /// Changes the secrets of the collection at `path` that are stored on this machine.
    public func changeSecrets(_ edit: SecretEdit, ofCollectionAt path: String) throws(WorkspaceError) {
        guard !edit.isEmpty else { return }
        try changeSecrets(named: "list of secrets", ofEnvironmentAt: WorkspacePath.settings(of: path)) { file throws(SecretError) in
            try file.apply(edit)
        }
    }

    /// Changes the file of secrets of the environment at `path`, or of the collection with the settings at `path`.
    func changeSecrets(
        named name: String, ofEnvironmentAt path: String, _ change: (SecretFile) throws(SecretError) -> Void
    ) throws(WorkspaceError) {
        let file = SecretFile.path(of: try absolute(path))
        try checkBoundary(path)
        try makeFolder(around: path)
        if !WorkspacePath.isOfWorkspace(path) { try protectSecrets() }
        try protectSecrets(in: WorkspacePath.parent(of: path), named: file.lastPathComponent)
        do throws(SecretError) {
            try change(SecretFile(file, in: root))
        } catch {
            throw WorkspaceError(.unwritable, path: path, message: "The \(name) \(error.message).")
        }
    }
}
