@testable import Document

/// The lines of a whole text by their definition, one after the other: what the fast indexers are compared with.
struct ReferenceIndex {
    var lines: [NumberedLine] = []
    var checkpoints: [Checkpoint] = []
    var rowCount = 0

    init(_ grammar: LineGrammar, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var position = Checkpoint(offset: grammar == .text ? 0 : JSONLines.skipSpace(in: bytes, from: 0))
            while position.offset < bytes.count,
                let line = grammar.line(in: bytes, at: position.offset, depth: Int(position.depth), limit: bytes.count)
            {
                if checkpoints.isEmpty || position.offset - checkpoints[checkpoints.count - 1].offset >= Checkpoint.spacing {
                    checkpoints.append(position)
                }
                summarize(line)
                lines.append(NumberedLine(scanned: line, line: position.line, row: position.row, rowCount: line.rowCount))
                position = Checkpoint(
                    offset: line.next, line: position.line + 1, row: position.row + line.rowCount,
                    depth: Int32(clamping: line.depthAfter))
            }
            rowCount = position.row
        }
    }

    private mutating func summarize(_ line: ScannedLine) {
        let last = checkpoints.count - 1
        checkpoints[last].closed(to: Int32(clamping: min(line.depth, line.depthAfter)))
        if line.separates { checkpoints[last].separated(at: Int32(clamping: line.depthAfter)) }
    }
}

extension CheckpointList {
    var all: [Checkpoint] { (0..<count).map { self[$0] } }
}
