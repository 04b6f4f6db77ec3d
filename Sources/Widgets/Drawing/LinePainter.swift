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

    /// The offsets of the graphemes that are at least partly shown.
    var visible: Range<Int> {
        let start = line.offset(atColumn: scroll)
        return start..<max(start, line.roundedUp(line.offset(atColumn: scroll + rect.width)))
    }

    /// Draws what is visible; spans are taken in order, and where two overlap the first has it.
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
            for span in spans where span.range.upperBound > offset {
                write(upTo: span.range.lowerBound, style)
                write(upTo: span.range.upperBound, CellStyle(span.role, on: style.backdrop ?? style.role))
            }
            write(upTo: visible.upperBound, style)
        }
    }

    /// Puts `role` behind the text in `range`, of UTF-8 offsets.
    func highlight(_ range: Range<Int>, _ role: StyleRole, on canvas: inout Canvas) {
        let start = line.column(at: range.lowerBound) - scroll
        let cells = Rect(x: rect.minX + start, y: rect.minY, width: line.column(at: range.upperBound) - scroll - start, height: 1)
        canvas.clipped(to: rect) { $0.highlight(cells, backdrop: role) }
    }
}
