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
        guard opening.scanned.opens, var reader = LineReader(index, bytes: bytes, at: opening.line, by: .line) else { return nil }
        _ = reader.next()
        return closing(of: opening, reading: &reader)
    }

    /// The line that closes what a line opens, or nil where it has not been closed yet.
    /// - Parameter reader: has read the line that opens; has read the line that closes afterwards, where there is one.
    func closing(of opening: NumberedLine, reading reader: inout LineReader) -> NumberedLine? {
        let depth = opening.scanned.depth
        let first = reader.checkpoint
        if let line = firstLine(&reader, atDepth: depth) { return line }
        for checkpoint in first + 1..<max(first + 1, index.checkpoints.count)
        where index.checkpoints[checkpoint].minimumDepth <= depth {
            var next = LineReader(index, bytes: bytes, checkpoint: checkpoint)
            guard let line = firstLine(&next, atDepth: depth) else { continue }
            reader = next
            return line
        }
        return nil
    }

    /// The first line at a depth before the next checkpoint.
    private func firstLine(_ reader: inout LineReader, atDepth depth: Int) -> NumberedLine? {
        let checkpoint = reader.checkpoint
        while reader.checkpoint == checkpoint, let line = reader.next() {
            if line.scanned.depth <= depth { return line }
        }
        return nil
    }
}
