extension LineGrammar {
    /// The line between two places, of which only its ends are looked at.
    func longLine(in bytes: UnsafeRawBufferPointer, from start: Checkpoint, to end: Checkpoint) -> ScannedLine {
        let range = start.offset..<end.offset
        switch self {
        case .text:
            let feed = bytes[range.upperBound - 1] == UInt8(ascii: "\n") ? range.upperBound - 1 : range.upperBound
            let text = feed < range.upperBound ? range.lowerBound..<TextLines.end(of: range.lowerBound..<feed, in: bytes) : range
            return ScannedLine(range: text, next: range.upperBound, depth: Int(start.depth), depthAfter: Int(start.depth))
        case .json:
            let text = range.lowerBound..<Self.endWithoutSpace(of: range, in: bytes)
            let closes = bytes[text.lowerBound] | 0x20 == UInt8(ascii: "}")
            let (depth, after) = (max(0, Int(start.depth) - (closes ? 1 : 0)), Int(end.depth))
            return ScannedLine(
                range: text, next: range.upperBound, depth: depth, depthAfter: after, opens: after > depth, closes: closes,
                separates: bytes[text.upperBound - 1] == UInt8(ascii: ","))
        case .xml, .html:
            let text = range.lowerBound..<Self.endWithoutSpace(of: range, in: bytes)
            let (before, after) = (Int(start.depth), Int(end.depth))
            return ScannedLine(
                range: text, next: range.upperBound, depth: min(before, after), depthAfter: after, opens: after > before,
                closes: after < before)
        }
    }

    /// Looks back over space, but not further than a checkpoint's distance: a longer stretch of space is shown.
    static func endWithoutSpace(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = range.upperBound
        let stop = max(range.lowerBound + 1, range.upperBound - Checkpoint.spacing)
        while end > stop, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }
}
