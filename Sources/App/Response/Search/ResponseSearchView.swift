import Document
import Screen
import Widgets

/// Draws what is searched for, below what is searched.
enum ResponseSearchView {
    /// - Parameter current: where the match begins that was shown last.
    static func draw(_ search: ResponseSearch, current: Int?, in row: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let report = report(search, current)
        let (left, right) = split(row, search, report)
        let (mark, field) = left.splitLeft(2)
        canvas.write(search.isRegularExpression ? "~" : "/", at: mark.origin, style: CellStyle(.footerKey))
        search.field.draw(
            in: field, on: &canvas, isFocused: isFocused && search.isTyping, look: .init(placeholder: "text; Alt+r: regular expression"))
        canvas.fill(right, style: CellStyle(.text))
        canvas.write(
            report, at: Point(x: right.minX + 1, y: right.minY), style: CellStyle(search.problem == nil ? .textMuted : .error),
            columns: right.width - 1)
        canvas.fill(row.splitRight(buttonColumns(in: row)).right, style: CellStyle(.text))
        for button in buttons(in: row) {
            let isOff = button.message == .toggleRegularExpression && !search.isRegularExpression
            canvas.write(button.label, in: button.cells, style: CellStyle(isOff ? .textMuted : .footerKey))
        }
    }

    /// The cells of the text.
    static func field(of search: ResponseSearch, current: Int?, in row: Rect) -> Rect {
        split(row, search, report(search, current)).rest.splitLeft(2).rest
    }

    /// The buttons at the right end; none where there is little room.
    static func buttons(in row: Rect) -> [(label: String, message: ResponseSearchMessage, cells: Rect)] {
        var x = row.maxX - buttonColumns(in: row) + 1
        guard x < row.maxX else { return [] }
        return labels.map { label, message in
            defer { x += label.count + 1 }
            return (label, message, Rect(x: x, y: row.minY, width: label.count, height: 1))
        }
    }

    private static let labels: [(String, ResponseSearchMessage)] = [
        ("regex", .toggleRegularExpression), ("↑", .previous), ("↓", .next), ("×", .close),
    ]

    private static func buttonColumns(in row: Rect) -> Int {
        let columns = labels.map { $0.0.count + 1 }.reduce(0, +)
        return row.width > columns * 2 ? columns + 1 : 0
    }

    /// The report may take what the text leaves.
    private static func split(_ row: Rect, _ search: ResponseSearch, _ report: String) -> (rest: Rect, right: Rect) {
        let row = row.splitRight(buttonColumns(in: row)).rest
        let free = row.width - TextWidth.columns(of: search.field.text) - 4
        return row.splitRight(min(max(row.width / 2, free), TextWidth.columns(of: report) + 1))
    }

    private static func report(_ search: ResponseSearch, _ current: Int?) -> String {
        if let problem = search.problem { return problem }
        guard let results = search.results else { return search.field.text.isEmpty ? "" : "…" }
        let place = current.flatMap { offset in results.next(from: offset).map { "\($0.ordinal + 1) of " } } ?? ""
        let more = !results.isComplete ? "+…" : results.hasGaps ? "+, too many steps" : ""
        return place + "\(results.count)" + more
    }
}
