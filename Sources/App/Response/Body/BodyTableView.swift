import Document
import Query
import Screen
import Widgets

/// Draws a body as a table: only the rows and columns on the screen are read.
enum BodyTableView {
    /// A column on the screen.
    struct Column {
        /// Its place among those that are shown.
        let place: Int
        /// Its index in the table.
        let index: Int
        /// Its cells in the first row.
        let rect: Rect
    }

    static func draw(_ table: BodyTable, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        guard let rows = table.table else {
            canvas.write("Reading the rows…", at: rect.origin, style: CellStyle(.textMuted), columns: rect.width)
            return
        }
        let columns = places(of: table, in: rect)
        let body = rect.splitTop(1).rest
        table.body.document.text.withUnsafeBytes { bytes in
            let first = rows.rowCount > 0 ? rows.values(ofRow: 0, columns: columns.map(\.index), in: bytes) : []
            let numbers = Set(zip(columns, first).filter { $1.map(role(of:)) == .codeNumber }.map(\.0.index))
            drawHead(table, rows, columns, numbers, in: rect.splitTop(1).top, on: &canvas)
            table.list.draw(in: body, on: &canvas, count: rows.rowCount, isFocused: isFocused) { row, cells, backdrop, canvas in
                let values = rows.values(ofRow: row, columns: columns.map(\.index), in: bytes)
                for (column, value) in zip(columns, values) {
                    let room = Rect(
                        x: column.rect.minX, y: cells.minY, width: min(column.rect.width - 2, cells.maxX - column.rect.minX), height: 1)
                    let role = value.map(role(of:)) ?? .textMuted
                    canvas.write(
                        TextWidth.fitted(value?.text ?? "·", columns: room.width), in: room, style: CellStyle(role, on: backdrop),
                        alignment: role == .codeNumber ? .trailing : .leading)
                }
            }
        }
    }

    /// The cells of the columns, from the first one that keeps the cursor's column visible.
    static func places(of table: BodyTable, in rect: Rect) -> [Column] {
        let shown = table.shownColumns
        func width(_ index: Int) -> Int { (table.widths.indices.contains(index) ? table.widths[index] : 12) + 2 }
        var first = 0
        while first < table.column, shown[first...table.column].reduce(0, { $0 + width($1) }) > rect.width { first += 1 }
        var x = rect.minX
        var columns: [Column] = []
        for place in first..<max(first, shown.count) {
            guard x < rect.maxX else { break }
            let cells = min(width(shown[place]), rect.maxX - x)
            columns.append(Column(place: place, index: shown[place], rect: Rect(x: x, y: rect.minY, width: cells, height: 1)))
            x += cells
        }
        return columns
    }

    /// The rows between two cells of the screen, with all columns that are shown; nil while both are within one cell of the table.
    static func rows(of table: BodyTable, from start: Point, to end: Point, in rect: Rect) -> DraggedRows? {
        guard let rows = table.table else { return nil }
        let body = rect.splitTop(1).rest
        let columns = places(of: table, in: rect)
        let seen = table.list.visibleRows(count: rows.rowCount, height: body.height)
        guard !seen.isEmpty else { return nil }
        func place(_ point: Point) -> (row: Int, column: Int) {
            let row = min(max(seen.lowerBound, seen.lowerBound + point.y - body.minY), seen.upperBound - 1)
            return (row, columns.lastIndex { $0.rect.minX <= point.x } ?? 0)
        }
        let (first, last) = (place(start), place(end))
        guard first != last || start.y != end.y else { return nil }
        let lines = min(first.row, last.row)...max(first.row, last.row)
        return DraggedRows(cells: lines.compactMap { table.list.rect(ofRow: $0, in: body, count: rows.rowCount) }) {
            table.body.document.text.withUnsafeBytes { bytes in
                lines.map { rows.cells(ofRow: $0, columns: table.shownColumns, in: bytes).map { $0 ?? "" } }
            }
        }
    }

    private static func drawHead(
        _ table: BodyTable, _ rows: JSONTable, _ columns: [Column], _ numbers: Set<Int>, in row: Rect, on canvas: inout Canvas
    ) {
        canvas.fill(row, style: CellStyle(.text))
        for column in columns {
            let sorting = table.isSorting && column.place == table.column ? "…" : nil
            let mark = sorting ?? rows.order.flatMap { $0.column == column.index ? ($0.isDescending ? "▼" : "▲") : nil } ?? ""
            let isCurrent = column.place == table.column
            let room = column.rect.splitRight(2).rest
            canvas.write(
                TextWidth.fitted(mark + rows.columns[column.index], columns: room.width), in: room,
                style: CellStyle(isCurrent ? .paneTitleFocused : .codeKey),
                alignment: numbers.contains(column.index) ? .trailing : .leading)
        }
    }

    /// The role of a value as in the code view, by its type.
    private static func role(of value: JSONTable.Cell) -> StyleRole {
        if value.isString { return .text }
        return switch value.text {
        case "true", "false", "null": .codeKeyword
        case "{…}", "[…]": .textMuted
        default: .codeNumber
        }
    }
}
