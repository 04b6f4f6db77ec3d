import Platform

/// The rules by which text is split into lines.
enum LineGrammar: Hashable, Sendable {
    /// Lines of the raw text.
    case text
    /// Lines of formatted JSON.
    case json
    /// Lines of formatted XML.
    case xml
    /// Lines of formatted HTML.
    case html

    /// The line that begins at an offset.
    /// - Parameters:
    ///   - bytes: all bytes from the start of the text.
    ///   - start: the offset of the line.
    ///   - depth: the number of open containers before it.
    ///   - limit: the offset at which to give up; nil is returned if the line has not ended there. The end of all bytes ends a line.
    func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int) -> ScannedLine? {
        switch self {
        case .text: TextLines.line(in: bytes, at: start, depth: depth, limit: limit)
        case .json: JSONLines.line(in: bytes, at: start, depth: depth, limit: limit)
        case .xml, .html: MarkupLines.line(in: bytes, at: start, depth: depth, limit: limit, isHTML: self == .html)
        }
    }

    /// The line between two checkpoints, of which only the ends are examined.
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

    /// The end of a range without trailing whitespace. Looks back no further than the distance of checkpoints; longer whitespace is shown.
    static func endWithoutSpace(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = range.upperBound
        let stop = max(range.lowerBound + 1, range.upperBound - Checkpoint.spacing)
        while end > stop, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }
}

/// The lines of plain text, which end with a line feed or a carriage return and a line feed.
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
