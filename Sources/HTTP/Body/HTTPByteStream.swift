/// Bytes that are pulled, in order, by one reader. Reading blocks at most for a disk, so a transport may read on its own thread.
public protocol HTTPByteStream: Sendable {
    /// Fills the buffer from its start and returns how many bytes were written: 1...`buffer.count`, or 0 at the end.
    ///
    /// The buffer is never empty. A caller does not read again after 0 or an error.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension HTTPByteStream {
    /// The next bytes, at most so many (at least 1); nil at the end.
    public mutating func next(upTo count: Int) throws -> [UInt8]? {
        let chunk = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// Bytes of an array, in order.
struct ArrayByteStream: HTTPByteStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        guard count > 0 else { return 0 }
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }
}
