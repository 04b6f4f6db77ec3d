import Screen

/// Draws one line of text with spans, from a column on.
struct LinePainter {
    /// The UTF-8 offsets of the graphemes that are shown.
    let visible: Range<Int>
    private let line: TextLine
    private let rect: Rect
    private let style: CellStyle
    /// Where the first visible grapheme stands: at the left edge, or before it.
    private let x: Int

    /// Looks which part of a line is shown.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - range: the UTF-8 offsets of the part that may be drawn, for a line that goes on in other rows.
    ///   - scroll: the first column that is shown, counted from the part's start.
    ///   - rect: one row of cells.
    ///   - style: how text without a span looks; its background is behind spans as well.
    init(line: TextLine, range: Range<Int>? = nil, scroll: Int = 0, rect: Rect, style: CellStyle) {
        let range = range ?? 0..<line.count
        let start = line.offset(atColumn: scroll, from: range.lowerBound)
        let hidden = scroll == 0 ? 0 : scroll - line.column(at: start, from: range.lowerBound)
        let end = line.roundedUp(line.offset(atColumn: rect.width + hidden, from: start))
        visible = start..<max(start, min(end, range.upperBound))
        x = rect.minX - max(0, hidden)
        self.line = line
        self.rect = rect
        self.style = style
    }

    /// Draws what is visible; where spans overlap, the last has it.
    func draw(spans: [TextSpan], on canvas: inout Canvas) {
        canvas.clipped(to: rect) { canvas in
            var point = Point(x: x, y: rect.minY)
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
        let start = column(of: max(range.lowerBound, visible.lowerBound))
        let end = column(of: min(range.upperBound, max(visible.upperBound, line.count))) + max(0, range.upperBound - line.count)
        canvas.clipped(to: rect) { canvas in
            canvas.highlight(Rect(x: start, y: rect.minY, width: end - start, height: 1), backdrop: role)
        }
    }

    /// Puts dots in the place of what stands from `offset` to the line's end; their number says nothing of its length.
    func hide(from offset: Int, on canvas: inout Canvas) {
        guard visible.upperBound > offset else { return }
        canvas.clipped(to: rect) { canvas in
            let start = column(of: max(offset, visible.lowerBound))
            canvas.fill(Rect(x: start, y: rect.minY, width: rect.maxX - start, height: 1), style: style)
            if offset >= visible.lowerBound { canvas.write("••••••••", at: Point(x: start, y: rect.minY), style: style) }
        }
    }

    /// The column of the screen in which the grapheme at `offset` begins, or far right when it is behind what is visible.
    func column(of offset: Int) -> Int {
        guard offset >= visible.lowerBound else { return rect.minX - 1 }
        let end = min(offset, max(visible.upperBound, visible.lowerBound))
        return x + line.column(at: end, from: visible.lowerBound) + (offset > end ? rect.width : 0)
    }
}
