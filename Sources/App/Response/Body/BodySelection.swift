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

/// The full text of a folded row, which is copied instead of the fold sign.
enum FoldedText {
    /// The maximum number of rows: more would take noticeable time and is too long for a clipboard.
    static let maxRows = 20_000
    static let maxBytes = 1 << 20

    /// The lines with their indentation, except that of the first; nil if there are too many.
    static func lines(ofRow row: Int, in view: DocumentView) -> [String]? {
        guard let folded = view.rows(row..<row + 1).first else { return [] }
        let next = view.rows(row + 1..<row + 2).first
        var whole = view
        whole.fold(to: nil)
        let rows = whole.row(at: folded.offset)..<(next.map { whole.row(at: $0.offset) } ?? whole.rowCount)
        guard rows.count <= maxRows else { return nil }
        var lines: [String] = []
        var byteCount = 0
        for line in whole.rows(rows) {
            if line.isContinuation, let last = lines.popLast() {
                lines.append(last + line.text)
            } else {
                let indent = lines.isEmpty ? 0 : min(line.indent, maxBytes)
                lines.append(String(repeating: " ", count: indent) + line.text)
                byteCount += indent
            }
            byteCount += line.text.utf8.count
            guard byteCount <= maxBytes else { return nil }
        }
        return lines
    }

    /// The UTF-8 offset of the fold sign in a folded row; the row's end if it is unknown.
    static func start(ofRow row: Int, in view: DocumentView) -> Int {
        guard let folded = view.rows(row..<row + 1).first?.text else { return 0 }
        guard let whole = lines(ofRow: row, in: view)?.first else { return folded.utf8.count }
        return zip(folded.utf8, whole.utf8).prefix { $0 == $1 }.count
    }

    /// The error for text that is too long to copy.
    static let tooLong = "The folded text is too long to copy: unfold it, or copy the value or the body"
}

extension DisplayLine {
    /// True if the row's children are hidden.
    var isFolded: Bool { if case .collapsed = fold { true } else { false } }
}

/// Folding with the mouse.
enum BodyFolding {
    /// Folds or unfolds the container that begins in the cursor's row, on a click on its sign or a double click anywhere in the row.
    /// - Parameter cells: the row's cells with the gutter; empty where its sign is not in them.
    static func click(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, on cells: Rect) {
        let viewer = state.shown
        guard case .press(.left, let count) = event.action, let view = viewer.view, view.usesFolds,
            let line = view.rows(viewer.list.selected..<viewer.list.selected + 1).first, line.fold != .none,
            count == 2 || BodyViewer.foldSign(of: line, view, in: cells).contains(event.position)
        else { return }
        state.shown.fold(nil, height: ResponseReducer.contentArea(state, context).height)
    }
}
