/// The lines of formatted XML and HTML: each tag, comment, declaration and line of text has its own line; an element with only a short text
/// stays on one line.
///
/// The grammar is total: tags need not match. In HTML, elements whose end tag may be omitted do not count as containers.
enum MarkupLines {
    /// The number of bytes after a tag within which the text and the end tag of a short element must lie.
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

    /// The first offset from `start` on that is not whitespace.
    static func skipSpace(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    /// Returns true for ASCII whitespace (WHATWG Infra, 4.6). Other control characters are text and must be kept.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    private static func withoutSpace(_ end: Int, after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = end
        while end > start + 1, isSpace(bytes[end - 1]) { end -= 1 }
        return end
    }
}

/// Builds the index of the lines of markup, line by line.
struct MarkupIndexer: Sendable {
    private let grammar: LineGrammar
    private var sealed = CheckpointList()
    /// The first line that may still change.
    private var position: Checkpoint
    /// The last checkpoint with its summary so far.
    private var open: Checkpoint?

    /// - Parameter start: the offset of the text.
    init(_ grammar: LineGrammar, start: Int) {
        self.grammar = grammar
        position = Checkpoint(offset: start)
    }

    /// Indexes more bytes.
    /// - Parameters:
    ///   - bytes: all bytes from the start of the text.
    ///   - isComplete: true if these are all bytes.
    /// - Returns: the index of all these bytes.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if position.line == 0 { position.offset = MarkupLines.skipSpace(in: bytes, from: min(position.offset, bytes.count)) }
        // The end of a line depends on the bytes after it.
        take(linesBefore: isComplete ? bytes.count : bytes.count - 2 * MarkupLines.lookahead, in: bytes)
        var last = self
        last.take(linesBefore: bytes.count, in: bytes)
        return last.index(end: bytes.count, isComplete: isComplete)
    }

    private mutating func take(linesBefore end: Int, in bytes: UnsafeRawBufferPointer) {
        while position.offset < end {
            let depth = Int(position.depth)
            guard let line = grammar.line(in: bytes, at: position.offset, depth: depth, limit: bytes.count),
                line.next <= end || end == bytes.count
            else { return }
            take(line)
        }
    }

    private mutating func take(_ line: ScannedLine) {
        if let open, position.offset - open.offset >= Checkpoint.spacing {
            sealed.append(open)
            self.open = position
        }
        if open == nil { open = position }
        open?.closed(to: Int32(clamping: min(line.depth, line.depthAfter)))
        if line.separates { open?.separated(at: Int32(clamping: line.depthAfter)) }
        position = Checkpoint(
            offset: line.next, line: position.line + 1, row: position.row + line.rowCount, depth: Int32(clamping: line.depthAfter))
    }

    private func index(end: Int, isComplete: Bool) -> LineIndex {
        var index = LineIndex(grammar)
        index.checkpoints = sealed
        if let open { index.checkpoints.append(open) }
        index.lineCount = position.line
        index.rowCount = position.row
        index.end = end
        index.endDepth = Int(position.depth)
        index.isComplete = isComplete
        return index
    }
}
