import Screen

/// Draws one line of text with spans, from a column on.
struct LinePainter {
    /// The line.
    let line: TextLine
    /// The first column that is shown.
    let scroll: Int
    /// One row of cells.
    let rect: Rect
    /// How text without a span looks; its background is behind spans as well.
    let style: CellStyle
    /// The offset behind which nothing is drawn, where the line goes on in another row.
    var limit = Int.max

    /// The offsets of the graphemes that are at least partly shown.
    var visible: Range<Int> {
        let start = line.offset(atColumn: scroll)
        let end = line.roundedUp(line.offset(atColumn: scroll + rect.width))
        return start..<max(start, min(end, limit))
    }

    /// Draws what is visible; where spans overlap, the last has it.
    func draw(spans: [TextSpan], on canvas: inout Canvas) {
        let visible = visible
        canvas.clipped(to: rect) { canvas in
            var point = Point(x: rect.minX + line.column(at: visible.lowerBound) - scroll, y: rect.minY)
            var offset = visible.lowerBound
            func write(upTo end: Int, _ style: CellStyle) {
                let end = line.roundedDown(min(end, visible.upperBound))
                guard end > offset else { return }
                point.x += canvas.write(line.slice(offset..<end), at: point, style: style)
                offset = end
            }
            for span in TextSpan.flattened(spans) where span.range.upperBound > offset {
                write(upTo: span.range.lowerBound, style)
                write(upTo: span.range.upperBound, CellStyle(span.role, on: style.backdrop ?? style.role))
            }
            write(upTo: visible.upperBound, style)
        }
    }

    /// Puts `role` behind the text in `range`, of UTF-8 offsets; what lies behind the line's end counts a column a byte.
    func highlight(_ range: Range<Int>, _ role: StyleRole, on canvas: inout Canvas) {
        let start = line.column(at: range.lowerBound) - scroll
        let beyond = max(0, range.upperBound - line.count)
        let end = line.column(at: range.upperBound) - scroll + beyond
        let cells = Rect(x: rect.minX + start, y: rect.minY, width: end - start, height: 1)
        canvas.clipped(to: rect) { $0.highlight(cells, backdrop: role) }
    }
}
