#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file, closed when the last reader lets go of it.
final class FileByteStream: HTTPByteStream {
    private let path: String
    private let descriptor: Int32

    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileBodyError.lastSystemError(at: path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileBodyError.lastSystemError(at: path) }
        }
    }

    /// Nil for what is no regular file, or not there.
    static func regularFileSize(at path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    static func checkReadable(at path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileBodyError.lastSystemError(at: path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileBodyError(path: path, reason: "it is a folder") }
        guard access(path, R_OK) == 0 else { throw FileBodyError.lastSystemError(at: path) }
    }
}

/// The system's call, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

extension FileBodyError {
    /// What `errno` says, which is to be read before any other call.
    static func lastSystemError(at path: String, whenItWas operation: String = "read") -> FileBodyError {
        FileBodyError(path: path, reason: String(cString: strerror(errno)), operation: operation)
    }
}
