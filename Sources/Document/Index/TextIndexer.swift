import CDocumentScan

/// Builds the index of the lines of plain text, 64 bytes at a time.
struct TextIndexer: Sendable {
    private var sealed: CheckpointList
    private let grammar: LineGrammar
    private let textStart: Int
    /// The last checkpoint.
    private var open: Checkpoint
    private var offset: Int
    /// The line that is running: where it begins, its number and its row.
    private var current: Checkpoint

    /// - Parameter start: where the text begins.
    init(start: Int) {
        offset = start
        sealed = CheckpointList()
        current = Checkpoint(offset: start)
        open = current
        grammar = .text
        textStart = .max
    }

    /// Goes on where another grammar has come to its end.
    init(after index: LineIndex) {
        offset = index.end
        sealed = index.checkpoints
        current = Checkpoint(offset: index.end, line: index.lineCount, row: index.rowCount, depth: Int32(clamping: index.endDepth))
        open = current
        grammar = index.grammar
        textStart = index.end
    }

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - isComplete: whether these are all there will be.
    /// - Returns: what is known of all bytes.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if let base = bytes.baseAddress {
            while offset + 64 <= bytes.count {
                let feeds = scan_byte_block(base + offset, 0x0A)
                if feeds != 0 { take(feeds, in: bytes) }
                offset += 64
            }
        }
        var last = self
        last.takeRest(of: bytes)
        return last.index(over: bytes, isComplete: isComplete)
    }

    /// Line feeds, as bits of a block.
    @inline(__always)
    private mutating func take(_ feeds: UInt64, in bytes: UnsafeRawBufferPointer) {
        let first = offset + feeds.trailingZeroBitCount
        let next = Checkpoint(
            offset: first + 1, line: current.line + 1, row: current.row + rowCount(endingAt: first, in: bytes), depth: current.depth)
        checkpoint(next, feeds)
        let others = feeds.nonzeroBitCount - 1
        current = Checkpoint(
            offset: offset + 64 - feeds.leadingZeroBitCount, line: next.line + others, row: next.row + others, depth: current.depth)
    }

    /// Makes the first line start that is far enough from the last checkpoint the next one.
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

    /// In how many rows the running line is shown if it ends at a line feed.
    @inline(__always)
    private func rowCount(endingAt feed: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        guard feed - current.offset > ScannedLine.segmentSize else { return 1 }
        return ScannedLine.rowCount(TextLines.end(of: current.offset..<feed, in: bytes) - current.offset)
    }

    private mutating func takeRest(of bytes: UnsafeRawBufferPointer) {
        var feeds: UInt64 = 0
        for at in offset..<max(offset, bytes.count) where bytes[at] == 0x0A { feeds |= 1 << UInt64(at - offset) }
        if feeds != 0 { take(feeds, in: bytes) }
    }

    private func index(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        var index = LineIndex(grammar)
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
