import Screen

/// A line wrapped into rows by columns; a single row without a width.
struct WrappedLine {
    private let line: TextLine
    private let width: Int?
    /// The starts of the rows of a line that is not plain; empty for plain lines, whose rows are computed.
    private let starts: [Int]

    init(_ line: TextLine, width: Int?) {
        self.line = line
        self.width = width.map { max(2, $0) }
        starts = self.width.map { line.isPlain ? [] : Self.starts(line, width: $0) } ?? []
    }

    /// The number of rows, at least 1.
    var rowCount: Int {
        guard let width else { return 1 }
        return line.isPlain ? max(1, (line.count + width - 1) / width) : starts.count
    }

    /// The UTF-8 range of a row.
    func range(ofRow row: Int) -> Range<Int> {
        guard let width else { return 0..<line.count }
        if line.isPlain { return min(line.count, row * width)..<min(line.count, (row + 1) * width) }
        return starts[row]..<(row + 1 < starts.count ? starts[row + 1] : line.count)
    }

    /// The row of the grapheme at `offset`. The end of a full row belongs to that row.
    func row(of offset: Int) -> Int {
        guard let width else { return 0 }
        if line.isPlain { return min(offset / width, rowCount - 1) }
        return (starts.lastIndex { $0 <= offset } ?? 0)
    }

    private static func starts(_ line: TextLine, width: Int) -> [Int] {
        var starts = [0]
        while true {
            let start = starts[starts.count - 1]
            let rest = line.slice(start..<line.count)
            let cut = line.roundedDown(line.utf8Offset(of: TextWidth.index(in: rest, atColumn: width)))
            guard cut < line.count else { return starts }
            starts.append(max(cut, line.next(start)))
        }
    }
}

/// Draws one line of text with styled spans, from a scroll column.
struct LinePainter {
    /// The UTF-8 range of the visible graphemes.
    let visible: Range<Int>
    private let line: TextLine
    private let rect: Rect
    private let style: CellStyle
    /// The column of the first visible grapheme: the left edge, or before it for a partly visible wide grapheme.
    private let x: Int

    /// Computes the visible part of a line.
    ///
    /// - Parameters:
    ///   - range: The UTF-8 range to draw, for one row of a wrapped line.
    ///   - scroll: The first visible column, relative to the start of `range`.
    ///   - style: The style of text without a span; its background also applies to spans.
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

    /// Draws the visible text. Where spans overlap, the last one wins.
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

    /// Sets the background of the UTF-8 range `range` to `role`. Behind the end of the line, each byte counts as one column.
    func highlight(_ range: Range<Int>, _ role: StyleRole, on canvas: inout Canvas) {
        let start = column(of: max(range.lowerBound, visible.lowerBound))
        let end = column(of: min(range.upperBound, max(visible.upperBound, line.count))) + max(0, range.upperBound - line.count)
        canvas.clipped(to: rect) { canvas in
            canvas.highlight(Rect(x: start, y: rect.minY, width: end - start, height: 1), backdrop: role)
        }
    }

    /// Hides the text from `offset` to the end of the line with dots; their number is independent of its length.
    func hide(from offset: Int, on canvas: inout Canvas) {
        guard visible.upperBound > offset else { return }
        canvas.clipped(to: rect) { canvas in
            let start = column(of: max(offset, visible.lowerBound))
            canvas.fill(Rect(x: start, y: rect.minY, width: rect.maxX - start, height: 1), style: style)
            guard offset >= visible.lowerBound else { return }
            canvas.write("••••••••", at: Point(x: start, y: rect.minY), style: CellStyle(.secret, on: style.backdrop))
        }
    }

    /// The screen column of the grapheme at `offset`, or a column outside the rectangle if it is not visible.
    func column(of offset: Int) -> Int {
        guard offset >= visible.lowerBound else { return rect.minX - 1 }
        let end = min(offset, max(visible.upperBound, visible.lowerBound))
        return x + line.column(at: end, from: visible.lowerBound) + (offset > end ? rect.width : 0)
    }
}
