import Screen

/// The whole screen.
enum WorkbenchView {
    static func draw(_ state: AppState, on canvas: inout Canvas) {
        let layout = state.screenLayout
        guard !layout.isTooSmall else { return drawTooSmall(state, on: &canvas) }
        TitleBarView.draw(state, in: layout.titleBar, on: &canvas)
        if !layout.paneTabs.isEmpty { PaneTabsView.draw(state, in: layout.paneTabs, on: &canvas) }
        for place in layout.panes { draw(place.pane, state, in: place.rect, on: &canvas) }
        FooterView.draw(state, in: layout.footer, on: &canvas)
        for window in state.windows {
            canvas.cursor = nil
            WindowView.draw(window, state, on: &canvas)
        }
        ScreenSelecting.draw(state, on: &canvas)
        ToastView.draw(state, on: &canvas)
        Popups.draw(state, on: &canvas)
        if state.usesASCII { canvas.useASCII() }
    }

    private static func draw(_ pane: PaneID, _ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        switch pane {
        case .tree: TreeView.draw(state.collections, state.collectionsContext, in: rect, isUnsaved: state.isUnsaved, on: &canvas)
        case .request:
            RequestView.draw(state.request, state.requestContext, in: rect, on: &canvas)
            TabsView.draw(state, in: rect, isFocused: state.hasFocus(.request), on: &canvas)
        case .response: ResponseView.draw(state.response, state.responseContext, in: rect, on: &canvas)
        case .history: HistoryView.draw(state.history, state.historyContext, in: rect, isFocused: state.hasFocus(.history), on: &canvas)
        }
    }

    private static func drawTooSmall(_ state: AppState, on canvas: inout Canvas) {
        let minimum = ScreenLayout.minimumSize
        let lines = ["apus needs", "\(minimum.width)×\(minimum.height) cells;", "this has", "\(state.size.width)×\(state.size.height)"]
        for (index, line) in lines.enumerated() {
            canvas.write(line, at: Point(x: 0, y: index), style: CellStyle(.text))
        }
    }
}
