internal import CPlatform

/// A file that is written completely or not at all: it is written under a hidden name in the same folder and renamed when it is committed.
///
/// A symbolic link at the path is replaced, never followed. A device, pipe or socket, such as `/dev/null`, is never replaced. Without
/// ``commit(overwrites:)`` the hidden file is removed.
public struct AtomicFile: ~Copyable, Sendable {
    /// The permissions that the file gets.
    public enum Permissions: Sendable {
        /// Mode 0600: only the owner can read and write the file.
        case `private`
        /// These permissions, without what the process masks (umask(2)).
        case masked(mode_t)
        /// The permissions of the replaced file; `masked(0o666)` for a new one.
        case preserved
    }

    private let path: String
    /// Nil for a device, which is written directly.
    private let temporaryPath: String?
    private let descriptor: Descriptor
    private var isCommitted = false

    /// Creates the hidden file.
    ///
    /// - Parameter writesDevices: true for a path that the user named: a device, pipe or socket at the path or behind a link is written to.
    ///   If false, it is an error.
    public init(replacing path: String, permissions: Permissions = .private, writesDevices: Bool = false) throws(SystemError) {
        self.path = path
        let openNumber = writesDevices ? Self.openNumber(path) : nil
        if openNumber != nil || FileStatus(of: path, followsLinks: writesDevices)?.kind == .other {
            guard writesDevices else { throw SystemError(EOPNOTSUPP, path: path) }
            do throws(SystemError) {
                if let openNumber {
                    descriptor = try Descriptor(duplicating: openNumber)
                } else {
                    descriptor = try Descriptor(openingDevice: path)
                }
            } catch {
                throw SystemError(error.number, path: path)
            }
            temporaryPath = nil
            return
        }
        let temporaryPath = Platform.temporaryPath(in: parentFolder(of: path))
        let mode: mode_t =
            switch permissions {
            case .private: 0o600
            case .masked(let mode): mode
            case .preserved: 0o666
            }
        do throws(SystemError) {
            descriptor = try Descriptor(opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: mode)
        } catch {
            throw SystemError(error.number, path: path)
        }
        if case .preserved = permissions, let old = FileStatus(of: path) { fchmod(descriptor.number, old.permissions) }
        self.temporaryPath = temporaryPath
    }

    deinit { if !isCommitted, let temporaryPath { unlink(temporaryPath) } }

    /// Removes the hidden files that killed processes have left in the folder of this one: those of the same user that nobody has written to for an
    /// hour. Call it first: the new file tells the time of the disk, which may be another machine's.
    public func removeAbandoned() {
        guard let temporaryPath, let status = try? FileStatus(of: descriptor) else { return }
        let folder = parentFolder(of: temporaryPath)
        for name in namesInFolder(folder) where isTemporaryName(name) {
            let path = "\(folder)/\(name)"
            guard let abandoned = FileStatus(of: path, followsLinks: false), abandoned.kind == .file, abandoned.owner == status.owner,
                status.changeSeconds - abandoned.changeSeconds > 3600
            else { continue }
            unlink(path)
        }
    }

    /// The number of the open file that a path such as `/dev/stdout` or `/dev/fd/3` stands for; nil for other paths. There a link is the
    /// system's own and leads to the file that is open, which is never replaced.
    private static func openNumber(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
            return folder.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// Appends the bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        do throws(SystemError) { try descriptor.write(bytes) } catch { throw SystemError(error.number, path: path) }
    }

    /// Appends the bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Writes over the first bytes, which were written before; ends the writing. Does nothing for a device.
    public func replaceBeginning(_ bytes: [UInt8]) throws(SystemError) {
        guard temporaryPath != nil else { return }
        guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw SystemError(path: path) }
        try write(bytes)
    }

    /// Renames the file once its bytes are on the disk, and waits until the name is on the disk too.
    ///
    /// - Parameters:
    ///   - overwrites: false fails with `EEXIST` if the name exists.
    ///   - waitsForDisk: False for a file that can be made again.
    public consuming func commit(overwrites: Bool = true, waitsForDisk: Bool = true) throws(SystemError) {
        guard let temporaryPath else { return }
        do throws(SystemError) {
            if waitsForDisk { try descriptor.synchronize() }
        } catch {
            throw SystemError(error.number, path: path)
        }
        FileStep.record(.wrote(path))
        guard (overwrites ? rename(temporaryPath, path) : renameUnlessExisting(temporaryPath, to: path)) == 0 else {
            throw SystemError(path: path)
        }
        FileStep.record(.named(path))
        isCommitted = true
        if waitsForDisk { synchronizeFolder(parentFolder(of: path)) }
    }

    /// Writes a whole file; one that can be made again need not wait for the disk.
    public static func write(
        _ bytes: [UInt8], to path: String, permissions: Permissions = .private, waitsForDisk: Bool = true
    ) throws(SystemError) {
        let file = try AtomicFile(replacing: path, permissions: permissions)
        try file.write(bytes)
        try file.commit(waitsForDisk: waitsForDisk)
    }
}

