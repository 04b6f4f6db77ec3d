/// Finds the containers of lines: matching brackets and the ancestors of a line.
///
/// Checkpoints that cannot contain the target, according to their summary, are skipped, so the distance has little effect on the time.
struct StructureReader {
    let index: LineIndex
    let bytes: UnsafeRawBufferPointer

    /// The line at a row, line number or offset.
    func line(_ target: Int, by measure: Checkpoint.Measure) -> NumberedLine? {
        var reader = LineReader(index, bytes: bytes, at: target, by: measure)
        return reader?.next()
    }

    /// The line that closes the container opened by a line; nil if it is not closed yet.
    func closing(of opening: NumberedLine) -> NumberedLine? {
        guard opening.scanned.opens, var reader = LineReader(index, bytes: bytes, at: opening.line, by: .line) else { return nil }
        _ = reader.next()
        return closing(of: opening, reading: &reader)
    }

    /// The line that closes the container opened by a line; nil if it is not closed yet.
    /// - Parameter reader: a reader that has read the opening line; afterwards it has read the closing line, if there is one.
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

    // MARK: Ancestors

    /// The containers around a line, innermost first. The line that closes a container is inside it.
    /// - Parameter limit: the maximum number of containers, so that a million levels cost no more than a few.
    func ancestors(of line: NumberedLine, limit: Int) -> [Ancestor] {
        guard var checkpoint = index.checkpoints.lastIndex(.line, atMost: line.line) else { return [] }
        var stack = stack(from: checkpoint, before: line.line)
        var found = Array(stack.open.reversed())
        while stack.depth > 0, found.count < limit, let outer = self.checkpoint(before: checkpoint, reaching: &stack) {
            checkpoint = outer
            let (depth, children) = (stack.depth, stack.childCount)
            stack = self.stack(from: checkpoint, before: .max)
            stack.open.removeAll { $0.opening.scanned.depth >= depth }
            guard !stack.open.isEmpty else { break }
            stack.open[stack.open.count - 1].childIndex += children
            found += stack.open.reversed()
        }
        return Array(found.prefix(limit))
    }

    /// Finds the checkpoint after which the innermost open container begins, and counts its children on the way back.
    private func checkpoint(before checkpoint: Int, reaching stack: inout OpenLines) -> Int? {
        var checkpoint = checkpoint - 1
        while checkpoint >= 0 {
            let passed = index.checkpoints[checkpoint]
            if Int(passed.minimumDepth) < stack.depth { return checkpoint }
            if Int(passed.minimumDepth) == stack.depth { stack.childCount += Int(passed.separatorsAtMinimum) }
            checkpoint -= 1
        }
        return nil
    }

    /// The containers opened after a checkpoint and still open before a line.
    private func stack(from checkpoint: Int, before line: Int) -> OpenLines {
        var stack = OpenLines(depth: Int(index.checkpoints[checkpoint].depth))
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        while reader.checkpoint == checkpoint, let next = reader.next(), next.line < line { stack.add(next) }
        return stack
    }
}

/// A container around a line.
struct Ancestor: Hashable, Sendable {
    /// The line that opens the container.
    var opening: NumberedLine
    /// The index of the child that contains the other line.
    var childIndex: Int
}

/// The lines that have opened containers which are still open.
private struct OpenLines {
    var open: [Ancestor] = []
    /// The number of containers that were opened before the first of these lines.
    var depth: Int
    /// The number of ended children of the innermost of these containers.
    var childCount = 0

    mutating func add(_ line: NumberedLine) {
        if line.scanned.closes, open.popLast() == nil {
            depth = max(0, depth - 1)
            childCount = 0
        }
        if line.scanned.opens {
            open.append(Ancestor(opening: line, childIndex: 0))
        } else if line.scanned.separates {
            if open.isEmpty { childCount += 1 } else { open[open.count - 1].childIndex += 1 }
        }
    }
}
