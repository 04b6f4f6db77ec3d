import Document
import Screen
import Widgets

/// Wraps the long lines of a body, and moves in them by rows of cells.
enum BodyWrapping {
    private static let wheelRows = 3

    /// The body as it is laid out; nil while lines are not wrapped.
    static func body(_ state: ResponseState, _ context: ResponseContext) -> WrappedBody? {
        let viewer = state.shown
        guard context.wrapsLines, viewer.canWrap, let view = viewer.view else { return nil }
        return WrappedBody(
            view, marking: state.bodySearch?.results?.pattern, in: ResponseReducer.contentArea(state, context).size)
    }

    /// The rows of cells on the screen that go on with the line of the row above; none where the cells are not the answer's.
    static func continuations(_ state: ResponseState, _ context: ResponseContext, within bounds: Rect) -> [Int: ScreenSelection
        .Continuation]
    {
        let rect = ResponseReducer.contentArea(state, context)
        guard context.hasNoWindows else { return [:] }
        guard state.tab == .body else { return bounds.contains(rect.origin) ? ResponseRows.continuations(state, context) : [:] }
        guard let body = body(state, context), bounds.contains(Point(x: rect.minX + body.gutter, y: rect.minY)) else { return [:] }
        let places = body.places(from: state.shown.top(in: body))
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        for (y, (above, place)) in zip(places, places.dropFirst()).enumerated() where body.continues(at: place) {
            let left = rect.minX + body.gutter
            continuations[rect.minY + y + 1] = ScreenSelection.Continuation(
                start: left + body.row(place.row).indent, endAbove: left + body.columns(of: above))
        }
        return continuations
    }

    /// Why lines cannot be wrapped; nil where they can.
    static func reason(_ state: ResponseState, _ context: ResponseContext) -> String? {
        guard state.shown.body != nil else { return "there is no body" }
        let key = context.keys.shown("response.nextForm") ?? "t"
        return state.shown.canWrap ? nil : "only text has long lines: \(key) shows the body pretty or raw"
    }

    static func toggle(_ state: inout ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        state.tab = .body
        let height = ResponseReducer.contentArea(state, context).height
        if let body = body(state, context) {
            state.shown.endWrapping(body)
        } else {
            state.shown.beginWrapping(height: height)
        }
        return [.output(.wrap(!context.wrapsLines))] + .say(.done, context.wrapsLines ? "Long lines are cut" : "Long lines wrap")
    }

    static func move(_ state: inout ResponseState, _ context: ResponseContext, _ motion: ListMotion, in body: WrappedBody) {
        state.shown.move(motion, in: body)
    }

    static func mouse(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) {
        if holdsScrollbar(&state, event, in: rect, body) { return }
        guard rect.contains(event.position) else { return }
        switch event.action {
        case .wheelUp: state.shown.scroll(by: -wheelRows, in: body)
        case .wheelDown: state.shown.scroll(by: wheelRows, in: body)
        case .press:
            let places = body.places(from: state.shown.top(in: body))
            let y = event.position.y - rect.minY
            guard places.indices.contains(y) else { return }
            state.shown.select(y, in: body)
            BodyFolding.click(&state, context, event, on: places[y].part == 0 ? rect.row(y) : .empty)
        case .drag, .release: break
        }
    }

    /// True if the event belongs to the scrollbar.
    private static func holdsScrollbar(_ state: inout ResponseState, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) -> Bool {
        switch event.action {
        case .press(.left, _):
            guard rect.splitRight(1).right.contains(event.position) else { return false }
            state.shown.wrap.holdsScrollbar = true
        case .drag(.left) where state.shown.wrap.holdsScrollbar: break
        case .release where state.shown.wrap.holdsScrollbar:
            state.shown.wrap.holdsScrollbar = false
            return true
        default: return false
        }
        let share = Double(event.position.y - rect.minY) / Double(max(1, rect.height - 1))
        state.shown.scroll(to: body.place(atShare: share), in: body)
        return true
    }
}
