#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lines of plain text: each ends with a line feed, which a carriage return may precede.
enum TextLines {
    static func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int) -> ScannedLine? {
        let stop = min(limit, bytes.count)
        guard let feed = firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: start, to: stop) else {
            guard stop == bytes.count else { return nil }
            return ScannedLine(range: start..<stop, next: stop, depth: depth, depthAfter: depth)
        }
        return ScannedLine(range: start..<end(of: start..<feed, in: bytes), next: feed + 1, depth: depth, depthAfter: depth)
    }

    /// The end of a line without its carriage return.
    static func end(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        range.count > 0 && bytes[range.upperBound - 1] == UInt8(ascii: "\r") ? range.upperBound - 1 : range.upperBound
    }

    static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
        guard start < end, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
