/// Builds the index of the lines of markup, line by line.
struct MarkupIndexer: Sendable {
    private let grammar: LineGrammar
    private var sealed = CheckpointList()
    /// The first line that is not certain yet.
    private var position: Checkpoint
    /// The last checkpoint, whose summary still grows.
    private var open: Checkpoint?

    /// - Parameter start: where the text begins.
    init(_ grammar: LineGrammar, start: Int) {
        self.grammar = grammar
        position = Checkpoint(offset: start)
    }

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - isComplete: whether these are all there will be.
    /// - Returns: what is known of all bytes.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if position.line == 0 { position.offset = MarkupLines.skipSpace(in: bytes, from: min(position.offset, bytes.count)) }
        // How a line ends depends on what follows it.
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
