import Document
import Screen
import Widgets

/// Draws the body: only the rows on the screen are asked for, whatever its size.
enum BodyViewer {
    static func draw(_ state: AppState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let viewer = state.response.shown
        if let table = viewer.table { return BodyTableView.draw(table, in: rect, isFocused: isFocused, on: &canvas) }
        if let picture = viewer.picture, viewer.showsPicture { return BodyPictureView.draw(picture, in: rect, on: &canvas) }
        guard let view = viewer.view else { return }
        if let wrapped = BodyWrapping.body(state) {
            return WrappedBodyView.draw(wrapped, viewer, in: rect, isFocused: isFocused, on: &canvas)
        }
        let visible = viewer.list.visibleRows(count: view.rowCount, height: rect.height)
        let rows = view.rows(visible, marking: state.response.search?.results?.pattern)
        let gutter = gutter(of: view)
        viewer.list.draw(in: rect, on: &canvas, count: view.rowCount, isFocused: isFocused) { index, cells, backdrop, canvas in
            guard rows.indices.contains(index - visible.lowerBound) else { return }
            let line = BodyLine(rows[index - visible.lowerBound])
            let (number, text) = cells.splitLeft(gutter)
            if gutter > 0, !line.line.isContinuation { drawNumber(line.line.line + 1, in: number, backdrop: backdrop, on: &canvas) }
            let x = text.minX - viewer.column + min(line.line.indent, Int(Int32.max))
            canvas.clipped(to: text) {
                line.draw(
                    0..<line.text.utf8.count, at: Point(x: x, y: text.minY), current: viewer.matchOffset, backdrop: backdrop, on: &$0)
            }
        }
    }

    /// Columns that the numbers of lines take.
    static func gutter(of view: DocumentView) -> Int { view.form == .hex ? 0 : String(view.lineCount).count + 1 }

    static func drawNumber(_ number: Int, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        let text = String(number)
        canvas.write(
            text, at: Point(x: rect.maxX - 1 - text.count, y: rect.minY), style: CellStyle(.codeLineNumber, on: backdrop))
    }
}
