/// What of a document is folded away.
struct Folding: Sendable {
    private(set) var level: FoldLevel?
    /// What the user has closed or opened by hand, in the order of the lines.
    private(set) var folds: [Fold] = []
    private(set) var map: RowMap

    init(_ index: LineIndex) {
        map = RowMap(rowCount: index.rowCount)
    }

    /// Hides or shows what a line opens.
    mutating func set(_ opening: NumberedLine, collapsed: Bool, in structure: StructureReader) {
        let place = place(of: opening)
        let fold = Fold(opening: opening, closing: structure.closing(of: opening), isCollapsed: collapsed)
        if self.fold(of: opening) != nil { folds.remove(at: place) }
        if collapsed != isCollapsedByLevel(opening) { folds.insert(fold, at: place) }
        rebuild(structure)
    }

    /// Opens what hides a line.
    mutating func reveal(_ line: NumberedLine, in structure: StructureReader) {
        let rowCount = structure.index.rowCount
        for fold in folds where fold.isCollapsed && fold.rows(of: rowCount).contains(line.row) {
            set(fold.opening, collapsed: false, in: structure)
        }
        guard let level, line.scanned.depthBefore > level.level else { return }
        let outer = structure.ancestors(of: line, limit: line.scanned.depthBefore - level.level).last
        if let outer, isCollapsed(outer.opening) { set(outer.opening, collapsed: false, in: structure) }
    }

    /// Closes everything at a level, or opens everything, and forgets what was done by hand.
    mutating func reset(to level: FoldLevel?, in structure: StructureReader) {
        self.level = level
        folds = []
        rebuild(structure)
    }

    /// Follows a document that has grown: what was not closed yet may be closed now.
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

    /// Whether the level closes a line, which it does not inside a container that was opened by hand.
    private func isCollapsedByLevel(_ opening: NumberedLine) -> Bool {
        guard let level, level.collapses(opening.scanned), opening.row < level.index.rowCount else { return false }
        return true
    }

    private func place(of opening: NumberedLine) -> Int {
        var low = 0
        var high = folds.count
        while low < high {
            let middle = (low + high) / 2
            if folds[middle].opening.line < opening.line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func rebuild(_ structure: StructureReader) {
        map = RowMap(rowCount: structure.index.rowCount, folds: folds, level: level, bytes: structure.bytes)
    }
}
