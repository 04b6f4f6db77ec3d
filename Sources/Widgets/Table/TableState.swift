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

    /// Handles a key; nil for what is not for a table.
    ///
    /// Where letters are commands: the keys of a list, `h l` and the arrows, `e` and Enter to edit, space, `a d D J K`. In a cell: the keys
    /// of a field; Tab and Shift+Tab go to the next and the previous cell, up and down to other rows; Enter goes to the next cell while
    /// that is empty, and ends editing otherwise; Escape ends editing and keeps what was typed.
    public mutating func handle(_ key: Key, in rect: Rect, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        if editor != nil { return edit(key, in: rect, rows: &rows, shape: shape) }
        switch key {
        case .character("h"), Key(.left): return sideways(-1, &rows, shape, rect)
        case .character("l"), Key(.right): return sideways(1, &rows, shape, rect)
        case .character("e"), Key(.enter): return openCell(rows: &rows, shape: shape, in: rect)
        case .character(" "):
            return toggle(rows: &rows, shape: shape) ?? choose(1, rows: &rows, shape: shape)
                ?? askForChoice(rows: rows, shape: shape, in: rect)
        case .character("a"): return add(rows: &rows, shape: shape, in: rect)
        case .character("d"), Key(.delete): return delete(rows: &rows, shape: shape, in: rect)
        case .character("D"): return duplicate(rows: &rows, shape: shape, in: rect)
        case .character("J"): return moveRow(by: 1, rows: &rows, shape: shape, in: rect)
        case .character("K"): return moveRow(by: -1, rows: &rows, shape: shape, in: rect)
        default:
            guard let motion = ListMotion(key) else { return nil }
            move(motion, rows: rows, shape: shape, in: rect)
            return .moved
        }
    }

    /// Moves the cursor up or down. What was being edited stays as typed.
    public mutating func move(_ motion: ListMotion, rows: [TableRow], shape: TableShape, in rect: Rect) {
        let height = layout(rect, rows, shape).body.height
        select(row: list.selected + motion.distance(height: height), rows: rows, shape: shape, in: rect)
    }

    /// Puts text into the cell that is edited, or else the rows that its lines say below the cursor.
    public mutating func paste(_ text: String, rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        if editor != nil {
            _ = editor?.paste(text)
            return writeBack(rows: &rows)
        }
        return insert(shape.text.read(text), rows: &rows, shape: shape, in: rect)
    }

    /// Whether rows can be put in where the cursor is: no cell is edited, or the first one of a row in which nothing stands yet.
    public func takesRows(_ rows: [TableRow]) -> Bool {
        editor == nil || column == 0 && list.selected < rows.count && rows[list.selected].isBlank
    }

    /// Puts rows below the cursor, or in the place of the empty one that is edited, and goes on editing behind the last; nil in a form.
    public mutating func insert(
        _ new: [TableRow], rows: inout [TableRow], shape: TableShape, in rect: Rect
    ) -> TableOutcome? {
        guard !new.isEmpty, !shape.isForm else { return nil }
        let isEdited = editor != nil
        if isEdited, takesRows(rows) { rows.remove(at: list.selected) }
        let place = isEdited ? min(list.selected, rows.count) : min(rows.isEmpty ? 0 : list.selected + 1, rows.count)
        rows.insert(contentsOf: new, at: place)
        select(row: place + new.count - 1, column: isEdited ? 1 : nil, rows: rows, shape: shape, in: rect)
        if isEdited { _ = beginEditing(rows: &rows, shape: shape, in: rect) }
        return .changed
    }

    /// Puts `new` in the place of the bytes in `range` of the cell that is edited, as completing a word does.
    public mutating func complete(_ range: Range<Int>, with new: String, rows: inout [TableRow]) -> TableOutcome? {
        guard editor != nil else { return nil }
        editor?.replace(range, with: new)
        return writeBack(rows: &rows)
    }

    /// Goes to the next cell, or in a form takes another choice.
    private mutating func sideways(_ step: Int, _ rows: inout [TableRow], _ shape: TableShape, _ rect: Rect) -> TableOutcome? {
        if shape.isForm { return choose(step, rows: &rows, shape: shape) }
        guard shape.columns.indices.contains(column + step) else { return nil }
        select(row: list.selected, column: column + step, rows: rows, shape: shape, in: rect)
        return .moved
    }

    private mutating func edit(_ key: Key, in rect: Rect, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        switch key {
        case Key(.tab): return step(1, rows: &rows, shape: shape, in: rect)
        case Key(.tab, .shift): return step(-1, rows: &rows, shape: shape, in: rect)
        case Key(.up): return editRow(list.selected - 1, rows: &rows, shape: shape, in: rect)
        case Key(.down): return editRow(list.selected + 1, rows: &rows, shape: shape, in: rect)
        default: break
        }
        guard let outcome = editor?.handle(key) else { return nil }
        switch outcome {
        case .submitted: return submit(rows: &rows, shape: shape, in: rect)
        case .cancelled: return endEditing(rows: &rows)
        default: return take(outcome, rows: &rows)
        }
    }

    /// What a field's outcome is for the table.
    mutating func take(_ outcome: TextInputOutcome, rows: inout [TableRow]) -> TableOutcome {
        switch outcome {
        case .copied(let text): return .copied(text)
        case .wantsPaste: return .wantsPaste
        case .cut(let text):
            _ = writeBack(rows: &rows)
            return .cut(text)
        default: return writeBack(rows: &rows)
        }
    }

    /// Puts what the field holds into the row.
    private func writeBack(rows: inout [TableRow]) -> TableOutcome {
        guard let editor, list.selected < rows.count, rows[list.selected][column] != editor.text else { return .moved }
        rows[list.selected][column] = editor.text
        return .changed
    }

    private mutating func submit(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome {
        let next = column + 1
        let isFilling = list.selected < rows.count && !rows[list.selected].isBlank
        if isFilling, next < shape.columns.count, rows[list.selected][next].isEmpty {
            return editCell(row: list.selected, column: next, rows: &rows, shape: shape, in: rect)
        }
        return endEditing(rows: &rows)
    }

    private mutating func step(_ distance: Int, rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome {
        let width = shape.columns.count - shape.firstColumn
        let cell = list.selected * width + column - shape.firstColumn + distance
        guard cell >= 0 else { return .moved }
        if cell == rows.count * width {
            let adds = !shape.isForm && rows.last?.isBlank == false
            return adds ? add(rows: &rows, shape: shape, in: rect) ?? .moved : endEditing(rows: &rows)
        }
        return editCell(row: cell / width, column: shape.firstColumn + cell % width, rows: &rows, shape: shape, in: rect)
    }

    private mutating func editRow(_ row: Int, rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome {
        guard rows.indices.contains(row) else { return .moved }
        return editCell(row: row, column: column, rows: &rows, shape: shape, in: rect)
    }

    /// Goes on editing in another cell; a row that was left without a word in it goes.
    private mutating func editCell(
        row: Int, column: Int, rows: inout [TableRow], shape: TableShape, in rect: Rect
    ) -> TableOutcome {
        let left = list.selected
        let changed = row == left ? TableOutcome.moved : endEditing(rows: &rows)
        let target = changed == .changed && row > left ? row - 1 : row
        select(row: target, column: column, rows: rows, shape: shape, in: rect)
        let hasChoices = !rows[target].choices.isEmpty && !rows[target].takesAnyText && column == shape.columns.count - 1
        if !hasChoices { _ = beginEditing(rows: &rows, shape: shape, in: rect) }
        return changed
    }
}

/// What came of a key, a paste or of the mouse over a table.
public enum TableOutcome: Hashable, Sendable {
    /// The cursor or the view moved; the rows are as before.
    case moved
    /// The rows are others now.
    case changed
    /// This should go to the clipboard; the rows are as before.
    case copied(String)
    /// This was taken out of a cell and should go to the clipboard.
    case cut(String)
    /// The clipboard's text is wanted: hand it to `paste`.
    case wantsPaste
    /// The right button went down on this row, which has the cursor now: the row's menu belongs here.
    case menu(Int, at: Point)
    /// The row with the cursor has choices that are wanted in a list below this cell: hand the chosen one to `choose`.
    case choices(below: Point)
}
