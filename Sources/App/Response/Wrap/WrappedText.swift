import Screen

/// Text cut into pieces that fit into a width.
enum WrappedText {
    /// The pieces, in UTF-8 offsets: at least one, without gaps. No glyph is cut: one that is wider than all columns stands alone.
    /// - Parameter first: where the first piece begins.
    static func parts(_ text: String, from first: Int = 0, columns: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = text.utf8.index(text.startIndex, offsetBy: first)
        var offset = first
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
