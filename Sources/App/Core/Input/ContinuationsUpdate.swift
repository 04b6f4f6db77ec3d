import Screen
import Widgets

/// The mouse over the popup after a prefix key.
enum ContinuationsUpdate {
    /// A click on a line is its key, the wheel scrolls; one elsewhere gives the prefix up and is for what is there: nil.
    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        let lines = ContinuationsView.lines(state)
        let frame = ContinuationsView.frame(of: lines, in: Rect(state.size))
        guard frame.contains(event.position) else {
            if event.isPress { state.pendingKeys = [] }
            return nil
        }
        switch state.continuations.handle(event, in: ContinuationsView.list(in: frame), count: lines.count) {
        case .selected(let index), .opened(let index):
            state.pendingKeys = []
            return InputUpdate.run(&state, lines[index].command)
        case .menu, .scrolled, nil: return []
        }
    }
}
