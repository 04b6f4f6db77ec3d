import Screen
import Widgets

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
        guard let content = state.windows.last?.content else {
            return BodyWrapping.continuations(state.response, state.responseContext, within: bounds)
        }
        return content.continuations(content.layout(state.windowContext))
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

/// Rows of tables that are dragged over: they are copied as rows, and not as they are drawn.
enum TableSelection {
    /// The rows of a selection that goes over more than one cell of a table; nil for any other.
    static func rows(of selection: ScreenSelection, _ state: AppState) -> DraggedRows? {
        if let content = state.windows.last?.content {
            return content.rows(from: selection.anchor, to: selection.head, content.layout(state.windowContext))
        }
        let (start, end) = (selection.anchor, selection.head)
        if let place = state.requestLayout.sections.first(where: { $0.content.contains(start) }), let path = place.section.rows {
            let (rows, shape) = (
                state.requestContext.rows(of: place.section, state.request), state.requestContext.shape(of: place.section, state.request)
            )
            return state.request[keyPath: path].table.rows(from: start, to: end, in: place.content, rows: rows, shape: shape)
        }
        let content = ResponseReducer.contentArea(state.response, state.responseContext)
        guard state.response.tab == .body, let table = state.response.shown.table, content.contains(start) else { return nil }
        return BodyTableView.rows(of: table, from: start, to: end, in: content)
    }
}
