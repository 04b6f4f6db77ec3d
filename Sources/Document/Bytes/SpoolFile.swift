import Platform

/// A private temporary file without a name, which grows at its end and disappears with its last reader.
struct SpoolFile: ~Copyable {
    private let descriptor: Descriptor
    private(set) var count = 0
    private(set) var region: ByteRegion

    init(directory: String, capacity: Int) throws(DocumentError) {
        let descriptor: Descriptor
        do throws(SystemError) { descriptor = try Descriptor(temporaryIn: directory) } catch {
            throw Self.error("created in \(directory)", error)
        }
        region = try Self.map(descriptor, capacity: capacity)
        self.descriptor = descriptor
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
        if count + bytes.count > region.capacity {
            region = try Self.map(descriptor, capacity: max(region.capacity * 2, count + bytes.count))
        }
        var written = 0
        while written < bytes.count {
            let result = pwrite(descriptor.number, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(count + written))
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { throw Self.error("written", SystemError()) }
            written += result
        }
        count += written
    }

    /// Extends the file, as a sparse file, to the length of the mapping, so that no page of the mapping is beyond its end.
    private static func map(_ descriptor: borrowing Descriptor, capacity: Int) throws(DocumentError) -> ByteRegion {
        do throws(SystemError) {
            guard ftruncate(descriptor.number, off_t(capacity)) == 0 else { throw SystemError() }
            return try ByteRegion(mapping: descriptor.number, capacity: capacity)
        } catch {
            throw self.error("grown", error)
        }
    }

    private static func error(_ action: String, _ cause: SystemError) -> DocumentError {
        let message =
            "The temporary file that holds a large body could not be \(action): \(cause.reason). Set TMPDIR to a folder with free space."
        return DocumentError(.storage, message, systemError: cause.number)
    }
}
