/// A row of a table: a name, a value, and what else it has columns for.
public struct TableRow: Hashable, Sendable {
    /// The texts, one for each column; a column without one is empty.
    public var cells: [String]
    /// Whether the row counts.
    public var isEnabled: Bool

    /// Takes the texts, one for each column, and whether the row counts.
    public init(_ cells: [String], isEnabled: Bool = true) {
        self.cells = cells
        self.isEnabled = isEnabled
    }

    /// Whether nothing stands in it.
    public var isBlank: Bool { cells.allSatisfy(\.isEmpty) }

    /// The text in `column`, empty where there is none.
    public subscript(column: Int) -> String {
        get { column < cells.count ? cells[column] : "" }
        set {
            while cells.count <= column { cells.append("") }
            cells[column] = newValue
        }
    }
}
