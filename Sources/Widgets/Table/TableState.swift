public import Screen

/// The cursor and cell editor of a table of names and values.
///
/// The state does not own the rows; each call gets them and reports whether it changed them. Typed text is written to the rows immediately.
/// The line below the rows adds a row; below it are the rows that are added automatically.
public struct TableState: Equatable, Sendable {
    /// The row with the cursor and the visible rows.
    public internal(set) var list = ListState()
    /// The place where the button was pressed on a secret or the label of a field, which its release edits.
    var pressedPoint: Point?
    /// The column with the cursor, from 0.
    public private(set) var column = 0
    /// The editor of the cell with the cursor; nil if no cell is edited.
    public internal(set) var editor: TextFieldState?
    /// True if the edited table is a form, in which blank rows are kept.
    private(set) var isInForm = false
    /// True if the edited row replaces an automatic one, and is removed while it has no value.
    private var isOverriding = false

    /// Creates a table with the cursor on the first cell.
    public init() {}

    /// The index of the row with the cursor.
    public var selected: Int { list.selected }
    /// True if keys are typed into a cell.
    public var isEditing: Bool { editor != nil }

    /// The number of lines that can have the cursor: the rows, the line that adds one, and the automatic rows.
    func lineCount(_ rows: [TableRow], _ shape: TableShape) -> GroupedRows {
        GroupedRows(rows.count + shape.addLines + shape.added.count, starts: shape.groups(of: rows.count))
    }

    /// Moves the cursor to the nearest valid cell, scrolls it into view, and ends editing. Typed text is kept.
    public mutating func select(row: Int, column: Int? = nil, rows: [TableRow], shape: TableShape, in rect: Rect) {
        editor = nil
        let count = lineCount(rows, shape)
        list.select(row, count: count, height: layout(rect, rows, shape).body.height)
        self.column = min(max(shape.firstColumn, column ?? self.column), shape.columns.count - 1)
    }

    /// Edits the cell with the cursor. On the line that adds a row, adds one; on a cell with choices, selects the next choice.
    public mutating func beginEditing(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        column = max(shape.firstColumn, column)
        if list.selected == rows.count { return add(rows: &rows, shape: shape, in: rect) }
        guard list.selected < rows.count else { return override(rows: &rows, shape: shape, in: rect) }
        if let outcome = choose(1, rows: &rows, shape: shape) { return outcome }
        let isMasked = shape.columns[column].isMasked || rows[list.selected].isSecret && column > 0
        editor = TextFieldState(text: rows[list.selected][column], isMasked: isMasked)
        isInForm = shape.isForm
        return .moved
    }

    /// Adds a row of the name of the automatic row with the cursor, and edits its value unless it is off; nil if there is no such row.
    private mutating func override(
        rows: inout [TableRow], shape: TableShape, in rect: Rect, isEnabled: Bool = true
    ) -> TableOutcome? {
        let index = list.selected - rows.count - shape.addLines
        guard shape.added.indices.contains(index) else { return nil }
        let blanks = shape.columns.dropFirst().map { _ in "" }
        rows.append(TableRow([shape.added[index][0]] + blanks, isEnabled: isEnabled))
        select(row: rows.count - 1, column: min(1, shape.columns.count - 1), rows: rows, shape: shape, in: rect)
        editor = isEnabled ? TextFieldState() : nil
        (isInForm, isOverriding) = (shape.isForm, isEnabled)
        return .changed
    }

    /// Switches the automatic row with the cursor off by a row of its name; nil if there is none, or one that cannot be switched off.
    public mutating func switchOff(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        let index = list.selected - rows.count - shape.addLines
        guard shape.added.indices.contains(index), !shape.added[index].isFixed else { return nil }
        return override(rows: &rows, shape: shape, in: rect, isEnabled: false)
    }

    /// Handles Enter: requests the list of choices for a cell that allows no other text, edits any other cell.
    public mutating func openCell(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        let takesChoices = list.selected < rows.count && !rows[list.selected].takesAnyText
        if takesChoices, let outcome = askForChoice(rows: rows, shape: shape, in: rect) { return outcome }
        return beginEditing(rows: &rows, shape: shape, in: rect)
    }

