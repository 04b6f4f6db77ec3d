import Screen
import Widgets

/// Text on the screen that was dragged over, to be copied; it flows from line to line within a pane.
public struct ScreenSelection: Sendable, Equatable {
    /// The cells that it stays within.
    let bounds: Rect
    /// The cell where the selection began; outside the screen once its text has scrolled away.
    var anchor: Point
    /// The cell under the pointer.
    var head: Point

    /// The cells of each line, from the top.
    var rows: [Rect] {
        let (first, last) = (anchor.y, anchor.x) <= (head.y, head.x) ? (anchor, head) : (head, anchor)
        return (max(first.y, bounds.minY)..<min(last.y + 1, bounds.maxY)).map { y in
            let left = y == first.y ? max(first.x, bounds.minX) : bounds.minX
            let right = y == last.y ? min(last.x + 1, bounds.maxX) : bounds.maxX
            return Rect(x: left, y: y, width: max(0, right - left), height: 1)
        }
    }

    /// A row of cells that goes on with the line of the row above.
    struct Continuation: Equatable {
        /// The column in which its text begins.
        let start: Int
        /// The column behind the text of the row above.
        let endAbove: Int
    }

    /// A line of which a part is folded away; behind its text stands how much.
    struct Fold: Equatable {
        /// The row of the body; nil where the line is not told whole in its row of cells.
        let row: Int?
        /// The column in which its text begins.
        let start: Int
        /// The column behind its text.
        let end: Int
        /// How much of the line's text stands in rows of cells above, in UTF-8 offsets.
        var skipped = 0
    }

    /// The folds that are selected to their ends, by the row of cells.
    func whole(_ folds: [Int: Fold]) -> [Int: Fold] {
        let seen = rows.map { ($0.minY, $0) }
        return folds.filter { y, fold in
            fold.row != nil && seen.contains { $0.0 == y && $0.1.minX < fold.end && $0.1.maxX >= fold.end }
        }
    }

    /// The selected text, without spaces at the ends of lines.
    /// - Parameters:
    ///   - glyph: what stands in a cell.
    ///   - continuations: by the row of cells; they are joined with what they go on with.
    ///   - folds: by the row of cells.
    ///   - unfolded: by the row of cells of a fold, what its line says with nothing hidden, from the first selected column on.
    func text(
        glyph: (Point) -> String, joining continuations: [Int: Continuation] = [:], folds: [Int: Fold] = [:], unfolded: [Int: String] = [:]
    ) -> String {
        var text = ""
        for row in rows {
            let isJoined = row.minY > rows[0].minY && continuations[row.minY] != nil
            let start = isJoined ? max(row.minX, continuations[row.minY]?.start ?? 0) : row.minX
            let end = row.maxX == bounds.maxX ? continuations[row.minY + 1]?.endAbove : nil
            let fold = folds[row.minY]
            let isUnfolded = unfolded[row.minY] != nil
            let behind = (isUnfolded ? fold.map { max(start, $0.start) } : fold?.end) ?? row.maxX
            let line =
                (start..<max(start, min(end ?? row.maxX, behind))).map { glyph(Point(x: $0, y: row.minY)) }.joined()
                + (unfolded[row.minY] ?? "")
            if !isJoined, row.minY > rows[0].minY { text += "\n" }
            text += end == nil ? line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? "" : line
        }
        return text
    }
}

/// Selecting text on the screen with the mouse, in panes that show text without a cursor of their own.
enum ScreenSelecting {
    /// Follows the button; gives the copy when it goes up over something.
    static func update(_ state: inout AppState, _ event: MouseEvent, in pane: PaneID) -> [Effect] {
        update(&state, event, within: bounds(state, pane, at: event.position))
    }

