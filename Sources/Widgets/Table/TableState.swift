public import Screen

/// The cursor of a table of names and values, and the cell that is being edited.
///
/// The rows are not the table's: they are handed to each call, and a call that changes them answers so. What is typed into a cell is
/// in the rows at once. Below the rows is a line that adds one, and below that the rows that will be added by others.
public struct TableState: Equatable, Sendable {
    /// Which row has the cursor, and which are seen.
    public private(set) var list = ListState()
    /// The column that has the cursor, from 0.
    public private(set) var column = 0
    /// The cell with the cursor while it is edited.
    public internal(set) var editor: TextFieldState?
    /// Whether that is a form's, in which a row without a word stays.
    private(set) var isInForm = false

    /// A table with the cursor at its first cell.
    public init() {}

    /// The row that has the cursor.
    public var selected: Int { list.selected }
    /// Whether keys are text now.
    public var isEditing: Bool { editor != nil }

    /// All lines that can have the cursor: the rows, the line that adds one, and those that will be added by others.
    func lineCount(_ rows: [TableRow], _ shape: TableShape) -> Int { rows.count + shape.addLines + shape.added.count }

    /// Puts the cursor on a cell, or the nearest one, and brings it into view. What was being edited stays as typed.
    public mutating func select(row: Int, column: Int? = nil, rows: [TableRow], shape: TableShape, in rect: Rect) {
        editor = nil
        let count = lineCount(rows, shape)
        list.select(row, count: count, height: layout(rect, rows, shape).body.height)
        self.column = min(max(shape.firstColumn, column ?? self.column), shape.columns.count - 1)
    }

    /// Edits the cell with the cursor, in a new row when the cursor is on the line that adds one; takes the next of a row's choices.
    public mutating func beginEditing(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        column = max(shape.firstColumn, column)
        if list.selected == rows.count { return add(rows: &rows, shape: shape, in: rect) }
        guard list.selected < rows.count else { return nil }
        if let outcome = choose(1, rows: &rows, shape: shape) { return outcome }
        let isMasked = shape.columns[column].isMasked || rows[list.selected].isSecret && column > 0
        editor = TextFieldState(text: rows[list.selected][column], isMasked: isMasked)
        isInForm = shape.isForm
        return .moved
    }

    /// What Enter does: asks for the list of a row that takes nothing but its choices, and edits any other cell.
    public mutating func openCell(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        let takesChoices = list.selected < rows.count && !rows[list.selected].takesAnyText
        if takesChoices, let outcome = askForChoice(rows: rows, shape: shape, in: rect) { return outcome }
        return beginEditing(rows: &rows, shape: shape, in: rect)
    }

    /// Ends editing; a new row in which nothing was written goes.
    public mutating func endEditing(rows: inout [TableRow]) -> TableOutcome {
        editor = nil
        guard !isInForm, list.selected < rows.count, rows[list.selected].isBlank else { return .moved }
        rows.remove(at: list.selected)
        return .changed
    }

    // MARK: What commands do

    /// Adds a row below the cursor and edits its first cell; nil in a form.
    public mutating func add(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        guard !shape.isForm else { return nil }
        let place = min(rows.isEmpty ? 0 : list.selected + 1, rows.count)
        rows.insert(TableRow(shape.columns.map { _ in "" }), at: place)
        select(row: place, column: 0, rows: rows, shape: shape, in: rect)
        editor = TextFieldState()
        isInForm = false
        return .changed
    }

    /// Takes the row with the cursor out.
    public mutating func delete(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        guard !shape.isForm, list.selected < rows.count else { return nil }
        rows.remove(at: list.selected)
        select(row: min(list.selected, max(0, rows.count - 1)), rows: rows, shape: shape, in: rect)
        return .changed
    }

    /// Puts a copy of the row with the cursor below it.
    public mutating func duplicate(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        guard !shape.isForm, list.selected < rows.count else { return nil }
        rows.insert(rows[list.selected], at: list.selected + 1)
        select(row: list.selected + 1, rows: rows, shape: shape, in: rect)
        return .changed
    }

    /// Moves the row with the cursor up (-1) or down (1).
    public mutating func moveRow(by distance: Int, rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        let target = list.selected + distance
        guard !shape.isForm, list.selected < rows.count, rows.indices.contains(target) else { return nil }
        rows.swapAt(list.selected, target)
        select(row: target, rows: rows, shape: shape, in: rect)
        return .changed
    }

    /// Switches the row with the cursor on or off.
    public func toggle(rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        guard shape.hasCheckboxes, list.selected < rows.count else { return nil }
        rows[list.selected].isEnabled.toggle()
        return .changed
    }

    /// Takes another of the choices of the row with the cursor; nil when it has none there.
    func choose(_ step: Int, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        guard hasChoices(rows, shape), !rows[list.selected].takesAnyText else { return nil }
        rows[list.selected].choose(step)
        return .changed
    }

    /// Takes one of the choices of the row with the cursor; nil when it has no such one there.
    public mutating func choose(_ choice: String, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        guard hasChoices(rows, shape), rows[list.selected].choices.contains(choice) else { return nil }
        let last = shape.columns.count - 1
        let isBegun = choice.hasSuffix(" ") && rows[list.selected].takesAnyText
        if !isBegun || !rows[list.selected][last].hasPrefix(choice) { rows[list.selected][last] = choice }
        if isBegun { (column, editor) = (last, TextFieldState(text: rows[list.selected][last])) }
        return .changed
    }

    /// Asks for the list of the choices of the row with the cursor; nil when it has none there.
    func askForChoice(rows: [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        hasChoices(rows, shape) ? cursorCell(in: rect, rows: rows, shape: shape).map { .choices(below: $0.origin) } : nil
    }

    /// Whether the cell with the cursor is one of several choices.
    func hasChoices(_ rows: [TableRow], _ shape: TableShape) -> Bool {
        list.selected < rows.count && !rows[list.selected].choices.isEmpty && max(shape.firstColumn, column) == shape.columns.count - 1
    }

    func layout(_ rect: Rect, _ rows: [TableRow], _ shape: TableShape) -> TableLayout {
        TableLayout(rect, shape: shape, rowCount: lineCount(rows, shape), cursor: column)
    }

    mutating func handleList(_ event: MouseEvent, in body: Rect, count: Int) -> ListOutcome? {
        list.handle(event, in: body, count: count)
    }
}
