import Widgets
import Workspace

/// Variables as rows of a table.
enum VariableRows {
    /// The rows with what is wrong beside each.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(rows, VariableIssue.reasons(of: rows.map(RowsState.draft))).map { row, problem in
            var row = row
            row.problem = problem
            return row
        }
    }
}
