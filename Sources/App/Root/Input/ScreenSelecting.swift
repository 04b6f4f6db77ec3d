import Screen
import Widgets

/// Selects text on the screen with the mouse, in panes that show text without a text cursor.
enum ScreenSelecting {
    /// Follows the button; returns the copy effect when it is released over a selection.
    static func update(_ state: inout AppState, _ event: MouseEvent, in pane: PaneID) -> [Effect] {
        update(&state, event, within: bounds(state, pane, at: event.position))
    }

    /// Follows the button within cells that show text; nil if the drag has another meaning.
    static func update(_ state: inout AppState, _ event: MouseEvent, within bounds: Rect?) -> [Effect] {
        switch event.action {
        case .press(.left, count: 1):
            state.selection = bounds.flatMap { all in
                // The last column is the scrollbar's.
                let bounds = all.splitRight(1).rest
                let anchor = Point(x: max(bounds.minX, event.position.x), y: event.position.y)
                return bounds.contains(anchor) ? ScreenSelection(bounds: bounds, anchor: anchor, head: anchor) : nil
            }
        case .drag(.left) where state.selection?.copied == nil: state.selection?.head = event.position
        case .release(.left):
            guard let selection = state.selection, selection.copied == nil else { return [] }
            state.selection = nil
            guard selection.head != selection.anchor else { return [] }
            let effects = copy(selection, state)
            if !effects.isEmpty {
                var canvas = Canvas(size: state.size)
                WorkbenchView.draw(state, on: &canvas)
                state.selection = selection
                state.selection?.copied = selection.text(glyph: canvas.glyph)
            }
            return effects
        case .press: state.selection = nil
        default: break
        }
        return []
    }

    /// The cells in which text can be selected. The tables of a request count as text while no cell is edited; its text areas handle
    /// selection themselves.
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

