import Screen

/// Text on the screen selected with the mouse, to be copied; it flows from line to line within a pane.
struct ScreenSelection: Sendable, Equatable {
    /// The cells that the selection cannot leave.
    let bounds: Rect
    /// The cell where the selection began; outside the screen once its text has scrolled away.
    var anchor: Point
    /// The cell under the pointer.
    var head: Point

    /// The text in its cells when it was copied; nil while the button is pressed. The selection is shown as long as this text is there.
    var copied: String?

    /// The cells of each line, from the top.
    var rows: [Rect] {
        let (first, last) = (anchor.y, anchor.x) <= (head.y, head.x) ? (anchor, head) : (head, anchor)
        return (max(first.y, bounds.minY)..<min(last.y + 1, bounds.maxY)).map { y in
            let left = y == first.y ? max(first.x, bounds.minX) : bounds.minX
            let right = y == last.y ? min(last.x + 1, bounds.maxX) : bounds.maxX
            return Rect(x: left, y: y, width: max(0, right - left), height: 1)
        }
    }

    /// A row of cells that continues the line of the row above.
    struct Continuation: Equatable {
        /// The column in which its text begins.
        let start: Int
        /// The column after the text of the row above.
        let endAbove: Int
    }

    /// A line with a folded part; its text ends with the number of hidden lines.
    struct Fold: Equatable {
        /// The row of the body; nil if its row of cells does not show the whole line.
        let row: Int?
        /// The column in which its text begins.
        let start: Int
        /// The column after its text.
        let end: Int
        /// The length of the line's text in the rows of cells above, in UTF-8 bytes.
        var skipped = 0
    }

    /// The folds that are selected to their ends, by their row of cells.
    func whole(_ folds: [Int: Fold]) -> [Int: Fold] {
        let seen = rows.map { ($0.minY, $0) }
        return folds.filter { y, fold in
            fold.row != nil && seen.contains { $0.0 == y && $0.1.minX < fold.end && $0.1.maxX >= fold.end }
        }
    }

    /// The selected text, without spaces at the ends of lines.
    /// - Parameters:
    ///   - glyph: the character of a cell.
    ///   - continuations: by the row of cells; they are joined with the row above.
    ///   - folds: by the row of cells.
    ///   - unfolded: the full text of a folded line from the first selected column on, by the row of cells of the fold.
    func text(
        glyph: (Point) -> String, joining continuations: [Int: Continuation] = [:], folds: [Int: Fold] = [:], unfolded: [Int: String] = [:]
    ) -> String {
        var text = ""
        for row in rows {
            let isJoined = row.minY > rows[0].minY && continuations[row.minY] != nil
            // The right half of a wide character belongs to it.
            let isHalf = row.minX > bounds.minX && glyph(row.origin).isEmpty
            let start = isJoined ? max(row.minX, continuations[row.minY]?.start ?? 0) : row.minX - (isHalf ? 1 : 0)
            let end = row.maxX == bounds.maxX ? continuations[row.minY + 1]?.endAbove : nil
            let fold = folds[row.minY]
            let isUnfolded = unfolded[row.minY] != nil
            let limit = (isUnfolded ? fold.map { max(start, $0.start) } : fold?.end) ?? row.maxX
            let line =
                (start..<max(start, min(end ?? row.maxX, limit))).map { glyph(Point(x: $0, y: row.minY)) }.joined()
                + (unfolded[row.minY] ?? "")
            if !isJoined, row.minY > rows[0].minY { text += "\n" }
            text += end == nil ? line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? "" : line
        }
        return text
    }
}
