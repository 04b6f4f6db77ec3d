import Screen
import Widgets

/// The mouse between a press and its release.
struct MouseState: Sendable, Equatable {
    /// True while a button is held.
    var isButtonDown = false
    /// The pane in which a button was pressed; it gets the drag and the release.
    var pane: PaneID?
    /// The border between panes that is dragged.
    var draggedSplit: Split?
    /// The drag that repeats while the button is held at an edge.
    var heldDrag: MouseEvent?
    /// True while the tab in front follows the pointer.
    var holdsTab = false
    /// The message that quits once the button is released; quitting earlier would leave the release to the shell as typed text.
    var afterRelease: ApplicationMessage?
}

/// Dispatches a mouse event to the element under the pointer: a window, a toast, the title bar, a tab, the footer, a border, a pane.
enum MouseUpdate {
    static func update(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let effects = deliver(&state, event)
        // Also a release over a window, which the press opened.
        if case .release = event.action { state.mouse.pane = nil }
        return effects + HeldDrag.updateTimer(&state, event)
    }

    private static func deliver(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        if let effects = recordButton(&state, event) { return effects }
        if case .press(.left, _) = event.action, !state.hasPopup(at: event.position),
            let message = toastMessage(state, at: event.position)
        {
            return [.next(message)]
        }
        if let effects = rightClick(&state, event, besideMenu: state.windows.last) { return effects }
        if let effects = sideways(&state, event) { return effects }
        if !state.windows.isEmpty { return state.mouseInWindow(event) }
        if !state.pendingKeys.isEmpty, let effects = ContinuationsUpdate.mouse(&state, event) { return effects }
        if event.isPress || event.isWheel, let pane = state.paneOfCompletion(at: event.position) { return send(&state, event, to: pane) }
        let layout = state.screenLayout
        if let effects = drag(&state, event, layout) { return effects }
        if case .press(.left, _) = event.action, let message = frameMessage(state, at: event.position, layout) {
            return [.next(message)]
        }
        if let effects = TabsMouse.update(&state, event, layout) { return effects }
        // A terminal may not report the release before a press.
        let held = event.isPress ? nil : state.mouse.pane
        guard let pane = held ?? layout.pane(at: event.position) else { return [] }
        return send(&state, event, to: pane)
    }

    /// Scrolls long lines of the response or of a comparison; nil for other events.
    private static func sideways(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard [.wheelLeft, .wheelRight].contains(event.action) else { return nil }
        let isLeft = event.action == .wheelLeft
        if let window = state.windows.last {
            return window.content.scopes.contains(.comparisonWindow) ? state.pressInWindow(Key(isLeft ? .left : .right)) : []
        }
        guard state.screenLayout.pane(at: event.position) == .response else { return [] }
        return state.reduceResponse(.move(isLeft ? .left : .right))
    }

    /// Closes an open menu at a right click beside it, and opens the menu of the clicked place; nil for other events.
    private static func rightClick(_ state: inout AppState, _ event: MouseEvent, besideMenu window: Window<Message>?) -> [Effect]? {
        guard case .press(.right, _) = event.action, let menu = window?.content as? Menu<Message>,
            !menu.menu.frame(in: state.screenLayout.body).contains(event.position)
        else { return nil }
        let closed = state.reduceWindow(.close)
        let content = state.windows.last?.content
        // Beside the window of the menu's row the click only closes the menu.
        if let content, !content.layout(state.windowContext).frame.contains(event.position) { return closed }
        return closed + deliver(&state, event)
    }

    /// Records the button state, and runs the action that waited for its release; nil if there was none.
    private static func recordButton(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        switch event.action {
        case .press:
            state.mouse.isButtonDown = true
            state.mouse.holdsTab = false
            state.isLineMarkSet = false
        case .release: return release(&state)
        case .drag, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: break
        }
        return nil
    }

    /// Treats the button as released, as after a key press, in case the terminal did not report the release.
    static func release(_ state: inout AppState) -> [Effect]? {
        state.mouse.isButtonDown = false
        guard let message = state.mouse.afterRelease else { return nil }
        state.mouse.afterRelease = nil
        return ApplicationUpdate.update(&state, message)
    }

