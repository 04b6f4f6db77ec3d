import Screen
import Widgets

/// Popups that lie over everything else, also over toasts: menus, the keys after a prefix, completion lists.
enum Popups {
    static func draw(_ state: AppState, on canvas: inout Canvas) {
        if let top = state.windows.last {
            if case .menu = top { WindowView.draw(top, state, on: &canvas) }
            return
        }
        if !state.pendingKeys.isEmpty { ContinuationsView.draw(state, in: canvas.bounds, on: &canvas) }
        if let frame = requestCompletion(state) { state.request.completion?.draw(in: frame, on: &canvas) }
        if let frame = queryCompletion(state) { state.response.query?.completion?.draw(in: frame, on: &canvas) }
    }

    /// True if a popup covers the cell.
    static func contain(_ point: Point, _ state: AppState) -> Bool {
        if let top = state.windows.last {
            if case .menu = top { return WindowView.frame(of: top, state).contains(point) }
            return false
        }
        let continuations = state.pendingKeys.isEmpty ? nil : ContinuationsView.frame(state)
        return [continuations, requestCompletion(state), queryCompletion(state)].contains { $0?.contains(point) == true }
    }

    private static func requestCompletion(_ state: AppState) -> Rect? {
        state.screenLayout.rect(of: .request) == nil ? nil : RequestCompletion.frame(state.request, state.requestContext)
    }

    private static func queryCompletion(_ state: AppState) -> Rect? {
        guard state.screenLayout.rect(of: .response) != nil, state.response.tab == .body else { return nil }
        return state.response.query.flatMap {
            BodyQueryView.completionFrame($0, in: ResponseBars.rects(state.response, state.responseContext).rest, Rect(state.size))
        }
    }
}
