import CDocumentScan
import Platform

/// Builds an index from bytes as they arrive, in slices chosen by the caller.
enum LineIndexer: Sendable {
    case text(TextIndexer)
    case json(JSONIndexer)
    case markup(MarkupIndexer)

    /// - Parameter start: the offset of the text.
    init(_ grammar: LineGrammar, start: Int = 0) {
        switch grammar {
        case .text: self = .text(TextIndexer(start: start))
        case .json: self = .json(JSONIndexer(start: start))
        case .xml, .html: self = .markup(MarkupIndexer(grammar, start: start))
        }
    }

    /// Continues with lines of the raw text after the syntax error at `fault`, which ends the structure; the index has bytes beyond it.
    mutating func endStructure(at fault: Int, _ index: LineIndex, over bytes: UnsafeRawBufferPointer) {
        var reader = LineReader(index, bytes: bytes, at: fault, by: .offset)
        let end = reader?.next()?.scanned.range.lowerBound ?? fault
        var structured = LineIndexer(index.grammar, start: index.checkpoints.isEmpty ? 0 : index.checkpoints[0].offset)
        let known = UnsafeRawBufferPointer(rebasing: bytes[..<min(end, fault)])
        self = .text(TextIndexer(after: structured.advance(over: known, isComplete: true)))
    }

    /// Indexes all bytes from the start of the text, never fewer than in the last call; `isComplete` if no more follow.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        switch self {
        case .text(var indexer):
            defer { self = .text(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        case .json(var indexer):
            defer { self = .json(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        case .markup(var indexer):
            defer { self = .markup(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        }
    }
}

/// Builds the index of the lines of plain text, 64 bytes at a time.
struct TextIndexer: Sendable {
    private var sealed: CheckpointList
    private let grammar: LineGrammar
    private let textStart: Int
    /// The last checkpoint.
    private var open: Checkpoint
    private var offset: Int
    /// The current line: its start, number and row.
    private var current: Checkpoint

    /// - Parameter start: the offset of the text.
    init(start: Int) {
        offset = start
        sealed = CheckpointList()
        current = Checkpoint(offset: start)
        open = current
        grammar = .text
        textStart = .max
    }

    /// Continues after the lines of another grammar.
    init(after index: LineIndex) {
        offset = index.end
        sealed = index.checkpoints
        current = Checkpoint(offset: index.end, line: index.lineCount, row: index.rowCount, depth: Int32(clamping: index.endDepth))
        open = current
        grammar = index.grammar
        textStart = index.end
    }

    /// Indexes all bytes from the start of the text, never fewer than in the last call; `isComplete` if no more follow.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if let base = bytes.baseAddress {
            while offset + 64 <= bytes.count {
                let feeds = scan_byte_block(base + offset, 0x0A)
                if feeds != 0 { indexFeeds(feeds, in: bytes) }
                offset += 64
            }
        }
        var last = self
        last.indexRest(of: bytes)
        return last.index(over: bytes, isComplete: isComplete)
    }

    /// Takes the line feeds of a block, as a bit mask.
    @inline(__always)
    private mutating func indexFeeds(_ feeds: UInt64, in bytes: UnsafeRawBufferPointer) {
        let first = offset + feeds.trailingZeroBitCount
        let next = Checkpoint(
            offset: first + 1, line: current.line + 1, row: current.row + rowCount(endingAt: first, in: bytes), depth: current.depth)
        checkpoint(next, feeds)
        let others = feeds.nonzeroBitCount - 1
        current = Checkpoint(
            offset: offset + 64 - feeds.leadingZeroBitCount, line: next.line + others, row: next.row + others, depth: current.depth)
    }

    /// Makes the first line start that is far enough from the last checkpoint the next checkpoint.
    /// - Parameter second: the line after the first feed; each further feed begins another.
    @inline(__always)
    private mutating func checkpoint(_ second: Checkpoint, _ feeds: UInt64) {
        let distance = open.offset + Checkpoint.spacing - 1 - offset
        guard distance < 64 else { return }
        let due = distance > 0 ? feeds & ~.below(distance) : feeds
        guard due != 0 else { return }
        let bit = due.trailingZeroBitCount
        let before = (feeds & .below(bit)).nonzeroBitCount
        sealed.append(open)
        open = Checkpoint(offset: offset + bit + 1, line: second.line + before, row: second.row + before, depth: current.depth)
    }

    /// The number of rows of the current line, which ends at `feed`.
    @inline(__always)
    private func rowCount(endingAt feed: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        guard feed - current.offset > ScannedLine.segmentSize else { return 1 }
        return ScannedLine.rowCount(TextLines.end(of: current.offset..<feed, in: bytes) - current.offset)
    }

    private mutating func indexRest(of bytes: UnsafeRawBufferPointer) {
        var feeds: UInt64 = 0
        for at in offset..<max(offset, bytes.count) where bytes[at] == 0x0A { feeds |= 1 << UInt64(at - offset) }
        if feeds != 0 { indexFeeds(feeds, in: bytes) }
    }

    private func index(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        var index = LineIndex(grammar: grammar)
        index.textStart = textStart
        index.endDepth = Int(current.depth)
        index.end = bytes.count
        index.isComplete = isComplete
        index.checkpoints = sealed
        guard current.offset < bytes.count || current.line > 0 else { return index }
        if open.offset < bytes.count { index.checkpoints.append(open) }
        let hasRest = current.offset < bytes.count
        index.lineCount = current.line + (hasRest ? 1 : 0)
        index.rowCount = current.row + (hasRest ? ScannedLine.rowCount(bytes.count - current.offset) : 0)
        return index
    }
}

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

    /// The line that begins at an offset after `depth` open containers; nil if it has not ended at `limit`. The end of all bytes, which are
    /// given from the start of the text, ends a line.
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
