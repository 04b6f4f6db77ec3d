import Document
import Screen
import Widgets

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
