#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Disk {
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
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
