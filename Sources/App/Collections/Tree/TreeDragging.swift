import Screen
import Widgets
import Workspace

/// Something of the tree that is held with the button and let go elsewhere.
enum TreeDragging {
    /// So long a closed folder is hovered until it opens.
    static let patience = Duration.milliseconds(700)

    /// Follows the pointer; nil when the event is for the list.
    static func mouse(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) -> [Effect]? {
        guard let drag = state.tree.drag else { return nil }
        switch event.action {
        case .drag(.left):
            let row = state.tree.list.row(at: event.position, in: rect, count: state.tree.rows.count)
            state.tree.drag?.target = row.flatMap { state.tree.rows[$0].node.path == drag.path ? nil : $0 }
            return hover(&state)
        case .release(.left):
            state.tree.drag = nil
            return endHovering(drag) + (drag.target.map { TreeChanges.drop(state, drag.path, on: $0) } ?? [])
        case .press:
            state.tree.drag = nil
            return nil
        default: return nil
        }
    }

    /// The direction in which the tree scrolls while a drag is held on its first or last row, or beyond.
    static func step(_ state: AppState, at point: Point) -> Int {
        let (rect, count) = (TreeUpdate.listRect(state), state.tree.rows.count)
        guard state.tree.drag != nil, rect.height > 2, (rect.minX...rect.maxX).contains(point.x) else { return 0 }
        let seen = state.tree.list.visibleRows(count: count, height: rect.height)
        if point.y <= rect.minY { return seen.lowerBound > 0 ? -1 : 0 }
        return point.y >= rect.maxY - 1 && seen.upperBound < count ? 1 : 0
    }

    /// Scrolls by a row where something is held at the edge.
    static func scroll(_ state: inout AppState, at point: Point) {
        let step = step(state, at: point)
        guard step != 0 else { return }
        state.tree.list.scroll(by: step, count: state.tree.rows.count, height: TreeUpdate.listRect(state).height)
    }

    /// Opens a folder that something has been held over for a while, unless it is over another by now.
    static func unfold(_ state: inout AppState, _ path: String) {
        guard state.tree.drag?.hovered == path else { return }
        state.tree.drag?.hovered = nil
        state.tree.unfoldInPlace(path, height: TreeUpdate.listRect(state).height)
    }

    /// Waits over a closed folder.
    private static func hover(_ state: inout AppState) -> [Effect] {
        let node = state.tree.drag?.target.map { state.tree.rows[$0].node }
        let folder = node.flatMap { node -> String? in
            let isClosed = !node.children.isEmpty && !state.tree.isNarrowed && !state.tree.expanded.contains(node.path)
            return isClosed ? node.path : nil
        }
        guard let drag = state.tree.drag, folder != drag.hovered else { return [] }
        state.tree.drag?.hovered = folder
        return folder.map { [.after(patience, .unfold, .tree(.unfoldHeld(path: $0)))] } ?? endHovering(drag)
    }

    private static func endHovering(_ drag: TreeDrag) -> [Effect] { drag.hovered == nil ? [] : [.cancel(.unfold)] }
}
