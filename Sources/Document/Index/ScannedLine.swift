/// One line as it lies in the bytes.
struct ScannedLine: Hashable, Sendable {
    /// A longer line is shown as several rows, each of about so many bytes, so that a row is always small.
    static let segmentSize = 1024

    /// From the first byte that is shown to the last one, without the line break and what surrounds it.
    var range: Range<Int>
    /// Where the next line begins; the number of bytes after the last line.
    var next: Int
    /// How many containers surround the line.
    var depth: Int
    /// How many containers are open after it.
    var depthAfter: Int
    /// Whether a container begins here that has lines of its own.
    var opens = false
    /// Whether the line ends such a container.
    var closes = false

    /// Whether another child of the same container is to follow.
    var separates = false

    /// How many containers are open before the line.
    var depthBefore: Int { closes ? depth + 1 : depth }

    /// In how many rows the line is shown.
    var rowCount: Int { Self.rowCount(range.count) }

    static func rowCount(_ byteCount: Int) -> Int {
        max(1, (byteCount + segmentSize - 1) / segmentSize)
    }
}
