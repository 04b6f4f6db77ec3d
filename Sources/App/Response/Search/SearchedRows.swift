import Document
import Screen

/// The rows of a tab beside the body as one text, so that they can be searched as the body is.
struct SearchedRows {
    let rows: [ResponseRows.Row]
    /// By row, where it begins in the text.
    private var starts: [Int] = []

    init(_ state: ResponseState, _ context: ResponseContext) {
        rows = ResponseRows.rows(of: state, context)
        var end = 0
        for row in rows {
            if !row.isContinuation, !starts.isEmpty { end += 1 }
            starts.append(end)
            end += row.pieces.text.utf8.count
        }
    }

    /// The text: the lines, apart by line breaks, whatever the width that they are shown in.
    static func text(_ state: ResponseState, _ context: ResponseContext) -> [UInt8] {
        Array(ResponseLines.lines(of: state, context).map(\.text).joined(separator: "\n").utf8)
    }

    /// The offset at which a row begins in the text; zero if there is no such row.
    func start(ofRow row: Int) -> Int { starts.indices.contains(row) ? starts[row] : 0 }

    /// The row that an offset of the text is in.
    func row(at offset: Int) -> Int { starts.lastIndex { $0 <= offset } ?? 0 }

    /// Marks what was found in a row that is drawn from `origin`.
    /// - Parameter current: where the match begins that was shown last.
    func highlight(_ matches: [SearchResults.Match], inRow row: Int, at origin: Point, current: Int?, on canvas: inout Canvas) {
        guard !matches.isEmpty else { return }
        let (start, text) = (starts[row], rows[row].pieces.text)
        let piece = 0..<text.utf8.count
        for match in matches {
            // A match may have begun in a row above.
            let lower = max(0, match.range.lowerBound - start)
            let range = lower..<max(lower, match.range.upperBound - start)
            guard range.overlaps(piece) else { continue }
            MatchView.draw(range, of: text, from: piece, at: origin, isCurrent: match.range.lowerBound == current, on: &canvas)
        }
    }
}
