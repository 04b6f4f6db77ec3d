public import Screen

extension TableState {
    /// Draws the header, the rows, the line that adds a row, and the automatic rows.
    ///
    /// - Parameters:
    ///   - rect: The cells of the table.
    ///   - canvas: The canvas to draw on.
    ///   - rows: The rows.
    ///   - shape: The structure of the table.
    ///   - isFocused: True if the table receives keys.
    ///   - showsCursor: False to mark no row.
    ///   - choiceSign: The sign at the right end of a cell with choices.
    ///   - spans: Styled parts of a cell's text, such as variables.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, rows: [TableRow], shape: TableShape, isFocused: Bool,
        showsCursor: Bool = true, choiceSign: String = "▾", spans: (_ row: Int, _ column: Int) -> [TextSpan] = { _, _ in [] }
    ) {
        let layout = layout(rect, rows, shape)
        drawTitles(layout, shape, on: &canvas)
        drawAddedTitle(layout, shape, rows, on: &canvas)
        // A form's row is one field with its label.
        list.draw(
            in: layout.body, on: &canvas, count: lineCount(rows, shape), isFocused: isFocused, showsSelection: showsCursor,
            selection: shape.isForm ? .fieldFocused : .cursorRowFocused
        ) { index, cells, backdrop, canvas in
            if index < rows.count {
                drawCheckbox(rows[index], shape, at: cells.origin, backdrop, on: &canvas)
                let isCurrent = isFocused && index == list.selected
                let isBlank = rows[index].isBlank && !(isCurrent && editor?.text.isEmpty == false)
                let free = freeColumn(rows[index], isCurrent: isCurrent, shape)
                for column in 0...free {
                    var cell = CellText(rows[index], column, shape, choiceSign, isBlank: isBlank, spans: spans(index, column))
                    if column != free { cell.problem = nil }
                    cell.isOpen = isCurrent && editor != nil && !shape.isForm
                    let hasCursor = isCurrent && column == self.column
                    let background =
                        shape.isForm && column > 0 ? field(rows[index], isCurrent: isCurrent, in: layout, on: cells, &canvas) : backdrop
                    draw(cell, hasCursor, layout, on: cells, background, &canvas)
                }
            } else if index < rows.count + shape.addLines {
                drawAddLine(layout, shape, in: cells, hasCursor: isFocused && index == list.selected, backdrop, on: &canvas)
            } else {
                drawAdded(shape.added[index - rows.count - shape.addLines], layout, shape, in: cells, backdrop, on: &canvas)
            }
        }
    }

    /// The column after which the error message of a row is drawn: the last one, or an earlier one if the columns after it are empty and
    /// without the cursor.
    func freeColumn(_ row: TableRow, isCurrent: Bool, _ shape: TableShape) -> Int {
        let last = shape.columns.count - 1
        guard row.problem != nil, row.choices.isEmpty, row.placeholder.isEmpty else { return last }
        let shown = shape.columns.indices.last { index in
            !row[index].isEmpty || isCurrent && index == column
        }
        return max(shown ?? last, shape.firstColumn)
    }

    /// The cell with the cursor if the table is drawn in `rect`, for popups; nil if it is not visible.
    public func cursorCell(in rect: Rect, rows: [TableRow], shape: TableShape) -> Rect? {
        let layout = layout(rect, rows, shape)
        return list.rect(ofRow: list.selected, in: layout.body, count: lineCount(rows, shape)).map {
            layout.cell(max(shape.firstColumn, column), on: $0)
        }
    }

    /// The visible rows if the table is drawn in `rect`, each from its first column on, and the line that adds one.
    public func lines(in rect: Rect, rows: [TableRow], shape: TableShape) -> [Rect] {
        let (layout, count) = (layout(rect, rows, shape), lineCount(rows, shape))
        return list.visibleRows(count: count, height: layout.body.height).compactMap { row in
            let columns = shape.hasCheckboxes && row < rows.count ? TableLayout.checkboxColumns : 0
            return list.rect(ofRow: row, in: layout.body, count: count).map { $0.splitLeft(columns).rest }
        }
    }

    /// The dots shown for a secret; their number is independent of its length.
    static let dots = "••••••••"

    /// The content of a cell to draw.
    private struct CellText {
        let text: String
        /// The sign at the right end; empty for none.
        let sign: String
        /// The cells of the sign and of the gaps beside it.
        let signColumns: Int
        let spans: [TextSpan]
        /// True if the text is the default value of an empty cell.
        let isMeant: Bool
        let role: StyleRole
        /// The placeholder while the cell is edited.
        let placeholder: String
        var problem: String?
        /// True in a row that is being edited: an empty cell is shown as a field.
        var isOpen = false

        let index: Int
        private let title: String
        /// The text of the field for an empty cell.
        var fieldText: String { placeholder.isEmpty ? title : placeholder }

        /// Creates the text of a cell; the row is blank if nothing is typed in it either.
        init(_ row: TableRow, _ index: Int, _ shape: TableShape, _ choiceSign: String, isBlank: Bool, spans: [TextSpan]) {
            self.index = index
            let isLast = index == shape.columns.count - 1
            let column = shape.columns[index]
            title = column.title
            let isMasked = column.isMasked || row.isSecret && index > 0
            let dots = row[index].isEmpty && !row.hasStoredSecret ? "" : TableState.dots
            let isOfRow = isLast && !row.placeholder.isEmpty
            placeholder = isOfRow ? row.placeholder : column.placeholder
            isMeant = (column.showsPlaceholder || isOfRow) && row[index].isEmpty && !isBlank
            let isSwitch = isLast && row.onChoice != nil
            let hasSign = isLast && !isSwitch && !row.choices.isEmpty && (isMeant ? isOfRow : !isMasked)
            sign = hasSign ? choiceSign : ""
            signColumns = hasSign ? TextWidth.columns(of: choiceSign) + (shape.isForm ? 2 : 1) : 0
            text = isMeant ? placeholder : isMasked ? dots : isSwitch ? row.box : row[index]
            self.spans = isMasked || !row.isEnabled ? [] : spans
            role = !row.isEnabled ? .textDisabled : isMeant ? .textMuted : isMasked ? .secret : column.role
            problem = row.problem
        }
    }

    /// Draws the surface of a form's field, also when it is empty, and returns its style. It covers the gap before the text.
    private func field(
        _ row: TableRow, isCurrent: Bool, in layout: TableLayout, on cells: Rect, _ canvas: inout Canvas
    ) -> StyleRole {
        let role: StyleRole = row.problem != nil && !isCurrent ? .fieldInvalid : isCurrent ? .fieldFocused : .field
        let box = cells.splitLeft(max(0, layout.cell(1, on: cells).minX - 1 - cells.minX)).rest
        // A line below each keeps fields apart that stand close together.
        canvas.fill(box, style: role == .field ? CellStyle(.fieldLine, on: .field) : CellStyle(role))
        if role == .field { canvas.fill(box.splitLeft(1).left, style: CellStyle(role)) }
        return role
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
        _ cell: CellText, _ hasCursor: Bool, _ layout: TableLayout, on row: Rect, _ backdrop: StyleRole?, _ canvas: inout Canvas
    ) {
        let width = TextWidth.columns(of: hasCursor ? editor?.text ?? cell.text : cell.text) + cell.signColumns
        let (left, right) = layout.split(cell.index, on: row, textWidth: width, problem: cell.problem)
        let backdrop = hasCursor && backdrop != .fieldFocused ? .selection : backdrop
        if let backdrop, backdrop != .field {
            canvas.fill(left, style: CellStyle(backdrop))
            canvas.fill(right, style: CellStyle(backdrop))
        }
        let style = CellStyle(cell.role, on: backdrop)
        canvas.write(cell.problem.map { "  ✗ " + $0 } ?? "", in: right, style: CellStyle(.error, on: backdrop))
        if hasCursor, let editor {
            let look = TextFieldState.Look(placeholder: cell.placeholder, spans: cell.spans)
            return editor.draw(in: left, on: &canvas, isFocused: true, look: look)
        }
        if cell.isOpen, cell.text.isEmpty, cell.sign.isEmpty {
            canvas.fill(left, style: CellStyle(.field))
            let text = TextWidth.fitted(cell.fieldText, columns: left.width)
            canvas.write(text, in: left, style: CellStyle(.placeholder, on: .field))
            return
        }
        // A text of a few letters needs the room more than the sign.
        let (text, end) = left.splitRight(left.width > cell.signColumns + 3 ? cell.signColumns : 0)
        LinePainter(line: TextLine(TextWidth.fitted(cell.text, columns: text.width)), rect: text, style: style)
            .draw(spans: cell.spans, on: &canvas)
        canvas.write(cell.sign, in: end.splitLeft(1).rest, style: CellStyle(.textMuted, on: backdrop))
    }

    /// Draws the line that adds a row as empty fields with the names of their columns.
    private func drawAddLine(
        _ layout: TableLayout, _ shape: TableShape, in cells: Rect, hasCursor: Bool, _ backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        let start = layout.cell(0, on: cells).minX
        let sign = Point(x: shape.hasCheckboxes ? max(cells.minX, start - 3) : start, y: cells.minY)
        canvas.write("+", at: sign, style: CellStyle(.textMuted, on: backdrop))
        // Beside the fields of a row that is being edited, these would look like its next ones.
        if editor != nil {
            let text = cells.splitLeft(sign.x + 3 - cells.minX).rest
            canvas.write(TextWidth.fitted(shape.addTitle, columns: text.width), in: text, style: CellStyle(.textMuted, on: backdrop))
            return
        }
        let field: StyleRole = hasCursor ? .fieldFocused : .field
        // The gaps between the fields are not a part of the row's highlight.
        canvas.fill(cells.splitLeft(sign.x + 1 - cells.minX).rest, style: CellStyle(.text))
        for column in shape.columns.indices {
            let cell = layout.cell(column, on: cells)
            // The surface begins one cell before the text, leaves one after the sign, and one before the next field.
            let x = max(cell.minX, sign.x + 3)
            let box = Rect(x: x - 1, y: cell.minY, width: cell.maxX - x + (column == shape.columns.count - 1 ? 1 : 0), height: 1)
            guard !cell.isEmpty, box.width > 0 else { continue }
            canvas.fill(box, style: CellStyle(field))
            let text = TextWidth.fitted(column == 0 ? shape.addTitle : shape.columns[column].title, columns: box.width - 1)
            canvas.write(text, at: Point(x: x, y: cell.minY), style: CellStyle(.placeholder, on: field))
        }
    }

    /// Draws the heading of the automatic rows on the line above the first of them.
    private func drawAddedTitle(_ layout: TableLayout, _ shape: TableShape, _ rows: [TableRow], on canvas: inout Canvas) {
        let (count, height) = (lineCount(rows, shape), layout.body.height)
        let line = count.line(ofRow: rows.count + shape.addLines) - 1 - list.firstVisible(count: count, height: height)
        guard !shape.added.isEmpty, !shape.addedTitle.isEmpty, (0..<height).contains(line) else { return }
        let row = layout.body.row(line)
        let cells = row.splitLeft(layout.cell(0, on: row).minX - row.minX).rest
        canvas.write(TextWidth.fitted(shape.addedTitle, columns: max(0, cells.width - 1)), in: cells, style: CellStyle(.textMuted))
    }

    private func drawAdded(
        _ row: TableRow, _ layout: TableLayout, _ shape: TableShape, in cells: Rect, _ backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        let style = CellStyle(.textMuted, on: backdrop)
        if shape.hasCheckboxes { canvas.write(row.isFixed ? " · " : "[x]", at: cells.origin, style: style) }
        for column in shape.columns.indices {
            let cell = layout.cell(column, on: cells)
            canvas.write(TextWidth.fitted(row[column], columns: cell.width), at: cell.origin, style: style, columns: cell.width)
        }
    }
}

