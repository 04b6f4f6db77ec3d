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

/// Creates an empty file that only its owner can use (0600), or takes the rights of others from one that exists.
///
/// A symbolic link is not followed (`ELOOP`): the file behind it may be somebody else's. The file itself is never opened, since closing it would
/// drop the locks that SQLite holds on it elsewhere in this process (<https://sqlite.org/howtocorrupt.html>, section 2.2).
public func makePrivateFile(_ path: String) throws(SystemError) {
    if let status = FileStatus(of: path, followsLinks: false) {
        guard status.kind != .link else { throw SystemError(ELOOP, path: path) }
        guard chmod(path, 0o600) == 0 else { throw SystemError(path: path) }
        return
    }
    do throws(SystemError) {
        try AtomicFile(replacing: path).commit(overwrites: false)
    } catch {
        // Another process was faster.
        guard error.number == EEXIST else { throw error }
    }
}

/// A new folder for temporary files, which only its owner can use.
///
/// - Parameter base: the folder to create it in; `TMPDIR` of the process, or `/tmp`, unless given.
public func makeTemporaryFolder(in base: String? = nil) throws(SystemError) -> String {
    let base = base ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/apus.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(path: base) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A lock among processes, which lasts as long as the value, and ends with the process at the latest (flock(2)).
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Waits until no other process holds the lock on this file, which is created if it does not exist.
    public init(file path: String) throws(SystemError) {
        try self.init(Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW), path)
    }

    /// Takes the lock on this file, which is created if it does not exist; nil if another process holds it, or the file cannot be opened.
    public init?(tryingFile path: String) {
        guard let descriptor = try? Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW),
            flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        self.descriptor = descriptor
    }

    /// Waits until no other process holds the lock on this folder.
    public init(folder path: String) throws(SystemError) {
        try self.init(Descriptor(opening: path, O_RDONLY | O_DIRECTORY), path)
    }

    private init(_ descriptor: consuming Descriptor, _ path: String) throws(SystemError) {
        while flock(descriptor.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError(path: path) }
        }
        self.descriptor = descriptor
    }
}
