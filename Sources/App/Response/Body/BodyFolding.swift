import Document
import Screen
import Widgets

/// Folding with the mouse.
enum BodyFolding {
    /// Folds or unfolds what begins in the row with the cursor: a click on its sign does, and a double one anywhere in the row.
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
