import Document
import Screen
import Widgets

/// Draws the body; reads only the rows on the screen, for any size.
enum BodyViewer {
    static func draw(_ state: ResponseState, _ context: ResponseContext, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let viewer = state.shown
        if let table = viewer.table { return BodyTableView.draw(table, in: rect, isFocused: isFocused, on: &canvas) }
        if let picture = viewer.picture, viewer.showsPicture { return BodyPictureView.draw(picture, in: rect, on: &canvas) }
        guard let view = viewer.view else { return }
        if let wrapped = BodyWrapping.body(state, context) {
            return WrappedBodyView.draw(wrapped, viewer, in: rect, isFocused: isFocused, on: &canvas)
        }
        let visible = viewer.list.visibleRows(count: view.rowCount, height: rect.height)
        let rows = view.rows(visible, marking: state.bodySearch?.results?.pattern)
        let gutter = gutter(of: view)
        viewer.list.draw(in: rect, on: &canvas, count: view.rowCount, isFocused: isFocused) { index, cells, backdrop, canvas in
            guard rows.indices.contains(index - visible.lowerBound) else { return }
            let line = BodyLine(rows[index - visible.lowerBound])
            let (number, text) = cells.splitLeft(gutter)
            drawGutter(of: line.line, view, in: number, backdrop: backdrop, on: &canvas)
            let x = text.minX - viewer.column + min(line.line.indent, Int(Int32.max))
            canvas.clipped(to: text) {
                line.draw(
                    0..<line.text.utf8.count, at: Point(x: x, y: text.minY), current: viewer.matchOffset, backdrop: backdrop, on: &$0)
            }
            drawEdges(of: line.text, from: x, in: text, style: CellStyle(.codeFold, on: backdrop), on: &canvas)
        }
    }

    /// Marks the sides on which a text that begins at `x` continues outside of the cells.
    private static func drawEdges(of text: String, from x: Int, in cells: Rect, style: CellStyle, on canvas: inout Canvas) {
        guard cells.width > 1, !text.isEmpty else { return }
        if x < cells.minX { canvas.write("‹", at: cells.origin, style: style) }
        // A text has at most as many columns as bytes.
        guard text.utf8.count > cells.maxX - x, x + TextWidth.columns(of: text) > cells.maxX else { return }
        canvas.write("›", at: Point(x: cells.maxX - 1, y: cells.minY), style: style)
    }

    private static let signColumns = 2

    /// The width of the line numbers and the fold signs after them, whether or not a visible line has a sign.
    static func gutter(of view: DocumentView) -> Int {
        view.form == .hex ? 0 : String(view.lineCount).count + 1 + (view.usesFolds ? signColumns : 0)
    }

    /// The cell of the fold sign of a row that is drawn in `cells`; empty if nothing can be folded.
    static func foldSign(of line: DisplayLine, _ view: DocumentView, in cells: Rect) -> Rect {
        guard view.usesFolds, line.fold != .none else { return .empty }
        return Rect(x: cells.minX + gutter(of: view) - signColumns, y: cells.minY, width: 1, height: 1).intersection(cells)
    }

    /// Draws the number of the line that begins in a row, and its fold sign.
    static func drawGutter(of line: DisplayLine, _ view: DocumentView, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        guard !rect.isEmpty, !line.isContinuation else { return }
        let sign = foldSign(of: line, view, in: rect)
        let text = String(line.line + 1)
        let end = rect.maxX - 1 - (view.usesFolds ? signColumns : 0)
        let role: StyleRole = backdrop == nil ? .codeLineNumber : .codeLineNumberCurrent
        canvas.write(text, at: Point(x: end - text.count, y: rect.minY), style: CellStyle(role, on: backdrop))
        guard !sign.isEmpty else { return }
        canvas.write(line.fold == .expanded ? "▾" : "▸", at: sign.origin, style: CellStyle(.codeFold, on: backdrop))
    }
}

/// Draws a picture, with two pixels in each cell or in the terminal's own format, never over more cells than it has pixels.
enum BodyPictureView {
    static func draw(_ picture: BodyPicture, in rect: Rect, on canvas: inout Canvas) {
        let (place, foot) = rect.splitBottom(1)
        let text = "\(picture.format), \(picture.originalSize.width) × \(picture.originalSize.height) pixels"
        canvas.write(text, at: foot.origin, style: CellStyle(.textMuted), columns: foot.width)
        let size = picture.bitmap.size
        let scale = min(1, Double(place.width) / Double(size.width), Double(place.height * 2) / Double(size.height))
        let columns = max(1, Int(Double(size.width) * scale))
        let rows = max(1, Int((Double(size.height) * scale / 2).rounded(.up)))
        canvas.draw(
            picture.bitmap, in: Rect(x: place.minX, y: place.minY, width: min(columns, place.width), height: min(rows, place.height)))
    }
}

/// Draws a body whose long lines wrap.
enum WrappedBodyView {
    static func draw(_ body: WrappedBody, _ viewer: BodyViewerState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let (cursor, top) = (viewer.cursor(in: body), viewer.top(in: body))
        let (cells, bar) = rect.splitRight(1)
        for (y, place) in body.places(from: top).enumerated() {
            let backdrop: StyleRole? = place == cursor ? (isFocused ? .cursorRowFocused : .cursorRow) : nil
            draw(place, of: body, viewer, in: cells.row(y), backdrop: backdrop, on: &canvas)
        }
        canvas.scrollbar(in: bar, body.scroll(from: top))
    }

    private static func draw(
        _ place: WrapPlace, of body: WrappedBody, _ viewer: BodyViewerState, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas
    ) {
        if let backdrop { canvas.fill(cells, style: CellStyle(backdrop)) }
        let row = body.row(place.row)
        guard let line = row.line else { return }
        let (number, text) = cells.splitLeft(body.gutter)
        if place.part == 0 { BodyViewer.drawGutter(of: line.line, body.view, in: number, backdrop: backdrop, on: &canvas) }
        let origin = Point(x: text.minX + row.indent, y: text.minY)
        canvas.clipped(to: text) { canvas in
            let part = row.parts[place.part]
            line.draw(part, at: origin, current: viewer.matchOffset, backdrop: backdrop, on: &canvas)
            guard let tail = body.tail(of: place) else { return }
            let tailOrigin = Point(x: origin.x + line.columns(part), y: origin.y)
            tail.line.draw(tail.range, at: tailOrigin, current: viewer.matchOffset, backdrop: backdrop, on: &canvas)
        }
    }
}
