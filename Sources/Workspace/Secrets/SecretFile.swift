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
            let other = orphan(with: name).map {
                "; \($0), whose environment is gone, has one: move it there if the environment was renamed"
            }
            throw SecretError("has no value in this checkout (kept in \(path) once entered): \(SecretReader.advice)\(other ?? "")")
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

    private func change(_ change: (inout JSONObject) -> Void) throws(SecretError) {
        // Another program may change the file between reading and writing.
        let lock = try? FileLock(folder: parentFolder(of: path))
        defer { withExtendedLifetime(lock) {} }
        // A link is replaced: the file that it points to does not belong to this environment.
        var object = Disk.exists(path) && !isLink ? try read() : JSONObject()
        change(&object)
        let bytes = JSONValue.object(object).prettyBytes
        guard bytes.count <= Self.limit else { throw SecretError("cannot be saved: \(path) would have more than \(Self.limit >> 20) MB") }
        do throws(DiskError) {
            try Disk.write(bytes, to: path, mode: 0o600)
        } catch {
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

    private func changeSecrets(
        named name: String, ofEnvironmentAt path: String, _ change: (SecretFile) throws(SecretError) -> Void
    ) throws(WorkspaceError) {
        let file = SecretFile.path(of: try absolute(path))
        try checkBoundary(path)
        try makeFolder(around: path)
        if !WorkspacePath.isOfWorkspace(path) { try protectSecrets() }
        try protectSecrets(in: WorkspacePath.parent(of: path))
        do throws(SecretError) {
            try change(SecretFile(file, in: root))
        } catch {
            throw WorkspaceError(.unwritable, path: path, message: "The \(name) \(error.message).")
        }
    }
}

extension WorkspaceStore {
    /// Excludes files with secrets from git by a `.gitignore` in their folder.
    ///
    /// That of all collections is shared. A new one in any other folder also ignores itself: git then does not take it away with the branch
    /// that has the environment, while the file with the secrets stays, and it is there in a collection that is a repository of its own.
    func protectSecrets(in folder: String = WorkspacePath.collections) throws(WorkspaceError) {
        let path = "\(folder)/\(GitFolder.ignoreFile)"
        let pattern = "*\(WorkspacePath.secretsEnding)"
        var bytes: [UInt8] = []
        do throws(WorkspaceError) { bytes = try read(path) } catch { guard error.code == .notFound else { throw error } }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let repository = try GitFolder(around: absolute(folder))
        let file = try absolute(path)
        // That of an earlier build has the pattern alone, and git may not have it yet.
        let isOwn = folder != WorkspacePath.collections && (lines.isEmpty || lines == [pattern[...]])
        if isOwn, repository?.tracks(file) != true {
            return try write(Array("/\(GitFolder.ignoreFile)\n\(pattern)\n".utf8), to: path)
        }
        guard !lines.contains(pattern[...]) else { return }
        let example = "\(parentFolder(of: file))/any\(WorkspacePath.secretsEnding)"
        if !lines.isEmpty, repository?.ignores(example) == true { return }
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        try write(bytes + Array("\(pattern)\n".utf8), to: path)
    }

    /// The files with secrets that git would share: those that it tracks, and those that no `.gitignore` excludes.
    package func sharedSecrets() -> [WorkspaceIssue] {
        let entries = (try? Disk.entries(of: "\(root)/\(WorkspacePath.collections)")) ?? []
        let collections = entries.map { "\(WorkspacePath.collections)/\($0.name)" }
        let folders = [WorkspacePath.environments] + collections + collections.map { WorkspacePath.environments(of: $0) }
        return folders.flatMap { folder -> [WorkspaceIssue] in
            let names = ((try? Disk.entries(of: "\(root)/\(folder)")) ?? []).map(\.name)
            let files = names.filter { $0.hasSuffix(WorkspacePath.secretsEnding) }
            guard !files.isEmpty, let repository = GitFolder(around: "\(root)/\(folder)") else { return [] }
            return files.compactMap { name in
                guard let message = repository.exposure(of: "\(root)/\(folder)/\(name)") else { return nil }
                return WorkspaceIssue(file: "\(folder)/\(name)", message: message)
            }
        }
    }
}

/// The git repository around a folder, as far as its files tell without git.
private struct GitFolder {
    static let ignoreFile = ".gitignore"
    private static let limit = 256 << 20
    /// The resolved path of the working tree.
    private let root: String
    /// The folder of the index.
    private let own: String
    /// The folder of the settings, which all working trees of a repository share.
    private let common: String

    /// The repository that contains a folder at an absolute path; nil if there is none.
    init?(around folder: String) {
        guard var place = resolvedPath(folder) else { return nil }
        while FileStatus(of: Self.inside(place, ".git")) == nil {
            guard place != "/" else { return nil }
            place = parentFolder(of: place)
        }
        root = place
        // In a submodule and in a further working tree, a file names the folder.
        let entry = Self.inside(place, ".git")
        let line = FileStatus(of: entry)?.kind == .file ? Self.lines(of: entry).first { $0.hasPrefix("gitdir: ") } : nil
        let git = line.map { absolutePath(String($0.dropFirst("gitdir: ".count)), home: nil, relativeTo: place) } ?? entry
        let shared = Self.lines(of: Self.inside(git, "commondir")).first
        own = git
        common = shared.map { absolutePath($0, home: nil, relativeTo: git) } ?? git
    }

    /// The problem of a file with secrets; nil if git leaves it alone.
    func exposure(of file: String) -> String? {
        if tracks(file) { return "Git has this file with secrets: remove it with git rm --cached, and replace the values." }
        guard !ignores(file) else { return nil }
        return "Git does not ignore this file with secrets: add *\(WorkspacePath.secretsEnding) to the \(Self.ignoreFile) beside it."
    }

    /// True if the index names the file. Indexes of version 4, which shorten paths, name none.
    func tracks(_ file: String) -> Bool {
        guard let parts = parts(of: file), let index = try? Disk.read(Self.inside(own, "index"), limit: Self.limit) else { return false }
        let path = Array(parts.joined(separator: "/").utf8)
        // The low byte of the length comes before the path, so that it is a whole one; after --skip-worktree and --intent-to-add, two bytes
        // of flags stand between.
        let length = UInt8(truncatingIfNeeded: min(path.count, 0xFFF))
        let starts: [[UInt8]] = [[length], [length, 0x40, 0], [length, 0x20, 0], [length, 0x60, 0]]
        return starts.contains { index.firstRange(of: $0 + path + [0]) != nil }
    }

    /// True if a `.gitignore` on the way to the file, or the repository's own list, excludes it or a folder around it.
    func ignores(_ file: String) -> Bool {
        guard let parts = parts(of: file) else { return false }
        var rules = Self.rules(in: Self.inside(common, "info/exclude"), depth: 0)
        var folder = root
        for (depth, part) in parts.enumerated() {
            rules += Self.rules(in: Self.inside(folder, Self.ignoreFile), depth: depth)
            let isFile = depth == parts.count - 1
            let rule = rules.last { $0.matches(parts[...depth], isFolder: !isFile) }
            if rule?.excludes == true { return true }
            folder = Self.inside(folder, part)
        }
        return false
    }

    /// The parts of a path within the working tree.
    private func parts(of file: String) -> [String]? {
        guard let folder = resolvedPath(parentFolder(of: file)) else { return nil }
        let path = Self.inside(folder, file.lastPathComponent)
        guard path.hasPrefix(Self.inside(root, "")) else { return nil }
        return path.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    private static func rules(in file: String, depth: Int) -> [GitRule] { lines(of: file).compactMap { GitRule($0, depth: depth) } }

    private static func lines(of file: String) -> [String] {
        guard let bytes = try? Disk.read(file, limit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func inside(_ folder: String, _ name: String) -> String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
}

/// A line of a `.gitignore`. Ranges of characters (`[a-z]`) match nothing.
private struct GitRule {
    /// False for a line that includes again what others exclude.
    let excludes: Bool
    private let isForFolders: Bool
    /// The parts of the pattern, from the folder of the file on.
    private let parts: [String]
    /// The number of folders between the working tree and the file.
    private let depth: Int

    init?(_ line: String, depth: Int) {
        var pattern = line[...]
        while pattern.last == " ", !pattern.hasSuffix("\\ ") { pattern.removeLast() }
        guard !pattern.isEmpty, !pattern.hasPrefix("#") else { return nil }
        excludes = !pattern.hasPrefix("!")
        if !excludes { pattern.removeFirst() }
        isForFolders = pattern.hasSuffix("/")
        if isForFolders { pattern.removeLast() }
        let parts = pattern.split(separator: "/").map(String.init)
        guard !parts.isEmpty else { return nil }
        // `a/**` stands for what is in the folder, which stays open for lines that include parts of it again.
        let isForContent = parts.count > 1 && parts.last == "**"
        self.parts = (pattern.contains("/") ? parts : ["**"] + parts) + (isForContent ? ["*"] : [])
        self.depth = depth
    }

    /// True for a file or folder, given by the parts of its path in the working tree.
    func matches(_ path: ArraySlice<String>, isFolder: Bool) -> Bool {
        guard isFolder || !isForFolders else { return false }
        return Self.matches(parts, Array(path.dropFirst(depth)), anyNumber: "**") { Self.matches($0, name: $1) }
    }

    private static func matches(_ pattern: String, name: String) -> Bool {
        matches(Array(pattern.replacing("\\", with: "")), Array(name), anyNumber: "*") { $0 == "?" || $0 == $1 }
    }

    /// Matches elements one by one, except one that stands for any number. The time is at most the product of the lengths.
    private static func matches<Element: Equatable>(
        _ pattern: [Element], _ elements: [Element], anyNumber: Element, _ isMatch: (Element, Element) -> Bool
    ) -> Bool {
        // For each number of elements: true if the pattern so far matches that many.
        var reached = [true] + Array(repeating: false, count: elements.count)
        for part in pattern {
            if part == anyNumber {
                guard let first = reached.firstIndex(of: true) else { return false }
                for index in first..<reached.count { reached[index] = true }
            } else {
                for index in reached.indices.reversed() {
                    reached[index] = index > 0 && reached[index - 1] && isMatch(part, elements[index - 1])
                }
            }
        }
        return reached.last ?? false
    }
}
