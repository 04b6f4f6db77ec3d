public import Screen

/// What a table is like apart from its rows.
public struct TableShape: Equatable, Sendable {
    /// The columns, from the left; at least one.
    public var columns: [TableColumn]
    /// Whether rows are given, as in a form: none comes, goes or moves, and the first column is a label that cannot be edited.
    public var isForm: Bool
    /// Whether rows can be switched on and off.
    public var hasCheckboxes: Bool
    /// What the line for another row is called.
    public var addTitle: String
    /// Rows that will be added without being written here, shown muted at the end; they cannot be changed.
    public var added: [TableRow]
    /// How rows are written as lines of text.
    public var text: TableText
    /// The least cells of one share of what the fixed columns leave. Where they do not fit, the columns are scrolled to the cursor's.
    public var leastShare: Int

    /// Takes what a table is like apart from its rows.
    public init(
        columns: [TableColumn], isForm: Bool = false, hasCheckboxes: Bool = true, addTitle: String = "Add", added: [TableRow] = [],
        text: TableText = .headers, leastShare: Int = 0
    ) {
        self.columns = columns
        self.isForm = isForm
        self.hasCheckboxes = hasCheckboxes
        self.addTitle = addTitle
        self.added = added
        self.text = text
        self.leastShare = leastShare
    }

    /// A form of labelled fields.
    ///
    /// - Parameter labelColumns: how wide the labels are.
    public static func form(labelColumns: Int) -> TableShape {
        let columns = [TableColumn("", width: .fixed(labelColumns), role: .fieldLabel), TableColumn("")]
        return TableShape(columns: columns, isForm: true, hasCheckboxes: false)
    }

    /// Whether a cell of a table that is drawn in `rect` is that of a row's switch.
    public func hasSwitch(at point: Point, in rect: Rect) -> Bool { hasCheckboxes && point.x - rect.minX < TableLayout.checkboxColumns }

    /// The first column that can have the cursor.
    var firstColumn: Int { isForm ? min(1, columns.count - 1) : 0 }
    /// Whether titles stand above the columns.
    var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }
    /// Lines for what can be added: one, or none in a form.
    var addLines: Int { isForm ? 0 : 1 }
}