    private static func send(_ state: inout AppState, _ event: MouseEvent, to pane: PaneID) -> [Effect] {
        var effects: [Effect] = []
        if event.isPress {
            if state.screenLayout.rect(of: pane).map(PaneFrame.isLine) ?? false {
                effects += pressLine(&state, event)
            } else if state.focus != pane {
                effects += ApplicationUpdate.update(&state, .focus(pane))
            }
            state.mouse.pane = pane
        }
        if case .press(.left, 1) = event.action, let id = hintedCommand(state, at: event.position, in: pane) {
            return effects + InputUpdate.run(&state, id)
        }
        effects += ScreenSelecting.update(&state, event, in: pane)
        ScrolledSelection.scrollAtEdge(&state, event)
        effects += ScrolledSelection.movingSelection(&state) { deliver(&$0, event, to: pane) }
        // The press may have begun to edit a field, which selects its own text.
        if event.isPress, pane == .request, state.request.isEditing { state.selection = nil }
        if case .press(.right, _) = event.action, state.windows.isEmpty { PaneMenu.show(&state, pane, at: event.position) }
        return effects
    }

    /// Handles a press on the request while it is a line above the response: buttons work there, everything else focuses the pane.
    private static func pressLine(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let layout = state.requestLayout
        guard !layout.method.contains(event.position), !layout.send.contains(event.position) else { return [] }
        let effects = ApplicationUpdate.update(&state, .focus(.request))
        guard layout.url.contains(event.position) else { return effects }
        // The URL has another row in the whole pane.
        let place = Point(x: event.position.x, y: state.requestLayout.url.minY)
        return effects + deliver(&state, MouseEvent(event.action, at: place), to: .request)
    }

    /// The id of the command that an empty pane hints at in a cell; nil if there is none.
    private static func hintedCommand(_ state: AppState, at point: Point, in pane: PaneID) -> String? {
        switch pane {
        case .tree:
            let context = state.collectionsContext
            let area = TreeReducer.listArea(state.collections, context)
            return TreeView.emptyState(state.collections, context)?.hint(at: point, in: area)?.command
        case .request: return RequestView.hint(state.request, state.requestContext, at: point)?.command
        case .response:
            let context = state.responseContext
            let area = ResponseReducer.contentArea(state.response, context)
            if state.response.showsRefusal { return area.contains(point) ? "request.showProblem" : nil }
            return ResponseView.emptyState(state.response, context)?.hint(at: point, in: area)?.command
        case .history:
            let context = state.historyContext
            return HistoryView.emptyState(state.history, context)?.hint(at: point, in: HistoryReducer.listArea(state.history, context))?
                .command
        }
    }

    private static func deliver(_ state: inout AppState, _ event: MouseEvent, to pane: PaneID) -> [Effect] {
        switch pane {
        case .tree: state.reduceCollections(.tree(.mouse(event)))
        case .request: state.reduceRequest(.mouse(event))
        case .response: state.reduceResponse(.mouse(event))
        case .history: state.reduceHistory(.mouse(event))
        }
    }

    /// Moves a border during a drag; nil if the event is for something else.
    private static func drag(_ state: inout AppState, _ event: MouseEvent, _ layout: ScreenLayout) -> [Effect]? {
        switch event.action {
        case .press(.left, _):
            guard let handle = layout.splits.last(where: { $0.handle.contains(event.position) }) else { return nil }
            state.mouse.draggedSplit = handle.split
            return handle.isVertical ? [] : nil
        case .drag:
            guard let split = state.mouse.draggedSplit, let handle = layout.splits.first(where: { $0.split == split }) else { return nil }
            state.mouse.pane = nil
            let (offset, room) =
                handle.isVertical
                ? (event.position.x - handle.room.minX, handle.room.width) : (event.position.y - handle.room.minY, handle.room.height)
            state.layout.set(split, to: Double(offset) / Double(max(1, room)))
            return []
        case .release:
            guard state.mouse.draggedSplit != nil else { return nil }
            state.mouse.draggedSplit = nil
            return []
        default: return nil
        }
    }

    /// The message that a click on a toast sends; toasts lie over windows too.
    private static func toastMessage(_ state: AppState, at point: Point) -> Message? {
        guard let placed = state.placedToasts.first(where: { $0.frame.contains(point) }) else { return nil }
        let toast = placed.toast
        if let action = toast.action, placed.label.contains(point) { return .application(.toast(.answer(toast.id, action.message))) }
        return .application(.toast(placed.isCut ? .read(toast.id) : .dismiss(toast.id)))
    }

    /// The message of a click on the frame around the panes.
    private static func frameMessage(_ state: AppState, at point: Point, _ layout: ScreenLayout) -> Message? {
        if TitleBarView<Message>.menu(in: layout.titleBar, usesASCII: state.usesASCII).contains(point) { return .application(.show(.menu)) }
        if let place = state.titleBar.placed(in: layout.titleBar).first(where: { $0.rect.contains(point) }) { return place.item.message }
        if PaneTabsView.place(of: state.paneTabNews, in: layout.paneTabs).contains(point) { return .application(.focus(.response)) }
        if layout.paneTabs.contains(point), let tab = PaneTabsView.tabs(in: layout.paneTabs).first(where: { $0.1.contains(point) }) {
            return .application(.focus(tab.0))
        }
        return state.footerMessage(at: point)
    }
}

