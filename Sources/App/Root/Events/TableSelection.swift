import Screen
import Widgets

/// Rows of tables that are dragged over: they are copied as rows, and not as they are drawn.
enum TableSelection {
    /// The rows of a selection that goes over more than one cell of a table; nil for any other.
    static func rows(of selection: ScreenSelection, _ state: AppState) -> DraggedRows? {
        if let content = state.windows.last?.content {
            return content.rows(from: selection.anchor, to: selection.head, content.layout(state.windowContext))
        }
        let (start, end) = (selection.anchor, selection.head)
        if let place = state.requestLayout.sections.first(where: { $0.content.contains(start) }), let path = place.section.rows {
            let (rows, shape) = (
                state.requestContext.rows(of: place.section, state.request), state.requestContext.shape(of: place.section, state.request)
            )
            return state.request[keyPath: path].table.rows(from: start, to: end, in: place.content, rows: rows, shape: shape)
        }
        let content = ResponseReducer.contentArea(state.response, state.responseContext)
        guard state.response.tab == .body, let table = state.response.shown.table, content.contains(start) else { return nil }
        return BodyTableView.rows(of: table, from: start, to: end, in: content)
    }
}
