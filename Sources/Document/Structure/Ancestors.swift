/// A line that opens a container around another line.
struct Ancestor: Hashable, Sendable {
    /// Where the container begins.
    var opening: NumberedLine
    /// How many of its children end before the one in which the other line is.
    var childIndex: Int
}

extension StructureReader {
    /// What surrounds a line, innermost first. The line that closes a container is inside it.
    /// - Parameter limit: no more than so many, so that a million levels cost no more than a few.
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

    /// Goes back to the checkpoint after which the innermost open container begins, and counts its children on the way.
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

    /// What is open before a line, as far as it was opened after a checkpoint.
    private func stack(from checkpoint: Int, before line: Int) -> OpenLines {
        var stack = OpenLines(depth: Int(index.checkpoints[checkpoint].depth))
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        while reader.checkpoint == checkpoint, let next = reader.next(), next.line < line { stack.take(next) }
        return stack
    }
}

/// Lines that have opened containers which are not closed.
private struct OpenLines {
    var open: [Ancestor] = []
    /// How many containers were opened before the first of them.
    var depth: Int
    /// How many children of the innermost of those have ended.
    var childCount = 0

    init(depth: Int) {
        self.depth = depth
    }

    mutating func take(_ line: NumberedLine) {
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