    /// Ends editing and removes the row if it is blank.
    public mutating func endEditing(rows: inout [TableRow]) -> TableOutcome {
        editor = nil
        let isEmptied = isOverriding && list.selected < rows.count && rows[list.selected].cells.dropFirst().allSatisfy(\.isEmpty)
        isOverriding = false
        guard !isInForm, list.selected < rows.count, rows[list.selected].isBlank || isEmptied else { return .moved }
        rows.remove(at: list.selected)
        return .changed
    }

    // MARK: Commands

    /// Adds a row below the cursor and edits a cell of it, by default the first; nil in a form.
    public mutating func add(rows: inout [TableRow], shape: TableShape, in rect: Rect, column: Int = 0) -> TableOutcome? {
        guard !shape.isForm else { return nil }
        let place = min(rows.isEmpty ? 0 : list.selected + 1, rows.count)
        rows.insert(TableRow(shape.columns.map { _ in "" }), at: place)
        select(row: place, column: column, rows: rows, shape: shape, in: rect)
        editor = TextFieldState()
        isInForm = false
        return .changed
    }

    /// Removes the row with the cursor.
    public mutating func delete(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        guard !shape.isForm, list.selected < rows.count else { return nil }
        rows.remove(at: list.selected)
        select(row: min(list.selected, max(0, rows.count - 1)), rows: rows, shape: shape, in: rect)
        return .changed
    }

    /// Inserts a copy of the row with the cursor below it.
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

    /// Selects another choice of the cell with the cursor; nil if it has none.
    func choose(_ step: Int, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        guard hasChoices(rows, shape), !rows[list.selected].takesAnyText else { return nil }
        rows[list.selected].choose(step)
        return .changed
    }

    /// Selects a choice of the cell with the cursor; nil if the cell does not have that choice.
    public mutating func choose(_ choice: String, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        guard hasChoices(rows, shape), rows[list.selected].choices.contains(choice) else { return nil }
        let last = shape.columns.count - 1
        let isBegun = choice.hasSuffix(" ") && rows[list.selected].takesAnyText
        if !isBegun || !rows[list.selected][last].hasPrefix(choice) { rows[list.selected][last] = choice }
        if isBegun { (column, editor) = (last, TextFieldState(text: rows[list.selected][last])) }
        return .changed
    }

