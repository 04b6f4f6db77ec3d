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

    /// True if a line opens a container that is collapsed.
    func collapses(_ line: ScannedLine) -> Bool { line.opens && line.depth == level }

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

/// The folds of a document.
struct Folding: Sendable {
    private(set) var level: FoldLevel?
    /// The containers that the user has collapsed or expanded individually, in the order of their lines.
    private(set) var folds: [Fold] = []
    private(set) var map: RowMap

    init(_ index: LineIndex) {
        map = RowMap(rowCount: index.rowCount)
    }

    /// Collapses or expands the container that a line opens.
    mutating func set(_ opening: NumberedLine, collapsed: Bool, in structure: StructureReader) {
        let place = place(of: opening)
        let fold = Fold(opening: opening, closing: structure.closing(of: opening), isCollapsed: collapsed)
        if self.fold(of: opening) != nil { folds.remove(at: place) }
        if collapsed != isCollapsedByLevel(opening) { folds.insert(fold, at: place) }
        rebuild(structure)
    }

    /// Expands the folds that hide a line.
    mutating func reveal(_ line: NumberedLine, in structure: StructureReader) {
        let rowCount = structure.index.rowCount
        for fold in folds where fold.isCollapsed && fold.rows(of: rowCount).contains(line.row) {
            set(fold.opening, collapsed: false, in: structure)
        }
        guard let level, line.scanned.depthBefore > level.level else { return }
        let outer = structure.ancestors(of: line, limit: line.scanned.depthBefore - level.level).last
        if let outer, isCollapsed(outer.opening) { set(outer.opening, collapsed: false, in: structure) }
    }

    /// Collapses all containers of a level, or expands everything, and discards individual folds.
    mutating func reset(to level: FoldLevel?, in structure: StructureReader) {
        self.level = level
        folds = []
        rebuild(structure)
    }

    /// Updates the folds to a document that has grown: containers that were still open may be closed now.
    mutating func update(_ structure: StructureReader) {
        folds = folds.compactMap { fold in
            guard fold.closing == nil else { return fold }
            guard let opening = structure.line(fold.opening.line, by: .line), opening.scanned.opens else { return nil }
            return Fold(opening: opening, closing: structure.closing(of: opening), isCollapsed: fold.isCollapsed)
        }
        rebuild(structure)
    }

    func isCollapsed(_ opening: NumberedLine) -> Bool {
        fold(of: opening)?.isCollapsed ?? isCollapsedByLevel(opening)
    }

    func fold(of opening: NumberedLine) -> Fold? {
        let place = place(of: opening)
        return place < folds.count && folds[place].opening.line == opening.line ? folds[place] : nil
    }

    private func isCollapsedByLevel(_ opening: NumberedLine) -> Bool {
        guard let level, level.collapses(opening.scanned), opening.row < level.index.rowCount else { return false }
        return true
    }

    private func place(of opening: NumberedLine) -> Int {
        folds.indices.partitioningIndex { folds[$0].opening.line >= opening.line }
    }

    private mutating func rebuild(_ structure: StructureReader) {
        map = RowMap(rowCount: structure.index.rowCount, folds: folds, level: level, bytes: structure.bytes)
    }
}

/// A container that the user has collapsed or expanded individually.
struct Fold: Hashable, Sendable {
    /// The line that opens the container.
    var opening: NumberedLine
    /// The line that closes the container, if it has arrived.
    var closing: NumberedLine?
    /// True if the lines of the container are hidden.
    var isCollapsed: Bool

    /// The rows after the opening line, up to and including the closing line, limited to `rowCount`.
    func rows(of rowCount: Int) -> Range<Int> {
        let start = min(opening.rows.upperBound, rowCount)
        return start..<max(start, min(closing?.rows.upperBound ?? rowCount, rowCount))
    }

    func hiddenLineCount(of lineCount: Int) -> Int {
        max(0, (closing.map { $0.line + 1 } ?? lineCount) - opening.line - 1)
    }
}
