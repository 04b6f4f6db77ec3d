public import Widgets
import Workspace

/// A row as the table widget has it.
public typealias TableRowText = TableRow

/// A table of names and values in the request, with its cursor.
public struct RowsState: Sendable, Equatable {
    /// The rows as typed.
    public internal(set) var rows: [TableRow]
    /// The cursor and the cell that is edited.
    public internal(set) var table = TableState()

    /// A table of a draft's rows.
    init(_ rows: [Row] = []) {
        self.rows = rows.map { TableRow([$0.name, $0.value], isEnabled: $0.isEnabled) }
    }

    /// The rows as a draft has them.
    var draft: [Row] { rows.map { Row($0[0], $0[1], isEnabled: $0.isEnabled) } }
}
