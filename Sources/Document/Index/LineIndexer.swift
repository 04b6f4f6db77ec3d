/// Builds an index from bytes as they arrive, in slices of the caller's choice.
struct LineIndexer: Sendable {
    private(set) var index: LineIndex
    /// The first line that is not known to have ended.
    private var position = Checkpoint()
    /// The last checkpoint, whose summary still grows.
    private var open: Checkpoint?

    init(_ grammar: LineGrammar) {
        index = LineIndex(grammar)
    }

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - isComplete: whether these are all there will be.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        if position.line == 0 { position.offset = index.grammar.firstLine(in: bytes, from: position.offset) }
        while position.offset < bytes.count {
            guard
                let line = index.grammar.line(in: bytes, at: position.offset, depth: Int(position.depth), limit: bytes.count),
                line.next < bytes.count || isComplete
            else { break }
            take(line, in: bytes)
        }
        publish(bytes, isComplete: isComplete)
    }

    private mutating func take(_ line: ScannedLine, in bytes: UnsafeRawBufferPointer) {
        checkpointIfDue()
        open?.closed(to: Int32(clamping: min(line.depth, line.depthAfter)))
        if !line.opens, !line.range.isEmpty, bytes[line.range.upperBound - 1] == UInt8(ascii: ",") {
            open?.separated(at: Int32(clamping: line.depthAfter))
        }
        position = Checkpoint(
            offset: line.next, line: position.line + 1, row: position.row + line.rowCount, depth: Int32(clamping: line.depthAfter))
    }

    private mutating func checkpointIfDue() {
        guard let open else {
            self.open = position
            return
        }
        guard position.offset - open.offset >= Checkpoint.spacing else { return }
        sealed.append(open)
        self.open = position
    }

    private var sealed = CheckpointList()

    private mutating func publish(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        var open = self.open
        index.checkpoints = sealed
        index.end = bytes.count
        index.isComplete = isComplete
        index.lineCount = position.line
        index.rowCount = position.row
        index.endDepth = Int(position.depth)
        defer { if let open { index.checkpoints.append(open) } }
        guard position.offset < bytes.count,
            let line = index.grammar.line(in: bytes, at: position.offset, depth: Int(position.depth), limit: bytes.count)
        else { return }
        if let due = open, position.offset - due.offset >= Checkpoint.spacing {
            index.checkpoints.append(due)
            open = position
        }
        open = open ?? position
        index.lineCount += 1
        index.rowCount += line.rowCount
        index.endDepth = line.depthAfter
    }
}
