import Query
import Screen
import Widgets

/// Finds everything on the screen that can be clicked, but for the footer, which names keys already.
enum JumpTargets {
    private typealias Place = JumpOverlay.Place

    static func all(_ state: AppState) -> [JumpOverlay.Place] {
        let layout = state.screenLayout
        var places = layout.panes.flatMap { inPane($0.pane, $0.rect, state) }
        places += PaneTabsView.tabs(in: layout.paneTabs).filter { !$0.1.isEmpty }.map { Place($0.1) }
        places += state.titleBar.placed(in: layout.titleBar).map { Place($0.rect) }
        return places
    }

    private static func inPane(_ pane: PaneID, _ rect: Rect, _ state: AppState) -> [JumpOverlay.Place] {
        switch pane {
        case .tree:
            rows(
                state.tree.list, in: TreeReducer.listArea(state.collections, state.collectionsContext), count: state.tree.rows.count,
                clicks: 1
            ) {
                state.tree.rows[$0].depth * 2 + 2
            }
        case .history:
            rows(state.history.list, in: HistoryReducer.listArea(state.history, state.historyContext), count: state.history.rows.count) {
                _ in 1
            }
        case .request: inRequest(state, rect)
        case .response: inResponse(state, rect)
        }
    }

    private static func inResponse(_ state: AppState, _ rect: Rect) -> [JumpOverlay.Place] {
        let tabs = TabStrip.place(state.response.tabs, selected: state.response.tab, in: TabStrip.split(PaneFrame.content(in: rect)).tabs)
        let shown = tabs.filter { !$0.1.isEmpty }.map { Place($0.1) }
        let content = ResponseReducer.contentArea(state.response, state.responseContext)
        return shown + (0..<min(content.height, rowCount(of: state))).map { Place(content.row($0)) }
    }

    /// Rows of the answer that something stands in: a label on nothing would lead nowhere.
    private static func rowCount(of state: AppState) -> Int {
        if state.response.head == nil { return 0 }
        if state.response.tab != .body { return ResponseRows.rows(of: state.response, state.responseContext).count }
        if let table = state.response.shown.table { return (table.table?.rowCount ?? 0) + 1 }
        return BodyWrapping.body(state.response, state.responseContext).map { $0.places(from: state.response.shown.top(in: $0)).count }
            ?? state.response.shown.rowCount
    }

    private static func rows(_ list: ListState, in rect: Rect, count: Int, clicks: Int = 2, indent: (Int) -> Int) -> [JumpOverlay.Place] {
        list.visibleRows(count: count, height: rect.height).compactMap { row in
            list.rect(ofRow: row, in: rect, count: count).map { Place($0.splitLeft(indent(row)).rest, clicks: clicks) }
        }
    }

    private static func inRequest(_ state: AppState, _ rect: Rect) -> [JumpOverlay.Place] {
        let layout = state.requestLayout
        var places = TabsView.tabs(state, in: rect).map { Place($0.rect) }
        places += [layout.method, layout.url, layout.send].filter { !$0.isEmpty }.map { Place($0) }
        places += RequestView.tabs(of: state.request, in: layout.tabs).filter { !$0.1.isEmpty }.map { Place($0.1) }
        guard let path = state.request.currentRows else { return places + [Place(layout.content)] }
        let count = state.request[keyPath: path].rows.count + 1
        let body = layout.content.splitTop(1).rest
        return places + (0..<min(count, body.height)).map { Place(body.row($0).splitLeft(4).rest, clicks: 2) }
    }
}
