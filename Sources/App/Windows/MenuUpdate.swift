import Screen
import Widgets

/// Changes a menu.
enum MenuUpdate {
    static func press(_ state: inout AppState, _ window: Menu<Message>, _ key: Key) -> [Effect] {
        var window = window
        let outcome = window.menu.handle(key, in: state.screenLayout.body)
        // A key that works everywhere is not lost on a list that it closes.
        if outcome == .closed, state.keymap.match([key], in: [.everywhere]) != .none { return InputUpdate.update(&state, .key(key)) }
        return take(&state, outcome, window)
    }

    static func mouse(_ state: inout AppState, _ window: Menu<Message>, _ event: MouseEvent) -> [Effect] {
        var window = window
        _ = state.windows.popLast()
        return take(&state, window.menu.handle(event, in: state.screenLayout.body), window)
    }

    private static func take(_ state: inout AppState, _ outcome: MenuState.Outcome, _ window: Menu<Message>) -> [Effect] {
        switch outcome {
        case .moved: state.windows.append(.menu(window))
        case .chosen(let index): return [.next(window.messages[index])]
        case .closed: break
        }
        return []
    }
}
