/// Reads lines one after the other, from any row, line or byte on. Finding the first takes a scan of one checkpoint's distance at most.
struct LineReader {
    private let index: LineIndex
    private let bytes: UnsafeRawBufferPointer
    /// The checkpoint before the next line.
    private(set) var checkpoint: Int
    private var position: Checkpoint

    /// A reader that begins with the line in which a value lies.
    /// - Parameters:
    ///   - bytes: at least as many as the index has looked at.
    ///   - target: where to begin.
    ///   - measure: what the target counts.
    init?(_ index: LineIndex, bytes: UnsafeRawBufferPointer, at target: Int, by measure: Checkpoint.Measure) {
        guard let checkpoint = index.checkpoints.lastIndex(measure, atMost: target) else { return nil }
        self.index = index
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<min(index.end, bytes.count)])
        self.checkpoint = checkpoint
        position = index.checkpoints[checkpoint]
        while position.offset < self.bytes.count {
            let before = (self.checkpoint, position)
            guard next() != nil, position.value(of: measure) <= target else {
                (self.checkpoint, position) = before
                return
            }
        }
    }

    /// A reader that begins at a checkpoint.
    init(_ index: LineIndex, bytes: UnsafeRawBufferPointer, checkpoint: Int) {
        self.index = index
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<min(index.end, bytes.count)])
        self.checkpoint = checkpoint
        position = index.checkpoints[checkpoint]
    }

    /// The next line, or nil after the last one.
    mutating func next() -> NumberedLine? {
        guard position.offset < bytes.count, position.line < index.lineCount else { return nil }
        let isLast = checkpoint + 1 == index.checkpoints.count
        let limit = index.checkpoints[checkpoint].offset + Checkpoint.spacing
        let depth = Int(position.depth)
        let grammar = index.grammar(at: position.offset)
        let known = position.offset < index.textStart ? UnsafeRawBufferPointer(rebasing: bytes.prefix(index.textStart)) : bytes
        guard let line = grammar.line(in: known, at: position.offset, depth: depth, limit: limit) else {
            return lastLine(before: isLast ? endPosition : index.checkpoints[checkpoint + 1])
        }
        let numbered = NumberedLine(scanned: line, line: position.line, row: position.row, rowCount: line.rowCount)
        position = Checkpoint(
            offset: line.next, line: position.line + 1, row: position.row + numbered.rowCount, depth: Int32(clamping: line.depthAfter))
        if !isLast, line.next >= index.checkpoints[checkpoint + 1].offset { checkpoint += 1 }
        return numbered
    }

    private var endPosition: Checkpoint {
        Checkpoint(offset: bytes.count, line: index.lineCount, row: index.rowCount, depth: Int32(clamping: index.endDepth))
    }

    /// A line that is longer than the distance of checkpoints, known from what follows it.
    private mutating func lastLine(before following: Checkpoint) -> NumberedLine {
        let line = index.grammar(at: position.offset).longLine(in: bytes, from: position, to: following)
        defer {
            position = following
            checkpoint = min(checkpoint + 1, index.checkpoints.count - 1)
        }
        return NumberedLine(scanned: line, line: position.line, row: position.row, rowCount: following.row - position.row)
    }
}
