import Screen
import Widgets
import Workspace

/// The mouse over the request pane.
enum RequestMouse {
    static func update(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        if let effects = RequestCompletion.mouse(&state, event) { return effects }
        let layout = state.requestLayout
        let titles = RequestTab.titles(state.request, columns: layout.tabs.width)
        if let tab = TabStrip.chosen(by: event, titles, selected: state.request.tab, in: layout.tabs) {
            return [.next(.request(.selectTab(tab)))]
        }
        if let effects = tooLate(&state, event, layout) { return effects }
        if case .press(.left, let count) = event.action, let message = click(state, at: event.position, count: count, layout) {
            RequestEditing.finish(&state)
            return [.next(message)]
        }
        // What began in a text or a table ends there, wherever the button goes up.
        let isURLs = event.isPress ? layout.url.contains(event.position) : state.request.part == .url
        if isURLs {
            return overURL(&state, event, in: layout.url)
        }
        guard layout.content.contains(event.position) || !event.isPress else { return [] }
        // Who types goes on doing so where the click is, also in another table.
        let wasEditing = state.request.isEditing
        if event.isPress { enter(&state, at: event.position, layout) }
        if let effects = RequestRows.handle(&state, { $0.handle(event, in: $3, rows: &$1, shape: $2, goesOn: wasEditing) }) {
            if case .press(.left, _) = event.action {
                RequestCompletion.beginChoosing(&state, at: event.position)
                RequestCompletion.offerAll(&state)
            }
            return effects
        }
        return overText(&state, event)
    }

    /// Puts the cursor into the section under a point.
    private static func enter(_ state: inout AppState, at point: Point, _ layout: RequestLayout) {
        let index = layout.sections.firstIndex { $0.content.contains(point) || $0.title.contains(point) } ?? state.request.sectionIndex
        if state.request.part == .url || index != state.request.sectionIndex { RequestEditing.finish(&state) }
        state.request.part = .content
        state.request.sectionIndex = index
    }

    private static func click(_ state: AppState, at point: Point, count: Int, _ layout: RequestLayout) -> Message? {
        if layout.banner.contains(point) { return .workspace(.chooseVersion) }
        if layout.method.contains(point) { return .request(.pickMethod) }
        if layout.send.contains(point) {
            guard state.isSending(state.response.owner) else { return .request(.send) }
            // The second press of a double click does not take back what the first one sent.
            return count == 1 ? .application(.cancelOrQuit) : nil
        }
        guard layout.content.contains(point), layout.sections.isEmpty else { return nil }
        return .request(state.request.tab == .auth ? .pickAuthKind : .pickBodyKind)
    }

    /// A click that was to cancel and finds the button to send, since the answer came just before it.
    private static func tooLate(_ state: inout AppState, _ event: MouseEvent, _ layout: RequestLayout) -> [Effect]? {
        guard case .press(.left, let count) = event.action, layout.send.contains(event.position), state.justEnded == state.response.owner,
            !state.isSending(state.response.owner)
        else { return nil }
        return count == 1 ? state.say(.warning, "It ended just before the click: nothing was sent again") : []
    }

    private static func overURL(_ state: inout AppState, _ event: MouseEvent, in rect: Rect) -> [Effect] {
        if event.isPress {
            RequestEditing.finish(&state)
            state.request.part = .url
            state.request.isEditingText = true
        }
        return state.request.url.handle(event, in: rect)?.effects ?? []
    }

    private static func overText(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        guard let section = state.request.section, let path = section.area else { return [] }
        let rect = state.requestLayout.rect(of: section)
        if event.isPress {
            state.request.isEditingText = true
            if !state.request[keyPath: path].isFindBar(at: event.position, in: rect) { state.request.leavesAfterFinding = false }
        }
        let outcome = state.request[keyPath: path].handle(event, in: rect)
        RequestEditing.leaveAfterFinding(&state, path)
        return outcome.map { RequestEditing.takeText(&state, $0) } ?? []
    }
}

extension MouseEvent {
    /// True if a button went down.
    var isPress: Bool { if case .press = action { true } else { false } }
}
