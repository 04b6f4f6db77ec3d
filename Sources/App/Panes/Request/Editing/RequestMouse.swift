import Workspace
import Screen
import Widgets

/// The mouse over the request pane.
enum RequestMouse {
    static func update(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let layout = state.requestLayout
        if case .press(.left, _) = event.action, let message = click(state, at: event.position, layout) {
            RequestEditing.finish(&state)
            return Reducer.reduce(&state, message)
        }
        if layout.url.contains(event.position) || state.request.part == .url && state.request.isEditingText && !event.isPress {
            return overURL(&state, event, in: layout.url)
        }
        guard layout.content.contains(event.position) || !event.isPress else { return [] }
        if event.isPress {
            if state.request.part == .url { RequestEditing.finish(&state) }
            state.request.part = .content
        }
        if let effects = RequestRows.handle(&state, { $0.handle(event, in: $3, rows: &$1, shape: $2) }) { return effects }
        return overText(&state, event, in: layout.content)
    }

    /// The tab under a point.
    static func tab(at point: Point, _ state: AppState, in rect: Rect) -> RequestTab? {
        RequestView.tabs(of: state.request, in: rect).first { $0.1.contains(point) }?.0
    }

    private static func click(_ state: AppState, at point: Point, _ layout: RequestLayout) -> Message? {
        if layout.method.contains(point) { return .request(.pickMethod) }
        if layout.send.contains(point) { return .request(.send) }
        if layout.tabs.contains(point) { return tab(at: point, state, in: layout.tabs).map { .request(.selectTab($0)) } }
        guard layout.content.contains(point) else { return nil }
        if state.request.tab == .body, state.request.bodyKind == .none { return .request(.pickBodyKind) }
        if state.request.tab == .auth, state.request.currentRows == nil { return .request(.pickAuthKind) }
        return nil
    }

    private static func overURL(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) -> [Effect] {
        if event.isPress {
            RequestEditing.finish(&state)
            state.request.part = .url
            state.request.isEditingText = true
        }
        if case .copied(let text)? = state.request.url.handle(event, in: rect) { return [.copy(text, name: "the selection")] }
        return []
    }

    private static func overText(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) -> [Effect] {
        guard state.request.hasText else { return [] }
        if event.isPress { state.request.isEditingText = true }
        if case .copied(let text)? = state.request.text.handle(event, in: rect) { return [.copy(text, name: "the selection")] }
        return []
    }
}

extension MouseEvent {
    /// Whether a button went down.
    var isPress: Bool { if case .press = action { true } else { false } }
}
