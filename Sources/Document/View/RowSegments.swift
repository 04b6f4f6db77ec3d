/// How a line is cut into rows: about equal parts, never within a character.
enum RowSegments {
    /// The bytes of one row of a line.
    /// - Parameter segment: which one, from zero.
    static func range(_ segment: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        let start = boundary(segment, of: line, in: bytes)
        return start..<max(start, boundary(segment + 1, of: line, in: bytes))
    }

    /// Which row of a line a byte is in.
    static func segment(at offset: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        let segment = max(0, offset - line.lowerBound) / ScannedLine.segmentSize
        let last = ScannedLine.rowCount(line.count) - 1
        guard segment < last else { return last }
        return offset >= boundary(segment + 1, of: line, in: bytes) ? segment + 1 : segment
    }

    private static func boundary(_ segment: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = line.lowerBound + segment * ScannedLine.segmentSize
        guard segment > 0, offset < line.upperBound else { return min(offset, line.upperBound) }
        var steps = 0
        while steps < 3, bytes[offset] & 0xC0 == 0x80 {
            offset -= 1
            steps += 1
        }
        return bytes[offset] & 0xC0 == 0x80 ? offset + steps : offset
    }
}
