/// How many rows can be seen before each checkpoint when every container at one depth is closed.
public struct FoldLevel: Sendable {
    /// Containers inside so many others are closed; 0 closes the outermost.
    public let level: Int
    /// Rows before each checkpoint.
    private let rowsBefore: [Int]
    /// What was counted.
    let index: LineIndex

    /// Counts, which takes time in proportion to the document.
    /// - Returns: nil when the task was cancelled.
    init?(_ level: Int, of document: Document) async {
        self.level = level
        index = document.pretty ?? document.lines
        var rowsBefore = [0]
        for checkpoint in 0..<index.checkpoints.count {
            rowsBefore.append(rowsBefore[checkpoint] + Self.rows(after: checkpoint, in: index, level: level, document.text))
            guard checkpoint % 256 == 0 else { continue }
            if Task.isCancelled { return nil }
            await Task.yield()
        }
        self.rowsBefore = rowsBefore
    }

    /// Rows that can be seen.
    var rowCount: Int { rowsBefore[rowsBefore.count - 1] }

    func shows(_ line: ScannedLine) -> Bool { line.depthBefore <= level }

    /// Whether a line stands for all lines of the container that it opens.
    func collapses(_ line: ScannedLine) -> Bool { line.opens && line.depth == level }

    /// How many of the rows before a row can be seen.
    func visibleRowCount(before row: Int, bytes: UnsafeRawBufferPointer) -> Int {
        guard row < index.rowCount, let checkpoint = index.checkpoints.lastIndex(.row, atMost: row) else { return row <= 0 ? 0 : rowCount }
        var count = rowsBefore[checkpoint]
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        while let line = reader.next(), line.row < row {
            if shows(line.scanned) { count += min(line.rowCount, row - line.row) }
        }
        return count
    }

    /// A reader before the line of a row, counted among those that can be seen, and how many visible rows precede what it reads next.
    func reader(atVisibleRow row: Int, bytes: UnsafeRawBufferPointer) -> (reader: LineReader, visibleRow: Int)? {
        guard (0..<rowCount).contains(row) else { return nil }
        var low = 0
        var high = rowsBefore.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if rowsBefore[middle] <= row { low = middle } else { high = middle - 1 }
        }
        var reader = LineReader(index, bytes: bytes, checkpoint: low)
        var visible = rowsBefore[low]
        var before = reader
        while let line = reader.next() {
            if shows(line.scanned) {
                guard visible + line.rowCount <= row else { return (before, visible) }
                visible += line.rowCount
            }
            before = reader
        }
        return nil
    }

    private static func rows(after checkpoint: Int, in index: LineIndex, level: Int, _ bytes: ByteSnapshot) -> Int {
        guard index.checkpoints[checkpoint].minimumDepth <= level else { return 0 }
        return bytes.withUnsafeBytes { bytes in
            var count = 0
            var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
            while reader.checkpoint == checkpoint, let line = reader.next() {
                if line.scanned.depthBefore <= level { count += line.rowCount }
            }
            return count
        }
    }
}
