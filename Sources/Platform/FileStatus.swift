/// The properties of a file or folder (stat(2)).
public struct FileStatus: Hashable, Sendable {
    /// The kinds that the program distinguishes.
    public enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    /// The kind of the entry.
    public let kind: Kind
    /// The size of a regular file.
    public let byteCount: Int64
    /// The mode without the kind: `0o644`.
    public let permissions: mode_t
    /// The user who owns it.
    public let owner: uid_t
    /// Identifies the file on its disk.
    public let fileNumber: UInt64
    /// The time of the last change of its bytes, in whole seconds since 1970.
    public let changeSeconds: Int
    /// The fraction of ``changeSeconds``.
    public let changeNanoseconds: Int

    /// Nil if the path does not exist or cannot be reached; `errno` holds the reason.
    ///
    /// - Parameter followsLinks: false gives the status of a symbolic link itself.
    public init?(of path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// The status of an open file.
    public init(of descriptor: borrowing Descriptor) throws(SystemError) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw SystemError() }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        byteCount = Int64(status.st_size)
        permissions = status.st_mode & 0o7777
        owner = status.st_uid
        fileNumber = UInt64(status.st_ino)
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        (changeSeconds, changeNanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
    }

    /// True if the path is a folder, or a link to one.
    public static func isFolder(_ path: String) -> Bool { FileStatus(of: path)?.kind == .folder }
}

/// An entry of a folder.
public struct FolderEntry: Hashable, Sendable {
    /// The name without the folder.
    public let name: String
    /// False for all symbolic links: links to folders are not followed, so that there are no cycles.
    public let isFolder: Bool
}

/// Visits the entries of a folder, unordered, until `visit` returns false.
public func visitEntries(of folder: String, _ visit: (FolderEntry) -> Bool) throws(SystemError) {
    guard let handle = opendir(folder) else { throw SystemError() }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            // readdir(3) ends the name with NUL within the array.
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let kind = Int(entry.pointee.d_type)
        // Some file systems do not store the kind of an entry in the folder.
        let isFolder =
            kind == Int(DT_UNKNOWN) ? FileStatus(of: "\(folder)/\(name)", followsLinks: false)?.kind == .folder : kind == Int(DT_DIR)
        guard visit(FolderEntry(name: name, isFolder: isFolder)) else { return }
    }
}

/// The names of the entries of a folder, unordered; none if it cannot be read.
public func namesInFolder(_ folder: String) -> [String] {
    var names: [String] = []
    try? visitEntries(of: folder) { entry in
        names.append(entry.name)
        return true
    }
    return names
}

/// The home folder of the process (`HOME`).
public var homeFolder: String? { getenv("HOME").map { String(cString: $0) } }

/// Sets `HOME` to the folder of the user's account if it is not set, as for a service: files of the user would otherwise go to the root folder.
/// Call it before other threads start.
public func setMissingHomeFolder() {
    guard getenv("HOME") == nil, let account = getpwuid(getuid()) else { return }
    setenv("HOME", account.pointee.pw_dir, 0)
}

/// The absolute form of a path that a user has typed.
///
/// - Parameters:
///   - path: `~` or `~/…` for the home folder, `/…`, or relative.
///   - home: the home folder; nil leaves `~` as it is.
///   - folder: the folder that relative paths start from.
public func absolutePath(_ path: String, home: String? = homeFolder, relativeTo folder: String = currentFolder() ?? ".") -> String {
    if path == "~" || path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    if path == "." || path == "./" { return folder }
    return path.hasPrefix("/") ? path : "\(folder)/\(path.hasPrefix("./") ? path.dropFirst(2) : path[...])"
}

/// The absolute path for a message, with `~` for the home folder.
public func shownPath(_ path: String, home: String? = homeFolder) -> String {
    guard let home, home.count > 1, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + String(path.dropFirst(home.count))
}

/// The current folder of the process.
public func currentFolder() -> String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
}

/// The absolute path with all links resolved; nil if there is no such file or folder.
public func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The folder that contains the path; `.` for a name alone.
public func parentFolder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// An unpredictable hidden name in a folder. Hidden files do not belong to a workspace.
func temporaryPath(in folder: String) -> String {
    "\(folder)/.apus-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
}

/// True for a name of ``temporaryPath(in:)``.
package func isTemporaryName(_ name: String) -> Bool {
    name.hasPrefix(".apus-") && name.hasSuffix(".tmp") && UInt64(name.dropFirst(6).dropLast(4), radix: 36) != nil
}

/// Creates a folder that only its owner can use (0700), with the missing ones above it.
public func makePrivateFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    let failure = errno
    if FileStatus.isFolder(path) { return }
    let parent = parentFolder(of: path)
    guard failure == ENOENT, parent != path else { throw SystemError(failure, path: path) }
    try makePrivateFolder(parent)
    guard mkdir(path, 0o700) == 0 || FileStatus.isFolder(path) else { throw SystemError(path: path) }
}

/// The folder for temporary files of all programs: `TMPDIR` of the process, or `/tmp`.
public var temporaryFolder: String { chosenTemporaryFolder ?? "/tmp" }

/// The folder for large temporary files: `TMPDIR` of the process, or `/var/tmp`, since `/tmp` may be in memory.
public var largeTemporaryFolder: String { chosenTemporaryFolder ?? "/var/tmp" }

private var chosenTemporaryFolder: String? { getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } }

/// A new folder for temporary files, which only its owner can use; in ``temporaryFolder`` by default.
public func makeTemporaryFolder(in base: String? = nil) throws(SystemError) -> String {
    let base = base ?? temporaryFolder
    var template = Array("\(base)/apus.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(path: base) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
