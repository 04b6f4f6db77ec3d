public import Screen

/// The structure of a table: everything but its rows.
public struct TableShape: Equatable, Sendable {
    /// The columns from left to right; at least one.
    public var columns: [TableColumn]
    /// True for a form: rows cannot be added, removed or moved, and the first column holds fixed labels.
    public var isForm: Bool
    /// True if rows can be switched on and off.
    public var hasCheckboxes: Bool
    /// The title of the line that adds a row.
    public var addTitle: String
    /// Rows that are added automatically; shown muted at the end and not editable.
    public var added: [TableRow]
    /// The heading above the added rows; empty for none.
    public var addedTitle = ""
    /// The text format for editing the rows as text.
    public var text: TableText
    /// The minimum width of one share of the flexible space. If the columns do not fit, the table scrolls to the column with the cursor.
    public var minShare: Int
    /// The rows before which a blank line begins another group, rising.
    public var groupStarts: [Int] = []

    /// Creates a table structure.
    public init(
        columns: [TableColumn], isForm: Bool = false, hasCheckboxes: Bool = true, addTitle: String = "Add", added: [TableRow] = [],
        text: TableText = .headers, minShare: Int = 0
    ) {
        self.columns = columns
        self.isForm = isForm
        self.hasCheckboxes = hasCheckboxes
        self.addTitle = addTitle
        self.added = added
        self.text = text
        self.minShare = minShare
    }

    /// A form of labelled fields; labels of this width take at most half of the table's width.
    public static func form(labelColumns: Int) -> TableShape {
        let columns = [TableColumn("", width: .fixed(labelColumns), role: .fieldLabel), TableColumn("")]
        return TableShape(columns: columns, isForm: true, hasCheckboxes: false)
    }

    /// True if `point` is on the checkbox of a row in a table drawn in `rect`.
    public func hasSwitch(at point: Point, in rect: Rect) -> Bool { hasCheckboxes && point.x - rect.minX < TableLayout.checkboxColumns }

    /// The structure with optional columns that are empty, except the cursor's, as wide as their titles and a gap.
    func fitted(to rows: [TableRow], cursor: Int) -> TableShape {
        guard columns.contains(where: \.isOptional) else { return self }
        var shape = self
        for index in columns.indices where columns[index].isOptional && index != cursor && rows.allSatisfy({ $0[index].isEmpty }) {
            shape.columns[index].width = .fixed(TextWidth.columns(of: columns[index].title) + 1)
        }
        return shape
    }

    /// The first row of each group after the first, in a table of `count` rows: the automatic rows are one.
    func groups(of count: Int) -> [Int] { groupStarts + (added.isEmpty || addedTitle.isEmpty ? [] : [count + addLines]) }

    /// The first column that can have the cursor.
    var firstColumn: Int { isForm ? min(1, columns.count - 1) : 0 }
    var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }
    /// The number of lines that add a row: 1, or 0 in a form.
    var addLines: Int { isForm ? 0 : 1 }
}

/// A column of a table.
public struct TableColumn: Hashable, Sendable {
    /// The width of a column.
    public enum Width: Hashable, Sendable {
        /// A number of cells.
        case fixed(Int)
        /// A number of shares of the space that fixed columns leave.
        case share(Int)
    }

    /// The title in the header.
    public var title: String
    /// The width.
    public var width: Width
    /// The placeholder of an empty cell that is edited.
    public var placeholder: String
    /// True if the placeholder is the default value, so that empty cells of non-blank rows show it.
    public var showsPlaceholder: Bool
    /// The style of the texts.
    public var role: StyleRole
    /// True if the texts are secrets, shown as dots.
    public var isMasked: Bool
    /// True if the column is only as wide as its title while it is empty.
    public var isOptional: Bool

    /// Creates a column.
    public init(
        _ title: String, width: Width = .share(1), placeholder: String = "", showsPlaceholder: Bool = false, role: StyleRole = .text,
        isMasked: Bool = false, isOptional: Bool = false
    ) {
        self.title = title
        self.isOptional = isOptional
        self.width = width
        self.placeholder = placeholder
        self.showsPlaceholder = showsPlaceholder
        self.role = role
        self.isMasked = isMasked
    }
}

