/// A row of a table: a name, a value, and what else it has columns for.
public struct TableRow: Hashable, Sendable {
    /// The texts, one for each column; a column without one is empty.
    public var cells: [String]
    /// Whether the row counts.
    public var isEnabled: Bool
    /// Whether what is behind the first cell is a secret, shown as dots.
    public var isSecret: Bool
    /// All that the last cell can be, one of which it is; empty where it can be any text.
    public var choices: [String]
    /// Whether the choices are offered only, and the last cell can be any other text: a choice that ends with a space is the beginning of one.
    public var takesAnyText = false
    /// What the last cell means while it is empty, shown muted there.
    public var placeholder = ""
    /// What is wrong with it, in a few words; shown behind its last cell.
    public var problem: String?

    /// Takes what a row is.
    public init(_ cells: [String], isEnabled: Bool = true, isSecret: Bool = false, choices: [String] = [], problem: String? = nil) {
        self.cells = cells
        self.isEnabled = isEnabled
        self.isSecret = isSecret
        self.choices = choices
        self.problem = problem
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

    /// Takes the choice that is `step` behind the present one, around the end.
    mutating func choose(_ step: Int) {
        guard !choices.isEmpty, let last = cells.indices.last else { return }
        let index = choices.firstIndex(of: cells[last]) ?? (step > 0 ? -1 : 0)
        cells[last] = choices[(index + step + choices.count) % choices.count]
    }
}
