import Document
import Query
import Screen
import Widgets

/// Moves the cursor in the table of a body, sorts the table and hides columns.
enum BodyTables {
    static func reduce(_ state: inout ResponseState, _ message: BodyTableMessage, _ context: ResponseContext) -> ResponseOutcome {
        guard var table = state.shown.table else { return [] }
        switch message {
        case .made(let made): return store(made, as: &table, &state, context)
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

    private static func store(
        _ made: MadeTable, as table: inout BodyTable, _ state: inout ResponseState, _ context: ResponseContext
    ) -> ResponseOutcome {
        guard made.body.isSameBody(as: table.body) else { return [] }
        guard let rows = made.table else {
            state.shown.table = nil
            return .notify(.warning, "This body has no array of objects")
        }
        if !made.widths.isEmpty { table.widths = made.widths }
        if let order = table.restoredOrder, order != rows.order {
            state.shown.table = table
            return [.effect(.sortTable(table.body, rows, order))]
        }
        let isRestored = table.table == nil
        (table.table, table.restoredOrder, table.isSorting) = (rows, nil, false)
        let sought = table.soughtOffset.take().flatMap { offset in
            table.body.document.text.withUnsafeBytes { rows.row(at: offset, in: $0) }
        }
        let row = sought ?? (isRestored ? table.list.selected : 0)
        table.list.select(row, count: rows.rowCount, height: height(state, context))
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

    /// Handles the mouse: a click on a cell selects it, a click on a column name sorts by it, and a double click shows the row in the body.
    static func mouse(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect) -> ResponseOutcome {
        guard var table = state.shown.table else { return [] }
        let (head, rows) = rect.splitTop(1)
        if case .press(.left, _) = event.action, head.contains(event.position) {
            let columns = BodyTableView.places(of: table, in: rect)
            guard let hit = columns.first(where: { $0.rect.contains(Point(x: event.position.x, y: $0.rect.minY)) }) else { return [] }
            table.column = hit.column
            state.shown.table = table
            return [.next(.table(.sort))]
        }
        if case .press = event.action, rows.contains(event.position) {
            let columns = BodyTableView.places(of: table, in: rect)
            table.column = columns.first { $0.rect.contains(Point(x: event.position.x, y: $0.rect.minY)) }?.column ?? table.column
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
struct BodyTable: Sendable, Equatable {
    /// The body that the table shows.
    let body: BodyHandle
    /// The rows and columns; nil while they are being read.
    var table: JSONTable?
    /// True while the rows are being sorted.
    var isSorting = false
    /// The cursor's row and the first visible row.
    var list = ListState()
    /// The index of the cursor's column among the visible columns.
    var column = 0
    /// The hidden columns.
    var hidden: Set<Int> = []
    /// The widths of the values of all columns in cells.
    var widths: [Int] = []

    /// The offset whose row gets the cursor when the rows are read first.
    var soughtOffset: Int?
    /// The order of the rows to restore when they are read again.
    var restoredOrder: JSONTable.Order?

    /// Frees the rows; they are read again when the table is shown.
    mutating func freeRows() {
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
struct MadeTable: Sendable, Equatable {
    /// The body from which it was made.
    let body: BodyHandle
    /// The rows and columns; nil if the body has no table.
    let table: JSONTable?
    /// Widths of the columns in cells.
    let widths: [Int]

    /// Compares the body and the order.
    static func == (left: MadeTable, right: MadeTable) -> Bool {
        left.body == right.body && left.table?.order == right.table?.order && left.table?.rowCount == right.table?.rowCount
    }
}

/// Draws a body as a table; reads only the rows and columns on the screen.
enum BodyTableView {
    static func draw(_ table: BodyTable, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        guard let rows = table.table else {
            canvas.write("Reading the rows…", at: rect.origin, style: CellStyle(.textMuted), columns: rect.width)
            return
        }
        let shown = table.shownColumns
        var widget = widget(of: table, rows, in: rect)
        table.body.document.text.withUnsafeBytes { bytes in
            func values(_ row: Int, _ columns: [Int]) -> [DataTable.Value] {
                rows.values(ofRow: row, columns: columns.map { shown[$0] }, in: bytes).map(value)
            }
            if rows.rowCount > 0 {
                let visible = widget.places(in: rect).map(\.column)
                for (column, value) in zip(visible, values(0, visible)) { widget.columns[column].isNumeric = value.isNumber }
            }
            widget.draw(in: rect, table.list, count: rows.rowCount, isFocused: isFocused, on: &canvas, values: values)
        }
    }

    /// The cells of the columns in the header, each with its index among the visible columns.
    static func places(of table: BodyTable, in rect: Rect) -> [(column: Int, rect: Rect)] {
        table.table.map { widget(of: table, $0, in: rect).places(in: rect) } ?? []
    }

    /// The number of bytes of a value that are copied.
    private static let copiedByteCount = 1 << 20

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
                lines.map { row in
                    rows.cells(ofRow: row, columns: table.shownColumns, in: bytes, limit: copiedByteCount).map { $0 ?? "" }
                }
            }
        }
    }

    private static func widget(of table: BodyTable, _ rows: JSONTable, in rect: Rect) -> DataTable {
        let shown = table.shownColumns
        let widths = shown.map { table.widths.indices.contains($0) ? table.widths[$0] : 12 }
        let columns = shown.enumerated().map { place, index in
            let order = rows.order.flatMap { $0.column == index ? $0.isDescending : nil }
            let sorting: DataTable.Sorting? =
                table.isSorting && place == table.column ? .running : order.map { $0 ? .descending : .ascending }
            return DataTable.Column(rows.columns[index], width: min(widths[place], TableMaker.usualWidth), sorting: sorting)
        }
        var widget = DataTable(columns, current: table.column)
        // The scrollbar takes the last column.
        widget.widen(to: widths, in: rect.width - 1)
        return widget
    }

    private static func value(_ cell: JSONTable.Cell?) -> DataTable.Value {
        guard let cell else { return .missing }
        if cell.isString { return .text(cell.text) }
        return switch cell.text {
        case "true", "false", "null": .keyword(cell.text)
        case "{…}", "[…]": .structure(cell.text)
        default: .number(cell.text)
        }
    }
}
