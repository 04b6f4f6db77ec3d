#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
}

/// The system's call, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
