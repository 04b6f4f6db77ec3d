import CDocumentScan

/// Counts lines, rows and depth over blocks of JSON.
struct JSONLineCounter: Sendable {
    /// Where the next block begins.
    private(set) var offset: Int
    /// How many lines have begun.
    private(set) var lineCount = 0
    /// How many containers are open.
    private(set) var depth = 0
    /// Where the last checkpoint is, and the summary of what follows it.
    private var last: Checkpoint?
    private var minimumDepth = 0
    private var separatorsAtMinimum = 0
    /// From where on a line start becomes a checkpoint.
    private var due = 0

    /// The row of the line that is running, where it began and where it ends as far as is known.
    private var row = 0
    private var lineStart = 0
    private var shownEnd = 0
    /// One where the next byte that is shown follows a break, or an opening bracket. The first byte begins a line.
    private var afterBreak: UInt64 = 1
    private var afterOpen: UInt64 = 0

    init(start: Int) {
        offset = start
    }

    /// How many rows there are, with those of the running line.
    var rowCount: Int { lineCount == 0 ? 0 : row + ScannedLine.rowCount(shownEnd - lineStart) }

    /// The last checkpoint, whose summary still grows.
    var checkpoint: Checkpoint? {
        guard var last else { return nil }
        last.minimumDepth = Int32(clamping: minimumDepth)
        last.separatorsAtMinimum = Int32(clamping: separatorsAtMinimum)
        return last
    }

    /// Goes over a block.
    /// - Returns: the last checkpoint, if a new one was begun.
    @inline(__always)
    mutating func take(_ block: JSONBlock, at bytes: UnsafeRawPointer) -> Checkpoint? {
        let closeCount = block.close.nonzeroBitCount
        let topLevelBreaks = depth <= closeCount ? topLevel(block, at: bytes) : (0, 0)
        let starts = lineStarts(block, topLevelBreaks)
        var done: Checkpoint?
        if offset + 64 > due, let start = dueStart(starts) {
            done = begin(at: start, starts, block)
        } else if depth - closeCount > minimumDepth {
            depth += block.open.nonzeroBitCount - closeCount
        } else {
            walk(block, 0..<64)
        }
        if starts != 0 { count(starts, block) }
        if block.shown != 0 { shownEnd = offset + 64 - block.shown.leadingZeroBitCount }
        offset += 64
        return done
    }

    // MARK: Where lines begin

    @inline(__always)
    private mutating func lineStarts(_ block: JSONBlock, _ topLevel: (closes: UInt64, feeds: UInt64)) -> UInt64 {
        let breaks = block.comma | topLevel.closes
        let afterBreaks = following(breaks, topLevel.feeds, block.shown, carry: &afterBreak)
        let afterOpens = following(block.open, 0, block.shown, carry: &afterOpen)
        return afterBreaks | (afterOpens & ~block.close) | (block.close & ~afterOpens)
    }

    /// The first shown byte after each of some bytes. An addition carries each bit over the space that follows it.
    @inline(__always)
    private func following(_ bits: UInt64, _ inSpace: UInt64, _ shown: UInt64, carry: inout UInt64) -> UInt64 {
        let next = bits << 1 | carry | inSpace
        let space = ~shown
        let (sum, isOverflow) = (next & space).addingReportingOverflow(space)
        carry = bits >> 63 | (isOverflow ? 1 : 0)
        return (sum | next) & shown
    }

    /// At the top level values stand on lines of their own: breaks follow brackets that close to there, and line feeds.
    private func topLevel(_ block: JSONBlock, at bytes: UnsafeRawPointer) -> (closes: UInt64, feeds: UInt64) {
        var depth = depth
        var closes: UInt64 = 0
        var outside: UInt64 = depth == 0 ? ~0 : 0
        var brackets = block.open | block.close
        while brackets != 0 {
            let bit = brackets.lowest
            let wasOutside = depth == 0
            depth = block.open & bit != 0 ? depth + 1 : max(0, depth - 1)
            if block.close & bit != 0, depth == 0 { closes |= bit }
            if wasOutside != (depth == 0) { outside ^= ~(bit &- 1) }
            brackets ^= bit
        }
        let feeds = outside == 0 ? 0 : scan_byte_block(bytes, 0x0A) & outside & block.plain & ~block.shown
        return (closes, feeds)
    }

