import Screen

/// Text on the screen that was dragged over, to be copied; it flows from line to line within a pane.
public struct ScreenSelection: Sendable, Equatable {
    /// The cells that it stays within.
    let bounds: Rect
    /// Where the button went down.
    let anchor: Point
    /// Where the pointer is.
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

    /// What stands there, without the spaces at the ends of lines.
    /// - Parameters:
    ///   - continuations: by the row of cells; they are joined with what they go on with.
    ///   - ends: by the row of cells, the column behind the text where something stands that is no text.
    func text(on canvas: Canvas, joining continuations: [Int: Continuation] = [:], ends: [Int: Int] = [:]) -> String {
        var text = ""
        for row in rows {
            let isJoined = row.minY > rows[0].minY && continuations[row.minY] != nil
            let start = isJoined ? max(row.minX, continuations[row.minY]?.start ?? 0) : row.minX
            let end = row.maxX == bounds.maxX ? continuations[row.minY + 1]?.endAbove : nil
            let line = (start..<max(start, min(end ?? row.maxX, ends[row.minY] ?? row.maxX))).map {
                canvas.glyph(at: Point(x: $0, y: row.minY))
            }.joined()
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
            var canvas = Canvas(size: state.size)
            WorkbenchView.draw(state, on: &canvas)
            let text = selection.text(
                on: canvas, joining: BodyWrapping.continuations(state, within: selection.bounds),
                ends: BodySelection.ends(state, within: selection.bounds))
            return text.isEmpty ? [] : [.copy(text, name: "the selection")]
        case .press: state.selection = nil
        default: break
        }
        return []
    }

    /// The tables of a request are text to be dragged over, while no cell is edited; its texts select for themselves.
    private static func bounds(_ state: AppState, _ pane: PaneID, at point: Point) -> Rect? {
        switch pane {
        case .tree: nil
        case .response: BodyBars.isField(at: point, state) ? nil : BodySelection.bounds(state, at: point) ?? state.inner(of: pane)
        case .history: HistoryUpdate.listRect(state)
        case .request:
            state.request.isEditing
                ? nil : state.requestLayout.sections.first { $0.section.rows != nil && $0.content.contains(point) }?.content
        }
    }

    static func draw(_ state: AppState, on canvas: inout Canvas) {
        guard let selection = state.selection, selection.head != selection.anchor else { return }
        for row in selection.rows { canvas.highlight(row, backdrop: .selection) }
    }
}
