import Screen
import Widgets

/// Scrolling while the button is held at an edge. Terminals report nothing while the pointer stands still, so a timer repeats the drag as
/// long as there is more to scroll to.
enum HeldDrag {
    /// Between two rows that are scrolled.
    static let pace = Duration.milliseconds(60)

    /// Begins to wait where an event leaves the pointer at an edge, or ends it.
    static func follow(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        switch event.action {
        case .drag(.left) where scrolls(state, event.position):
            state.heldDrag = event
            return [.after(pace, .heldDrag, .application(.dragOn))]
        case .wheelUp, .wheelDown: return []
        default:
            guard state.heldDrag != nil else { return [] }
            state.heldDrag = nil
            return [.cancel(.heldDrag)]
        }
    }

    /// Does what another movement at the same place would do.
    static func goOn(_ state: inout AppState) -> [Effect] {
        guard let event = state.heldDrag, state.isButtonDown else { return [] }
        TreeDragging.scroll(&state.collections, at: event.position, state.collectionsContext)
        return MouseUpdate.update(&state, event)
    }

    /// True if something is dragged to an edge beyond which there is more of it.
    private static func scrolls(_ state: AppState, _ point: Point) -> Bool {
        guard state.isButtonDown else { return false }
        if case .sheet(let sheet)? = state.windows.last, sheet.page.text != nil {
            return sheet.scrolls(draggedTo: point, state.windowContext)
        }
        guard state.windows.isEmpty else { return false }
        if TreeDragging.step(state.collections, at: point, state.collectionsContext) != 0
            || ScrolledSelection.scrolls(state, draggedTo: point)
        {
            return true
        }
        guard let section = state.request.section, let path = section.area else { return false }
        return state.request[keyPath: path].scrolls(draggedTo: point, in: state.requestLayout.rect(of: section))
    }
}
