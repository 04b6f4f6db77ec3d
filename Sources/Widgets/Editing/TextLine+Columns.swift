import Screen

extension TextLine {
    /// The column in which the grapheme at `offset` begins.
    func column(at offset: Int) -> Int {
        isPlain ? min(offset, count) : TextWidth.columns(of: slice(0..<min(offset, count)))
    }

    /// The offset of the grapheme that covers `column`; the line's end for a column behind it.
    func offset(atColumn column: Int) -> Int {
        guard !isPlain else { return min(max(0, column), count) }
        return roundedDown(utf8Offset(of: TextWidth.index(in: text, atColumn: column)))
    }

    /// The grapheme boundary nearest to `column`, as a click means it: the right half of a wide grapheme is behind it.
    func boundary(nearColumn column: Int) -> Int {
        let start = offset(atColumn: column)
        guard !isPlain, start < count else { return start }
        let end = next(start)
        let left = self.column(at: start)
        return column - left >= (self.column(at: end) - left + 1) / 2 ? end : start
    }
}
