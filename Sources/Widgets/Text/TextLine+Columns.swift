import Screen

extension TextLine {
    /// The columns from the grapheme at `start` to the one at `offset`.
    func column(at offset: Int, from start: Int = 0) -> Int {
        let end = min(offset, count)
        return isPlain ? end - start : TextWidth.columns(of: slice(start..<end))
    }

    /// The offset of the grapheme that covers the column `column` counted from the one at `start`; the line's end for a column behind it.
    func offset(atColumn column: Int, from start: Int = 0) -> Int {
        guard !isPlain else { return min(start + max(0, column), count) }
        return roundedDown(utf8Offset(of: TextWidth.index(in: slice(start..<count), atColumn: column)))
    }

    /// The grapheme boundary nearest to `column`, as a click means it: the right half of a wide grapheme is behind it.
    func boundary(nearColumn column: Int, from start: Int = 0) -> Int {
        let left = offset(atColumn: column, from: start)
        guard !isPlain, left < count else { return left }
        let right = next(left)
        let (leftColumn, width) = (self.column(at: left, from: start), self.column(at: right, from: left))
        return column - leftColumn >= (width + 1) / 2 ? right : left
    }
}
