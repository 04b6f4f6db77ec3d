/// Lines of the formatted form of XML and HTML: each tag, comment and declaration stands on its own, and so does each line of text, but an
/// element that holds only a little text stays together.
///
/// Any bytes have such lines; tags need not match. In HTML, elements whose end may be left out do not count as containers.
enum MarkupLines {
    /// So far behind a tag its text and end tag are looked for.
    static let lookahead = 512

    static func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int, isHTML: Bool) -> ScannedLine? {
        let part = MarkupPart(in: bytes, at: start, isHTML: isHTML)
        guard let end = part.end(before: min(limit, bytes.count)) ?? (limit >= bytes.count ? bytes.count : nil) else { return nil }
        var line = ScannedLine(range: start..<end, next: end, depth: depth, depthAfter: depth)
        switch part.kind {
        case .text: line.range = start..<withoutSpace(end, after: start, in: bytes)
        case .other: break
        case .element: line.separates = true
        case .endTag where depth > 0:
            (line.depth, line.depthAfter, line.closes, line.separates) = (depth - 1, depth - 1, true, true)
        case .endTag: break
        case .startTag:
            if let whole = part.endOfShortElement(from: end) {
                line.range = start..<whole
                line.separates = true
            } else {
                (line.depthAfter, line.opens) = (depth + 1, true)
            }
        }
        line.next = skipSpace(in: bytes, from: max(end, line.range.upperBound))
        return line
    }

    /// The first place from here on that is no space.
    static func skipSpace(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    /// ASCII whitespace (WHATWG Infra, 4.6); other controls are text that is not to be lost.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    private static func withoutSpace(_ end: Int, after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = end
        while end > start + 1, isSpace(bytes[end - 1]) { end -= 1 }
        return end
    }
}
