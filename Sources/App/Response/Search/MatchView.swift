import Screen

/// Marks a match of a search.
enum MatchView {
    /// Marks what of a match stands on a row of cells.
    /// - Parameters:
    ///   - match: in UTF-8 offsets of the text.
    ///   - piece: what of the text stands on the row, in its offsets; the match reaches into it.
    ///   - origin: where the piece begins.
    static func draw(
        _ match: Range<Int>, of text: String, from piece: Range<Int>, at origin: Point, isCurrent: Bool, on canvas: inout Canvas
    ) {
        func columns(until end: Int) -> Int {
            let start = text.utf8.index(text.startIndex, offsetBy: piece.lowerBound)
            return TextWidth.columns(of: text[start..<text.utf8.index(start, offsetBy: end - piece.lowerBound)])
        }
        let shown = match.clamped(to: piece)
        let start = columns(until: shown.lowerBound)
        canvas.highlight(
            Rect(x: origin.x + start, y: origin.y, width: columns(until: shown.upperBound) - start, height: 1),
            backdrop: isCurrent ? .matchCurrent : .match)
    }
}
