public import Screen

extension TableState {
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
