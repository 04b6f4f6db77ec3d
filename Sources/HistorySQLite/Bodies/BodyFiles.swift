#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read from its beginning.
final class SourceFile {
    private let path: String
    private let descriptor: Int32
    /// The size when it was opened.
    let byteCount: Int64

    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFile.Failure(path: path) }
        self.path = path
        var status = stat()
        byteCount = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    deinit { close(descriptor) }

    /// The next bytes, at most `count`; none at the end.
    func next(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                if more == 0 { return }
                if more < 0, errno != EINTR { throw PrivateFile.Failure(path: path) }
                filled += max(more, 0)
            }
        }
    }
}

/// A new file of mode 0600, which goes away again unless it is finished.
final class IncomingFile {
    private let path: String
    private let descriptor: Int32
    private var isFinished = false

    init(at path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure(path: path) }
        self.path = path
    }

    deinit {
        close(descriptor)
        if !isFinished { unlink(path) }
    }

    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[position...]))
                if count < 0, errno != EINTR { throw PrivateFile.Failure(path: path) }
                position += max(count, 0)
            }
        }
    }

    /// Makes sure that the bytes are on the disk; answers the path.
    func finish() throws -> String {
        guard fsync(descriptor) == 0 else { throw PrivateFile.Failure(path: path) }
        isFinished = true
        return path
    }
}

/// `write`, out of reach of the method of that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