    // MARK: Counting

    /// Counts the lines that begin in this block.
    @inline(__always)
    private mutating func count(_ starts: UInt64, _ block: JSONBlock) {
        let count = starts.nonzeroBitCount
        row = firstRow(starts, block) + count - 1
        lineCount += count
        lineStart = offset + 63 - starts.leadingZeroBitCount
    }

    /// The row of the first line that begins in this block.
    @inline(__always)
    private func firstRow(_ starts: UInt64, _ block: JSONBlock) -> Int {
        lineCount == 0 ? 0 : row + rowsOfLine(before: starts.trailingZeroBitCount, block)
    }

    /// Makes a line start a checkpoint.
    private mutating func begin(at start: Int, _ starts: UInt64, _ block: JSONBlock) -> Checkpoint? {
        walk(block, 0..<start)
        let done = checkpoint
        let before = (starts & .below(start)).nonzeroBitCount
        let row = firstRow(starts, block) + before
        last = Checkpoint(offset: offset + start, line: lineCount + before, row: row, depth: Int32(clamping: depth))
        minimumDepth = depth
        separatorsAtMinimum = 0
        due = offset + start + Checkpoint.spacing
        walk(block, start..<64)
        return done
    }

    /// In how many rows the running line is shown, which ends before a byte of this block.
    @inline(__always)
    private func rowsOfLine(before bit: Int, _ block: JSONBlock) -> Int {
        guard offset + bit - lineStart > ScannedLine.segmentSize else { return 1 }
        let shown = block.shown & .below(bit)
        let end = shown == 0 ? shownEnd : offset + 64 - shown.leadingZeroBitCount
        return ScannedLine.rowCount(end - lineStart)
    }

    /// Which of the line starts becomes a checkpoint.
    private func dueStart(_ starts: UInt64) -> Int? {
        let starts = due > offset ? starts & ~.below(due - offset) : starts
        return starts == 0 ? nil : starts.trailingZeroBitCount
    }

    // MARK: Depth

    /// Keeps the depth, and the summary of the last checkpoint, over some bits of a block.
    @inline(__always)
    private mutating func walk(_ block: JSONBlock, _ range: Range<Int>) {
        let mask = UInt64.below(range.upperBound) & ~.below(range.lowerBound)
        var commas = block.comma & mask
        let closes = block.close & mask
        var brackets = (block.open & mask) | closes
        if closes != 0, brackets == closes, closes.nonzeroBitCount <= depth { return walkDown(closes, commas) }
        while brackets != 0 {
            let bit = brackets.lowest
            let before = commas & (bit &- 1)
            if depth == minimumDepth { separatorsAtMinimum += before.nonzeroBitCount }
            commas ^= before
            if block.open & bit != 0 { depth += 1 } else { close() }
            brackets ^= bit
        }
        if depth == minimumDepth { separatorsAtMinimum += commas.nonzeroBitCount }
    }

    /// Closing brackets alone, as many at most as are open: only what follows the last of them is at the least depth.
    @inline(__always)
    private mutating func walkDown(_ closes: UInt64, _ commas: UInt64) {
        depth -= closes.nonzeroBitCount
        guard depth <= minimumDepth else { return }
        let following = (commas & ~.below(64 - closes.leadingZeroBitCount)).nonzeroBitCount
        separatorsAtMinimum = depth < minimumDepth ? following : separatorsAtMinimum + following
        minimumDepth = depth
    }

    @inline(__always)
    private mutating func close() {
        depth = max(0, depth - 1)
        guard depth < minimumDepth else { return }
        minimumDepth = depth
        separatorsAtMinimum = 0
    }
}
