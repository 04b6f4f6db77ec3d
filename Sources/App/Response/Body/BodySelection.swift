import Document
import Screen
import Widgets

/// The text of a body on the screen that a drag can select, without line numbers and fold signs.
enum BodySelection {
    /// The cells of the text under a point; nil if no body is shown as text.
    static func bounds(_ state: ResponseState, _ context: ResponseContext, at point: Point) -> Rect? {
        let rect = ResponseReducer.contentArea(state, context)
        return rect.contains(point) ? gutter(state).map { rect.splitLeft($0).rest } : nil
    }

    /// The lines that are folded or cut off at the edge, by their row of cells; empty if the cells are not those of the body.
    static func folds(_ state: ResponseState, _ context: ResponseContext, within bounds: Rect) -> [Int: ScreenSelection.Fold] {
        let rect = ResponseReducer.contentArea(state, context)
        guard context.hasNoWindows, let gutter = gutter(state), let view = state.shown.view,
            bounds.contains(Point(x: rect.minX + gutter, y: rect.minY))
        else { return [:] }
        let left = rect.minX + gutter
        if let body = BodyWrapping.body(state, context) { return folds(body, state.shown, in: rect, left: left) }
        let visible = state.shown.list.visibleRows(count: view.rowCount, height: rect.height)
        var folds: [Int: ScreenSelection.Fold] = [:]
        for (y, line) in view.rows(visible, marking: nil).enumerated() {
            let start = left - state.shown.column + line.indent
            let isCutOff = view.form != .hex && !TextWidth.fits(line.text[...], columns: max(0, bounds.maxX - start))
            guard line.isFolded || isCutOff else { continue }
            let end = isCutOff ? bounds.maxX : start + TextWidth.columns(of: line.text)
            folds[rect.minY + y] = ScreenSelection.Fold(row: line.row, start: start, end: end)
        }
        return folds
    }

    /// The folds of wrapped lines, each by the row of cells in which its hidden text begins. The rows after it contain only the fold sign.
    private static func folds(_ body: WrappedBody, _ viewer: BodyViewerState, in rect: Rect, left: Int) -> [Int: ScreenSelection.Fold] {
        var folds: [Int: ScreenSelection.Fold] = [:]
        for (y, place) in body.places(from: viewer.top(in: body)).enumerated() {
            let row = body.row(place.row)
            guard let line = row.line, line.line.isFolded else { continue }
            let part = row.parts[place.part]
            let hidden = row.parts.count == 1 ? line.line.text.utf8.count : FoldedText.start(ofRow: place.row, in: body.view)
            let isTold =
                row.parts.count == 1 || part.lowerBound <= hidden && (hidden < part.upperBound || part.upperBound == line.text.utf8.count)
            let end = min(max(part.lowerBound, isTold ? line.line.text.utf8.count : hidden), part.upperBound)
            let start = left + row.indent
            folds[rect.minY + y] = ScreenSelection.Fold(
                row: isTold ? place.row : nil, start: start, end: start + line.columns(part.lowerBound..<end), skipped: part.lowerBound)
        }
        return folds
    }

    /// The hidden text of a selected fold, to be copied; nil if it is too long.
    static func text(of fold: ScreenSelection.Fold, from column: Int, _ state: ResponseState) -> String? {
        guard let row = fold.row, let view = state.shown.view, let lines = FoldedText.lines(ofRow: row, in: view) else {
            return nil
        }
        guard let first = lines.first else { return "" }
        let rest = String(decoding: first.utf8.dropFirst(fold.skipped), as: UTF8.self)
        let hidden = TextWidth.prefix(of: rest, columns: max(0, column - fold.start))
        return ([String(rest.dropFirst(hidden.count))] + lines.dropFirst()).joined(separator: "\n")
    }

    /// The width of the line numbers; nil if no body is shown as text.
    private static func gutter(_ state: ResponseState) -> Int? {
        let viewer = state.shown
        guard state.tab == .body, viewer.table == nil, !viewer.showsPicture || viewer.picture == nil else { return nil }
        return viewer.view.map(BodyViewer.gutter)
    }
}