    /// Requests the list of choices for the cell with the cursor; nil if it has none.
    func askForChoice(rows: [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        guard hasChoices(rows, shape), rows[list.selected].onChoice == nil else { return nil }
        return cursorCell(in: rect, rows: rows, shape: shape).map { .choices(below: $0) }
    }

    /// True if the cell with the cursor has choices.
    func hasChoices(_ rows: [TableRow], _ shape: TableShape) -> Bool {
        list.selected < rows.count && !rows[list.selected].choices.isEmpty && max(shape.firstColumn, column) == shape.columns.count - 1
    }

    func layout(_ rect: Rect, _ rows: [TableRow], _ shape: TableShape) -> TableLayout {
        TableLayout(rect, shape: shape.fitted(to: rows, cursor: column), rowCount: lineCount(rows, shape).lineCount, cursor: column)
    }

    // MARK: Keys

    /// Handles a key; nil if the key is not for a table.
    ///
    /// Outside of a cell: the keys of a list, `h l` and the arrows, `e` and Enter to edit, space, `a d D J K`. In a cell: the keys of a
    /// field; Tab and Shift+Tab go to the next and previous cell, up and down to other rows; Enter goes to the next cell if that is empty
    /// and has no default, begins the next row after the last one unless that is blank, and otherwise ends editing; Escape ends editing and
    /// keeps the text.
    public mutating func handle(_ key: Key, in rect: Rect, rows: inout [TableRow], shape: TableShape) -> TableOutcome? {
        pressedPoint = nil
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

    /// Moves the cursor up or down and ends editing. Typed text is kept.
    public mutating func move(_ motion: ListMotion, rows: [TableRow], shape: TableShape, in rect: Rect) {
        let height = layout(rect, rows, shape).body.height
        select(row: list.selected + motion.distance(height: height), rows: rows, shape: shape, in: rect)
    }

    /// Pastes text into the edited cell, or as rows below the cursor; several lines also become rows in the first cell of a blank row.
    public mutating func paste(_ text: String, rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome? {
        let takes = takesRows(rows) && !shape.isForm
        let cells = takes ? TableText.cells(text, columns: shape.columns.count) : nil
        var pasted = cells ?? (takes ? shape.text.read(text) : [])
        // Lines of a shell or of a `.env` file.
        let export = "export "
        for row in pasted.indices where pasted[row][0].hasPrefix(export) {
            pasted[row].cells[0] = String(pasted[row][0].dropFirst(export.count).drop { $0 == " " })
        }
        guard editor == nil || pasted.count > 1 || cells != nil else {
            _ = editor?.paste(text)
            return writeBack(rows: &rows)
        }
        return insert(pasted, rows: &rows, shape: shape, in: rect)
    }

    /// True if rows can be inserted at the cursor: no cell is edited, or the first cell of a blank row.
    public func takesRows(_ rows: [TableRow]) -> Bool {
        editor == nil || column == 0 && list.selected < rows.count && rows[list.selected].isBlank
    }

    /// Inserts rows below the cursor, or instead of the blank row that is edited; then continues editing in the last one. Nil in a form.
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

    /// Replaces the bytes in `range` of the edited cell, for example to complete a word.
    public mutating func complete(_ range: Range<Int>, with new: String, rows: inout [TableRow]) -> TableOutcome? {
        guard editor != nil else { return nil }
        editor?.replace(range, with: new)
        return writeBack(rows: &rows)
    }

    /// Goes on editing at a cell after the rows were changed; a cell with choices gets only the cursor.
    public mutating func editAgain(
        row: Int, column: Int, rows: inout [TableRow], shape: TableShape, in rect: Rect
    ) -> TableOutcome? {
        select(row: min(row, rows.count), column: column, rows: rows, shape: shape, in: rect)
        return hasChoices(rows, shape) ? .moved : beginEditing(rows: &rows, shape: shape, in: rect)
    }

    /// Moves the cursor sideways; in a form selects another choice.
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
        default: return apply(outcome, rows: &rows)
        }
    }

    /// Translates the result of a field to one of the table.
    mutating func apply(_ outcome: TextInputOutcome, rows: inout [TableRow]) -> TableOutcome {
        switch outcome {
        case .copied(let text): return .copied(text)
        case .wantsPaste: return .wantsPaste
        case .cut(let text):
            _ = writeBack(rows: &rows)
            return .cut(text)
        default: return writeBack(rows: &rows)
        }
    }

    /// Writes the edited text to the row.
    private func writeBack(rows: inout [TableRow]) -> TableOutcome {
        guard let editor, list.selected < rows.count, !editor.text.utf8.elementsEqual(rows[list.selected][column].utf8) else {
            return .moved
        }
        rows[list.selected][column] = editor.text
        return .changed
    }

    private mutating func submit(rows: inout [TableRow], shape: TableShape, in rect: Rect) -> TableOutcome {
        let next = column + 1
        let isFilling = list.selected < rows.count && !rows[list.selected].isBlank
        let isOver = next >= shape.columns.count || next == shape.columns.count - 1 && isFilling && !rows[list.selected].placeholder.isEmpty
        if isFilling, !isOver, rows[list.selected][next].isEmpty {
            return editCell(row: list.selected, column: next, rows: &rows, shape: shape, in: rect)
        }
        let isLast = isOver && !shape.isForm && list.selected == rows.count - 1
        let outcome = endEditing(rows: &rows)
        // A row that was left blank is removed.
        return isLast && outcome == .moved ? add(rows: &rows, shape: shape, in: rect) ?? outcome : outcome
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

    /// Continues editing in another cell and removes the row that was left if it is blank.
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

/// The result of a key, paste or mouse event in a table.
public enum TableOutcome: Hashable, Sendable {
    /// The cursor or the view moved; the rows are unchanged.
    case moved
    /// The rows changed.
    case changed
    /// Copy this text to the clipboard; the rows are unchanged.
    case copied(String)
    /// A text was removed from a cell; copy it to the clipboard.
    case cut(String)
    /// Read the clipboard and pass its text to `paste`.
    case wantsPaste
    /// The row was selected with the right button: open its menu at this point.
    case menu(Int, at: Point)
    /// Show the choices of the row with the cursor in a list below this cell, and pass the selected one to `choose`.
    case choices(below: Rect)
}
