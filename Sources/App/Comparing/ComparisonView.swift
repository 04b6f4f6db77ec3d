import Comparison
import Engine
import Screen
import Widgets
import Workspace

/// Draws the comparison window.
enum ComparisonView {
    /// Narrower windows show the sides one below the other.
    private static let sidesColumns = 70

    static func frame(in layout: ScreenLayout) -> Rect { layout.body }

    /// The rows of the difference, below the titles of both sides.
    static func list(in frame: Rect) -> Rect { frame.inset(columns: 1, rows: 1).splitTop(1).rest }

    static func draw(_ window: ComparisonWindow, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(title(of: window), in: frame, on: &canvas)
        let inner = frame.inset(columns: 1, rows: 1)
        let halves = inner.row(0).splitLeft(inner.width / 2)
        for (row, cells, sign, role) in [
            (window.old, halves.left, "−", StyleRole.differenceRemoved), (window.new, halves.rest, "+", .differenceAdded),
        ] {
            let text = "\(sign) \(TimeText.second(row.startedAt)) UTC  \(row.status.map(String.init) ?? "ERR") \(row.method) \(row.url)"
            canvas.write(TextWidth.fitted(text, columns: max(0, cells.width - 1)), at: cells.origin, style: CellStyle(role, on: .modal))
        }
        window.list.draw(in: list(in: frame), on: &canvas, count: window.lines.count, isFocused: true, backdrop: .modal) {
            index, cells, backdrop, canvas in
            draw(window.lines[index], in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func title(of window: ComparisonWindow) -> String {
        let rules = window.rules
        let ignored = [rules.times ? "times" : nil, rules.ids ? "ids" : nil, rules.order ? "order" : nil].compactMap(\.self) + rules.paths
        let note = ignored.isEmpty ? "" : ", ignoring " + ignored.joined(separator: ", ")
        return (window.isEqual ? "No differences" : "Differences") + note
    }

    private static func draw(_ line: ComparisonWindow.Line, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        switch line {
        case .heading(let text): canvas.write(text, at: cells.origin, style: CellStyle(.modalTitle, on: backdrop), columns: cells.width)
        case .fact(let text): canvas.write("  " + text, at: cells.origin, style: CellStyle(.textMuted, on: backdrop), columns: cells.width)
        case .row(let row): draw(row, in: cells, backdrop: backdrop, on: &canvas)
        case .side(let row, let isOld): draw(isOld ? row.left : row.right, isOld ? "-" : "+", in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ row: ComparisonRow, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        if case .fold(let fold) = row.kind {
            let text = "  ⋯ \(fold.count) equal"
            canvas.write(text, at: cells.origin, style: CellStyle(.codeFold, on: backdrop), columns: cells.width)
            return
        }
        let halves = cells.splitLeft(cells.width / 2)
        guard cells.width >= sidesColumns, row.left != nil || row.right != nil else {
            let isAdded = row.left == nil
            return draw(
                isAdded ? row.right : row.left, isAdded ? "+" : row.isDifference ? "-" : " ", in: cells, backdrop: backdrop, on: &canvas)
        }
        let isMoved = row.kind == .moved
        draw(
            row.left, row.isDifference && row.left != nil ? isMoved ? "⇢" : "-" : " ", in: halves.left.splitRight(1).rest,
            backdrop: backdrop, on: &canvas)
        draw(row.right, row.isDifference && row.right != nil ? isMoved ? "⇠" : "+" : " ", in: halves.rest, backdrop: backdrop, on: &canvas)
    }

    private static func draw(_ cell: ComparisonRow.Cell?, _ sign: String, in cells: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        guard let cell else { return }
        let role: StyleRole =
            switch sign {
            case "-": .differenceRemoved
            case "+": .differenceAdded
            case " ": .textMuted
            default: .differenceChanged
            }
        var x = cells.minX
        func write(_ text: String, _ style: CellStyle) {
            x += canvas.write(text, at: Point(x: x, y: cells.minY), style: style, columns: max(0, cells.maxX - x))
        }
        write(sign + " ", CellStyle(role, on: backdrop))
        if let number = cell.number { write("\(number)  ", CellStyle(.codeLineNumber, on: backdrop)) }
        for piece in cell.pieces { write(piece.text, CellStyle(role, on: piece.isMarked && cell.pieces.count > 1 ? .match : backdrop)) }
    }
}
