import CDocumentScan

/// Builds the index of the lines that `JSONLines` defines, 64 bytes at a time.
struct JSONIndexer: Sendable {
    private var sealed = CheckpointList()
    private var carry = JSONBits.Carry()
    private var counter: JSONLineCounter

    /// - Parameter start: the offset of the text.
    init(start: Int) {
        counter = JSONLineCounter(start: start)
    }

    /// Indexes all bytes from the start of the text, never fewer than in the last call; `isComplete` if no more follow.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if let base = bytes.baseAddress {
            // Local copies, so that they are kept in registers.
            var (counter, carry) = (counter, carry)
            while counter.offset + 64 <= bytes.count {
                let start = base + counter.offset
                let block = JSONBlock(start, carry: &carry)
                if let checkpoint = counter.indexBlock(block, at: start) { sealed.append(checkpoint) }
            }
            (self.counter, self.carry) = (counter, carry)
        }
        var last = self
        last.indexRest(of: bytes)
        return last.index(end: bytes.count, isComplete: isComplete)
    }

    /// Indexes the last bytes, too few for a block. Called on a copy, so that they are indexed again when more have arrived.
    private mutating func indexRest(of bytes: UnsafeRawBufferPointer) {
        guard counter.offset < bytes.count else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[counter.offset...])
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { padded in
            guard let base = padded.baseAddress else { return }
            base.initializeMemory(as: UInt8.self, repeating: 0x20, count: 64)
            padded.copyMemory(from: rest)
            let block = JSONBlock(base, carry: &carry, count: rest.count)
            if let checkpoint = counter.indexBlock(block, at: base) { sealed.append(checkpoint) }
        }
    }

    private func index(end: Int, isComplete: Bool) -> LineIndex {
        var index = LineIndex(grammar: .json)
        index.checkpoints = sealed
        if let last = counter.checkpoint { index.checkpoints.append(last) }
        index.lineCount = counter.lineCount
        index.rowCount = counter.rowCount
        index.end = end
        index.endDepth = counter.depth
        index.isComplete = isComplete
        return index
    }
}

/// Counts lines, rows and depth over blocks of JSON.
struct JSONLineCounter: Sendable {
    /// The offset of the next block.
    private(set) var offset: Int
    /// The number of lines that have begun.
    private(set) var lineCount = 0
    /// The number of open containers.
    private(set) var depth = 0
    /// The last checkpoint; its summary so far is kept below.
    private var last: Checkpoint?
    private var minimumDepth = 0
    private var separatorsAtMinimum = 0
    /// The offset from which a line start becomes a checkpoint.
    private var due = 0

    /// The row of the current line, its start, and the end of its visible bytes so far.
    private var row = 0
    private var lineStart = 0
    private var shownEnd = 0
    /// One if the next visible byte follows a line break, or an opening bracket. The first byte begins a line.
    private var afterBreak: UInt64 = 1
    private var afterOpen: UInt64 = 0

    init(start: Int) { offset = start }

    /// The number of rows, including the rows of the current line.
    var rowCount: Int { lineCount == 0 ? 0 : row + ScannedLine.rowCount(shownEnd - lineStart) }

    /// The last checkpoint with its summary so far.
    var checkpoint: Checkpoint? {
        guard var last else { return nil }
        last.minimumDepth = Int32(clamping: minimumDepth)
        last.separatorsAtMinimum = Int32(clamping: separatorsAtMinimum)
        return last
    }

    /// Counts a block.
    /// - Returns: the last checkpoint, if a new one has begun.
    @inline(__always)
    mutating func indexBlock(_ block: JSONBlock, at bytes: UnsafeRawPointer) -> Checkpoint? {
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

    /// The first visible byte after each of the given bytes. An addition carries each bit over the whitespace after it.
    @inline(__always)
    private func following(_ bits: UInt64, _ inSpace: UInt64, _ shown: UInt64, carry: inout UInt64) -> UInt64 {
        let next = bits << 1 | carry | inSpace
        let space = ~shown
        let (sum, isOverflow) = (next & space).addingReportingOverflow(space)
        carry = bits >> 63 | (isOverflow ? 1 : 0)
        return (sum | next) & shown
    }

    /// The line breaks at the top level, where each value has its own line: after brackets that close a value, and at line feeds.
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

    /// The number of rows of the current line, which ends before a byte of this block.
    @inline(__always)
    private func rowsOfLine(before bit: Int, _ block: JSONBlock) -> Int {
        guard offset + bit - lineStart > ScannedLine.segmentSize else { return 1 }
        let shown = block.shown & .below(bit)
        let end = shown == 0 ? shownEnd : offset + 64 - shown.leadingZeroBitCount
        return ScannedLine.rowCount(end - lineStart)
    }

    /// The first line start that is far enough from the last checkpoint.
    private func dueStart(_ starts: UInt64) -> Int? {
        let starts = due > offset ? starts & ~.below(due - offset) : starts
        return starts == 0 ? nil : starts.trailingZeroBitCount
    }

    // MARK: Depth

    /// Updates the depth and the summary of the last checkpoint over a range of a block.
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

    /// Handles closing brackets only, at most as many as are open: the minimum depth is reached after the last of them.
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
