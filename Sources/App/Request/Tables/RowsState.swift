public import Widgets
import Workspace

/// A table or a form of the request, with its cursor.
public struct RowsState: Sendable, Equatable {
    /// The rows as typed.
    public internal(set) var rows: [TableRow] = []
    /// The cursor and the cell that is edited.
    public internal(set) var table = TableState()

    /// The rows of names and values as a draft has them.
    var draft: [Row] { rows.map(Self.draft) }

    /// A row as a draft has it. What somebody noted about it, and whether its name stands alone, are behind its value, where no column
    /// shows them.
    static func draft(_ row: TableRow) -> Row {
        Row(row[0], row[1], isEnabled: row.isEnabled, comment: row[2], isBare: row[3] == bare)
    }

    /// A draft's rows as the table widget has them.
    static func rows(_ rows: [Row]) -> [TableRow] { rows.map(row) }

    /// A draft's row as the table widget has it.
    static func row(_ row: Row) -> TableRow {
        let hidden = row.isBare ? [row.comment, bare] : row.comment.isEmpty ? [] : [row.comment]
        return TableRow([row.name, row.value] + hidden, isEnabled: row.isEnabled)
    }

    private static let bare = "bare"

    /// Takes rows that were changed as they are shown; of a form only what stands in them, since the rest is what they mean there.
    mutating func take(_ shown: [TableRow], ofForm isForm: Bool) {
        guard isForm else { return rows = shown }
        for (index, row) in zip(rows.indices, shown) where rows[index].cells != row.cells { rows[index].cells = row.cells }
    }

    /// Shows other rows, with the cursor where it was as far as that is there.
    mutating func show(_ new: [TableRow]) {
        guard new != rows else { return }
        let isEditing = table.isEditing
        rows = new
        // A cell that is edited would write what it held over what is there now.
        if isEditing { table = TableState() }
    }
}
