/// The number of visible rows before each checkpoint, with all containers at one depth collapsed.
public struct FoldLevel: Sendable {
    /// The depth of the collapsed containers; 0 is the outermost.
    public let level: Int
    /// The number of visible rows before each checkpoint.
    private let rowsBefore: [Int]
    /// The index that was counted.
    let index: LineIndex

    /// Counts the visible rows, in time proportional to the size of the document.
    /// - Returns: nil if the task was cancelled.
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

    /// The number of visible rows.
    var rowCount: Int { rowsBefore[rowsBefore.count - 1] }

    func shows(_ line: ScannedLine) -> Bool { line.depthBefore <= level }

    /// Returns true if a line opens a container that is collapsed.
    func collapses(_ line: ScannedLine) -> Bool { line.opens && line.depth == level }

    /// The number of visible rows before a row.
    func visibleRowCount(before row: Int, bytes: UnsafeRawBufferPointer) -> Int {
        guard row < index.rowCount, let checkpoint = index.checkpoints.lastIndex(.row, atMost: row) else { return row <= 0 ? 0 : rowCount }
        var count = rowsBefore[checkpoint]
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        while let line = reader.next(), line.row < row {
            if shows(line.scanned) { count += min(line.rowCount, row - line.row) }
        }
        return count
    }

    /// A reader positioned before the line of a visible row, and the number of visible rows before that line.
    func reader(atVisibleRow row: Int, bytes: UnsafeRawBufferPointer) -> (reader: LineReader, visibleRow: Int)? {
        guard (0..<rowCount).contains(row) else { return nil }
        let checkpoint = rowsBefore.indices.partitioningIndex { rowsBefore[$0] > row } - 1
        var reader = LineReader(index, bytes: bytes, checkpoint: checkpoint)
        var visible = rowsBefore[checkpoint]
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
