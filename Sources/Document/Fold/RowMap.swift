/// Which rows can be seen, as a few stretches of rows that follow one rule each.
struct RowMap: Sendable {
    enum Rule: Sendable {
        /// All rows can be seen.
        case shown
        /// None can.
        case hidden
        /// Those that a level leaves, of which so many come before the stretch.
        case level(before: Int)
    }

    struct Stretch: Sendable {
        var rule: Rule
        /// Among all rows.
        var rows: Range<Int>
        /// Among the rows that can be seen.
        var visible: Range<Int>
    }

    private(set) var stretches: [Stretch] = []
    /// How many rows can be seen.
    private(set) var visibleRowCount = 0

    /// All rows can be seen.
    init(rowCount: Int) {
        append(.shown, 0..<rowCount, visible: rowCount)
    }

    /// - Parameters:
    ///   - folds: in the order of their lines.
    ///   - level: what is closed but for folds that say otherwise.
    init(rowCount: Int, folds: [Fold], level: FoldLevel?, bytes: UnsafeRawBufferPointer) {
        add(0..<rowCount, rowCount: rowCount, folds: folds, level: level, bytes: bytes)
    }

    /// The row among all rows; the last one where there are not so many.
    func row(ofVisible visible: Int, level: FoldLevel?, bytes: UnsafeRawBufferPointer) -> Int {
        guard let stretch = stretches.last(where: { $0.visible.lowerBound <= visible && !$0.visible.isEmpty }) else { return 0 }
        let offset = min(visible, stretch.visible.upperBound - 1) - stretch.visible.lowerBound
        guard case .level(let before) = stretch.rule else { return stretch.rows.lowerBound + offset }
        guard let (start, first) = level?.reader(atVisibleRow: before + offset, bytes: bytes) else { return stretch.rows.lowerBound }
        var reader = start
        return reader.next().map { $0.row + before + offset - first } ?? stretch.rows.lowerBound
    }

    /// The row among those that can be seen; the last one before it where it cannot be seen itself.
    func visibleRow(of row: Int, level: FoldLevel?, bytes: UnsafeRawBufferPointer) -> Int {
        guard let stretch = stretches.last(where: { $0.rows.lowerBound <= row }) else { return 0 }
        switch stretch.rule {
        case .shown: return stretch.visible.lowerBound + min(row, stretch.rows.upperBound - 1) - stretch.rows.lowerBound
        case .hidden: return max(0, stretch.visible.lowerBound - 1)
        case .level(let before):
            let through = level?.visibleRowCount(before: row + 1, bytes: bytes) ?? 0
            return max(0, stretch.visible.lowerBound + through - before - 1)
        }
    }

    // MARK: Putting together

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

    /// Rows that no fold speaks of. What came after the level was counted can be seen.
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
        stretches.append(Stretch(rule: rule, rows: rows, visible: visibleRowCount..<visibleRowCount + visible))
        visibleRowCount += visible
    }
}
