import Screen
import Widgets

/// The mouse over the response pane.
enum ResponseMouse {
    static func reduce(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome {
        let inner = context.area
        let titles = state.tabs
        if let tab = TabStrip.chosen(by: event, titles, selected: state.tab, in: TabStrip.split(inner).tabs) {
            return [.next(.selectTab(tab))]
        }
        let overBars = BodyFormSign.mouse(state, context, event) ?? ResponseBars.mouse(&state, context, event)
        if let outcome = overBars ?? overWait(state, context, event) { return outcome }
        let rect = ResponseReducer.contentArea(state, context)
        if state.tab != .body {
            let rows = ResponseRows.rows(of: state, context)
            // The last line of the cookies is the way to the jar.
            if case .opened(let row) = state.lines.handle(event, in: rect, count: rows.count), state.tab == .cookies,
                rows[row].line == rows.last?.line
            {
                return [.output(.showCookies)]
            }
        } else if state.shown.table != nil {
            return BodyTables.mouse(&state, context, event, in: rect)
        } else if let body = BodyWrapping.body(state, context) {
            BodyWrapping.mouse(&state, context, event, in: rect, body)
        } else {
            overBody(&state, context, event, in: rect)
        }
        return []
    }

    private static func overBody(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect) {
        switch state.shown.list.handle(event, in: rect, count: state.shown.rowCount) {
        case .selected, .opened: BodyFolding.click(&state, context, event, on: rect.row(event.position.y - rect.minY))
        case .menu, .scrolled, nil: break
        }
    }

    /// A click on the words that say how to cancel, or how to see a login.
    private static func overWait(_ state: ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard case .press(.left, _) = event.action, let sending = state.awaited else { return nil }
        let rect = ResponseReducer.contentArea(state, context)
        if InFlightView.login(sending, context, in: rect).contains(event.position) { return [.output(.showLogin)] }
        guard InFlightView.cancel(sending, context, in: rect).contains(event.position) else { return nil }
        return [.output(.cancel(sending.id))]
    }
}
