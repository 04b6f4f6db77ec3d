import Screen
import Widgets

/// A key and its action, as the footer shows them.
struct FooterHint<Sent: Sendable> {
    /// The key in its short form; both keys of a pair.
    var key: String
    /// The action in one or two words.
    let label: String
    /// The message that a click sends.
    let message: Sent
    /// True for a hint that always stays at the end of the line.
    var isLast = false

    /// The columns of the hint.
    var columns: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: label) }
}

extension FooterHint: Equatable where Sent: Equatable {}

/// The last row of the screen: the layer and as many of the most useful keys as fit.
struct FooterView<Sent: Sendable> {
    /// A hint and its cells.
    struct Placed {
        let hint: FooterHint<Sent>
        let rect: Rect
    }

    /// The name of the layer (command or text input, or the mode of an editor), or a key for which the window has no use.
    let layer: String
    /// True if `layer` is such a key.
    var isWarning = false
    /// True if letters are text.
    let isText: Bool
    /// The hints, the most useful first.
    let hints: [FooterHint<Sent>]

    private static var gap: Int { 2 }
    /// The minimum widths at which the last hint, the last two hints and the last three hints move to the end of the line.
    private static var widthsForEnds: [Int] { [49, 60, 80] }

    /// The cells of each hint.
    func placed(in rect: Rect) -> [Placed] {
        var right = rect.maxX - 1
        var placed: [Placed] = []
        for (end, minWidth) in zip(hints.filter(\.isLast).reversed(), Self.widthsForEnds) where rect.width >= minWidth {
            right -= end.columns
            placed.append(Placed(hint: end, rect: Rect(x: right, y: rect.minY, width: end.columns, height: 1)))
            right -= Self.gap
        }
        var left = rect.minX + TextWidth.columns(of: layer) + 4
        for hint in hints where !hint.isLast || placed.isEmpty {
            // A shorter hint may fit where a more useful one does not.
            guard left + hint.columns <= right else { continue }
            placed.append(Placed(hint: hint, rect: Rect(x: left, y: rect.minY, width: hint.columns, height: 1)))
            left += hint.columns + Self.gap
        }
        return placed
    }

    func message(at point: Point, in rect: Rect) -> Sent? { placed(in: rect).first { $0.rect.contains(point) }?.hint.message }

    func draw(in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.footer))
        let role = isWarning ? StyleRole.statusChipClientError : isText ? .footerLayerEdit : .footerLayerNav
        canvas.write(" \(layer) ", at: rect.origin, style: CellStyle(role))
        for placed in placed(in: rect) {
            let used = canvas.write(placed.hint.key, at: placed.rect.origin, style: CellStyle(.footerKey, on: .footer))
            canvas.write(placed.hint.label, in: placed.rect.splitLeft(used + 1).rest, style: CellStyle(.footer))
        }
    }
}

/// The keys that can follow a prefix key, in the lower right corner.
struct KeysPopup {
    /// A key and the command that it starts.
    struct Entry {
        let key: String
        let title: String
        /// The id of the command.
        let command: String
    }

    /// A row: a key and its command, or the rest of a title that did not fit on the row above.
    struct Row: Equatable {
        let key: String
        let text: String
        let command: String
    }

    /// The keys pressed so far, and the name of the commands that they begin.
    let title: String
    /// The rows, in a popup that is as wide as its longest title where the screen has room for that.
    let rows: [Row]
    /// The columns in which the rows stand, from top to bottom in each.
    let columnCount: Int
    /// The lines of a column.
    let lineCount: Int
    /// The cells of the popup.
    let frame: Rect
    /// The width of a column.
    private let columnWidth: Int

    private static let keyColumns = 5
    /// The columns of the borders, the padding and the space before the scrollbar.
    private static let margins = 7
    /// The space between columns, and the lines from which there is another one where the screen has room for it.
    private static let (gap, linesForColumn) = (2, 12)

    init(_ title: String, _ entries: [Entry], in bounds: Rect) {
        self.title = title
        rows = entries.flatMap { entry in
            TextWrap.lines(entry.title, columns: max(1, bounds.width - Self.keyColumns - Self.margins)).enumerated().map { index, text in
                Row(key: index == 0 ? entry.key : "", text: text, command: entry.command)
            }
        }
        columnWidth = (rows.map { TextWidth.columns(of: $0.text) }.max() ?? 0) + Self.keyColumns
        let most = max(1, (bounds.width - Self.margins + Self.gap) / (columnWidth + Self.gap))
        columnCount = max(1, min(most, (rows.count + Self.linesForColumn - 1) / Self.linesForColumn))
        lineCount = (rows.count + columnCount - 1) / columnCount
        let width = min(bounds.width, columnCount * (columnWidth + Self.gap) - Self.gap + Self.margins)
        let height = min(bounds.height - 2, lineCount + 2)
        frame = Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
    }

    /// The cells of the rows, with the scrollbar where there are more lines than fit.
    var list: Rect { frame.inset(columns: 2, rows: 1) }

    /// The command of the row on a line, in the column at a position; nil if there is none.
    func command(onLine line: Int, at x: Int) -> String? {
        let column = min(columnCount - 1, max(0, (x - list.minX) / (columnWidth + Self.gap)))
        let index = column * lineCount + line
        return line < lineCount && rows.indices.contains(index) ? rows[index].command : nil
    }

    func draw(_ state: ListState, on canvas: inout Canvas) {
        canvas.draw(on: .surfaceOverlay, in: frame) { canvas in
            canvas.box(
                frame, style: CellStyle(.modalBorder), title: " \(title) ", titleStyle: CellStyle(.modalTitle))
            let visible = state.visibleRows(count: lineCount, height: list.height)
            for (index, row) in rows.enumerated() where visible.contains(index % lineCount) {
                guard let line = state.rect(ofRow: index % lineCount, in: list, count: lineCount) else { continue }
                let cells = line.splitLeft(index / lineCount * (columnWidth + Self.gap)).rest
                let (key, text) = cells.splitLeft(Self.keyColumns)
                canvas.write(row.key, at: key.origin, style: CellStyle(.footerKey))
                canvas.write(row.text, in: text.splitLeft(columnWidth - Self.keyColumns).left, style: CellStyle(.text))
            }
            Scrollbar(count: lineCount, height: list.height, first: visible.lowerBound).draw(in: list.splitRight(1).right, on: &canvas)
        }
    }
}