/// The layout of a table in a rectangle.
struct TableLayout {
    /// The header; empty if there is no room or no title.
    let header: Rect
    /// The rows, including the line that adds one.
    let body: Rect
    /// The column ranges, relative to the left edge of a row.
    let columns: [Range<Int>]

    static let checkboxColumns = 4

    /// Lays out a table in which the column with the cursor is visible.
    init(_ rect: Rect, shape: TableShape, rowCount: Int, cursor: Int = 0) {
        (header, body) = rect.splitTop(rect.height > 2 && shape.hasTitles ? 1 : 0)
        let width = rect.width - (rowCount > body.height ? 1 : 0)
        columns = Self.scrolled(Self.columns(of: shape, width: width), to: cursor, width: width)
    }

    /// The cells of a column in the row drawn in `row`.
    func cell(_ column: Int, on row: Rect) -> Rect {
        let range = columns[column]
        return Rect(x: row.minX + range.lowerBound, y: row.minY, width: range.count, height: 1)
            .intersection(row)
    }

    /// Splits a row into the cells for a column's text and those for the error message, which may cover the columns after. The text keeps
    /// a third of the space, or the width it needs if that is less.
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
        // The box of a form's field covers one cell before its text.
        let gap = shape.isForm ? 2 : 1
        let gaps = gap * (shape.columns.count - 1)
        // The labels of a form leave at least half of the width to the values.
        let most = shape.isForm ? max(0, width / 2) : .max
        var fixed = 0
        var shares = 0
        for column in shape.columns {
            switch column.width {
            case .fixed(let columns): fixed += min(columns, most)
            case .share(let parts): shares += parts
            }
        }
        let free = max(0, width - start - gaps - fixed, shape.minShare * shares)
        var left = start
        var given = 0
        var ranges: [Range<Int>] = []
        for column in shape.columns {
            let columns: Int
            switch column.width {
            case .fixed(let count): columns = min(count, most)
            case .share(let parts):
                columns = free * (given + parts) / shares - free * given / shares
                given += parts
            }
            ranges.append(left..<left + columns)
            left += columns + gap
        }
        return ranges
    }

    /// Scrolls the columns to the left until column `cursor` is fully visible.
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
