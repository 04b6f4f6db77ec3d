public import Screen

extension TableState {
    /// Handles the mouse for a table drawn in `rect`; drags of text and of the scrollbar may leave it.
    ///
    /// A click moves the cursor; on a checkbox it switches the row, on the last line it adds a row, on a cell with choices it requests
    /// their list. A double-click edits the cell, as does a click on a field of a form or its label, on any cell while another one is
    /// edited, or on a secret, in which nobody would see that letters were taken as commands.
    ///
    /// - Parameter goesOn: True if a field beside the table was edited, so that a click continues editing here.
    public mutating func handle(
        _ event: MouseEvent, in rect: Rect, rows: inout [TableRow], shape: TableShape, goesOn: Bool = false
    ) -> TableOutcome? {
        let layout = layout(rect, rows, shape)
        if let outcome = handleEditor(event, layout: layout, rows: &rows, shape: shape) { return outcome }
        if let outcome = release(event, layout: layout, rows: &rows, shape: shape, in: rect) { return outcome }
        let count = lineCount(rows, shape)
        let old = list.selected
        guard let outcome = list.handle(event, in: layout.body, count: count) else {
            // The blank part below the rows belongs to none of them: the cursor goes to the line that adds one.
            guard case .press(.right, _) = event.action, layout.body.contains(event.position), count.rowCount > rows.count else {
                return nil
            }
            let (row, wasBlank) = leave(old, for: rows.count, rows: &rows)
            select(row: row, rows: rows, shape: shape, in: rect)
            return wasBlank ? .changed : .moved
        }
        switch outcome {
        case .scrolled: return .moved
        case .menu(let row, let point):
            let (row, wasBlank) = leave(old, for: row, rows: &rows)
            return wasBlank ? .changed : row < rows.count ? .menu(row, at: point) : .moved
        case .selected(let row), .opened(let row):
            let isField = shape.isForm && event.position.x - layout.body.minX >= (layout.columns.dropFirst().first?.lowerBound ?? 0)
            let wasEditing = editor != nil || goesOn || isField
            let (row, wasBlank) = leave(old, for: row, rows: &rows)
            let clicked = click(row, event, layout: layout, rows: &rows, shape: shape, rect: rect)
            if wasEditing, clicked == .moved, editor == nil { goOnEditing(event, layout: layout, rows: &rows, shape: shape, in: rect) }
            return wasBlank ? .changed : clicked
        }
    }

    /// Edits the secret, or the field of the label, on which the button was pressed and released; nil for other events.
    private mutating func release(
        _ event: MouseEvent, layout: TableLayout, rows: inout [TableRow], shape: TableShape, in rect: Rect
    ) -> TableOutcome? {
        let pressed = pressedPoint
        if event.action == .drag(.left), pressed == event.position { return nil }
        pressedPoint = nil
        guard event.action == .release(.left), let pressed, pressed == event.position, editor == nil else { return nil }
        goOnEditing(MouseEvent(.press(.left, count: 1), at: pressed), layout: layout, rows: &rows, shape: shape, in: rect)
        return .moved
    }

    private mutating func click(
        _ row: Int, _ event: MouseEvent, layout: TableLayout, rows: inout [TableRow], shape: TableShape, rect: Rect
    ) -> TableOutcome {
        // The fields of the line that adds a row begin one cell before their texts.
        let x = event.position.x - layout.body.minX + (row == rows.count ? 1 : 0)
        let column = layout.columns.lastIndex { $0.lowerBound <= x } ?? 0
        if row == rows.count {
            select(row: row, rows: rows, shape: shape, in: rect)
            return add(rows: &rows, shape: shape, in: rect, column: column) ?? .moved
        }
        if shape.hasSwitch(at: event.position, in: layout.body) {
            select(row: row, rows: rows, shape: shape, in: rect)
            if let outcome = toggle(rows: &rows, shape: shape) { return outcome }
            // The second click of a double click is on another row.
            let isFirst = event.action == .press(.left, count: 1)
            return (isFirst ? switchOff(rows: &rows, shape: shape, in: rect) : nil) ?? .moved
        }
        select(row: row, column: column, rows: rows, shape: shape, in: rect)
        guard case .press(.left, let count) = event.action else { return .moved }
        if rows.indices.contains(row), rows[row].onChoice != nil { return choose(1, rows: &rows, shape: shape) ?? .moved }
        let isTyped = count == 2 && list.selected < rows.count && rows[list.selected].takesAnyText
        if !isTyped, let outcome = askForChoice(rows: rows, shape: shape, in: rect) { return outcome }
        guard count == 2 else {
            let isLabel = shape.isForm && column == 0
            let isSecret = shape.columns[column].isMasked || rows.indices.contains(row) && rows[row].isSecret && column > 0
            if row < rows.count, isLabel || isSecret { pressedPoint = event.position }
            return .moved
        }
        return beginEditing(rows: &rows, shape: shape, in: rect) ?? .moved
    }

