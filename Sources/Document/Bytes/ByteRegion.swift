#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A stretch of memory, allocated or mapped from a file, that is given back when nobody reads it any more.
///
/// Bytes below a count that was handed out with a region never change again. `@unchecked Sendable`: the pointer is constant, the one
/// writer writes only above every count that it has handed out, and handing out goes through the lock of `ByteSource`.
final class ByteRegion: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let capacity: Int
    private let isMapped: Bool
    /// The file that is mapped, kept open for processes that map it too.
    let descriptor: Int32?

    /// Fresh memory.
    init(allocating capacity: Int) {
        base = .allocate(byteCount: max(capacity, 1), alignment: 16)
        self.capacity = capacity
        isMapped = false
        descriptor = nil
    }

    /// The first bytes of a file, for reading, shared with what is written to the file later.
    /// - Parameter capacity: in bytes, more than zero and at most the length of the file, which must not be shortened below it.
    init(mapping descriptor: Int32, capacity: Int) throws(DocumentError) {
        guard let address = mmap(nil, capacity, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
            throw DocumentError(.storage, "The file of the body could not be mapped: \(systemMessage())", systemError: errno)
        }
        base = address
        self.capacity = capacity
        isMapped = true
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        self.descriptor = copy >= 0 ? copy : nil
    }

    deinit {
        if isMapped { munmap(base, capacity) } else { base.deallocate() }
        if let descriptor { close(descriptor) }
    }
}

/// The system's words for the last error.
func systemMessage(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
