import Platform

/// A private temporary file without a name, which grows at its end and disappears with its last reader.
struct SpoolFile: ~Copyable {
    private let descriptor: Int32
    private(set) var count = 0
    private(set) var region: ByteRegion

    /// Creates the file with mode 0600 and unlinks it at once.
    init(directory: String, capacity: Int) throws(DocumentError) {
        var template = Array("\(directory)/apus-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.error("created in \(directory)") }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(DocumentError) {
            region = try Self.map(descriptor, capacity: capacity)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
        if count + bytes.count > region.capacity {
            region = try Self.map(descriptor, capacity: max(region.capacity * 2, count + bytes.count))
        }
        var written = 0
        while written < bytes.count {
            let result = pwrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(count + written))
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { throw Self.error("written") }
            written += result
        }
        count += written
    }

    /// Extends the file, as a sparse file, to the length of the mapping, so that no page of the mapping is beyond its end.
    private static func map(_ descriptor: Int32, capacity: Int) throws(DocumentError) -> ByteRegion {
        guard ftruncate(descriptor, off_t(capacity)) == 0 else { throw error("grown") }
        return try ByteRegion(mapping: descriptor, capacity: capacity)
    }

    private static func error(_ action: String) -> DocumentError {
        let code = errno
        let message =
            "The temporary file that holds a large body could not be \(action): \(systemMessage(code)). Set TMPDIR to a folder with space."
        return DocumentError(.storage, message, systemError: code)
    }
}
