/// The properties of a file or folder (stat(2)).
public struct FileStatus: Hashable, Sendable {
    /// The kinds that the program tells apart.
    public enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    /// The kind of the entry.
    public let kind: Kind
    /// The size of a regular file.
    public let byteCount: Int64
    /// The mode without the kind: `0o644`.
    public let permissions: mode_t
    /// Tells the file from every other on its disk.
    public let fileNumber: UInt64
    /// The whole seconds of the last change of its bytes, since 1970.
    public let changeSeconds: Int
    /// The fraction of ``changeSeconds``.
    public let changeNanoseconds: Int

    /// Nil if there is nothing of that name, or it cannot be reached; `errno` says why.
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
        fileNumber = UInt64(status.st_ino)
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        (changeSeconds, changeNanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
    }

    /// True if there is a folder, or a link to one.
    public static func isFolder(_ path: String) -> Bool { FileStatus(of: path)?.kind == .folder }
}
