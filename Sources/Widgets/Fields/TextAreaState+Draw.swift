public import Screen

extension TextAreaState {
    /// A line that is at least partly visible.
    public struct SeenLine: Sendable {
        /// The line number, from 0.
        public let number: Int
        /// The whole line without its line end.
        public let text: String
        /// The visible part in UTF-8 offsets.
        public let visible: Range<Int>

        /// Creates a visible line.
        public init(number: Int, text: String, visible: Range<Int>) {
            self.number = number
            self.text = text
            self.visible = visible
        }
    }

    /// Draws the visible text with line numbers, a scrollbar and the find bar.
    ///
    /// - Parameters:
    ///   - rect: The cells of the area.
    ///   - canvas: The canvas to draw on.
    ///   - isFocused: True if the area receives keys; only then it has a cursor.
    ///   - placeholder: The text shown while the area is empty.
    ///   - spans: Styled parts of a line; later spans win. Called only for visible lines.
    ///   - hidden: The UTF-8 offset at which a secret begins, drawn as dots to the end of the line; nil for a line without one.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, isFocused: Bool, placeholder: String = "",
        spans: (SeenLine) -> [TextSpan] = { _ in [] }, hidden: (SeenLine) -> Int? = { _ in nil }
    ) {
        let layout = layout(rect)
        let viewer = viewer(in: rect)
        let viewport = currentViewport(viewer)
        let brackets = isFocused ? BracketMatcher(lines: content.lines).pair(at: cursor) : nil
        for (index, place) in viewer.rows(of: viewport).enumerated() {
            let range = viewer.wrapped(place.line).range(ofRow: place.row)
            let row = Row(number: place.line, line: content.lines[place.line], range: range, cells: layout.text.row(index), viewport.column)
            if place.row == 0 { drawNumber(place.line, in: layout.gutter.row(index), on: &canvas) }
            let seen = SeenLine(number: place.line, text: row.line.text, visible: row.painter.visible)
            row.painter.draw(spans: spans(seen), on: &canvas)
            highlight(row, brackets: brackets, on: &canvas)
            if let start = hidden(seen) { row.painter.hide(from: start, on: &canvas) }
            if isFocused, place == viewer.row(of: cursor) { placeCursor(row, in: layout.text.row(index), on: &canvas) }
        }
        if content.isEmpty {
            canvas.write(placeholder, at: layout.text.origin, style: CellStyle(.placeholder), columns: layout.text.width)
        }
        scrollbar(rect).draw(in: layout.scrollbar, on: &canvas)
        drawFind(in: layout.find, on: &canvas, isFocused: isFocused)
    }

    /// The cursor's cell if the area is drawn in `rect`, for popups; nil if the cursor is not visible.
    public func cursorPoint(in rect: Rect) -> Point? {
        let viewer = viewer(in: rect)
        let viewport = currentViewport(viewer)
        let text = layout(rect).text
        let wanted = viewer.row(of: cursor)
        guard let index = viewer.rows(of: viewport).firstIndex(of: wanted) else { return nil }
        let start = viewer.wrapped(wanted.line).range(ofRow: wanted.row).lowerBound
        let column = content.lines[cursor.line].column(at: cursor.offset, from: start)
        return Point(x: text.minX + column - viewport.column, y: text.minY + index)
    }

    /// A row of cells and the part of a line that it shows.
    struct Row {
        let number: Int
        let line: TextLine
        let range: Range<Int>
        let painter: LinePainter

        init(number: Int, line: TextLine, range: Range<Int>, cells: Rect, _ scroll: Int) {
            self.number = number
            self.line = line
            self.range = range
            painter = LinePainter(line: line, range: range, scroll: scroll, rect: cells, style: CellStyle(.text))
        }

        /// The part of `selection` on this row. It extends one byte past the line if the line end is selected.
        func part(of selection: Range<TextPosition>) -> Range<Int>? {
            guard selection.lowerBound.line <= number, selection.upperBound.line >= number else { return nil }
            let start = selection.lowerBound.line < number ? 0 : selection.lowerBound.offset
            let isLast = range.upperBound == line.count
            let end = selection.upperBound.line > number ? line.count + (isLast ? 1 : 0) : selection.upperBound.offset
            let part = max(start, range.lowerBound)..<max(max(start, range.lowerBound), min(end, range.upperBound + (isLast ? 1 : 0)))
            return part.isEmpty ? nil : part
        }
    }

    private func drawNumber(_ line: Int, in cells: Rect, on canvas: inout Canvas) {
        guard !cells.isEmpty else { return }
        let number = String(line + 1)
        let role: StyleRole = line == cursor.line ? .codeLineNumberCurrent : .codeLineNumber
        canvas.write(number, at: Point(x: cells.maxX - 1 - number.utf8.count, y: cells.minY), style: CellStyle(role))
    }

    private func highlight(_ row: Row, brackets: (TextPosition, TextPosition)?, on canvas: inout Canvas) {
        if find != nil, let search {
            let margin = search.pattern.utf8.count
            let start = row.line.roundedDown(max(row.range.lowerBound, row.painter.visible.lowerBound - margin))
            for match in search.matches(in: row.line, range: start..<row.painter.visible.upperBound) {
                let start = TextPosition(line: row.number, offset: match.lowerBound)
                row.painter.highlight(match, content.selection.range?.lowerBound == start ? .matchCurrent : .match, on: &canvas)
            }
        }
        if let selection = selectedRange, find == nil, let part = row.part(of: selection) {
            row.painter.highlight(part, .selection, on: &canvas)
        }
        for bracket in [brackets?.0, brackets?.1] {
            guard let bracket, bracket.line == row.number, row.painter.visible.contains(bracket.offset) else { continue }
            row.painter.highlight(bracket.offset..<bracket.offset + 1, .codeBracketMatch, on: &canvas)
        }
    }

    private func placeCursor(_ row: Row, in cells: Rect, on canvas: inout Canvas) {
        let point = Point(x: row.painter.column(of: cursor.offset), y: cells.minY)
        if cells.contains(point) { canvas.cursor = Cursor(at: point, shape: keys.cursorShape) }
    }
}

/// The layout of a text area in a rectangle.
struct TextAreaLayout {
    /// The line numbers and the space after them.
    let gutter: Rect
    /// The text; the last column holds the cursor after a full row.
    let text: Rect
    /// The scrollbar at the right edge.
    let scrollbar: Rect
    /// The find bar at the bottom; empty while it is closed.
    let find: Rect

    init(_ rect: Rect, lineCount: Int, showsLineNumbers: Bool, findRows: Int) {
        let (upper, find) = rect.splitBottom(min(findRows, max(0, rect.height - 1)))
        let (left, scrollbar) = upper.splitRight(upper.width > 8 ? 1 : 0)
        let digits = max(2, String(lineCount).utf8.count)
        (gutter, text) = left.splitLeft(showsLineNumbers && left.width > digits + 12 ? digits + 1 : 0)
        self.scrollbar = scrollbar
        self.find = find
    }

    /// The columns available for text.
    var textColumns: Int { max(1, text.width - 1) }
}
