import Document
import Query
import Screen

/// Makes the table of a body, with columns as wide as what the first rows hold.
enum TableMaker {
    private static let measuredRows = 200
    private static let widest = 40

    static func table(of body: BodyHandle) -> MadeTable {
        body.document.text.withUnsafeBytes { bytes in
            guard let table = JSONTable(bytes, isCancelled: { Task.isCancelled }) else {
                return MadeTable(body: body, table: nil, widths: [])
            }
            var widths = table.columns.map { TextWidth.columns(of: $0) + 1 }
            let all = Array(table.columns.indices)
            for row in 0..<min(table.rowCount, measuredRows) {
                for (column, text) in table.cells(ofRow: row, columns: all, in: bytes).enumerated() {
                    widths[column] = min(widest, max(widths[column], text.map { TextWidth.columns(of: $0) } ?? 1))
                }
            }
            return MadeTable(body: body, table: table, widths: widths)
        }
    }
}
