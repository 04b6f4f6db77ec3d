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
        let visible = viewer.list.visibleRows(count: view.rowCount, height: rect.height)
        let rows = view.rows(visible, marking: state.response.search?.results?.pattern)
        let gutter = view.form == .hex ? 0 : String(view.lineCount).count + 1
        viewer.list.draw(in: rect, on: &canvas, count: view.rowCount, isFocused: isFocused) { index, cells, backdrop, canvas in
            guard rows.indices.contains(index - visible.lowerBound) else { return }
            let line = rows[index - visible.lowerBound]
            let (number, text) = cells.splitLeft(gutter)
            if gutter > 0, !line.isContinuation { drawNumber(line.line + 1, in: number, backdrop: backdrop, on: &canvas) }
            canvas.clipped(to: text) {
                draw(line, scroll: viewer.column, current: viewer.matchOffset, in: text, backdrop: backdrop, on: &$0)
            }
        }
    }

    private static func drawNumber(_ number: Int, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        let text = String(number)
        canvas.write(
            text, at: Point(x: rect.maxX - 1 - text.count, y: rect.minY), style: CellStyle(.codeLineNumber, on: backdrop))
    }

    private static func draw(_ line: DisplayLine, scroll: Int, current: Int?, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas)
    {
        var x = rect.minX - scroll + min(line.indent, Int(Int32.max))
        var position = line.text.startIndex
        func write(until end: String.Index, _ role: StyleRole) {
            guard position < end else { return }
            x += canvas.write(line.text[position..<end], at: Point(x: x, y: rect.minY), style: CellStyle(role, on: backdrop))
            position = end
        }
        for span in line.spans {
            write(until: line.text.utf8.index(line.text.startIndex, offsetBy: span.range.lowerBound), .text)
            write(until: line.text.utf8.index(line.text.startIndex, offsetBy: span.range.upperBound), SyntaxStyle.role(span.kind))
        }
        write(until: line.text.endIndex, .text)
        for match in line.matches {
            let start = rect.minX - scroll + line.indent + TextWidth.columns(of: line.text.utf8Prefix(match.range.lowerBound))
            let width = TextWidth.columns(of: line.text.utf8Prefix(match.range.upperBound)) + rect.minX - scroll + line.indent - start
            canvas.highlight(
                Rect(x: start, y: rect.minY, width: width, height: 1), backdrop: match.source.lowerBound == current ? .matchCurrent : .match
            )
        }
        if case .collapsed(let count) = line.fold {
            canvas.write(" ⋯ \(count) lines", at: Point(x: x, y: rect.minY), style: CellStyle(.codeFold, on: backdrop))
        }
    }
}

extension String {
    /// The text before a UTF-8 offset.
    fileprivate func utf8Prefix(_ count: Int) -> Substring { self[..<utf8.index(startIndex, offsetBy: count)] }
}
