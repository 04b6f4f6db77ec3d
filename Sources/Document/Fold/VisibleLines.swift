/// A line, or some rows of it, as it can be seen.
struct VisibleLine {
    var line: NumberedLine
    /// Which of its rows.
    var segments: Range<Int>
    /// The place of the first of them among the rows that can be seen.
    var visibleRow: Int
    /// What is folded away behind the line.
    var fold: Fold?
}

/// Gives the lines that can be seen, one stretch after the other.
struct VisibleLines {
    let structure: StructureReader
    let map: RowMap
    /// What is folded, where the form knows folds.
    let folding: Folding?

    /// The lines of some of the visible rows.
    func lines(_ range: Range<Int>) -> [VisibleLine] {
        var lines: [VisibleLine] = []
        for stretch in map.stretches where stretch.visible.overlaps(range) {
            let wanted = range.clamped(to: stretch.visible)
            switch stretch.rule {
            case .hidden: break
            case .shown: appendShown(wanted, of: stretch, to: &lines)
            case .level(let before): appendLevel(wanted, of: stretch, before: before, to: &lines)
            }
        }
        return lines
    }

    private func appendShown(_ wanted: Range<Int>, of stretch: RowMap.Stretch, to lines: inout [VisibleLine]) {
        let shift = stretch.rows.lowerBound - stretch.visible.lowerBound
        let rows = wanted.lowerBound + shift..<wanted.upperBound + shift
        guard var reader = LineReader(structure.index, bytes: structure.bytes, at: rows.lowerBound, by: .row) else { return }
        while let line = reader.next(), line.row < rows.upperBound {
            let seen = line.rows.clamped(to: rows)
            lines.append(
                VisibleLine(
                    line: line, segments: seen.lowerBound - line.row..<seen.upperBound - line.row, visibleRow: seen.lowerBound - shift,
                    fold: foldByHand(of: line)))
        }
    }

    private func appendLevel(_ wanted: Range<Int>, of stretch: RowMap.Stretch, before: Int, to lines: inout [VisibleLine]) {
        let shift = before - stretch.visible.lowerBound
        let rows = wanted.lowerBound + shift..<wanted.upperBound + shift
        guard let level = folding?.level, let start = level.reader(atVisibleRow: rows.lowerBound, bytes: structure.bytes) else { return }
        var (reader, row) = start
        while row < rows.upperBound, let line = reader.next() {
            guard level.shows(line.scanned) else { continue }
            let seen = (row..<row + line.rowCount).clamped(to: rows)
            let fold = fold(of: line, level: level, &reader)
            lines.append(
                VisibleLine(
                    line: line, segments: seen.lowerBound - row..<seen.upperBound - row, visibleRow: seen.lowerBound - shift, fold: fold))
            row += line.rowCount
        }
    }

    /// What the user has folded away behind a line.
    private func foldByHand(of line: NumberedLine) -> Fold? {
        guard line.scanned.opens, let fold = folding?.fold(of: line), fold.isCollapsed else { return nil }
        return fold
    }

    /// What the user or a level folds away behind a line. In the second case the reader goes on behind it.
    private func fold(of line: NumberedLine, level: FoldLevel, _ reader: inout LineReader) -> Fold? {
        if folding?.fold(of: line) != nil { return foldByHand(of: line) }
        guard level.collapses(line.scanned) else { return nil }
        return Fold(opening: line, closing: structure.closing(of: line, reading: &reader), isCollapsed: true)
    }
}
