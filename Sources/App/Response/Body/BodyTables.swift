import Document
public import Query
import Screen
public import Widgets

/// Moves the cursor in the table of a body, sorts the table and hides columns.
enum BodyTables {
    static func reduce(_ state: inout ResponseState, _ context: ResponseContext, _ message: BodyTableMessage) -> ResponseOutcome {
        guard var table = state.shown.table else { return [] }
        switch message {
        case .made(let made): return take(made, as: &table, &state, context)
        case .sort:
            guard let column = table.currentColumn, let rows = table.table else { return [] }
            table.isSorting = true
            state.shown.table = table
            return [.effect(.sortTable(table.body, rows, next(rows.order, column)))]
        case .hideColumn:
            guard let column = table.currentColumn, table.shownColumns.count > 1 else { return [] }
            table.hidden.insert(column)
            table.column = min(table.column, table.shownColumns.count - 1)
        case .showColumns: table.hidden = []
        }
        state.shown.table = table
        return []
    }

    private static func take(
        _ made: MadeTable, as table: inout BodyTable, _ state: inout ResponseState, _ context: ResponseContext
    ) -> ResponseOutcome {
        guard made.body.isSameBody(as: table.body) else { return [] }
        guard let rows = made.table else {
            state.shown.table = nil
            return .say(.warning, "This body has no array of objects")
        }
        if !made.widths.isEmpty { table.widths = made.widths }
        if let order = table.restoredOrder, order != rows.order {
            state.shown.table = table
            return [.effect(.sortTable(table.body, rows, order))]
        }
        let isRestored = table.table == nil
        (table.table, table.restoredOrder, table.isSorting) = (rows, nil, false)
        table.list.select(isRestored ? table.list.selected : 0, count: rows.rowCount, height: height(state, context))
        state.shown.table = table
        return []
    }

    /// The next order for a column: ascending, descending, then the order of the text.
    private static func next(_ order: JSONTable.Order?, _ column: Int) -> JSONTable.Order? {
        guard let order, order.column == column else { return JSONTable.Order(column: column, isDescending: false) }
        return order.isDescending ? nil : JSONTable.Order(column: column, isDescending: true)
    }

    static func move(_ state: inout ResponseState, _ context: ResponseContext, _ motion: Motion) {
        guard var table = state.shown.table else { return }
        switch motion {
        case .left: table.column = max(0, table.column - 1)
        case .right: table.column = max(0, min(table.shownColumns.count - 1, table.column + 1))
        default: motion.list.map { table.list.move($0, count: table.table?.rowCount ?? 0, height: height(state, context)) }
        }
        state.shown.table = table
    }

    /// Handles the mouse: a click on a row selects it, a click on a column name sorts by it, and a double click shows the row in the body.
    static func mouse(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect) -> ResponseOutcome {
        guard var table = state.shown.table else { return [] }
        let (head, rows) = rect.splitTop(1)
        if case .press(.left, _) = event.action, head.contains(event.position) {
            let columns = BodyTableView.places(of: table, in: rect)
            guard let hit = columns.first(where: { $0.rect.contains(Point(x: event.position.x, y: $0.rect.minY)) }) else { return [] }
            table.column = hit.place
            state.shown.table = table
            return [.next(.table(.sort))]
        }
        let outcome = table.list.handle(event, in: rows, count: table.table?.rowCount ?? 0)
        state.shown.table = table
        if case .opened = outcome { open(&state, context) }
        return []
    }

    /// Shows the row under the cursor at its place in the body.
    static func open(_ state: inout ResponseState, _ context: ResponseContext) {
        guard let table = state.shown.table, let rows = table.table, rows.rowCount > table.list.selected else { return }
        let offset = rows.offset(ofRow: table.list.selected)
        state.shown.table = nil
        state.shown.show(place: offset, height: ResponseReducer.contentArea(state, context).height)
    }

    private static func height(_ state: ResponseState, _ context: ResponseContext) -> Int {
        ResponseReducer.contentArea(state, context).height - 1
    }
}

/// The table view of a body: rows and columns, the cursor, and the hidden columns.
public struct BodyTable: Sendable, Equatable {
    /// The body that the table shows.
    public let body: BodyHandle
    /// The rows and columns; nil while they are being read.
    public internal(set) var table: JSONTable?
    /// True while the rows are being sorted.
    public internal(set) var isSorting = false
    /// The cursor's row and the first visible row.
    public internal(set) var list = ListState()
    /// The index of the cursor's column among the visible columns.
    public internal(set) var column = 0
    /// The hidden columns.
    public internal(set) var hidden: Set<Int> = []
    /// The widths of all columns in cells, from the values in the first rows.
    public internal(set) var widths: [Int] = []

    /// The order of the rows to restore when they are read again.
    var restoredOrder: JSONTable.Order?

    init(body: BodyHandle) { self.body = body }

    /// Frees the rows; they are read again when the table is shown.
    mutating func rest() {
        restoredOrder = table?.order ?? restoredOrder
        table = nil
    }

    /// The visible columns, in order.
    var shownColumns: [Int] { (table?.columns.indices).map { $0.filter { !hidden.contains($0) } } ?? [] }

    /// The column under the cursor.
    var currentColumn: Int? {
        let shown = shownColumns
        return shown.indices.contains(column) ? shown[column] : shown.last
    }
}

/// A table that was read or sorted.
public struct MadeTable: Sendable, Equatable {
    /// The body from which it was made.
    public let body: BodyHandle
    /// The rows and columns; nil if the body has no table.
    public let table: JSONTable?
    /// Widths of the columns in cells.
    public let widths: [Int]

    /// Compares the body and the order.
    public static func == (left: MadeTable, right: MadeTable) -> Bool {
        left.body == right.body && left.table?.order == right.table?.order && left.table?.rowCount == right.table?.rowCount
    }
}

/// Draws a body as a table; reads only the rows and columns on the screen.
enum BodyTableView {
    /// A column on the screen.
    struct Column {
        /// Its index among the visible columns.
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

    /// The cells of the columns, starting at the first column that keeps the cursor's column visible.
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

    /// The rows between two cells of the screen, with all visible columns; nil if both points are in one cell of the table.
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