/// A row of a table.
public struct TableRow: Hashable, Sendable {
    /// The id of the field that the row of a form shows, by which code finds it; nil in other tables.
    public var id: String?
    /// The cell texts, one for each column; missing cells are empty.
    public var cells: [String]
    /// True if the row is switched on.
    public var isEnabled: Bool
    /// True if all cells but the first are secrets, shown as dots.
    public var isSecret: Bool
    /// The allowed values of the last cell; empty if any text is allowed.
    public var choices: [String]
    /// The ids of `choices`, in their order; empty if the choices are values themselves.
    public var choiceIDs: [String] = []
    /// The choice that means on: two choices are shown as a box, which Enter and a click switch. Nil for a list.
    public var onChoice: String?
    /// True if `choices` are suggestions and any other text is allowed. A choice that ends with a space is the beginning of a value.
    public var takesAnyText = false
    /// The default value of the last cell, shown muted while it is empty.
    public var placeholder = ""
    /// True if the empty masked cells have a value that is stored elsewhere; they show its dots.
    public var hasStoredSecret = false
    /// True for an automatic row that cannot be switched off.
    public var isFixed = false
    /// A short error message, shown after the last cell.
    public var problem: String?

    /// Creates a row.
    public init(
        _ cells: [String], id: String? = nil, isEnabled: Bool = true, isSecret: Bool = false, choices: [String] = [], problem: String? = nil
    ) {
        self.cells = cells
        self.id = id
        self.isEnabled = isEnabled
        self.isSecret = isSecret
        self.choices = choices
        self.problem = problem
    }

    /// True if both look alike and their cells have the same bytes.
    public static func == (left: TableRow, right: TableRow) -> Bool {
        left.hasCells(of: right) && left.isEnabled == right.isEnabled && left.isSecret == right.isSecret && left.choices == right.choices
            && left.takesAnyText == right.takesAnyText && left.placeholder == right.placeholder && left.problem == right.problem
            && left.hasStoredSecret == right.hasStoredSecret && left.isFixed == right.isFixed && left.onChoice == right.onChoice
            && left.id == right.id && left.choiceIDs == right.choiceIDs
    }

    /// True if the cells have the same bytes. `==` for strings takes another composition of the same characters for equal, but a server may
    /// not, so such an edit is a change.
    public func hasCells(of other: TableRow) -> Bool { cells.elementsEqual(other.cells) { $0.utf8.elementsEqual($1.utf8) } }

    /// The row with another error message; nil for none.
    public func with(problem: String?) -> TableRow {
        var row = self
        row.problem = problem
        return row
    }

    /// The value of the last cell: the id of the choice that it shows, or else its text.
    public var value: String {
        get {
            let text = cells.last ?? ""
            return zip(choiceIDs, choices).first { $0.1 == text }?.0 ?? text
        }
        set { self[max(0, cells.count - 1)] = zip(choiceIDs, choices).first { $0.0 == newValue }?.1 ?? newValue }
    }

    /// True if the last cell has the choice that means on.
    public var isOn: Bool { onChoice != nil && cells.last == onChoice }

    /// The box of a row that is on or off, with its choice unless that says no more than yes or no.
    var box: String {
        let choice = cells.last ?? ""
        return (isOn ? "[x]" : "[ ]") + (["yes", "no"].contains(choice) ? "" : " \(choice)")
    }

    /// True if all cells are empty.
    public var isBlank: Bool { cells.allSatisfy(\.isEmpty) }

    /// The text in `column`; empty if the cell is missing.
    public subscript(column: Int) -> String {
        get { column < cells.count ? cells[column] : "" }
        set {
            while cells.count <= column { cells.append("") }
            cells[column] = newValue
        }
    }

    /// Selects the choice `step` positions after the current one, cyclically.
    mutating func choose(_ step: Int) {
        guard !choices.isEmpty, let last = cells.indices.last else { return }
        let index = choices.firstIndex(of: cells[last]) ?? (step > 0 ? -1 : 0)
        cells[last] = choices[(index + step + choices.count) % choices.count]
    }
}
