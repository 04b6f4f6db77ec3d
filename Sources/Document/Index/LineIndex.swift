/// The index of the lines of a text of any size: a list of checkpoints, from which lines are scanned on demand.
struct LineIndex: Sendable {
    let grammar: LineGrammar
    /// The offset after which the lines of the raw text count, because the structure has ended with a syntax error.
    var textStart = Int.max
    var checkpoints = CheckpointList()
    /// The number of lines so far; the last one may still grow.
    var lineCount = 0
    /// The number of rows of these lines.
    var rowCount = 0
    /// The number of indexed bytes.
    var end = 0
    /// The number of open containers at the end.
    var endDepth = 0
    /// True if no more lines will follow.
    var isComplete = false

    func grammar(at offset: Int) -> LineGrammar { offset < textStart ? grammar : .text }
}

/// A line with its number and rows.
struct NumberedLine: Hashable, Sendable {
    var scanned: ScannedLine
    /// The number of the line, from zero.
    var line: Int
    /// The row of its first segment, from zero.
    var row: Int
    var rowCount: Int

    var rows: Range<Int> { row..<row + rowCount }
}

/// A line as found in the bytes.
struct ScannedLine: Hashable, Sendable {
    /// The approximate number of bytes of a row. A longer line has several rows, so that a row is always small.
    static let segmentSize = 1024

    /// The visible bytes, without the line break and the whitespace around it.
    var range: Range<Int>
    /// The offset of the next line; the number of bytes after the last line.
    var next: Int
    /// The number of containers around the line.
    var depth: Int
    /// The number of open containers after the line.
    var depthAfter: Int
    /// True if the line opens a container that has further lines.
    var opens = false
    /// True if the line closes such a container.
    var closes = false

    /// True if the line ends with a separator, so that another child of the same container follows.
    var separates = false

    /// The number of open containers before the line.
    var depthBefore: Int { closes ? depth + 1 : depth }

    var rowCount: Int { Self.rowCount(range.count) }

    static func rowCount(_ byteCount: Int) -> Int { max(1, (byteCount + segmentSize - 1) / segmentSize) }
}

/// Reads lines in order, starting at any row, line or byte. Finding the first one scans at most the distance of two checkpoints.
struct LineReader {
    private let index: LineIndex
    private let bytes: UnsafeRawBufferPointer
    /// The checkpoint before the next line.
    private(set) var checkpoint: Int
    private var position: Checkpoint

    /// Creates a reader of at least the indexed bytes that starts with the line that contains a value in this unit.
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

    /// Creates a reader that starts at a checkpoint.
    init(_ index: LineIndex, bytes: UnsafeRawBufferPointer, checkpoint: Int) {
        self.index = index
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<min(index.end, bytes.count)])
        self.checkpoint = checkpoint
        position = index.checkpoints[checkpoint]
    }

    /// Reads the next line; nil after the last one.
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

    /// A line longer than the distance of checkpoints, derived from the checkpoint after it.
    private mutating func lastLine(before following: Checkpoint) -> NumberedLine {
        let line = index.grammar(at: position.offset).longLine(in: bytes, from: position, to: following)
        defer {
            position = following
            checkpoint = min(checkpoint + 1, index.checkpoints.count - 1)
        }
        return NumberedLine(scanned: line, line: position.line, row: position.row, rowCount: following.row - position.row)
    }
}
