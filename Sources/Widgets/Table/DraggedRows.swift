public import Screen

/// Whole rows of a table that the mouse was dragged over.
public struct DraggedRows: Sendable {
    /// The rows on the screen.
    public let cells: [Rect]
    private let rows: @Sendable () -> [[String]]

    /// Rows on the screen, and their texts, which are asked for when they are copied: the cells are drawn at each movement.
    public init(cells: [Rect], rows: @escaping @Sendable () -> [[String]]) {
        self.cells = cells
        self.rows = rows
    }

    /// A line for each row, its cells apart by tabs; what would end a cell or a line becomes a space.
    public var text: String {
        let lines = rows().map { row in
            row.map { $0.split(omittingEmptySubsequences: false) { $0 == "\t" || $0.isNewline }.joined(separator: " ") }
        }
        return lines.map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
}

extension TableState {
    /// The rows between two cells of the screen; nil while both are within one cell of the table, of which a piece is selected then.
    /// - Parameter rect: the cells of the table.
    public func rows(from start: Point, to end: Point, in rect: Rect, rows: [TableRow], shape: TableShape) -> DraggedRows? {
        let (layout, count) = (layout(rect, rows, shape), lineCount(rows, shape))
        let seen = list.visibleRows(count: count, height: layout.body.height)
        guard !seen.isEmpty else { return nil }
        func place(_ point: Point) -> (row: Int, column: Int) {
            let row = min(max(seen.lowerBound, seen.lowerBound + point.y - layout.body.minY), seen.upperBound - 1)
            return (row, layout.columns.lastIndex { $0.lowerBound <= point.x - layout.body.minX } ?? 0)
        }
        let (first, last) = (place(start), place(end))
        guard first != last || start.y != end.y else { return nil }
        let lines = min(first.row, last.row)...max(first.row, last.row)
        guard lines.contains(where: { texts(ofLine: $0, rows, shape) != nil }) else { return nil }
        return DraggedRows(cells: lines.compactMap { list.rect(ofRow: $0, in: layout.body, count: count) }) {
            lines.compactMap { texts(ofLine: $0, rows, shape) }
        }
    }

    /// The texts of a line; nil for the one that adds another. Of a secret there are dots, as on the screen.
    private func texts(ofLine line: Int, _ rows: [TableRow], _ shape: TableShape) -> [String]? {
        if line >= rows.count {
            let added = line - rows.count - shape.addLines
            return shape.added.indices.contains(added) ? shape.columns.indices.map { shape.added[added][$0] } : nil
        }
        return shape.columns.indices.map { column in
            let isMasked = shape.columns[column].isMasked || rows[line].isSecret && column > 0
            return isMasked && !rows[line][column].isEmpty ? Self.dots : rows[line][column]
        }
    }
}
