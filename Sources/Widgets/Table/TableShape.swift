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

/// A column of a table.
public struct TableColumn: Hashable, Sendable {
    /// How wide a column is.
    public enum Width: Hashable, Sendable {
        /// So many cells.
        case fixed(Int)
        /// So many parts of what the fixed ones leave.
        case share(Int)
    }

    /// What stands above it.
    public var title: String
    /// How wide it is.
    public var width: Width
    /// What stands in an empty cell while it is edited.
    public var placeholder: String
    /// Whether the placeholder is what an empty cell means, so that it is shown in every row that is not blank.
    public var showsPlaceholder: Bool
    /// How its texts look.
    public var role: StyleRole
    /// Whether its texts are secrets, shown as dots.
    public var isMasked: Bool

    /// Takes what a column is.
    public init(
        _ title: String, width: Width = .share(1), placeholder: String = "", showsPlaceholder: Bool = false, role: StyleRole = .text,
        isMasked: Bool = false
    ) {
        self.title = title
        self.width = width
        self.placeholder = placeholder
        self.showsPlaceholder = showsPlaceholder
        self.role = role
        self.isMasked = isMasked
    }
}

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
