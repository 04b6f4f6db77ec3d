import Screen

/// The mouse over the tabs of open requests.
enum TabsMouse {
    private static let menu = [
        "tab.close", "tab.closeOthers", "tab.reopen", "tab.moveLeft", "tab.moveRight", "tab.pick", "request.rename", "request.save",
    ]

    /// A click goes to a tab, on its cross closes it, on the number of the others lists all; the middle button closes, the right one
    /// opens the tab's menu, and the wheel goes on. Nil for what is not over tabs.
    static func update(_ state: inout AppState, _ event: MouseEvent, _ layout: ScreenLayout) -> [Effect]? {
        guard let pane = layout.rect(of: .request), state.mousePane == nil else { return nil }
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

    private static func press(
        _ state: inout AppState, _ button: MouseEvent.Button, _ index: Int, closes: Bool, at point: Point
    ) -> [Effect] {
        switch button {
        case .left: return TabUpdate.update(&state, closes ? .close(index) : .select(index))
        case .middle: return TabUpdate.update(&state, .close(index))
        case .right:
            let effects = TabUpdate.update(&state, .select(index))
            state.overlays.append(.menu(MenuOverlay(menu, state, at: point)))
            return effects
        }
    }
}
