import Platform

/// Files and folders by their absolute paths.
enum Disk {
    /// The whole file.
    ///
    /// - Parameter limit: the most bytes; a longer file is not read (`EFBIG`).
    static func read(_ path: String, limit: Int) throws(DiskError) -> [UInt8] {
        // Not blocking, so that a pipe in a file's place does not hold the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .last("read", path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .last("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw DiskError(number: EINVAL, operation: "read", path: path) }
        guard status.st_size <= limit else { throw DiskError(number: EFBIG, operation: "read", path: path) }
        guard let bytes = read(file, count: Int(status.st_size)) else { throw .last("read", path) }
        return bytes
    }

    /// Up to `count` bytes; nil when reading fails.
    private static func read(_ file: Int32, count: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = systemRead(file, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                if got < 0 && errno == EINTR { continue }
                failed = got < 0
                guard got > 0 else { return }
                filled += got
            }
        }
        return failed ? nil : bytes
    }

    /// Whether something is there, if only a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether a symbolic link is there.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether a folder is there.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What tells whether a file is another one than it was.
    struct Stamp: Hashable, Sendable {
        var number: UInt64
        var byteCount: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// The file's stamp; nil where there is none.
    static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return Stamp(
            number: UInt64(status.st_ino), byteCount: Int64(status.st_size), seconds: Int(changed.tv_sec),
            nanoseconds: Int(changed.tv_nsec))
    }

    /// The length of the file; nil where there is none.
    static func byteCount(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The mode of the file without its kind; nil where there is none.
    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Something in a folder.
    struct Entry: Hashable {
        let name: String
        /// False for a symbolic link, whatever it leads to: links to folders are not followed, so that there are no circles.
        let isFolder: Bool
    }

    /// What is in the folder, in no order.
    static func entries(of path: String, includingHidden: Bool = false) throws(DiskError) -> [Entry] {
        guard let folder = opendir(path) else { throw .last("read", path) }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while let entry = readdir(folder) {
            let name = name(of: entry)
            guard name != ".", name != "..", includingHidden || !name.hasPrefix(".") else { continue }
            entries.append(Entry(name: name, isFolder: isFolder(entry, named: name, in: path)))
        }
        return entries
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            // readdir(3) ends the name with NUL within the array.
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { String(cString: $0) }
        }
    }

    private static func isFolder(_ entry: UnsafeMutablePointer<dirent>, named name: String, in path: String) -> Bool {
        if Int(entry.pointee.d_type) != Int(DT_UNKNOWN) { return Int(entry.pointee.d_type) == Int(DT_DIR) }
        var status = stat()  // Some file systems do not say in the folder itself.
        return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder and every folder in it that is not hidden; none where there is no folder.
    static func folders(within path: String) -> [String] {
        guard let entries = try? entries(of: path) else { return [] }
        return [path] + entries.filter(\.isFolder).flatMap { folders(within: "\(path)/\($0.name)") }
    }

    /// Makes the folder; its parent must be there.
    static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(DiskError) {
        guard mkdir(path, mode) == 0 else { throw .last("made", path) }
    }

    /// Makes the folder and those around it that are not there.
    static func makeFolders(_ path: String, mode: mode_t) throws(DiskError) {
        guard !isFolder(path) else { return }
        if let end = path.lastIndex(of: "/"), end > path.startIndex { try makeFolders(String(path[..<end]), mode: mode) }
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("made", path) }
    }

    /// Waits until no other process has its turn in the folder, and takes it: until the descriptor is closed. Nil where the file system knows no
    /// locks.
    static func takeTurn(in folder: String) -> Int32? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
        return descriptor
    }

    /// Gives a file or folder another name. Nothing may be there under that name yet.
    static func move(_ path: String, to other: String) throws(DiskError) {
        guard !exists(other) else { throw DiskError(number: EEXIST, operation: "moved", path: other) }
        guard rename(path, other) == 0 else { throw .last("moved", path) }
    }

    /// Removes the file, or the folder, which must be empty.
    static func remove(_ path: String) throws(DiskError) {
        guard systemRemove(path) == 0 else { throw .last("removed", path) }
    }

    /// Puts the bytes in the place of the file, whole or not at all, and on the disk before it returns.
    ///
    /// They go to a new file of an unpredictable name in the same folder, which then takes the name. A link is replaced, never followed.
    ///
    /// - Parameter mode: of a new file, without what the process masks; nil keeps the mode of the file that is replaced.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws(DiskError) {
        let temporary = temporaryPath(beside: path)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
        guard file >= 0 else { throw .last("written", path) }
        do throws(DiskError) {
            defer { close(file) }
            if mode == nil, let old = Self.mode(of: path) { fchmod(file, old) }
            try write(bytes, to: file, path)
            guard fsync(file) == 0 else { throw .last("written", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = DiskError.last("written", path)
            unlink(temporary)
            throw error
        }
        synchronize(folderOf: path)
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(DiskError) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { systemWrite(file, UnsafeRawBufferPointer(rebasing: $0[position...])) }
            if count < 0, errno != EINTR { throw .last("written", path) }
            position += max(count, 0)
        }
    }

    /// A hidden name in the same folder; hidden files are no part of a workspace.
    private static func temporaryPath(beside path: String) -> String {
        let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return "\(path[..<split]).apus-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    }

    /// Makes a change of names in the folder last over a crash. A file system that cannot do that is no reason to fail.
    private static func synchronize(folderOf path: String) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = open(end == path.startIndex ? "/" : String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

/// The system's call, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

/// The system's call, which a method of the same name hides.
private func systemRemove(_ path: String) -> Int32 { remove(path) }

/// The system's call, which a method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}

/// What the system said when a file could not be used.
struct DiskError: Error, Hashable, CustomStringConvertible {
    /// The number that the system gave; see errno(3).
    let number: Int32
    /// What was tried, as the end of “cannot be …”: `read`, `written`.
    let operation: String
    /// The absolute path.
    let path: String

    /// The failure that the last system call of this thread left behind.
    static func last(_ operation: String, _ path: String) -> DiskError { DiskError(number: errno, operation: operation, path: path) }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// The system's words for the number.
    var reason: String { String(cString: strerror(number)).lowercased() }

    var description: String { "\(path) cannot be \(operation): \(reason)" }
}
