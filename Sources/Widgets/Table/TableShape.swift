/// What a table is like apart from its rows.
public struct TableShape: Equatable, Sendable {
    /// The columns, from the left; at least one.
    public var columns: [TableColumn]
    /// Whether rows can be switched on and off.
    public var hasCheckboxes: Bool
    /// What the line for another row is called.
    public var addTitle: String
    /// Rows that will be added without being written here, shown muted at the end; they cannot be changed.
    public var added: [TableRow]
    /// How rows are written as lines of text.
    public var text: TableText

    /// Takes what a table is like apart from its rows.
    public init(
        columns: [TableColumn], hasCheckboxes: Bool = true, addTitle: String = "Add", added: [TableRow] = [],
        text: TableText = .headers
    ) {
        self.columns = columns
        self.hasCheckboxes = hasCheckboxes
        self.addTitle = addTitle
        self.added = added
        self.text = text
    }
}