    /// Edits the clicked cell with the cursor under the pointer.
    private mutating func goOnEditing(
        _ event: MouseEvent, layout: TableLayout, rows: inout [TableRow], shape: TableShape, in rect: Rect
    ) {
        guard case .press(.left, _) = event.action, list.selected < rows.count else { return }
        _ = beginEditing(rows: &rows, shape: shape, in: rect)
        _ = handleEditor(event, layout: layout, rows: &rows, shape: shape)
    }

    private mutating func handleEditor(
        _ event: MouseEvent, layout: TableLayout, rows: inout [TableRow], shape: TableShape
    ) -> TableOutcome? {
        guard editor != nil, let row = list.rect(ofRow: list.selected, in: layout.body, count: lineCount(rows, shape)) else { return nil }
        let problem = column == freeColumn(rows[list.selected], isCurrent: true, shape) ? rows[list.selected].problem : nil
        let width = TextWidth.columns(of: editor?.text ?? "")
        let (cells, _) = layout.split(column, on: row, textWidth: width, problem: problem)
        guard let outcome = editor?.handle(event, in: cells) else { return nil }
        return apply(outcome, rows: &rows)
    }

    /// Ends editing in row `left` and removes the row if it is blank. Returns the new index of row `target`.
    private mutating func leave(_ left: Int, for target: Int, rows: inout [TableRow]) -> (target: Int, wasBlank: Bool) {
        guard editor != nil, left < rows.count else { return (target, false) }
        editor = nil
        guard rows[left].isBlank, !isInForm else { return (target, false) }
        rows.remove(at: left)
        return (target > left ? target - 1 : target, true)
    }

    // MARK: Dragging over rows

    /// The rows of the table in `rect` between two cells of the screen; nil if both are in one table cell, where a drag selects text instead.
    public func rows(from start: Point, to end: Point, in rect: Rect, rows: [TableRow], shape: TableShape) -> DraggedRows? {
        let (layout, count) = (layout(rect, rows, shape), lineCount(rows, shape))
        let seen = list.visibleRows(count: count, height: layout.body.height)
        guard !seen.isEmpty else { return nil }
        func place(_ point: Point) -> (row: Int, column: Int) {
            let line = list.firstVisible(count: count, height: layout.body.height) + max(0, point.y - layout.body.minY)
            // A blank line belongs to the row below it.
            let row = min(max(seen.lowerBound, count.row(onLine: line) ?? count.row(onLine: line + 1) ?? 0), seen.upperBound - 1)
            return (row, layout.columns.lastIndex { $0.lowerBound <= point.x - layout.body.minX } ?? 0)
        }
        let (first, last) = (place(start), place(end))
        guard first != last || start.y != end.y else { return nil }
        let lines = min(first.row, last.row)...max(first.row, last.row)
        guard lines.contains(where: { texts(ofLine: $0, rows, shape) != nil }) else { return nil }
        return DraggedRows(cells: lines.compactMap { list.rect(ofRow: $0, in: layout.body, count: count) }) {
            lines.compactMap { texts(ofLine: $0, rows, shape) }
        }
    }

    /// The texts of a line, with dots for secrets; nil for the line that adds a row.
    private func texts(ofLine line: Int, _ rows: [TableRow], _ shape: TableShape) -> [String]? {
        if line >= rows.count {
            let added = line - rows.count - shape.addLines
            return shape.added.indices.contains(added) ? shape.columns.indices.map { shape.added[added][$0] } : nil
        }
        return shape.columns.indices.map { column in
            let isMasked = shape.columns[column].isMasked || rows[line].isSecret && column > 0
            return isMasked && !rows[line][column].isEmpty ? Self.dots : rows[line][column]
        }
    }
}

/// Whole rows of a table that were selected by dragging.
public struct DraggedRows: Sendable {
    /// The cells of the rows.
    public let cells: [Rect]
    private let rows: @Sendable () -> [[String]]

    /// Creates a selection. `rows` returns the texts and is called only for copying, because the cells are drawn at each movement.
    public init(cells: [Rect], rows: @escaping @Sendable () -> [[String]]) {
        self.cells = cells
        self.rows = rows
    }

    /// The rows as lines of tab-separated cells. Tabs and line ends in cells become spaces.
    public var text: String {
        let lines = rows().map { row in
            row.map { $0.split(omittingEmptySubsequences: false) { $0 == "\t" || $0.isNewline }.joined(separator: " ") }
        }
        return lines.map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
}
