import Document
import Screen
import Widgets

/// Draws what is searched for, on the last row of the body.
enum BodySearchView {
    static func draw(_ search: BodySearch, _ viewer: BodyViewerState, in row: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let report = report(search, viewer)
        let (left, right) = split(row, report)
        let (mark, field) = left.splitLeft(2)
        canvas.write(search.isRegularExpression ? "~" : "/", at: mark.origin, style: CellStyle(.footerKey))
        search.field.draw(
            in: field, on: &canvas, isFocused: isFocused && search.isTyping, look: .init(placeholder: "text; Alt+r: regular expression"))
        canvas.fill(right, style: CellStyle(.text))
        canvas.write(
            report, at: Point(x: right.minX + 1, y: right.minY), style: CellStyle(search.problem == nil ? .textMuted : .error),
            columns: right.width - 1)
    }

    /// The cells of the text.
    static func field(of search: BodySearch, _ viewer: BodyViewerState, in row: Rect) -> Rect {
        split(row, report(search, viewer)).rest.splitLeft(2).rest
    }

    private static func split(_ row: Rect, _ report: String) -> (rest: Rect, right: Rect) {
        row.splitRight(min(row.width / 2, TextWidth.columns(of: report) + 1))
    }

    private static func report(_ search: BodySearch, _ viewer: BodyViewerState) -> String {
        if let problem = search.problem { return problem }
        guard let results = search.results else { return search.field.text.isEmpty ? "" : "…" }
        let place = viewer.matchOffset.flatMap { offset in results.next(from: offset).map { "\($0.ordinal + 1) of " } } ?? ""
        return place + "\(results.count)" + (results.isComplete ? "" : "+…")
    }
}
