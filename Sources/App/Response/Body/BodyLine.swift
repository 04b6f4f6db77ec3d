import Document
import Engine
import Query
import Screen
import Widgets

/// A row of a body to draw: its text with styled spans, and the number of lines folded below it.
struct BodyLine {
    let line: DisplayLine
    let text: String

    init(_ line: DisplayLine) {
        self.line = line
        if case .collapsed(let count) = line.fold { text = line.text + " ⋯ \(CountText.of(count, "line"))" } else { text = line.text }
    }

    /// Draws a piece of the text, in UTF-8 offsets, on one row of cells.
    /// - Parameter current: the start of the current match.
    func draw(_ range: Range<Int>, at origin: Point, current: Int?, backdrop: StyleRole?, on canvas: inout Canvas) {
        var x = origin.x
        var position = range.lowerBound
        func write(until end: Int, _ role: StyleRole) {
            let end = min(end, range.upperBound)
            guard position < end else { return }
            let style = CellStyle(role, on: backdrop)
            x += canvas.write(slice(position..<end), at: Point(x: x, y: origin.y), style: style)
            position = end
        }
        for span in line.spans where span.range.upperBound > range.lowerBound {
            write(until: span.range.lowerBound, .text)
            write(until: span.range.upperBound, SyntaxStyle.role(span.kind))
        }
        write(until: line.text.utf8.count, .text)
        write(until: range.upperBound, .codeFold)
        highlight(range, at: origin, current: current, on: &canvas)
    }

    private func highlight(_ range: Range<Int>, at origin: Point, current: Int?, on canvas: inout Canvas) {
        for match in line.matches where match.range.overlaps(range) {
            MatchView.draw(match.range, of: text, from: range, at: origin, isCurrent: match.source.lowerBound == current, on: &canvas)
        }
    }

    /// The number of columns of a piece of the text.
    func columns(_ range: Range<Int>) -> Int { TextWidth.columns(of: slice(range)) }

    private func slice(_ range: Range<Int>) -> Substring {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }
}

/// Marks a match of a search.
enum MatchView {
    /// Marks the part of a match that is on a row of cells.
    /// - Parameters:
    ///   - match: in UTF-8 offsets of the text.
    ///   - piece: the part of the text on the row, in its offsets; it overlaps the match.
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

/// A place in a body that a user enters.
enum BodyPlace: Sendable, Equatable {
    /// A line, from one.
    case line(Int)
    /// A share of the whole, from zero to one.
    case share(Double)

    /// Reads `1200` and `50%`; nil for anything else.
    init?(_ text: String) {
        if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
            self = .share(percent / 100)
        } else if let line = Int(text), line > 0 {
            self = .line(line)
        } else {
            return nil
        }
    }

    /// The window that asks for a place.
    static var prompt: Prompt<ResponseMessage> {
        Prompt("Go to line or percentage, such as 1200 or 50%", "go", "Line or percentage") { text, _ throws(FieldError) in
            guard let place = BodyPlace(text) else {
                throw FieldError("", "Expected a line number, such as 1200, or a percentage, such as 50%.")
            }
            return .view(.go(place))
        }
    }

    /// Goes to the place; to the last line if it is beyond the end. In a table, lines are rows.
    func go(_ state: inout ResponseState, _ context: ResponseContext) {
        let height = ResponseReducer.contentArea(state, context).height
        state.tab = .body
        if let count = state.shown.table?.table?.rowCount {
            state.shown.table?.list.select(row(of: count) { $0 }, count: count, height: height - 1)
        } else if let view = state.shown.view {
            let row = row(of: view.rowCount, view.row(ofLine:))
            state.shown.list.select(row, count: view.rowCount, height: height)
            state.shown.wrap.scrollToCursor()
        }
    }

    private func row(of count: Int, _ rowOfLine: (Int) -> Int) -> Int {
        switch self {
        case .line(let line): max(0, min(count - 1, rowOfLine(line - 1)))
        case .share(let share): max(0, min(count - 1, Int(Double(count) * share)))
        }
    }
}
