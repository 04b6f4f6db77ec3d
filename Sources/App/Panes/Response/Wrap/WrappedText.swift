import Screen

/// Text cut into pieces that fit into a width.
enum WrappedText {
    /// The pieces, in UTF-8 offsets: at least one, without gaps. No glyph is cut: one that is wider than all columns stands alone.
    static func parts(_ text: String, columns: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = text.startIndex
        var offset = 0
        repeat {
            var end = TextWidth.index(in: text[start...], atColumn: max(1, columns))
            if end == start, start < text.endIndex { end = text.index(after: start) }
            let next = offset + text.utf8.distance(from: start, to: end)
            parts.append(offset..<next)
            (start, offset) = (end, next)
        } while start < text.endIndex
        return parts
    }
}
