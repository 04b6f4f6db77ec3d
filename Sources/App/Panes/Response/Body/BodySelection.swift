import Document
import Screen
import Widgets

/// What of a body on the screen is its text, to be dragged over: neither the numbers of lines nor what is said of folded ones.
enum BodySelection {
    /// The cells of the text under a point; nil where no body is shown as text.
    static func bounds(_ state: AppState, at point: Point) -> Rect? {
        let rect = ResponseUpdate.contentRect(state)
        return rect.contains(point) ? gutter(state).map { rect.splitLeft($0).rest } : nil
    }

    /// By the row of cells of a folded line, the column behind its text; none where the cells are not the body's.
    static func ends(_ state: AppState, within bounds: Rect) -> [Int: Int] {
        let rect = ResponseUpdate.contentRect(state)
        guard state.overlays.isEmpty, let gutter = gutter(state), let view = state.response.shown.view,
            bounds.contains(Point(x: rect.minX + gutter, y: rect.minY))
        else { return [:] }
        let left = rect.minX + gutter
        if let body = BodyWrapping.body(state) { return ends(body, state.response.shown, in: rect, left: left) }
        let visible = state.response.shown.list.visibleRows(count: view.rowCount, height: rect.height)
        var ends: [Int: Int] = [:]
        for (y, line) in view.rows(visible, marking: nil).enumerated() where line.isFolded {
            ends[rect.minY + y] = left - state.response.shown.column + line.indent + TextWidth.columns(of: line.text)
        }
        return ends
    }

    private static func ends(_ body: WrappedBody, _ viewer: BodyViewerState, in rect: Rect, left: Int) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        for (y, place) in body.places(from: viewer.top(in: body)).enumerated() {
            let row = body.row(place.row)
            guard let line = row.line, line.line.isFolded else { continue }
            let part = row.parts[place.part]
            let end = min(max(part.lowerBound, line.line.text.utf8.count), part.upperBound)
            ends[rect.minY + y] = left + row.indent + line.columns(part.lowerBound..<end)
        }
        return ends
    }

    /// Columns of the numbers of lines; nil where no body is shown as text.
    private static func gutter(_ state: AppState) -> Int? {
        let viewer = state.response.shown
        guard state.response.tab == .body, viewer.table == nil, !viewer.showsPicture || viewer.picture == nil else { return nil }
        return viewer.view.map(BodyViewer.gutter)
    }
}

extension DisplayLine {
    fileprivate var isFolded: Bool { if case .collapsed = fold { true } else { false } }
}
