import Document
import Screen

/// Draws a body whose long rows go on in the next row of cells.
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
            let behind = Point(x: origin.x + line.columns(part), y: origin.y)
            tail.line.draw(tail.range, at: behind, current: viewer.matchOffset, backdrop: backdrop, on: &canvas)
        }
    }
}
