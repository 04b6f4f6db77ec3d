import Screen

/// Where the parts of a table stand when it is drawn in a rectangle.
struct TableLayout {
    /// The titles, empty when there is no room for them.
    let header: Rect
    /// The rows, with the line that adds one.
    let body: Rect
    /// The columns of each cell, from the left edge of a row.
    let columns: [Range<Int>]

    static let checkboxColumns = 4

    /// - Parameter cursor: the column that must be seen.
    init(_ rect: Rect, shape: TableShape, rowCount: Int, cursor: Int = 0) {
        (header, body) = rect.splitTop(rect.height > 2 && shape.hasTitles ? 1 : 0)
        let width = rect.width - (rowCount > body.height ? 1 : 0)
        columns = Self.scrolled(Self.columns(of: shape, width: width), to: cursor, width: width)
    }

    /// The cells of a column on the row that is drawn in `row`.
    func cell(_ column: Int, on row: Rect) -> Rect {
        let range = columns[column]
        return Rect(x: row.minX + range.lowerBound, y: row.minY, width: range.count, height: 1)
            .intersection(row)
    }

    /// The cells for the text of a column and those for what is wrong with its row, which reach over the columns behind it. The text keeps a
    /// third, or as much as it needs where that is less.
    ///
    /// - Parameter textWidth: the cells that the text needs.
    func split(_ column: Int, on row: Rect, textWidth: Int, problem: String?) -> (text: Rect, problem: Rect) {
        guard let problem, let last = columns.indices.last else { return (cell(column, on: row), .empty) }
        let start = cell(column, on: row)
        let room = Rect(x: start.minX, y: row.minY, width: max(0, cell(last, on: row).maxX - start.minX), height: 1)
        let most = max(room.width * 2 / 3, room.width - textWidth - 1)
        let (text, rest) = room.splitRight(min(TextWidth.columns(of: problem) + 4, most))
        return (text, rest)
    }

    private static func columns(of shape: TableShape, width: Int) -> [Range<Int>] {
        let start = shape.hasCheckboxes ? checkboxColumns : 0
        let gaps = shape.columns.count - 1
        var fixed = 0
        var shares = 0
        for column in shape.columns {
            switch column.width {
            case .fixed(let columns): fixed += columns
            case .share(let parts): shares += parts
            }
        }
        let free = max(0, width - start - gaps - fixed, shape.leastShare * shares)
        var left = start
        var given = 0
        var ranges: [Range<Int>] = []
        for column in shape.columns {
            let columns: Int
            switch column.width {
            case .fixed(let count): columns = count
            case .share(let parts):
                columns = free * (given + parts) / shares - free * given / shares
                given += parts
            }
            ranges.append(left..<left + columns)
            left += columns + 1
        }
        return ranges
    }

    /// Leaves out as many columns on the left as it takes to see the one with the cursor whole.
    private static func scrolled(_ columns: [Range<Int>], to cursor: Int, width: Int) -> [Range<Int>] {
        guard columns.indices.contains(cursor), let end = columns.last?.upperBound, end > width, let start = columns.first?.lowerBound
        else {
            return columns
        }
        let first = columns[...cursor].firstIndex { columns[cursor].upperBound - $0.lowerBound + start <= width } ?? cursor
        let distance = columns[first].lowerBound - start
        return columns.enumerated().map { index, range in
            index < first ? start..<start : range.lowerBound - distance..<range.upperBound - distance
        }
    }
}