    /// The cells of the table under a point; nil on a switch, which reacts to the press.
    private static func table(_ state: AppState, at point: Point) -> Rect? {
        let places = state.requestLayout.sections.filter { $0.section.rows != nil && !$0.isCollapsed }
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
        guard let (selection, rows) = ScrolledSelection.whole(selection, state) else { return [.reportProblem(ScrolledSelection.tooLong)] }
        var unfolded: [Int: String] = [:]
        for (y, fold) in selection.whole(rows.folds) {
            let column = selection.rows.first { $0.minY == y }?.minX ?? fold.start
            let text = BodySelection.text(of: fold, from: column, state.response)
            guard let text, unfolded.values.reduce(text.utf8.count, { $0 + $1.utf8.count }) <= FoldedText.maxBytes else {
                return [.reportProblem(FoldedText.tooLong)]
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

    /// The screen without toasts, which cover text only for a while, and with the unstyled characters of the text.
    private static func textOfAll(_ state: AppState) -> Canvas {
        var (state, canvas) = (state, Canvas(size: state.size))
        state.toasts = []
        state.usesASCII = false
        WorkbenchView.draw(state, on: &canvas)
        return canvas
    }

    static func draw(_ state: AppState, on canvas: inout Canvas) {
        guard let selection = state.selection, selection.head != selection.anchor,
            selection.copied.map({ $0 == selection.text(glyph: canvas.glyph) }) ?? true
        else { return }
        for row in TableSelection.rows(of: selection, state)?.cells ?? selection.rows { canvas.highlight(row, backdrop: .selection) }
    }
}

/// Rows of tables selected by a drag: they are copied as rows, not as drawn.
enum TableSelection {
    /// The rows of a selection that spans more than one cell of a table; nil for any other selection.
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

/// A selection in a response that extends beyond the screen: the text scrolls at the edges and with the wheel, and the selection moves with
/// it.
enum ScrolledSelection {
    /// The maximum number of screen rows to copy; each screen of them is drawn once.
    static let maxRows = 5_000
    static let tooLong = "More than \(maxRows) lines are selected: copy the value or the body instead"

    /// The first visible screen row of the body.
    private enum Top: Equatable {
        case row(Int)
        case place(WrapPlace)
    }

    /// Runs work that may scroll the body, and moves the start of the selection with its text.
    static func movingSelection<Result>(_ state: inout AppState, _ work: (inout AppState) -> Result) -> Result {
        guard isOfBody(state, state.selection) else { return work(&state) }
        let before = top(state)
        let result = work(&state)
        if state.selection != nil, let rows = distance(from: before, state) { state.selection?.anchor.y -= rows }
        return result
    }

    /// Scrolls by a row if the pointer is above or below the text.
    static func scrollAtEdge(_ state: inout AppState, _ event: MouseEvent) {
        guard case .drag(.left) = event.action else { return }
        let step = step(state, at: event.position)
        if step != 0 { movingSelection(&state) { scroll(&$0, by: step) } }
    }

    /// True if there is more of the body beyond the edge under the pointer.
    static func scrolls(_ state: AppState, draggedTo point: Point) -> Bool {
        let step = step(state, at: point)
        guard step != 0 else { return false }
        var scrolled = state
        scroll(&scrolled, by: step)
        return top(scrolled) != top(state)
    }

    private static func step(_ state: AppState, at point: Point) -> Int {
        guard isOfBody(state, state.selection), let bounds = state.selection?.bounds else { return 0 }
        return point.y < bounds.minY ? -1 : point.y >= bounds.maxY ? 1 : 0
    }

    /// The rows of a selection, also off the screen, with their text; nil if it is too long.
    static func whole(_ selection: ScreenSelection, _ state: AppState) -> (selection: ScreenSelection, rows: SelectedRows)? {
        let bounds = selection.bounds
        var head = selection.head
        if head.y < bounds.minY { head = bounds.origin }
        if head.y >= bounds.maxY { head = Point(x: bounds.maxX - 1, y: bounds.maxY - 1) }
        let (first, last) = (min(selection.anchor.y, head.y), max(selection.anchor.y, head.y))
        guard last - first < maxRows else { return nil }
        var (state, rows) = (state, SelectedRows())
        // Row 0 of the screen is row `offset`, counted from the current position of the text.
        var offset = min(0, first - bounds.minY)
        scroll(&state, by: offset)
        rows.read(state, within: bounds, offset: offset)
        while offset + bounds.maxY <= last {
            let before = top(state)
            scroll(&state, by: max(1, bounds.height - 1))
            guard let step = distance(from: before, state), step > 0 else { break }
            offset += step
            rows.read(state, within: bounds, offset: offset)
        }
        let all = Rect(x: bounds.minX, y: first, width: bounds.width, height: last - first + 1)
        return (ScreenSelection(bounds: all, anchor: selection.anchor, head: head), rows)
    }

    /// True for a selection in a body that is shown as text.
    static func isOfBody(_ state: AppState, _ selection: ScreenSelection?) -> Bool {
        guard state.windows.isEmpty, let bounds = selection?.bounds else { return false }
        return BodySelection.bounds(state.response, state.responseContext, at: bounds.origin)?.minX == bounds.minX
    }

    private static func scroll(_ state: inout AppState, by rows: Int) {
        guard rows != 0 else { return }
        if let body = BodyWrapping.body(state.response, state.responseContext) {
            state.response.shown.scroll(by: rows, in: body)
        } else {
            let height = ResponseReducer.contentArea(state.response, state.responseContext).height
            state.response.shown.list.scroll(by: rows, count: state.response.shown.rowCount, height: height)
        }
    }

    private static func top(_ state: AppState) -> Top {
        let shown = state.response.shown
        if let body = BodyWrapping.body(state.response, state.responseContext) { return .place(shown.top(in: body)) }
        return .row(
            shown.list.visibleRows(count: shown.rowCount, height: ResponseReducer.contentArea(state.response, state.responseContext).height)
                .lowerBound)
    }

    /// The number of screen rows by which the text has moved up; nil if it is more than a screen of wrapped lines.
    private static func distance(from before: Top, _ state: AppState) -> Int? {
        switch (before, top(state)) {
        case (.row(let old), .row(let new)): return new - old
        case (.place(let old), .place(let new)):
            guard let body = BodyWrapping.body(state.response, state.responseContext) else { return nil }
            return body.places(from: old).firstIndex(of: new) ?? body.places(from: new).firstIndex(of: old).map { -$0 }
        default: return nil
        }
    }
}

/// The selected screen rows, counted from the current position of the text.
struct SelectedRows {
    private var glyphs: [Int: [String]] = [:]
    private var left = 0
    private(set) var continuations: [Int: ScreenSelection.Continuation] = [:]
    private(set) var folds: [Int: ScreenSelection.Fold] = [:]

    /// Reads the visible rows of the body, except rows that were read before.
    mutating func read(_ state: AppState, within bounds: Rect, offset: Int) {
        var canvas = Canvas(size: state.size)
        BodyViewer.draw(
            state.response, state.responseContext, in: ResponseReducer.contentArea(state.response, state.responseContext), isFocused: true,
            on: &canvas)
        left = bounds.minX
        for y in bounds.minY..<bounds.maxY where glyphs[y + offset] == nil {
            glyphs[y + offset] = (bounds.minX..<bounds.maxX).map { canvas.glyph(at: Point(x: $0, y: y)) }
        }
        for (y, line) in BodyWrapping.continuations(state.response, state.responseContext, within: bounds) {
            continuations[y + offset] = line
        }
        for (y, fold) in BodySelection.folds(state.response, state.responseContext, within: bounds) { folds[y + offset] = fold }
    }

    /// The character in a cell.
    func glyph(at point: Point) -> String {
        guard let row = glyphs[point.y], row.indices.contains(point.x - left) else { return " " }
        return row[point.x - left]
    }
}
