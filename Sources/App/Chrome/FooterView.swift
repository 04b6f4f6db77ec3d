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

    /// The keys pressed so far.
    let prefix: String
    /// The rows, in a popup that is as wide as its longest title where the screen has room for that.
    let rows: [Row]
    /// The cells of the popup.
    let frame: Rect

    private static let keyColumns = 5
    /// The columns of the borders, the padding and the space before the scrollbar.
    private static let margins = 7

    init(_ prefix: String, _ entries: [Entry], in bounds: Rect) {
        self.prefix = prefix
        rows = entries.flatMap { entry in
            TextWrap.lines(entry.title, columns: max(1, bounds.width - Self.keyColumns - Self.margins)).enumerated().map { index, text in
                Row(key: index == 0 ? entry.key : "", text: text, command: entry.command)
            }
        }
        let width = min(bounds.width, (rows.map { TextWidth.columns(of: $0.text) }.max() ?? 0) + Self.keyColumns + Self.margins)
        let height = min(bounds.height - 2, rows.count + 2)
        frame = Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
    }

    /// The cells of the rows, with the scrollbar where there are more than fit.
    var list: Rect { frame.inset(columns: 2, rows: 1) }

    func draw(_ state: ListState, on canvas: inout Canvas) {
        canvas.draw(on: .surfaceOverlay, in: frame) { canvas in
            canvas.box(
                frame, style: CellStyle(.modalBorder), borders: .rounded, title: " \(prefix) ", titleStyle: CellStyle(.modalTitle))
            let visible = state.visibleRows(count: rows.count, height: list.height)
            for index in visible {
                guard let cells = state.rect(ofRow: index, in: list, count: rows.count) else { continue }
                let (key, text) = cells.splitLeft(Self.keyColumns)
                canvas.write(rows[index].key, at: key.origin, style: CellStyle(.footerKey))
                canvas.write(rows[index].text, in: text, style: CellStyle(.text))
            }
            Scrollbar(count: rows.count, height: list.height, first: visible.lowerBound).draw(in: list.splitRight(1).right, on: &canvas)
        }
    }
}
