import Screen
import Widgets

/// The mouse over the response pane.
enum ResponseMouse {
    static func update(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let inner = state.inner(of: .response)
        let titles = state.response.tabs
        if let tab = TabStrip.chosen(by: event, titles, selected: state.response.tab, in: inner.splitTop(1).top) {
            return ResponseUpdate.update(&state, .selectTab(tab))
        }
        if let effects = BodyFormSign.mouse(&state, event) ?? ResponseBars.mouse(&state, event) ?? cancel(&state, event) { return effects }
        let rect = ResponseUpdate.contentRect(state)
        if state.response.tab != .body {
            let rows = ResponseRows.rows(of: state)
            // The last line of the cookies is the way to the jar.
            if case .opened(let row) = state.response.lines.handle(event, in: rect, count: rows.count), state.response.tab == .cookies,
                rows[row].line == rows.last?.line
            {
                return CookieUpdate.update(&state, .show)
            }
        } else if state.response.shown.table != nil {
            return BodyTables.mouse(&state, event, in: rect)
        } else if let body = BodyWrapping.body(state) {
            BodyWrapping.mouse(&state, event, in: rect, body)
        } else {
            overBody(&state, event, in: rect)
        }
        return []
    }

    private static func overBody(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) {
        switch state.response.shown.list.handle(event, in: rect, count: state.response.shown.rowCount) {
        case .selected, .opened: BodyFolding.click(&state, event, on: rect.row(event.position.y - rect.minY))
        case .menu, .scrolled, nil: break
        }
    }

    /// A click on the words that say how to cancel, or how to see a login.
    private static func cancel(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard case .press(.left, _) = event.action, let sending = state.response.awaited else { return nil }
        let rect = ResponseUpdate.contentRect(state)
        if SendingView.login(sending, state, in: rect).contains(event.position) { return LoginUpdate.show(&state) }
        guard SendingView.cancel(sending, state, in: rect).contains(event.position) else { return nil }
        return ExchangeUpdate.update(&state, .cancel(sending.id))
    }
}
