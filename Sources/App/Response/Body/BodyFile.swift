import Document
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A body as a file: where the user says, or a private copy for another program.
enum BodyFile {
    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether there is a file of that name that must not be lost unasked.
        var exists = false
    }

    /// Writes all bytes to a file beside the wanted one, which then takes its name, so that there is never half a file.
    /// - Returns: the whole path: people should not have to know where the program runs.
    static func write(_ piece: BodyPiece, to path: String, overwrites: Bool) throws(Failure) -> String {
        let path = expanded(path)
        if isFolder(path) { throw Failure(description: "\(path) is a folder: name a file in it") }
        if !overwrites, access(path, F_OK) == 0 { throw Failure(description: "\(path) is there already", exists: true) }
        var template = Array("\(path).XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw failure("\(path) cannot be written") }
        let mask = umask(0)
        umask(mask)
        fchmod(file, 0o666 & ~mask)
        let isWritten = piece.withUnsafeBytes { writeAll($0, to: file) } && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten, rename(template, path) == 0 else {
            let reason = isWritten ? errno : code
            unlink(template)
            errno = reason
            throw failure("\(path) cannot be written")
        }
        return path
    }

    /// A copy that only this user can read, in a folder of its own.
    static func copy(_ bytes: ByteSnapshot, suffix: String) throws(Failure) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/apus.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw failure("no folder can be made in \(base)") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(folder)/body\(suffix)"
        let file = creat(path, 0o600)
        guard file >= 0 else { throw failure("\(path) cannot be written") }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ writeAll($0, to: file) }) else { throw failure("\(path) cannot be written") }
        return path
    }

    /// Removes a copy with its folder.
    static func remove(copy path: String) {
        unlink(path)
        if let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func expanded(_ path: String) -> String {
        if path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") { return String(cString: home) + path.dropFirst() }
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(file, base, min(rest.count, 1 << 30))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }

    private static func failure(_ what: String) -> Failure { Failure(description: "\(what): \(String(cString: strerror(errno)))") }
}

/// The system's call, which functions of the same name hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }
