import Document
import Engine

/// The lines of JSON lines as parts.
enum JSONLineParts {
    /// No list is longer than that.
    private static let limit = 10_000
    private static let titleByteCount = 80

    /// The first lines that are not empty, each with its beginning and its size.
    static func list(_ body: BodyHandle) -> [BodyPart] {
        body.document.text.withUnsafeBytes { bytes in
            ranges(in: bytes, limit: limit).map { range in
                BodyPart(
                    title: String(decoding: bytes[range].prefix(titleByteCount), as: UTF8.self), detail: ByteText.count(Int64(range.count)))
            }
        }
    }

    /// The bytes of one of them.
    static func bytes(_ index: Int, of body: BodyHandle) -> [UInt8]? {
        body.document.text.withUnsafeBytes { bytes in ranges(in: bytes, limit: limit).dropFirst(index).first.map { Array(bytes[$0]) } }
    }

    private static func ranges(in bytes: UnsafeRawBufferPointer, limit: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < bytes.count, ranges.count < limit {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[start..<end]
            // Text sequences begin each with a record separator (RFC 7464).
            if let first = line.firstIndex(where: { $0 > 0x20 }) { ranges.append(first..<end) }
            start = end + 1
        }
        return ranges
    }
}
