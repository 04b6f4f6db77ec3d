import Screen
import Widgets
import Workspace

/// Moves items of the tree by dragging.
enum TreeDragging {
    /// The time that a collapsed folder is hovered until it expands.
    static let patience = Duration.milliseconds(700)

    /// Follows the pointer; nil when the event is for the list.
    static func mouse(_ state: inout CollectionsState, _ event: MouseEvent, _ context: CollectionsContext) -> CollectionsOutcome? {
        guard let drag = state.tree.drag else { return nil }
        switch event.action {
        case .drag(.left):
            let row = state.tree.list.row(at: event.position, in: TreeReducer.listArea(state, context), count: state.tree.rows.count)
            state.tree.drag?.isMoving = true
            state.tree.drag?.target = row.flatMap { state.tree.rows[$0].node.path == drag.path ? nil : $0 }
            return hover(&state)
        case .release(.left):
            state.tree.drag = nil
            guard drag.isMoving else { return TreeReducer.open(&state, context) }
            return endHovering(drag) + (drag.target.map { TreeChanges.drop(state, drag.path, on: $0) } ?? [])
        case .press:
            state.tree.drag = nil
            return nil
        default: return nil
        }
    }

    /// The direction in which the tree scrolls while a drag is held on its first or last row, or beyond.
    static func step(_ state: CollectionsState, at point: Point, _ context: CollectionsContext) -> Int {
        let (rect, count) = (TreeReducer.listArea(state, context), state.tree.rows.count)
        guard state.tree.drag != nil, rect.height > 2, (rect.minX...rect.maxX).contains(point.x) else { return 0 }
        let seen = state.tree.list.visibleRows(count: count, height: rect.height)
        if point.y <= rect.minY { return seen.lowerBound > 0 ? -1 : 0 }
        return point.y >= rect.maxY - 1 && seen.upperBound < count ? 1 : 0
    }

    /// Scrolls by a row where something is held at the edge.
    static func scroll(_ state: inout CollectionsState, at point: Point, _ context: CollectionsContext) {
        let step = step(state, at: point, context)
        guard step != 0 else { return }
        state.tree.list.scroll(by: step, count: state.tree.rows.count, height: TreeReducer.listArea(state, context).height)
    }

    /// Opens a folder that something has been held over for a while, unless it is over another by now.
    static func unfold(_ state: inout CollectionsState, _ path: String, _ context: CollectionsContext) {
        guard state.tree.drag?.hovered == path else { return }
        state.tree.drag?.hovered = nil
        state.tree.unfoldInPlace(path, height: TreeReducer.listArea(state, context).height)
    }

    /// Waits over a closed folder.
    private static func hover(_ state: inout CollectionsState) -> CollectionsOutcome {
        let node = state.tree.drag?.target.map { state.tree.rows[$0].node }
        let folder = node.flatMap { node -> String? in
            let isClosed = node.hasChildren && !state.tree.isNarrowed && !state.tree.expanded.contains(node.path)
            return isClosed ? node.path : nil
        }
        guard let drag = state.tree.drag, folder != drag.hovered else { return [] }
        state.tree.drag?.hovered = folder
        return folder.map { [.after(patience, .unfold, .tree(.unfoldHeld(path: $0)))] } ?? endHovering(drag)
    }

    private static func endHovering(_ drag: TreeDrag) -> CollectionsOutcome { drag.hovered == nil ? [] : [.cancel(.unfold)] }
}
