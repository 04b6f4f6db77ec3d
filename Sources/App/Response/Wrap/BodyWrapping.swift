import Document
import Screen
import Widgets

/// Wraps the long lines of a body, and moves in them by rows of cells.
enum BodyWrapping {
    private static let wheelRows = 3

    /// The body as it is laid out; nil while lines are not wrapped.
    static func body(_ state: AppState) -> WrappedBody? {
        let viewer = state.response.shown
        guard state.layout.wrapsBody, viewer.canWrap, let view = viewer.view else { return nil }
        return WrappedBody(
            view, marking: state.response.bodySearch?.results?.pattern, in: ResponseUpdate.contentRect(state).size)
    }

    /// The rows of cells on the screen that go on with the line of the row above; none where the cells are not the answer's.
    static func continuations(_ state: AppState, within bounds: Rect) -> [Int: ScreenSelection.Continuation] {
        let rect = ResponseUpdate.contentRect(state)
        guard state.windows.isEmpty else { return [:] }
        guard state.response.tab == .body else { return bounds.contains(rect.origin) ? ResponseRows.continuations(state) : [:] }
        guard let body = body(state), bounds.contains(Point(x: rect.minX + body.gutter, y: rect.minY)) else { return [:] }
        let places = body.places(from: state.response.shown.top(in: body))
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        for (y, (above, place)) in zip(places, places.dropFirst()).enumerated() where body.continues(at: place) {
            let left = rect.minX + body.gutter
            continuations[rect.minY + y + 1] = ScreenSelection.Continuation(
                start: left + body.row(place.row).indent, endAbove: left + body.columns(of: above))
        }
        return continuations
    }

    /// Why lines cannot be wrapped; nil where they can.
    static func reason(_ state: AppState) -> String? {
        guard state.response.shown.body != nil else { return "there is no body" }
        let key = state.keymap.shownKey(of: "response.nextForm") ?? "t"
        return state.response.shown.canWrap ? nil : "only text has long lines: \(key) shows the body pretty or raw"
    }

    static func toggle(_ state: inout AppState) -> [Effect] {
        state.response.tab = .body
        let height = ResponseUpdate.contentRect(state).height
        if let body = body(state) {
            state.response.shown.endWrapping(body)
        } else {
            state.response.shown.beginWrapping(height: height)
        }
        state.layout.wrapsBody.toggle()
        return state.say(.done, state.layout.wrapsBody ? "Long lines are wrapped" : "Long lines are not wrapped")
    }

    static func move(_ state: inout AppState, _ motion: ListMotion, in body: WrappedBody) {
        state.response.shown.move(motion, in: body)
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) {
        if holdsScrollbar(&state, event, in: rect, body) { return }
        guard rect.contains(event.position) else { return }
        switch event.action {
        case .wheelUp: state.response.shown.scroll(by: -wheelRows, in: body)
        case .wheelDown: state.response.shown.scroll(by: wheelRows, in: body)
        case .press:
            let places = body.places(from: state.response.shown.top(in: body))
            let y = event.position.y - rect.minY
            guard places.indices.contains(y) else { return }
            state.response.shown.select(y, in: body)
            BodyFolding.click(&state, event, on: places[y].part == 0 ? rect.row(y) : .empty)
        case .drag, .release: break
        }
    }

    /// Whether the event is the scrollbar's.
    private static func holdsScrollbar(_ state: inout AppState, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) -> Bool {
        switch event.action {
        case .press(.left, _):
            guard rect.splitRight(1).right.contains(event.position) else { return false }
            state.response.shown.wrap.holdsScrollbar = true
        case .drag(.left) where state.response.shown.wrap.holdsScrollbar: break
        case .release where state.response.shown.wrap.holdsScrollbar:
            state.response.shown.wrap.holdsScrollbar = false
            return true
        default: return false
        }
        let share = Double(event.position.y - rect.minY) / Double(max(1, rect.height - 1))
        state.response.shown.scroll(to: body.place(atShare: share), in: body)
        return true
    }
}
