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

    /// Fresh memory.
    init(allocating capacity: Int) {
        base = .allocate(byteCount: max(capacity, 1), alignment: 16)
        self.capacity = capacity
        isMapped = false
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
    }

    deinit {
        if isMapped { munmap(base, capacity) } else { base.deallocate() }
    }
}

/// The system's words for the last error.
func systemMessage(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
