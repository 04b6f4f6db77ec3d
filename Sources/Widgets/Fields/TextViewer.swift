/// Maps lines of text to the visible rows of a view.
struct TextViewer {
    let lines: [TextLine]
    /// The rows of the view, at least 1.
    let height: Int
    /// The columns for text, at least 1.
    let width: Int
    /// True if lines longer than `width` continue in the next row.
    let wraps: Bool
    private let cache = Cache()

    /// The rows of long lines, cached because wrapping them is expensive.
    private final class Cache {
        var lines: [Int: WrappedLine] = [:]
    }

    func wrapped(_ number: Int) -> WrappedLine {
        guard wraps, !lines[number].isPlain else { return WrappedLine(lines[number], width: wraps ? width : nil) }
        if let known = cache.lines[number] { return known }
        let new = WrappedLine(lines[number], width: width)
        cache.lines[number] = new
        return new
    }

    /// The nearest viewport that does not scroll past the end of the text.
    func clamped(_ viewport: TextViewport) -> TextViewport {
        var result = viewport
        result.line = min(max(0, viewport.line), lines.count - 1)
        result.row = min(max(0, viewport.row), wrapped(result.line).rowCount - 1)
        let last = walked(lastRow, by: -(height - 1))
        if last.isAbove(result) { (result.line, result.row) = (last.line, last.row) }
        if wraps { result.column = 0 }
        return result
    }

    /// The viewport scrolled by `rows`; negative values scroll up.
    func moved(_ viewport: TextViewport, by rows: Int) -> TextViewport {
        clamped(walked(clamped(viewport), by: rows))
    }

    /// The nearest viewport in which `position` is visible.
    func revealing(_ position: TextPosition, from viewport: TextViewport) -> TextViewport {
        var result = clamped(viewport)
        let wanted = row(of: position)
        let earliest = walked(wanted, by: -(height - 1))
        if wanted.isAbove(result) {
            (result.line, result.row) = (wanted.line, wanted.row)
        } else if result.isAbove(earliest) {
            (result.line, result.row) = (earliest.line, earliest.row)
        }
        if !wraps { result.column = column(revealing: lines[position.line].column(at: position.offset), from: result.column) }
        return result
    }

    /// The viewport in which `position` is at the fraction `share` of the height.
    func aligned(_ position: TextPosition, share: Double, from viewport: TextViewport) -> TextViewport {
        var result = walked(row(of: position), by: -Int(Double(height - 1) * share))
        result.column = viewport.column
        return clamped(result)
    }

    /// The line and row that are `rows` below the top of `viewport`; nil after the end.
    func place(_ rows: Int, below viewport: TextViewport) -> TextViewport? {
        let place = walked(viewport, by: rows)
        return place.line < lines.count ? place : nil
    }

    /// The visible rows, from the top.
    func rows(of viewport: TextViewport) -> [TextViewport] {
        var rows = [viewport]
        while rows.count < height, let next = place(1, below: rows[rows.count - 1]) { rows.append(next) }
        return rows.map { TextViewport(line: $0.line, row: $0.row) }
    }

    /// The row that holds `position`.
    func row(of position: TextPosition) -> TextViewport {
        TextViewport(line: position.line, row: wrapped(position.line).row(of: position.offset))
    }

    /// The previous (-1) or next (1) row; nil at the ends of the text.
    func neighbor(of place: TextViewport, step: Int) -> TextViewport? {
        let first = place.line == 0 && place.row == 0
        return step < 0 && first ? nil : self.place(step, below: place)
    }

    /// The position nearest to `column` of a row.
    func position(column: Int, on place: TextViewport) -> TextPosition {
        let line = lines[place.line]
        let range = wrapped(place.line).range(ofRow: place.row)
        let wanted = line.boundary(nearColumn: max(0, column), from: range.lowerBound)
        let last = range.upperBound < line.count ? line.previous(range.upperBound) : range.upperBound
        return TextPosition(line: place.line, offset: min(max(wanted, range.lowerBound), last))
    }

    private var lastRow: TextViewport {
        TextViewport(line: lines.count - 1, row: wrapped(lines.count - 1).rowCount - 1)
    }

    /// Moves by `rows`: down possibly past the end of the text, up at most to its start.
    private func walked(_ viewport: TextViewport, by rows: Int) -> TextViewport {
        var result = viewport
        guard wraps else {
            result.line = max(0, result.line + rows)
            return result
        }
        result.row += rows
        while result.row < 0, result.line > 0 {
            result.line -= 1
            result.row += wrapped(result.line).rowCount
        }
        while result.line < lines.count, result.row > 0 {
            let count = wrapped(result.line).rowCount
            guard result.row >= count else { break }
            result.row -= count
            result.line += 1
        }
        result.row = max(0, result.row)
        return result
    }

    private func column(revealing column: Int, from left: Int) -> Int {
        let margin = min(8, width / 4)
        if column < left { return max(0, column - margin) }
        return column < left + width ? left : column - width + 1 + margin
    }
}

/// The visible part of a text, given by its top left corner.
struct TextViewport: Equatable, Sendable {
    /// The first visible line.
    var line = 0
    /// The first visible row of that line if lines wrap.
    var row = 0
    /// The first visible column if lines do not wrap.
    var column = 0

    /// True if this viewport starts on an earlier row.
    func isAbove(_ other: TextViewport) -> Bool { (line, row) < (other.line, other.row) }
}
