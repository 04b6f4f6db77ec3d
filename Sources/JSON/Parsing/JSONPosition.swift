/// A place in a text.
public struct JSONPosition: Hashable, Sendable {
    /// Bytes before the place.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The Unicode scalar within the line, from 1.
    public let column: Int

    /// Counts lines and scalars before the byte at `offset`.
    init(offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        self.offset = offset
        let before = bytes.prefix(offset)
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lastLine = before.lastIndex(of: UInt8(ascii: "\n")).map { before[before.index(after: $0)...] } ?? before[...]
        column = lastLine.count { $0 & 0xC0 != 0x80 } + 1
    }
}