/// Handles the mouse over the tabs of open requests.
enum TabsMouse {
    private static let menu = [
        "tab.close", "tab.duplicate", "tab.closeOthers", "tab.reopen", "tab.moveLeft", "tab.moveRight", "tab.pick", "request.rename",
        "request.save",
    ]

    /// Handles a mouse event: a click selects a tab, its cross closes it, the number of hidden tabs lists all, and `+` opens a new request.
    /// Dragging moves a tab, the middle button closes it, and the right button opens its menu. Nil if the event is not over tabs.
    static func update(_ state: inout AppState, _ event: MouseEvent, _ layout: ScreenLayout) -> [Effect]? {
        guard let pane = layout.tabBox, state.mouse.pane == nil else { return nil }
        if state.mouse.holdsTab, let effects = drag(&state, event, in: pane) { return effects }
        let tab = TabsView.tab(at: event.position, state, in: pane)
        let isNew = TabsView.newButton(in: pane).contains(event.position)
        guard tab != nil || isNew || TabsView.more(state, in: pane).contains(event.position) else { return nil }
        switch event.action {
        case .press(let button, _):
            guard let tab else { return TabUpdate.update(&state, isNew ? .new : .pick) }
            return press(&state, button, tab.index, closes: tab.closes, at: event.position)
        case .drag, .release, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: return nil
        }
    }

    /// Moves the dragged tab past each neighbour whose middle the pointer has passed; nil if there is no drag.
    private static func drag(_ state: inout AppState, _ event: MouseEvent, in pane: Rect) -> [Effect]? {
        switch event.action {
        case .drag(.left):
            var effects: [Effect] = []
            // At most one step for each tab, since the visible tabs may change with each step.
            for _ in 0..<state.tabs.count {
                guard let step = step(state, to: event.position.x, in: pane) else { break }
                effects += TabUpdate.update(&state, .move(step))
            }
            return effects
        case .release:
            state.mouse.holdsTab = false
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
            state.mouse.holdsTab = !closes
            return TabUpdate.update(&state, closes ? .close(index) : .select(index))
        case .middle: return TabUpdate.update(&state, .close(index))
        case .right:
            let effects = TabUpdate.update(&state, .select(index))
            state.windows.append(.menu(Menu(menu, state, at: point)))
            return effects
        }
    }
}

/// Scrolling while the button is held at an edge. Terminals report nothing while the pointer stands still, so a timer repeats the drag as
/// long as there is more to scroll to.
enum HeldDrag {
    /// The interval between two scrolled rows.
    static let pace = Duration.milliseconds(60)

    /// Starts the timer when an event leaves the pointer at an edge; otherwise stops it.
    static func updateTimer(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        switch event.action {
        case .drag(.left) where scrolls(state, event.position):
            state.mouse.heldDrag = event
            return [.after(pace, .heldDrag, .application(.repeatDrag))]
        case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: return []
        default:
            guard state.mouse.heldDrag != nil else { return [] }
            state.mouse.heldDrag = nil
            return [.cancel(.heldDrag)]
        }
    }

    /// Repeats the drag, as another movement at the same place would.
    static func repeatDrag(_ state: inout AppState) -> [Effect] {
        guard let event = state.mouse.heldDrag, state.mouse.isButtonDown else { return [] }
        TreeDragging.scroll(&state.collections, at: event.position, state.collectionsContext)
        return MouseUpdate.update(&state, event)
    }

    /// True if something is dragged to an edge beyond which there is more to show.
    private static func scrolls(_ state: AppState, _ point: Point) -> Bool {
        guard state.mouse.isButtonDown else { return false }
        if let tableWindow = state.windows.last?.content as? TableWindow, tableWindow.page.text != nil {
            return tableWindow.scrolls(draggedTo: point, state.windowContext)
        }
        guard state.windows.isEmpty else { return false }
        if TreeDragging.step(state.collections, at: point, state.collectionsContext) != 0
            || ScrolledSelection.scrolls(state, draggedTo: point)
        {
            return true
        }
        guard let section = state.request.section, let path = section.area else { return false }
        return state.request[keyPath: path].scrolls(draggedTo: point, in: state.requestLayout.rect(of: section))
    }
}
