/// Finds what belongs together in lines with depth: brackets and their partners, what surrounds a line.
///
/// Checkpoints whose summary says that they hold nothing of interest are skipped, so the distance does not matter.
struct StructureReader {
    let index: LineIndex
    let bytes: UnsafeRawBufferPointer

    /// The line at a row, a line number or an offset.
    func line(_ target: Int, by measure: Checkpoint.Measure) -> NumberedLine? {
        var reader = LineReader(index, bytes: bytes, at: target, by: measure)
        return reader?.next()
    }

    /// The line that closes what a line opens, or nil where it has not been closed yet.
    func closing(of opening: NumberedLine) -> NumberedLine? {
        let depth = opening.scanned.depth
        guard opening.scanned.opens, var reader = LineReader(index, bytes: bytes, at: opening.line, by: .line) else { return nil }
        let first = reader.checkpoint
        _ = reader.next()
        while reader.checkpoint == first, let line = reader.next() {
            if line.scanned.depth <= depth { return line.scanned.depth == depth ? line : nil }
        }
        var checkpoint = first + 1
        while checkpoint < index.checkpoints.count {
            if index.checkpoints[checkpoint].minimumDepth <= depth, let line = firstLine(from: checkpoint, atDepth: depth) { return line }
            checkpoint += 1
        }
        return nil
    }

    private func firstLine(from checkpoint: Int, atDepth depth: Int) -> NumberedLine? {
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        while reader.checkpoint == checkpoint, let line = reader.next() {
            if line.scanned.depth <= depth { return line }
        }
        return nil
    }
}
