import Screen

/// The mouse over the tabs of open requests.
enum TabsMouse {
    private static let menu = [
        "tab.close", "tab.closeOthers", "tab.reopen", "tab.moveLeft", "tab.moveRight", "tab.pick", "request.rename", "request.save",
    ]

    /// A click goes to a tab, and dragging moves it; a click on its cross closes it, on the number of the others lists all; the middle button closes, the right one
    /// opens the tab's menu, and the wheel goes on. Nil for what is not over tabs.
    static func update(_ state: inout AppState, _ event: MouseEvent, _ layout: ScreenLayout) -> [Effect]? {
        guard let pane = layout.rect(of: .request), state.mousePane == nil else { return nil }
        if state.holdsTab, let effects = drag(&state, event, in: pane) { return effects }
        let tab = TabsView.tab(at: event.position, state, in: pane)
        guard tab != nil || TabsView.more(state, in: pane).contains(event.position) else { return nil }
        switch event.action {
        case .wheelUp: return TabUpdate.update(&state, .step(-1))
        case .wheelDown: return TabUpdate.update(&state, .step(1))
        case .press(let button, _):
            guard let tab else { return TabUpdate.update(&state, .pick) }
            return press(&state, button, tab.index, closes: tab.closes, at: event.position)
        case .drag, .release: return nil
        }
    }

    /// Moves the tab that is held past each neighbour of which the pointer has passed the middle; nil for what is no drag.
    private static func drag(_ state: inout AppState, _ event: MouseEvent, in pane: Rect) -> [Effect]? {
        switch event.action {
        case .drag(.left):
            var effects: [Effect] = []
            // At most as often as there are tabs: which of them are seen may change with each step.
            for _ in 0..<state.tabs.count {
                guard let step = step(state, to: event.position.x, in: pane) else { break }
                effects += TabUpdate.update(&state, .move(step))
            }
            return effects
        case .release:
            state.holdsTab = false
            return []
        default: return nil
        }
    }

    private static func step(_ state: AppState, to x: Int, in pane: Rect) -> Int? {
        let tabs = TabsView.tabs(state, in: pane)
        func middle(_ index: Int) -> Int? { tabs.first { $0.index == index }.map { $0.rect.minX + $0.rect.width / 2 } }
        if let right = middle(state.tabs.index + 1), x >= right { return 1 }
        if let left = middle(state.tabs.index - 1), x < left { return -1 }
        return nil
    }

    private static func press(
        _ state: inout AppState, _ button: MouseEvent.Button, _ index: Int, closes: Bool, at point: Point
    ) -> [Effect] {
        switch button {
        case .left:
            state.holdsTab = !closes
            return TabUpdate.update(&state, closes ? .close(index) : .select(index))
        case .middle: return TabUpdate.update(&state, .close(index))
        case .right:
            let effects = TabUpdate.update(&state, .select(index))
            state.windows.append(.menu(Menu(menu, state, at: point)))
            return effects
        }
    }
}
