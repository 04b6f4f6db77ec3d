public import Widgets
import Workspace

/// A table or a form of the request, with its cursor.
public struct RowsState: Sendable, Equatable {
    /// The rows as typed.
    public internal(set) var rows: [TableRow] = []
    /// The cursor and the cell that is edited.
    public internal(set) var table = TableState()

    /// The rows of names and values as a draft has them. What somebody noted about a row stands behind its
    /// value, where no column shows it.
    var draft: [Row] { rows.map { Row($0[0], $0[1], isEnabled: $0.isEnabled, comment: $0[2]) } }

    /// A draft's rows as the table widget has them.
    static func rows(_ rows: [Row]) -> [TableRow] {
        rows.map { TableRow($0.comment.isEmpty ? [$0.name, $0.value] : [$0.name, $0.value, $0.comment], isEnabled: $0.isEnabled) }
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
