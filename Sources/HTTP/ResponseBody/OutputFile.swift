#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// A file under a temporary name of mode 0600 that takes its real name once it is whole, and vanishes otherwise.
final class OutputFile: Sendable {
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    /// Guards whether the file has its real name.
    private let isCommitted = Mutex(false)

    init(replacing path: String) throws(FileBodyError) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .lastSystemError(at: path, whenItWas: "written") }
        self.path = path
        self.descriptor = descriptor
        temporaryPath = template.withUnsafeBufferPointer { name in
            // The buffer ends in the NUL that utf8CString put there, and mkstemp keeps it.
            String(cString: name.baseAddress!)
        }
    }

    deinit {
        close(descriptor)
        if !isCommitted.withLock({ $0 }) { unlink(temporaryPath) }
    }

    func write(_ bytes: [UInt8]) throws(FileBodyError) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[position...]))
            }
            if count < 0, errno != EINTR { throw .lastSystemError(at: path, whenItWas: "written") }
            position += max(count, 0)
        }
    }

    /// Harmless when there is no such file.
    static func remove(_ path: String) { unlink(path) }

    func commit() throws(FileBodyError) {
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw .lastSystemError(at: path, whenItWas: "written") }
        isCommitted.withLock { $0 = true }
    }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
