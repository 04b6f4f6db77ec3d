import Screen
import Widgets

/// The lines of the tabs beside the body on as many rows of the screen as they take.
enum ResponseRows {
    /// A row of the screen.
    struct Row: Equatable {
        /// The line that it shows, from zero.
        let line: Int
        /// The text of the row.
        var pieces: ResponseLines.Line
        /// True if the row continues the line of the row above.
        let isContinuation: Bool

        /// Columns that are free before the text.
        var indent: Int { isContinuation ? ResponseRows.indent : 0 }
        /// Columns up to the end of the text.
        var width: Int { indent + pieces.pieces.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }
    }

    private static let indent = 4

    /// The rows of the tab that is shown; none of the body's, which has its own.
    static func rows(of state: ResponseState, _ context: ResponseContext) -> [Row] {
        // The scrollbar's column stays free.
        let columns = max(2 * indent, ResponseReducer.contentArea(state, context).width - 1)
        return ResponseLines.lines(of: state, context).enumerated().flatMap { rows(of: $1, number: $0, columns: columns) }
    }

    /// The rows of one line, broken behind a space where there is one not far before the end.
    static func rows(of line: ResponseLines.Line, number: Int, columns: Int) -> [Row] {
        var rows = [Row(line: number, pieces: ResponseLines.Line(), isContinuation: false)]
        var room = columns
        for piece in line.pieces {
            var rest = Substring(piece.text)
            while !TextWidth.fits(rest, columns: room) {
                let head = head(of: rest, columns: room, after: columns - room)
                guard !head.isEmpty || room < columns - indent else { break }
                rows[rows.count - 1].pieces.pieces.append((text: String(head), role: piece.role))
                rows.append(Row(line: number, pieces: ResponseLines.Line(), isContinuation: true))
                rest = rest[head.endIndex...]
                room = columns - indent
            }
            rows[rows.count - 1].pieces.pieces.append((text: String(rest), role: piece.role))
            room -= TextWidth.columns(of: rest)
        }
        return rows
    }

    /// - Parameter taken: the columns of the row that are taken already.
    private static func head(of text: Substring, columns: Int, after taken: Int) -> Substring {
        let head = TextWidth.prefix(of: text, columns: columns)
        guard let space = head.lastIndex(of: " ") else { return head }
        let words = head[...space]
        return taken + TextWidth.columns(of: words) > (taken + columns) / 2 ? words : head
    }

    /// The rows of cells that go on with the line of the row above.
    static func continuations(_ state: ResponseState, _ context: ResponseContext) -> [Int: ScreenSelection.Continuation] {
        let rect = ResponseReducer.contentArea(state, context)
        let rows = rows(of: state, context)
        let visible = state.lines.visibleRows(count: rows.count, height: rect.height)
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        for (y, row) in visible.enumerated() where y > 0 && rows[row].isContinuation {
            continuations[rect.minY + y] = ScreenSelection.Continuation(
                start: rect.minX + rows[row].indent, endAbove: rect.minX + rows[row - 1].width)
        }
        return continuations
    }
}
