public import Query
public import Widgets

/// A body as a table: the rows and columns, the cursor, and what is hidden.
public struct BodyTable: Sendable, Equatable {
    /// The body whose table it is.
    public let body: BodyHandle
    /// The rows and columns; nil while they are looked for.
    public internal(set) var table: JSONTable?
    /// True while the rows are being sorted.
    public internal(set) var isSorting = false
    /// The cursor's row and the first on the screen.
    public internal(set) var list = ListState()
    /// The place of the cursor's column among those that are shown.
    public internal(set) var column = 0
    /// The columns that are not shown.
    public internal(set) var hidden: Set<Int> = []
    /// Widths of all columns in cells, with room for what the first rows hold.
    public internal(set) var widths: [Int] = []

    /// How the rows stood before they were forgotten.
    var restoredOrder: JSONTable.Order?

    init(body: BodyHandle) { self.body = body }

    /// Forgets the rows: they are found again when the table is looked at.
    mutating func rest() {
        restoredOrder = table?.order ?? restoredOrder
        table = nil
    }

    /// The columns that are shown, in order.
    var shownColumns: [Int] { (table?.columns.indices).map { $0.filter { !hidden.contains($0) } } ?? [] }

    /// The column under the cursor.
    var currentColumn: Int? {
        let shown = shownColumns
        return shown.indices.contains(column) ? shown[column] : shown.last
    }
}

/// A table that was made or sorted.
public struct MadeTable: Sendable, Equatable {
    /// The body that it was made of.
    public let body: BodyHandle
    /// The rows and columns; nil where there are none.
    public let table: JSONTable?
    /// Widths of the columns in cells.
    public let widths: [Int]

    /// The same when they are of the same body, in the same order.
    public static func == (left: MadeTable, right: MadeTable) -> Bool {
        left.body == right.body && left.table?.order == right.table?.order && left.table?.rowCount == right.table?.rowCount
    }
}
