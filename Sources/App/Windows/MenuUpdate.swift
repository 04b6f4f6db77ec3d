import Screen
import Widgets

/// Changes a menu.
enum MenuUpdate {
    static func press(_ state: inout AppState, _ overlay: MenuOverlay, _ key: Key) -> [Effect] {
        var overlay = overlay
        let outcome = overlay.menu.handle(key, in: state.screenLayout.body)
        // A key that works everywhere is not lost on a list that it closes.
        if outcome == .closed, state.keymap.match([key], in: [.everywhere]) != .none { return InputUpdate.update(&state, .key(key)) }
        return take(&state, outcome, overlay)
    }

    static func mouse(_ state: inout AppState, _ overlay: MenuOverlay, _ event: MouseEvent) -> [Effect] {
        var overlay = overlay
        _ = state.overlays.popLast()
        return take(&state, overlay.menu.handle(event, in: state.screenLayout.body), overlay)
    }

    private static func take(_ state: inout AppState, _ outcome: MenuState.Outcome, _ overlay: MenuOverlay) -> [Effect] {
        switch outcome {
        case .moved: state.overlays.append(.menu(overlay))
        case .chosen(let index): return [.next(overlay.messages[index])]
        case .closed: break
        }
        return []
    }
}
