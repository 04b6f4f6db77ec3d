public import Screen

extension TableState {
    /// Draws titles, rows, the line that adds one, and the rows that will be added by others.
    ///
    /// - Parameters:
    ///   - rect: the cells of the table.
    ///   - canvas: what is drawn on.
    ///   - rows: the rows.
    ///   - shape: what the table is like.
    ///   - isFocused: whether keys go to the table.
    ///   - choiceSign: what stands behind a cell that is one of several choices.
    ///   - spans: pieces of a cell's text in a role of their own, such as variables.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, rows: [TableRow], shape: TableShape, isFocused: Bool,
        choiceSign: String = " ▾", spans: (_ row: Int, _ column: Int) -> [TextSpan] = { _, _ in [] }
    ) {
        let layout = layout(rect, rows, shape)
        drawTitles(layout, shape, on: &canvas)
        list.draw(in: layout.body, on: &canvas, count: lineCount(rows, shape), isFocused: isFocused) { index, cells, backdrop, canvas in
            if index < rows.count {
                drawCheckbox(rows[index], shape, at: cells.origin, backdrop, on: &canvas)
                let isCurrent = isFocused && index == list.selected
                let free = freeColumn(rows[index], isCurrent: isCurrent, shape)
                for column in 0...free {
                    let cell = CellText(rows[index], column, shape, choiceSign, spans: spans(index, column), problem: column == free)
                    let hasCursor = isCurrent && column == self.column
                    draw(cell, hasCursor, rows[index].isEnabled, layout, on: cells, backdrop, &canvas)
                }
            } else if index < rows.count + shape.addLines {
                canvas.write("+ " + shape.addTitle, at: cells.origin, style: CellStyle(.textMuted, on: backdrop))
            } else {
                drawAdded(shape.added[index - rows.count - shape.addLines], layout, shape, in: cells, backdrop, on: &canvas)
            }
        }
    }

    /// The column behind which a row has room for what is wrong with it: the last one, or before others that are empty, unless they have the
    /// cursor.
    func freeColumn(_ row: TableRow, isCurrent: Bool, _ shape: TableShape) -> Int {
        let last = shape.columns.count - 1
        guard row.problem != nil, row.choices.isEmpty, row.placeholder.isEmpty else { return last }
        let shown = shape.columns.indices.last { index in
            !row[index].isEmpty || isCurrent && index == column
        }
        return max(shown ?? last, shape.firstColumn)
    }

    /// Where the cell with the cursor stands when the table is drawn in `rect`, for what is to be shown below it; nil when it is not seen.
    public func cursorCell(in rect: Rect, rows: [TableRow], shape: TableShape) -> Rect? {
        let layout = layout(rect, rows, shape)
        return list.rect(ofRow: list.selected, in: layout.body, count: lineCount(rows, shape)).map { layout.cell(column, on: $0) }
    }

    /// What stands in the place of a secret; their number says nothing of its length.
    static let dots = "••••••••"

    /// What is drawn of a cell.
    private struct CellText {
        let text: String
        let column: TableColumn
        let spans: [TextSpan]
        /// Whether it says what an empty cell means.
        let isMeant: Bool
        /// What stands there while it is empty and edited.
        let placeholder: String
        var problem: String?

        let index: Int

        init(_ row: TableRow, _ index: Int, _ shape: TableShape, _ choiceSign: String, spans: [TextSpan], problem hasProblem: Bool) {
            self.index = index
            let isLast = index == shape.columns.count - 1
            let isMasked = shape.columns[index].isMasked || row.isSecret && index > 0
            let dots = row[index].isEmpty ? "" : TableState.dots
            column = shape.columns[index]
            let isOfRow = isLast && !row.placeholder.isEmpty
            placeholder = isOfRow ? row.placeholder : column.placeholder
            isMeant = (column.showsPlaceholder || isOfRow) && row[index].isEmpty && !row.isBlank
            let sign = isLast && !row.choices.isEmpty && (!isMeant || isOfRow) ? choiceSign : ""
            text = (isMeant ? placeholder : isMasked ? dots : row[index]) + (isMasked && !isMeant ? "" : sign)
            self.spans = isMasked || !row.isEnabled ? [] : spans
            problem = hasProblem ? row.problem : nil
        }
    }

    private func drawTitles(_ layout: TableLayout, _ shape: TableShape, on canvas: inout Canvas) {
        guard !layout.header.isEmpty else { return }
        canvas.fill(layout.header, style: CellStyle(.tableHeader))
        for (index, column) in shape.columns.enumerated() {
            let cell = layout.cell(index, on: layout.header)
            canvas.write(column.title, in: cell, style: CellStyle(.tableHeader))
        }
    }

    private func drawCheckbox(_ row: TableRow, _ shape: TableShape, at point: Point, _ backdrop: StyleRole?, on canvas: inout Canvas) {
        guard shape.hasCheckboxes else { return }
        canvas.write(row.isEnabled ? "[x]" : "[ ]", at: point, style: CellStyle(row.isEnabled ? .checkOn : .checkOff, on: backdrop))
    }

    private func draw(
        _ cell: CellText, _ hasCursor: Bool, _ isEnabled: Bool, _ layout: TableLayout, on row: Rect, _ backdrop: StyleRole?,
        _ canvas: inout Canvas
    ) {
        let width = TextWidth.columns(of: hasCursor ? editor?.text ?? cell.text : cell.text)
        let (left, right) = layout.split(cell.index, on: row, textWidth: width, problem: cell.problem)
        let backdrop = hasCursor ? .selection : backdrop
        if let backdrop {
            canvas.fill(left, style: CellStyle(backdrop))
            canvas.fill(right, style: CellStyle(backdrop))
        }
        let style = CellStyle(!isEnabled ? .textDisabled : cell.isMeant ? .textMuted : cell.column.role, on: backdrop)
        canvas.write(cell.problem.map { "  ✗ " + $0 } ?? "", in: right, style: CellStyle(.error, on: backdrop))
        if hasCursor, let editor {
            let look = TextFieldState.Look(placeholder: cell.placeholder, spans: cell.spans)
            return editor.draw(in: left, on: &canvas, isFocused: true, look: look)
        }
        LinePainter(line: TextLine(TextWidth.fitted(cell.text, columns: left.width)), rect: left, style: style)
            .draw(spans: cell.spans, on: &canvas)
    }

    private func drawAdded(
        _ row: TableRow, _ layout: TableLayout, _ shape: TableShape, in cells: Rect, _ backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        let style = CellStyle(.textMuted, on: backdrop)
        if shape.hasCheckboxes { canvas.write("[+]", at: cells.origin, style: style) }
        for column in shape.columns.indices {
            let cell = layout.cell(column, on: cells)
            canvas.write(TextWidth.fitted(row[column], columns: cell.width), at: cell.origin, style: style, columns: cell.width)
        }
    }
}

