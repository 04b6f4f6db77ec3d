import Screen

/// The whole screen.
enum WorkbenchView {
    static func draw(_ state: AppState, on canvas: inout Canvas) {
        let layout = state.screenLayout
        guard !layout.isTooSmall else { return drawTooSmall(state, on: &canvas) }
        state.titleBar.draw(in: layout.titleBar, on: &canvas)
        if !layout.paneTabs.isEmpty { PaneTabsView.draw(state.focus, in: layout.paneTabs, on: &canvas) }
        for place in layout.panes {
            canvas.draw(on: .surfaceRaised, in: place.rect) { draw(place.pane, state, in: place.rect, on: &$0) }
        }
        state.footer.draw(in: layout.footer, on: &canvas)
        for window in state.windows {
            canvas.cursor = nil
            drawWindow(window.content, state.windowContext, on: &canvas)
        }
        ScreenSelecting.draw(state, on: &canvas)
        if !state.toasts.isEmpty { state.toastView.draw(state.toasts.suffix(AppState.mostToasts), on: &canvas) }
        state.drawPopups(on: &canvas)
        if state.usesASCII { canvas.useASCII() }
    }

    /// Draws a window; the panes behind it are dimmed.
    private static func drawWindow(_ content: any WindowContent, _ context: WindowContext, on canvas: inout Canvas) {
        if content.dims { canvas.restyle(context.body, CellStyle(.shadow)) }
        content.draw(content.layout(context), context, on: &canvas)
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
