extension DocumentView {
    /// Hides or shows what begins in a row; what surrounds the row where nothing begins in it.
    /// - Returns: the row in which that begins, or nil where there is nothing to fold.
    @discardableResult
    public mutating func toggleFold(atRow row: Int) -> Int? {
        setFold(atRow: row) { folding, opening in !folding.isCollapsed(opening) }
    }

    /// Hides or shows what begins in a row; what surrounds the row where nothing begins in it.
    /// - Returns: the row in which that begins, or nil where there is nothing to fold.
    @discardableResult
    public mutating func setFold(collapsed: Bool, atRow row: Int) -> Int? {
        setFold(atRow: row) { _, _ in collapsed }
    }

    /// Hides everything inside the containers of a level.
    /// - Parameter level: as counted by ``Document/foldLevel(_:)``; nil shows everything.
    public mutating func fold(to level: FoldLevel?) {
        guard document.pretty != nil else { return }
        var folding = folding
        read { folding.reset(to: level, in: $0) }
        self.folding = folding
    }

    /// Opens whatever hides a place.
    /// - Parameter offset: in bytes of the document's text.
    /// - Returns: the row in which the place can be seen.
    public mutating func reveal(_ offset: Int) -> Int {
        guard usesFolds else { return row(at: offset) }
        var folding = folding
        read { structure in
            if let line = structure.line(offset, by: .offset) { folding.reveal(line, in: structure) }
        }
        self.folding = folding
        return row(at: offset)
    }

    /// The row in which begins what surrounds a row.
    public func parentRow(of row: Int) -> Int? {
        guard usesFolds else { return nil }
        return read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let ancestors = structure.ancestors(of: line, limit: 2)
            let parent = line.scanned.closes ? ancestors.dropFirst().first : ancestors.first
            return parent.map { visibleRow(of: $0.opening, structure) }
        }
    }

    /// The row of the partner of the bracket in a row.
    public func matchingRow(of row: Int) -> Int? {
        guard usesFolds else { return nil }
        return read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let partner = line.scanned.closes ? structure.ancestors(of: line, limit: 1).first?.opening : structure.closing(of: line)
            return partner.map { visibleRow(of: $0, structure) }
        }
    }

    /// The way to what a row shows, in JSON.
    public func path(atRow row: Int) -> DocumentPath? {
        nodes(atRow: row) { $0.path(to: $1) }
    }

    /// The value that begins in a row, or ends there, as a range of the document's text.
    public func valueRange(atRow row: Int) -> Range<Int>? {
        nodes(atRow: row) { $0.value(of: $1) } ?? nil
    }

    /// The key in a row with its quotes, as a range of the document's text.
    public func keyRange(atRow row: Int) -> Range<Int>? {
        nodes(atRow: row) { $0.key(of: $1) } ?? nil
    }

    /// Where the line of a row lies, as a range of the document's text.
    public func lineRange(atRow row: Int) -> Range<Int>? {
        read { line(atRow: row, $0)?.scanned.range }
    }

    private mutating func setFold(atRow row: Int, to isCollapsed: (Folding, NumberedLine) -> Bool) -> Int? {
        guard usesFolds else { return nil }
        var folding = folding
        let opening: NumberedLine? = read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let opening = line.scanned.opens ? line : structure.ancestors(of: line, limit: 1).first?.opening
            if let opening { folding.set(opening, collapsed: isCollapsed(folding, opening), in: structure) }
            return opening
        }
        self.folding = folding
        return opening.map { opening in read { visibleRow(of: opening, $0) } }
    }

    private func nodes<Result>(atRow row: Int, _ body: (JSONNodes, NumberedLine) -> Result) -> Result? {
        guard usesFolds, index.grammar == .json else { return nil }
        return read { structure in
            guard let line = line(atRow: row, structure), index.grammar(at: line.scanned.range.lowerBound) == .json else { return nil }
            return body(JSONNodes(structure: structure), line)
        }
    }
}

extension Document {
    /// Counts what can be seen when every container inside so many others is closed; 0 closes the outermost.
    ///
    /// Takes time in proportion to the document: about a second for a gigabyte.
    /// - Returns: nil when the task was cancelled.
    public func foldLevel(_ level: Int) async -> FoldLevel? {
        await FoldLevel(level, of: self)
    }
}
