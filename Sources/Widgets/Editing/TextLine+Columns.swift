import Screen

extension TextLine {
    /// The column in which the grapheme at `offset` begins.
    func column(at offset: Int) -> Int {
        guard !isPlain else { return min(offset, count) }
        var columns = 0
        forEachGrapheme { start, _, width in
            guard start < offset else { return false }
            columns += width
            return true
        }
        return columns
    }

    /// The offset of the grapheme that covers `column`; the line's end for a column behind it.
    func offset(atColumn column: Int) -> Int {
        guard !isPlain else { return min(max(0, column), count) }
        var found = count
        var columns = 0
        forEachGrapheme { start, _, width in
            columns += width
            guard columns > column else { return true }
            found = start
            return false
        }
        return found
    }

    /// The grapheme boundary nearest to `column`, as a click means it: right of the middle of a wide grapheme is behind it.
    func boundary(nearColumn column: Int) -> Int {
        let offset = offset(atColumn: column)
        guard !isPlain, offset < count else { return offset }
        let end = next(offset)
        return column - self.column(at: offset) >= (self.column(at: end) - self.column(at: offset) + 1) / 2 ? end : offset
    }

    /// Calls `body` with the offset, the bytes and the columns of one grapheme after another until it says false.
    ///
    /// ASCII between ASCII is never a part of a longer grapheme, so a long line costs little more than reading its bytes.
    @inline(__always)
    func forEachGrapheme(_ body: (_ offset: Int, _ bytes: Int, _ columns: Int) -> Bool) {
        let end = count
        var offset = 0
        while offset < end {
            let bytes = plainPrefix(from: offset)
            for at in offset..<offset + bytes {
                guard body(at, 1, 1) else { return }
            }
            offset += bytes
            guard offset < end, let character = character(at: offset) else { return }
            let length = next(offset) - offset
            guard body(offset, length, TextWidth.columns(of: character)) else { return }
            offset += length
        }
    }

    /// How many of the next bytes, 256 at most, are graphemes of one column each.
    private func plainPrefix(from start: Int) -> Int {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var end = start
            let limit = min(bytes.count, start + 256)
            while end < limit, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
            let mayGrow = end < bytes.count && bytes[end] >= 0x80
            return mayGrow && end > start ? end - start - 1 : end - start
        } ?? 0
    }
}