/// Writes a new file in a folder that is still under a temporary name. Its bytes are on the disk after ``synchronizeFileSystem(around:)``,
/// which waits once for all files, while ``AtomicFile`` waits for each.
public func writeFileWithoutSynchronizing(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do throws(SystemError) {
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o666)
        try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in try file.write(UnsafeRawBufferPointer(bytes)) }
    } catch {
        throw SystemError(error.number, path: path)
    }
}

/// Waits until everything written to the file system of a folder is on the disk.
public func synchronizeFileSystem(around folder: String) throws(SystemError) {
    #if os(Linux)
        let descriptor = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        guard syncfs(descriptor.number) == 0 else { throw SystemError(path: folder) }
    #else
        sync()
    #endif
    FileStep.record(.synchronized(folder: folder))
}

/// Renames a file or folder, replacing a file with the new name, and waits until both folders are on the disk.
public func moveFile(_ path: String, to other: String) throws(SystemError) {
    guard rename(path, other) == 0 else { throw SystemError(path: path) }
    FileStep.record(.named(other))
    let folders = (parentFolder(of: path), parentFolder(of: other))
    synchronizeFolder(folders.1)
    if folders.0 != folders.1 { synchronizeFolder(folders.0) }
}

/// Renames a file and waits until the name is on the disk. If the name exists, the file becomes `name-1.txt`, or `name-2.txt`, and so on.
///
/// - Returns: the path of the renamed file.
public func moveFile(_ path: String, toUnused other: String) throws(SystemError) -> String {
    let name = other.lastIndex(of: "/").map { other[other.index(after: $0)...] } ?? other[...]
    let ending = name.dropFirst().lastIndex(of: ".").map { other[$0...] } ?? ""
    var unused = other
    var number = 0
    while renameUnlessExisting(path, to: unused) != 0 {
        guard errno == EEXIST else { throw SystemError(path: unused) }
        number += 1
        unused = "\(other.dropLast(ending.count))-\(number)\(ending)"
    }
    FileStep.record(.named(unused))
    synchronizeFolder(parentFolder(of: unused))
    return unused
}

/// Renames a file to a name that does not exist; fails with `EEXIST` in `errno`. File systems without hard links cannot do that in one step.
private func renameUnlessExisting(_ path: String, to other: String) -> Int32 {
    if link(path, other) == 0 { return unlink(path) }
    guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else { return -1 }
    guard FileStatus(of: other, followsLinks: false) == nil else {
        errno = EEXIST
        return -1
    }
    return rename(path, other)
}

/// Waits until the names in a folder are on the disk. Ignores file systems that cannot do that.
public func synchronizeFolder(_ path: String) {
    guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY) else { return }
    guard (try? folder.synchronize()) != nil else { return }
    FileStep.record(.synchronized(folder: path))
}

/// A step of a write that survives a power failure; tests record the steps to check their order.
package enum FileStep: Hashable, Sendable {
    /// The bytes of a file are on the disk, still under a hidden name.
    case wrote(String)
    /// A file or folder has its name.
    case named(String)
    /// The names in a folder are on the disk.
    case synchronized(folder: String)

    /// Takes the steps that the current task does.
    @TaskLocal package static var recorder: (@Sendable (FileStep) -> Void)?

    fileprivate static func record(_ step: FileStep) { recorder?(step) }
}

/// Creates an empty file that only its owner can use (0600), or restricts an existing one to its owner.
///
/// A symbolic link is not followed (`ELOOP`): the file behind it may belong to another user. The file itself is never opened, since
/// closing it would drop the locks that SQLite holds on it elsewhere in this process (<https://sqlite.org/howtocorrupt.html>, section 2.2).
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