/// Where the parts of a table stand when it is drawn in a rectangle.
struct TableLayout {
    /// The titles, empty when there is no room for them.
    let header: Rect
    /// The rows, with the line that adds one.
    let body: Rect
    /// The columns of each cell, from the left edge of a row.
    let columns: [Range<Int>]

    static let checkboxColumns = 4

    /// - Parameter cursor: the column that must be seen.
    init(_ rect: Rect, shape: TableShape, rowCount: Int, cursor: Int = 0) {
        (header, body) = rect.splitTop(rect.height > 2 && shape.hasTitles ? 1 : 0)
        let width = rect.width - (rowCount > body.height ? 1 : 0)
        columns = Self.scrolled(Self.columns(of: shape, width: width), to: cursor, width: width)
    }

    /// The cells of a column on the row that is drawn in `row`.
    func cell(_ column: Int, on row: Rect) -> Rect {
        let range = columns[column]
        return Rect(x: row.minX + range.lowerBound, y: row.minY, width: range.count, height: 1)
            .intersection(row)
    }

    /// The cells for the text of a column and those for what is wrong with its row, which reach over the columns behind it. The text keeps a
    /// third, or as much as it needs where that is less.
    ///
    /// - Parameter textWidth: the cells that the text needs.
    func split(_ column: Int, on row: Rect, textWidth: Int, problem: String?) -> (text: Rect, problem: Rect) {
        guard let problem, let last = columns.indices.last else { return (cell(column, on: row), .empty) }
        let start = cell(column, on: row)
        let room = Rect(x: start.minX, y: row.minY, width: max(0, cell(last, on: row).maxX - start.minX), height: 1)
        let most = max(room.width * 2 / 3, room.width - textWidth - 1)
        let (text, rest) = room.splitRight(min(TextWidth.columns(of: problem) + 4, most))
        return (text, rest)
    }

    private static func columns(of shape: TableShape, width: Int) -> [Range<Int>] {
        let start = shape.hasCheckboxes ? checkboxColumns : 0
        let gaps = shape.columns.count - 1
        var fixed = 0
        var shares = 0
        for column in shape.columns {
            switch column.width {
            case .fixed(let columns): fixed += columns
            case .share(let parts): shares += parts
            }
        }
        let free = max(0, width - start - gaps - fixed, shape.leastShare * shares)
        var left = start
        var given = 0
        var ranges: [Range<Int>] = []
        for column in shape.columns {
            let columns: Int
            switch column.width {
            case .fixed(let count): columns = count
            case .share(let parts):
                columns = free * (given + parts) / shares - free * given / shares
                given += parts
            }
            ranges.append(left..<left + columns)
            left += columns + 1
        }
        return ranges
    }

    /// Leaves out as many columns on the left as it takes to see the one with the cursor whole.
    private static func scrolled(_ columns: [Range<Int>], to cursor: Int, width: Int) -> [Range<Int>] {
        guard columns.indices.contains(cursor), let end = columns.last?.upperBound, end > width, let start = columns.first?.lowerBound
        else {
            return columns
        }
        let first = columns[...cursor].firstIndex { columns[cursor].upperBound - $0.lowerBound + start <= width } ?? cursor
        let distance = columns[first].lowerBound - start
        return columns.enumerated().map { index, range in
            index < first ? start..<start : range.lowerBound - distance..<range.upperBound - distance
        }
    }
}
