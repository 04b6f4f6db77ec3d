internal import Platform

/// Converts header bytes to text. Every response passes through here on the engine's thread, so that the common case, ASCII, must be fast.
enum HeaderText {
    /// The bytes as UTF-8 or, if they are not valid UTF-8, as ISO 8859-1 (RFC 9110 section 5.5).
    static func string(_ bytes: UnsafeRawBufferPointer) -> String {
        var union: UInt8 = 0
        for byte in bytes { union |= byte }
        if union >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes without spaces and tabs at both ends (RFC 9110 section 5.6.3).
    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, bytes.count)
        while start < end, isSpace(bytes[start]) { start += 1 }
        while start < end, isSpace(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension UnsafeRawBufferPointer {
    /// The first index of a byte; `count` if it does not occur.
    func index(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - base
    }

    /// A part of these bytes.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

    /// These bytes without a line end.
    var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        if end > 0, self[end - 1] == 0x0A { end -= 1 }
        if end > 0, self[end - 1] == 0x0D { end -= 1 }
        return part(0..<end)
    }
}