    /// The same within cells that show text; nil where a drag means something else.
    static func update(_ state: inout AppState, _ event: MouseEvent, within bounds: Rect?) -> [Effect] {
        switch event.action {
        case .press(.left, count: 1):
            state.selection = bounds.flatMap { all in
                // The last column is the scrollbar's.
                let bounds = all.splitRight(1).rest
                let anchor = Point(x: max(bounds.minX, event.position.x), y: event.position.y)
                return bounds.contains(anchor) ? ScreenSelection(bounds: bounds, anchor: anchor, head: anchor) : nil
            }
        case .drag(.left): state.selection?.head = event.position
        case .release(.left):
            guard let selection = state.selection else { return [] }
            state.selection = nil
            guard selection.head != selection.anchor else { return [] }
            return copy(selection, state)
        case .press: state.selection = nil
        default: break
        }
        return []
    }

    /// The tables of a request are text to be dragged over, while no cell is edited; its texts select for themselves.
    private static func bounds(_ state: AppState, _ pane: PaneID, at point: Point) -> Rect? {
        switch pane {
        case .tree: nil
        case .response:
            ResponseBars.isField(at: point, state.response, state.responseContext)
                ? nil : BodySelection.bounds(state.response, state.responseContext, at: point) ?? state.inner(of: pane)
        case .history: HistoryReducer.listArea(state.history, state.historyContext)
        case .request: state.request.isEditing ? nil : table(state, at: point)
        }
    }

    /// The cells of the table under a point; nil on a switch, which a press changes.
    private static func table(_ state: AppState, at point: Point) -> Rect? {
        let places = state.requestLayout.sections.filter { $0.section.rows != nil }
        guard let place = places.first(where: { $0.content.contains(point) }) else { return nil }
        return state.requestContext.shape(of: place.section, state.request).hasSwitch(at: point, in: place.content) ? nil : place.content
    }

    private static func copy(_ selection: ScreenSelection, _ state: AppState) -> [Effect] {
        if let rows = TableSelection.rows(of: selection, state) { return [.copy(rows.text, name: "the rows")] }
        guard ScrolledSelection.isOfBody(state, selection) else {
            let canvas = textOfAll(state)
            let text = selection.text(glyph: canvas.glyph, joining: continuations(state, within: selection.bounds))
            return text.isEmpty ? [] : [.copy(text, name: "the selection")]
        }
        guard let (selection, rows) = ScrolledSelection.whole(selection, state) else { return [.complain(ScrolledSelection.tooLong)] }
        var unfolded: [Int: String] = [:]
        for (y, fold) in selection.whole(rows.folds) {
            let column = selection.rows.first { $0.minY == y }?.minX ?? fold.start
            let text = BodySelection.text(of: fold, from: column, state.response)
            guard let text, unfolded.values.reduce(text.utf8.count, { $0 + $1.utf8.count }) <= FoldedText.mostBytes else {
                return [.complain(FoldedText.tooLong)]
            }
            unfolded[y] = text
        }
        let text = selection.text(glyph: rows.glyph, joining: rows.continuations, folds: rows.folds, unfolded: unfolded)
        return text.isEmpty ? [] : [.copy(text, name: "the selection")]
    }

    private static func continuations(_ state: AppState, within bounds: Rect) -> [Int: ScreenSelection.Continuation] {
        guard case .form(let form)? = state.windows.last else {
            return BodyWrapping.continuations(state.response, state.responseContext, within: bounds)
        }
        return FormView.continuations(of: form, in: FormView.frame(of: form, in: state.screenLayout))
    }

    /// The screen without messages, which stand over the text for a while only, and with the text's own signs.
    private static func textOfAll(_ state: AppState) -> Canvas {
        var (state, canvas) = (state, Canvas(size: state.size))
        state.toasts = []
        state.usesASCII = false
        WorkbenchView.draw(state, on: &canvas)
        return canvas
    }

    static func draw(_ state: AppState, on canvas: inout Canvas) {
        guard let selection = state.selection, selection.head != selection.anchor else { return }
        for row in TableSelection.rows(of: selection, state)?.cells ?? selection.rows { canvas.highlight(row, backdrop: .selection) }
    }
}
