import Platform

/// The bytes of a body that have arrived at one moment. A snapshot never changes.
public struct ByteSnapshot: Sendable {
    let region: ByteRegion
    /// The number of bytes.
    public let count: Int

    /// The open file that begins with these bytes, if they are in a file; it is closed with the last snapshot.
    public var descriptor: Int32? { region.descriptor }

    /// Calls the function with all bytes. The pointer must not be kept.
    public func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(region) { () throws(Failure) in try body(UnsafeRawBufferPointer(start: region.base, count: count)) }
    }

    /// A copy of a range of bytes.
    /// - Parameter range: the range, clamped to the bytes that exist.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        withUnsafeBytes { Array($0[range.clamped(to: 0..<count)]) }
    }

    /// The first bytes, at most `limit`.
    func prefix(_ limit: Int) -> ByteSnapshot { ByteSnapshot(region: region, count: min(count, limit)) }
}

/// A region of memory, allocated or mapped from a file, released with its last reference.
///
/// Bytes below a count that was published with a region never change again. `@unchecked Sendable`: the pointer is constant, the only writer
/// writes above every count that it has published, and counts are published under the lock of `ByteSource`.
final class ByteRegion: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let capacity: Int
    /// True for a region of a file.
    let isMapped: Bool
    /// The mapped file, kept open for other processes that map it; none if it could not be opened again.
    private let file: Descriptor

    /// Allocates memory.
    init(allocating capacity: Int) {
        base = .allocate(byteCount: max(capacity, 1), alignment: 16)
        self.capacity = capacity
        isMapped = false
        file = Descriptor(owning: -1)
    }

    /// Maps the first bytes of a file for reading; later writes to the file are visible.
    /// - Parameter capacity: the number of bytes, above zero. Bytes beyond the end of the file must not be read before it has grown over them,
    ///   and it must not be truncated below bytes that were published.
    init(mapping descriptor: Int32, capacity: Int) throws(SystemError) {
        guard let address = mmap(nil, capacity, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else { throw SystemError() }
        base = address
        self.capacity = capacity
        isMapped = true
        file = (try? Descriptor(duplicating: descriptor)) ?? Descriptor(owning: -1)
    }

    deinit {
        if isMapped { munmap(base, capacity) } else { base.deallocate() }
    }

    /// The descriptor of the mapped file.
    var descriptor: Int32? { file.number >= 0 ? file.number : nil }
}
