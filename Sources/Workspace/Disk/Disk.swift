public import JSON
import Platform

/// Operations on files and folders by their absolute paths.
enum Disk {
    /// Reads a whole regular file; one with more bytes than the limit is not read (`EFBIG`).
    static func read(_ path: String, limit: Int) throws(DiskError) -> [UInt8] {
        try attempt("read", path) { () throws(SystemError) in
            try Descriptor.contents(ofFile: path, limit: limit)
        }
    }

    /// Replaces the file atomically; the bytes are on the disk when it returns. A link is replaced, never followed.
    ///
    /// - Parameters:
    ///   - mode: The mode of the file, without the bits that the process masks; nil keeps the mode of the file that is replaced.
    ///   - removesAbandoned: True to remove what killed processes have left of files in the folder.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil, removesAbandoned: Bool = false) throws(DiskError) {
        try attempt("written", path) { () throws(SystemError) in
            let file = try AtomicFile(replacing: path, permissions: mode.map { .masked($0) } ?? .preserved)
            if removesAbandoned { file.removeAbandoned() }
            try file.write(bytes)
            try file.commit()
        }
    }

    /// Writes a new file in a folder that is still hidden, without waiting for the disk; see ``synchronize(_:)``.
    static func writeWithoutSynchronizing(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try attempt("written", path) { () throws(SystemError) in try writeFileWithoutSynchronizing(bytes, to: path) }
    }

    /// Waits until everything in a folder is on the disk.
    static func synchronize(_ path: String) throws(DiskError) {
        try attempt("written", path) { () throws(SystemError) in try synchronizeFileSystem(around: path) }
    }

    /// True if the path exists, even as a broken link.
    static func exists(_ path: String) -> Bool { FileStatus(of: path, followsLinks: false) != nil }

    /// The path in a symbolic link; nil for anything else.
    static func target(ofLink path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }

    /// Creates a symbolic link; the target need not exist.
    static func makeLink(to target: String, at path: String) throws(DiskError) {
        guard symlink(target, path) == 0 else { throw .last("created", path) }
    }

    /// The entries of a folder, unordered.
    static func entries(of path: String, includingHidden: Bool = false) throws(DiskError) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        try visitEntries(of: path, includingHidden: includingHidden) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// True if any entry that is not hidden meets the condition; stops at the first one.
    static func hasEntry(in path: String, where isWanted: (FolderEntry) -> Bool) throws(DiskError) -> Bool {
        var isFound = false
        try visitEntries(of: path, includingHidden: false) { entry in
            isFound = isWanted(entry)
            return !isFound
        }
        return isFound
    }

    /// Visits the entries of a folder, unordered, until `visit` returns false.
    private static func visitEntries(of path: String, includingHidden: Bool, _ visit: (FolderEntry) -> Bool) throws(DiskError) {
        try attempt("read", path) { () throws(SystemError) in
            try Platform.visitEntries(of: path) { includingHidden || !$0.name.hasPrefix(".") ? visit($0) : true }
        }
    }

    /// The folder and all folders in it that are not hidden, of some paths only those of the followed names; empty if it does not exist.
    static func folders(within path: String, following followed: [String: Set<String>] = [:]) -> [String] {
        guard let entries = try? entries(of: path) else { return [] }
        let inner = entries.filter { $0.isFolder && followed[path]?.contains($0.name) != false }
        return [path] + inner.flatMap { folders(within: "\(path)/\($0.name)", following: followed) }
    }

    /// Creates a folder in an existing one.
    static func makeFolder(_ path: String) throws(DiskError) {
        guard mkdir(path, 0o777) == 0 else { throw .last("created", path) }
    }

    /// Creates a folder that only its owner can use, with the missing ones above it.
    static func makePrivateFolders(_ path: String) throws(DiskError) {
        try attempt("created", path) { () throws(SystemError) in try makePrivateFolder(path) }
    }

    /// Renames a file or folder to a name that does not exist yet.
    static func move(_ path: String, to other: String) throws(DiskError) {
        guard !exists(other) else { throw DiskError(SystemError(EEXIST), operation: "moved", path: other) }
        try attempt("moved", path) { () throws(SystemError) in try moveFile(path, to: other) }
    }

    /// Removes a file or an empty folder.
    static func remove(_ path: String) throws(DiskError) {
        guard systemRemove(path) == 0 else { throw .last("removed", path) }
    }

    private static func attempt<Result>(
        _ operation: String, _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(DiskError) -> Result {
        do throws(SystemError) { return try body() } catch { throw DiskError(error, operation: operation, path: path) }
    }
}

/// The system's function, which a method of the same name hides.
private func systemRemove(_ path: String) -> Int32 { remove(path) }

/// An operation on a file or folder that failed.
struct DiskError: Error, Hashable, CustomStringConvertible {
    /// The system's reason.
    let cause: SystemError
    /// The operation, as the end of “cannot be …”: `read`, `written`.
    let operation: String
    /// The absolute path.
    let path: String

    init(_ cause: SystemError, operation: String, path: String) {
        self.cause = cause
        self.operation = operation
        self.path = path
    }

    /// The error of this thread's last system call.
    static func last(_ operation: String, _ path: String) -> DiskError { DiskError(SystemError(), operation: operation, path: path) }

    /// True if the file, or a folder on the way to it, does not exist.
    var isMissing: Bool { cause.isMissing }

    /// The system's text for the reason.
    var reason: String { cause.reason }

    var description: String { "\(path) cannot be \(operation): \(reason)" }
}

/// A small JSON file in the user's state folder, whose loss does no harm. Several programs may write it.
public actor StateFile {
    private static let limit = 4 << 20
    private let folder: String
    private let name: String
    /// The content that this program wrote last, or read at its start.
    private var base: JSONValue?

    /// A file in `folder`, an absolute path that need not exist yet, with what this program has read of it.
    public init(folder: String, name: String, content: JSONValue? = nil) {
        self.folder = folder
        self.name = name
        base = content
    }

    /// The content of the file; nil if it does not exist or is invalid.
    public nonisolated static func read(folder: String, name: String) -> JSONValue? {
        (try? Disk.read("\(folder)/\(name)", limit: limit)).flatMap { try? JSONValue(parsing: $0) }
    }

    /// Writes the file with mode 0600 if the content of this program has changed, or the file is gone.
    ///
    /// - Parameter merge: makes the content of the file from what this program wrote last, what it writes now, and what the file has.
    /// - Returns: an error message; nil on success.
    @discardableResult public func write(
        _ value: JSONValue,
        merge: @Sendable (_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) -> JSONValue = { _, mine, _ in mine }
    ) -> String? {
        let path = "\(folder)/\(name)"
        guard value != base || !Disk.exists(path) else { return nil }
        do throws(DiskError) {
            try Disk.makePrivateFolders(folder)
            // On file systems without locks, and beside a stopped program, the last writer wins.
            let lock = try? FileLock(folder: folder, within: .seconds(1))
            defer { withExtendedLifetime(lock) {} }
            let theirs = Self.read(folder: folder, name: name)
            // No program writes an empty object, so it is not merged.
            let merged = theirs.flatMap { $0.memberNames.isEmpty ? nil : merge(base ?? .null, value, $0) } ?? value
            if merged != theirs { try Disk.write(merged.prettyBytes, to: path, mode: 0o600) }
        } catch {
            return "\(error)."
        }
        base = value
        return nil
    }
}
