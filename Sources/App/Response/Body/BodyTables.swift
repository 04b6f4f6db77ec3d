import Query
import Screen
import Widgets

/// Moves in the table of a body, sorts it and hides columns.
enum BodyTables {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        guard var table = state.response.shown.table else { return [] }
        switch message {
        case .tableMade(let made):
            guard made.body.isSameBody(as: table.body) else { return [] }
            guard let rows = made.table else {
                state.response.shown.table = nil
                return state.say(.warning, "There is no array of objects in this body")
            }
            if !made.widths.isEmpty { table.widths = made.widths }
            if let order = table.restoredOrder, order != rows.order {
                state.response.shown.table = table
                return [.body(.sortTable(table.body, rows, order))]
            }
            let isBack = table.table == nil
            table.table = rows
            table.restoredOrder = nil
            table.isSorting = false
            table.list.select(isBack ? table.list.selected : 0, count: rows.rowCount, height: height(state))
        case .sortColumn:
            guard let column = table.currentColumn, let rows = table.table else { return [] }
            table.isSorting = true
            state.response.shown.table = table
            return [.body(.sortTable(table.body, rows, next(rows.order, column)))]
        case .hideColumn:
            guard let column = table.currentColumn, table.shownColumns.count > 1 else { return [] }
            table.hidden.insert(column)
            table.column = min(table.column, table.shownColumns.count - 1)
        case .showColumns: table.hidden = []
        default: break
        }
        state.response.shown.table = table
        return []
    }

    /// Up, down, and back to the order of the text.
    private static func next(_ order: JSONTable.Order?, _ column: Int) -> JSONTable.Order? {
        guard let order, order.column == column else { return JSONTable.Order(column: column, isDescending: false) }
        return order.isDescending ? nil : JSONTable.Order(column: column, isDescending: true)
    }

    static func move(_ state: inout AppState, _ motion: Motion) {
        guard var table = state.response.shown.table else { return }
        switch motion {
        case .left: table.column = max(0, table.column - 1)
        case .right: table.column = max(0, min(table.shownColumns.count - 1, table.column + 1))
        default: motion.list.map { table.list.move($0, count: table.table?.rowCount ?? 0, height: height(state)) }
        }
        state.response.shown.table = table
    }

    /// A click on a row selects it, on a column's name sorts by it; a second click shows the row where it stands.
    static func mouse(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) -> [Effect] {
        guard var table = state.response.shown.table else { return [] }
        let (head, rows) = rect.splitTop(1)
        if case .press(.left, _) = event.action, head.contains(event.position) {
            let columns = BodyTableView.places(of: table, in: rect)
            guard let hit = columns.first(where: { $0.rect.contains(Point(x: event.position.x, y: $0.rect.minY)) }) else { return [] }
            table.column = hit.place
            state.response.shown.table = table
            return update(&state, .sortColumn)
        }
        let outcome = table.list.handle(event, in: rows, count: table.table?.rowCount ?? 0)
        state.response.shown.table = table
        if case .opened = outcome { open(&state) }
        return []
    }

    /// Shows the row under the cursor where it stands in the body.
    static func open(_ state: inout AppState) {
        guard let table = state.response.shown.table, let rows = table.table, rows.rowCount > table.list.selected else { return }
        let offset = rows.offset(ofRow: table.list.selected)
        state.response.shown.table = nil
        state.response.shown.show(place: offset, height: ResponseUpdate.contentRect(state).height)
    }

    private static func height(_ state: AppState) -> Int { ResponseUpdate.contentRect(state).height - 1 }
}
