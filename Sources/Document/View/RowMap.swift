/// The mapping between all rows and visible rows, as a few sections with one rule each.
struct RowMap: Sendable {
    enum Rule: Sendable {
        /// All rows are visible.
        case shown
        /// No row is visible.
        case hidden
        /// The rows left by a fold level are visible; `before` of them precede the section.
        case level(before: Int)
    }

    struct Section: Sendable {
        var rule: Rule
        /// The range among all rows.
        var rows: Range<Int>
        /// The range among the visible rows.
        var visible: Range<Int>
    }

    private(set) var sections: [Section] = []
    private(set) var visibleRowCount = 0

    /// Creates a map in which all rows are visible.
    init(rowCount: Int) { append(.shown, 0..<rowCount, visible: rowCount) }

    /// Creates a map with individual folds in the order of their lines; they override the fold level.
    init(rowCount: Int, folds: [Fold], level: FoldLevel?, bytes: UnsafeRawBufferPointer) {
        add(0..<rowCount, rowCount: rowCount, folds: folds, level: level, bytes: bytes)
    }

    /// The row among all rows; the last one if there are fewer.
    func row(ofVisible visible: Int, level: FoldLevel?, bytes: UnsafeRawBufferPointer) -> Int {
        guard let section = sections.last(where: { $0.visible.lowerBound <= visible && !$0.visible.isEmpty }) else { return 0 }
        let offset = min(visible, section.visible.upperBound - 1) - section.visible.lowerBound
        guard case .level(let before) = section.rule else { return section.rows.lowerBound + offset }
        guard let (start, first) = level?.reader(atVisibleRow: before + offset, bytes: bytes) else { return section.rows.lowerBound }
        var reader = start
        return reader.next().map { $0.row + before + offset - first } ?? section.rows.lowerBound
    }

    /// The row among the visible rows; for a hidden row, the last visible one before it.
    func visibleRow(of row: Int, level: FoldLevel?, bytes: UnsafeRawBufferPointer) -> Int {
        guard let section = sections.last(where: { $0.rows.lowerBound <= row }) else { return 0 }
        switch section.rule {
        case .shown: return section.visible.lowerBound + min(row, section.rows.upperBound - 1) - section.rows.lowerBound
        case .hidden: return max(0, section.visible.lowerBound - 1)
        case .level(let before):
            let through = level?.visibleRowCount(before: row + 1, bytes: bytes) ?? 0
            return max(0, section.visible.lowerBound + through - before - 1)
        }
    }

    // MARK: Building

    private mutating func add(
        _ rows: Range<Int>, rowCount: Int, folds: [Fold], level: FoldLevel?, bytes: UnsafeRawBufferPointer
    ) {
        var position = rows.lowerBound
        for fold in folds where fold.opening.row >= position && fold.opening.row < rows.upperBound {
            let inside = fold.rows(of: rowCount)
            let opensLevel = level?.collapses(fold.opening.scanned) ?? false
            guard fold.isCollapsed || opensLevel else { continue }
            addRest(position..<inside.lowerBound, level, bytes)
            if fold.isCollapsed {
                append(.hidden, inside, visible: 0)
            } else {
                add(inside, rowCount: rowCount, folds: folds, level: nil, bytes: bytes)
            }
            position = inside.upperBound
        }
        addRest(position..<max(position, rows.upperBound), level, bytes)
    }

    /// Adds rows without individual folds. Rows that arrived after the level was counted are visible.
    private mutating func addRest(_ rows: Range<Int>, _ level: FoldLevel?, _ bytes: UnsafeRawBufferPointer) {
        guard let level else { return append(.shown, rows, visible: rows.count) }
        let counted = rows.clamped(to: 0..<level.index.rowCount)
        if !counted.isEmpty {
            let before = level.visibleRowCount(before: counted.lowerBound, bytes: bytes)
            let through = level.visibleRowCount(before: counted.upperBound, bytes: bytes)
            append(.level(before: before), counted, visible: through - before)
        }
        let rest = rows.clamped(to: level.index.rowCount..<Int.max)
        append(.shown, rest, visible: rest.count)
    }

    private mutating func append(_ rule: Rule, _ rows: Range<Int>, visible: Int) {
        guard !rows.isEmpty else { return }
        sections.append(Section(rule: rule, rows: rows, visible: visibleRowCount..<visibleRowCount + visible))
        visibleRowCount += visible
    }
}

/// A visible line, or some of its rows.
struct VisibleLine {
    var line: NumberedLine
    var segments: Range<Int>
    /// The position of the first of these rows among the visible rows.
    var visibleRow: Int
    /// The fold that begins at the line.
    var fold: Fold?
}

/// Reads the visible lines.
struct VisibleLines {
    let structure: StructureReader
    let map: RowMap
    /// The folds, if the form has folds.
    let folding: Folding?

    func lines(_ range: Range<Int>) -> [VisibleLine] {
        var lines: [VisibleLine] = []
        for section in map.sections where section.visible.overlaps(range) {
            let wanted = range.clamped(to: section.visible)
            switch section.rule {
            case .hidden: break
            case .shown: appendShown(wanted, of: section, to: &lines)
            case .level(let before): appendLevel(wanted, of: section, before: before, to: &lines)
            }
        }
        return lines
    }

    private func appendShown(_ wanted: Range<Int>, of section: RowMap.Section, to lines: inout [VisibleLine]) {
        let shift = section.rows.lowerBound - section.visible.lowerBound
        let rows = wanted.lowerBound + shift..<wanted.upperBound + shift
        guard var reader = LineReader(structure.index, bytes: structure.bytes, at: rows.lowerBound, by: .row) else { return }
        while let line = reader.next(), line.row < rows.upperBound {
            let seen = line.rows.clamped(to: rows)
            lines.append(
                VisibleLine(
                    line: line, segments: seen.lowerBound - line.row..<seen.upperBound - line.row, visibleRow: seen.lowerBound - shift,
                    fold: individualFold(of: line)))
        }
    }

    private func appendLevel(_ wanted: Range<Int>, of section: RowMap.Section, before: Int, to lines: inout [VisibleLine]) {
        let shift = before - section.visible.lowerBound
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

    /// The individual fold that begins at a line.
    private func individualFold(of line: NumberedLine) -> Fold? {
        guard line.scanned.opens, let fold = folding?.fold(of: line), fold.isCollapsed else { return nil }
        return fold
    }

    /// The individual fold or the fold of the level that begins at a line. In the second case the reader continues after the fold.
    private func fold(of line: NumberedLine, level: FoldLevel, _ reader: inout LineReader) -> Fold? {
        if folding?.fold(of: line) != nil { return individualFold(of: line) }
        guard level.collapses(line.scanned) else { return nil }
        return Fold(opening: line, closing: structure.closing(of: line, reading: &reader), isCollapsed: true)
    }
}
