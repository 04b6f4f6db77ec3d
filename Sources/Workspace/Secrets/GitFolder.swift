import Hashing
import Platform

/// The git repository around a folder, as far as its files tell without git.
struct GitFolder {
    static let ignoreFile = ".gitignore"
    private static let limit = 256 << 20
    /// The resolved path of the working tree.
    private let root: String
    /// The folder of the index.
    private let indexFolder: String
    /// The folder of the settings, which all working trees of a repository share.
    private let settingsFolder: String

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
        (indexFolder, settingsFolder) = (git, shared.map { absolutePath($0, home: nil, relativeTo: git) } ?? git)
    }

    /// The problem of a file with secrets; nil if git leaves it alone.
    func exposure(of file: String) -> String? {
        let isTracked = tracks(file)
        if isTracked == true { return "Git has this file with secrets: remove it with git rm --cached, and replace the values." }
        if !ignores(file, byUserList: true) {
            return "Git does not ignore this file with secrets: add *\(WorkspacePath.secretsEnding) to the \(Self.ignoreFile) beside it."
        }
        return isTracked == nil ? "The index of git cannot be read: git ls-files tells whether git has this file with secrets." : nil
    }

    /// True if the index names the file; nil if it is there and cannot be read, and if it shares entries with another file that names it: the
    /// index says which of those it takes back.
    func tracks(_ file: String) -> Bool? {
        guard let parts = parts(of: file) else { return false }
        let path = Array(parts.joined(separator: "/").utf8)
        let index: [UInt8]
        do throws(DiskError) {
            index = try Disk.read(Self.inside(indexFolder, "index"), limit: Self.limit)
        } catch {
            return error.isMissing ? false : nil
        }
        let isNamed = hasPath(path, in: index)
        guard isNamed == false, let shared = sharedIndex(of: index) else { return isNamed }
        let entries = try? Disk.read(Self.inside(indexFolder, shared), limit: Self.limit)
        return entries.flatMap { hasPath(path, in: $0) } == false ? false : nil
    }

    /// The name of the file that a split index shares entries with; nil for a whole index.
    private func sharedIndex(of index: [UInt8]) -> String? {
        let names = namesInFolder(indexFolder).filter { $0.hasPrefix("sharedindex.") }
        // The extension `link` has the length of its content, which begins with the hash of SHA-1 or SHA-256.
        let links = names.isEmpty ? [] : index.ranges(of: Array("link".utf8)).map { index[$0.upperBound...].dropFirst(4).prefix(32) }
        return links.flatMap { [$0.prefix(20), $0] }.map { "sharedindex.\($0.hexadecimal)" }.first(where: names.contains)
    }

    private func hasPath(_ path: [UInt8], in index: [UInt8]) -> Bool? {
        if index.starts(with: Array("DIRC".utf8) + [0, 0, 0, 4]) { return hasPath(path, inShortened: index) }
        // The low byte of the length comes before the path, so that it is a whole one; after --skip-worktree and --intent-to-add, two bytes
        // of flags stand between.
        let length = UInt8(truncatingIfNeeded: min(path.count, 0xFFF))
        let starts: [[UInt8]] = [[length], [length, 0x40, 0], [length, 0x20, 0], [length, 0x60, 0]]
        return starts.contains { index.firstRange(of: $0 + path + [0]) != nil }
    }

    /// True if an index of version 4, in which each path continues the one before, names a path; nil if it is not valid.
    private func hasPath(_ path: [UInt8], inShortened index: [UInt8]) -> Bool? {
        // The length of what stands before the flags.
        let isLong = Self.values(of: "extensions.objectformat", in: Self.inside(settingsFolder, "config")).last == "sha256"
        let (fixed, head) = (isLong ? 72 : 60, 12)
        guard index.count >= head else { return nil }
        let count = index[8..<head].reduce(0) { $0 << 8 | Int($1) }
        var (last, place) = ([UInt8](), head)
        for _ in 0..<count {
            place += fixed
            guard place < index.count else { return nil }
            place += index[place] & 0x40 == 0 ? 2 : 4
            var (removed, continues) = (-1, true)
            while continues {
                guard place < index.count, removed < index.count else { return nil }
                removed = (removed + 1) << 7 | Int(index[place] & 0x7F)
                continues = index[place] & 0x80 != 0
                place += 1
            }
            guard removed <= last.count, let end = index[place...].firstIndex(of: 0) else { return nil }
            last.removeLast(removed)
            last += index[place..<end]
            if last == path { return true }
            place = end + 1
        }
        return false
    }

    /// True if a `.gitignore` on the way to the file, or the repository's own list, excludes it or a folder around it; with the user's list
    /// for all repositories if that counts and is certainly the one in use.
    func ignores(_ file: String, byUserList: Bool) -> Bool {
        guard let parts = parts(of: file) else { return false }
        var rules = byUserList ? userList.map { Self.rules(in: $0, depth: 0) } ?? [] : []
        rules += Self.rules(in: Self.inside(settingsFolder, "info/exclude"), depth: 0)
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

    /// The user's list of ignored files for all repositories: that of `core.excludesFile`, else the usual one; nil if a setting that only
    /// git can judge may name another.
    private var userList: String? {
        let named = getenv("XDG_CONFIG_HOME").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        let (home, folder) = (homeFolder, named ?? homeFolder.map { "\($0)/.config" })
        let files = [
            Self.inside(settingsFolder, "config"), home.map { "\($0)/.gitconfig" }, folder.map { "\($0)/git/config" }, "/etc/gitconfig",
        ]
        let values = files.compactMap { $0 }.flatMap { Self.values(of: "core.excludesfile", in: $0).suffix(1) }
        guard let chosen = values.first else { return folder.map { "\($0)/git/ignore" } }
        return chosen.map { absolutePath($0, relativeTo: root) }
    }

    /// The values of a setting in a file of git's format and in a hundred that it includes, in order; nil for one under a condition.
    private static func values(of name: String, in file: String) -> [String?] {
        var (known, values) = (Set<String>(), [String?]())
        func read(_ file: String, isCertain: Bool) {
            guard known.count <= 100, known.insert(file).inserted else { return }
            var section = ""
            for var line in lines(of: file).map(\.trimmingSpacesAndTabs) {
                if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
                    (section, line) = (line[..<end].dropFirst().lowercased(), line[end...].dropFirst())
                }
                let (key, rest) = line.splitOnce(at: "=")
                let text = rest?.trimmingSpacesAndTabs ?? ""
                let quoted = text.hasPrefix("\"") ? text.dropFirst().prefix { $0 != "\"" } : nil
                let value = quoted.map(String.init) ?? String(text.replacing(/\s[#;].*/, with: ""))
                let setting = "\(section).\(key.trimmingSpacesAndTabs.lowercased())"
                if setting == name { values.append(isCertain ? value : nil) }
                guard section == "include" || section.hasPrefix("includeif "), setting.hasSuffix(".path") else { continue }
                read(absolutePath(value, relativeTo: parentFolder(of: file)), isCertain: isCertain && section == "include")
            }
        }
        read(file, isCertain: true)
        return values
    }

    private static func rules(in file: String, depth: Int) -> [GitRule] { lines(of: file).compactMap { GitRule($0, depth: depth) } }

    private static func lines(of file: String) -> [String] {
        guard let bytes = try? Disk.read(file, limit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func inside(_ folder: String, _ name: String) -> String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
}

/// A line of a `.gitignore`. Ranges of characters (`[a-z]`) and escaped wildcards match nothing, and any character in a line that includes
/// again.
struct GitRule {
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
        if excludes, pattern.contains("\\*") || pattern.contains("\\?") { return nil }
        if !excludes { pattern = pattern.dropFirst().replacing(/\[[^\]]+\]/, with: "?") }
        isForFolders = pattern.hasSuffix("/")
        if isForFolders { pattern.removeLast() }
        let parts = pattern.split(separator: "/").map(String.init)
        guard !parts.isEmpty else { return nil }
        // `a/**` matches everything in `a` but not `a` itself, so that later lines can include parts of it again (gitignore(5)).
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

extension WorkspaceStore {
    /// Excludes files with secrets from git by a `.gitignore` in their folder, also one that a line of it includes again.
    ///
    /// The `.gitignore` of the folder of all collections is shared. A new one in any other folder also ignores itself, so that git does not
    /// remove it together with the branch that has the environment, while the file with the secrets stays.
    ///
    /// - Parameter name: the name of the file with secrets; by default a name that stands for all of them.
    func protectSecrets(
        in folder: String = WorkspacePath.collections, named name: String = "any\(WorkspacePath.secretsEnding)"
    ) throws(WorkspaceError) {
        let path = "\(folder)/\(GitFolder.ignoreFile)"
        let pattern = "*\(WorkspacePath.secretsEnding)"
        var bytes: [UInt8] = []
        do throws(WorkspaceError) { bytes = try read(path) } catch { guard error.code == .notFound else { throw error } }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let repository = try GitFolder(around: absolute(folder))
        let file = try absolute(path)
        // That of an earlier build has the pattern alone, and git may not have it yet.
        let isOwn = folder != WorkspacePath.collections && (lines.isEmpty || lines == [pattern[...]])
        let isTracked: Bool? = if let repository { repository.tracks(file) } else { false }
        if isOwn, isTracked == false || isTracked == nil && lines.isEmpty {
            return try write(Array("/\(GitFolder.ignoreFile)\n\(pattern)\n".utf8), to: path)
        }
        let rules = lines.compactMap { GitRule(String($0), depth: 0) }
        let isExcluded = rules.last { $0.matches([name], isFolder: false) }?.excludes
        if isExcluded == true, lines.contains(pattern[...]) { return }
        if !lines.isEmpty, repository?.ignores("\(parentFolder(of: file))/\(name)", byUserList: false) == true { return }
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
