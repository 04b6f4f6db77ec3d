public import Screen

extension TextFieldState {
    /// What a field shows beside its text.
    public struct Look: Sendable {
        /// What stands in the field while it is empty.
        public var placeholder: String
        /// Pieces of the text in a role of their own, later ones over earlier ones.
        public var spans: [TextSpan]
        /// How the text looks; what is behind it is `field`, or `fieldFocused`, unless there is a backdrop.
        public var role: StyleRole?
        /// What is behind the text instead, for a field that is no box, such as a cell of a table.
        public var backdrop: StyleRole?

        /// Takes what a field shows beside its text.
        public init(placeholder: String = "", spans: [TextSpan] = [], role: StyleRole? = nil, backdrop: StyleRole? = nil) {
            self.placeholder = placeholder
            self.spans = spans
            self.role = role
            self.backdrop = backdrop
        }
    }

    /// Draws the field in the first row of `rect`, and with `isFocused` its cursor and selection.
    public func draw(in rect: Rect, on canvas: inout Canvas, isFocused: Bool, look: Look = Look()) {
        let row = rect.row(0)
        guard !row.isEmpty else { return }
        let backdrop = look.backdrop ?? (isFocused ? .fieldFocused : .field)
        canvas.fill(row, style: CellStyle(backdrop))
        if content.isEmpty {
            canvas.write(look.placeholder, at: row.origin, style: CellStyle(.placeholder, on: backdrop), columns: row.width)
        }
        let scroll = scroll(width: row.width)
        let style = CellStyle(look.role ?? backdrop, on: backdrop)
        let painter = LinePainter(line: shown, scroll: scroll, rect: row, style: style)
        painter.draw(spans: isMasked ? [] : look.spans, on: &canvas)
        guard isFocused else { return drawCuts(in: row, scroll: scroll, style: CellStyle(.textMuted, on: backdrop), on: &canvas) }
        if let range = selectedRange {
            painter.highlight(shownOffset(range.lowerBound)..<shownOffset(range.upperBound), .selection, on: &canvas)
        }
        canvas.cursor = Cursor(at: Point(x: row.minX + cursorColumn - scroll, y: row.minY))
    }

    /// A sign at each end behind which the text goes on.
    private func drawCuts(in row: Rect, scroll: Int, style: CellStyle, on canvas: inout Canvas) {
        let ends = [(0, scroll > 0), (row.width - 1, shown.columns > scroll + row.width)]
        for (column, isCut) in ends where isCut {
            canvas.write("…", at: Point(x: row.minX + column, y: row.minY), style: style)
        }
    }

    /// The column in which the cursor stands when the field is drawn in `rect`, for what is to be shown below it.
    public func cursorPoint(in rect: Rect) -> Point {
        Point(x: rect.minX + cursorColumn - scroll(width: rect.width), y: rect.minY)
    }

    /// The line as it is shown, which for a secret is a dot for each grapheme.
    var shown: TextLine {
        isMasked ? TextLine(String(repeating: "•", count: text.count)) : content.lines[0]
    }

    /// The first column that is shown in `width` columns: as near as can be to the pinned one, or else with the cursor in the middle.
    func scroll(width: Int) -> Int {
        let most = max(0, shown.columns + 1 - width)
        guard let pinnedScroll else { return min(max(0, cursorColumn - width / 2), most) }
        return min(max(pinnedScroll, cursorColumn - width + 1), cursorColumn, most)
    }

    private var cursorColumn: Int { shown.column(at: shownOffset(cursor)) }

    private func shownOffset(_ offset: Int) -> Int {
        isMasked ? content.lines[0].slice(0..<offset).count * Self.dotBytes : offset
    }

    /// The offset in the text of what is shown at `offset`.
    func offset(inShown offset: Int) -> Int {
        guard isMasked else { return offset }
        let line = content.lines[0]
        return line.utf8Offset(of: line.text.index(line.text.startIndex, offsetBy: offset / Self.dotBytes))
    }

    private static let dotBytes = "•".utf8.count
}
