import Screen
import Widgets

/// Finds what is under the pointer: a window, a message, the title bar, a tab, the footer, a border, a pane.
enum MouseUpdate {
    static func update(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let effects = hand(&state, event)
        return effects + HeldDrag.follow(&state, event)
    }

    private static func hand(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        if let effects = follow(&state, event) { return effects }
        if case .press(.left, _) = event.action, !state.hasPopup(at: event.position),
            let message = toastMessage(state, at: event.position)
        {
            return [.next(message)]
        }
        if !state.windows.isEmpty { return state.mouseInWindow(event) }
        if !state.pendingKeys.isEmpty, let effects = ContinuationsUpdate.mouse(&state, event) { return effects }
        let layout = state.screenLayout
        if let effects = drag(&state, event, layout) { return effects }
        if case .press(.left, _) = event.action, let message = frameMessage(state, at: event.position, layout) {
            return [.next(message)]
        }
        if let effects = TabsMouse.update(&state, event, layout) { return effects }
        guard let pane = state.mousePane ?? layout.pane(at: event.position) else { return [] }
        return send(&state, event, to: pane)
    }

    /// Notes whether a button is held, and does what waited for it to go up; nil when nothing did.
    private static func follow(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        switch event.action {
        case .press:
            state.isButtonDown = true
            state.holdsTab = false
            state.isLineMarkSet = false
        case .release: return release(&state)
        case .drag, .wheelUp, .wheelDown: break
        }
        return nil
    }

    /// Takes the button for released, as a key does of which the terminal has not said so.
    static func release(_ state: inout AppState) -> [Effect]? {
        state.isButtonDown = false
        guard let message = state.afterRelease else { return nil }
        state.afterRelease = nil
        return ApplicationUpdate.update(&state, message)
    }

    private static func send(_ state: inout AppState, _ event: MouseEvent, to pane: PaneID) -> [Effect] {
        var effects: [Effect] = []
        switch event.action {
        case .press:
            if state.focus != pane { effects += ApplicationUpdate.update(&state, .focus(pane)) }
            state.mousePane = pane
        case .release: state.mousePane = nil
        case .drag, .wheelUp, .wheelDown: break
        }
        effects += ScreenSelecting.update(&state, event, in: pane)
        ScrolledSelection.scrollAtEdge(&state, event)
        effects += ScrolledSelection.following(&state) { hand(&$0, event, to: pane) }
        if case .press(.right, _) = event.action, state.windows.isEmpty { PaneMenu.show(&state, pane, at: event.position) }
        return effects
    }

    private static func hand(_ state: inout AppState, _ event: MouseEvent, to pane: PaneID) -> [Effect] {
        switch pane {
        case .tree: state.reduceCollections(.tree(.mouse(event)))
        case .request: state.reduceRequest(.mouse(event))
        case .response: state.reduceResponse(.mouse(event))
        case .history: state.reduceHistory(.mouse(event))
        }
    }

    /// Moves a border while it is held; nil when the event is for something else.
    private static func drag(_ state: inout AppState, _ event: MouseEvent, _ layout: ScreenLayout) -> [Effect]? {
        switch event.action {
        case .press(.left, _):
            guard let handle = layout.splits.last(where: { $0.handle.contains(event.position) }) else { return nil }
            state.draggedSplit = handle.split
            return handle.isVertical ? [] : nil
        case .drag:
            guard let split = state.draggedSplit, let handle = layout.splits.first(where: { $0.split == split }) else { return nil }
            state.mousePane = nil
            let (offset, room) =
                handle.isVertical
                ? (event.position.x - handle.room.minX, handle.room.width) : (event.position.y - handle.room.minY, handle.room.height)
            state.layout.set(split, to: Double(offset) / Double(max(1, room)))
            return []
        case .release:
            guard state.draggedSplit != nil else { return nil }
            state.draggedSplit = nil
            state.mousePane = nil
            return []
        default: return nil
        }
    }

    /// The message that a click on a toast sends; toasts lie over windows too.
    private static func toastMessage(_ state: AppState, at point: Point) -> Message? {
        guard let placed = state.placedToasts.first(where: { $0.frame.contains(point) }) else { return nil }
        let toast = placed.toast
        if placed.isCut { return .application(.readToast(toast.id)) }
        return toast.action.map { .application(.answerToast(toast.id, $0.message)) } ?? .application(.dismissToast(toast.id))
    }

    /// The message that a click on the frame around the panes sends.
    private static func frameMessage(_ state: AppState, at point: Point, _ layout: ScreenLayout) -> Message? {
        if TitleBarView<Message>.menu(in: layout.titleBar).contains(point) { return .application(.showMenu) }
        if let place = state.titleBar.placed(in: layout.titleBar).first(where: { $0.rect.contains(point) }) { return place.item.message }
        if layout.paneTabs.contains(point), let tab = PaneTabsView.tabs(in: layout.paneTabs).first(where: { $0.1.contains(point) }) {
            return .application(.focus(tab.0))
        }
        return state.footerMessage(at: point)
    }
}
