import Screen
import Widgets

/// The cells of what is being typed, and of what came of it: no message stands over them.
enum TypedCells {
    static func rects(_ state: AppState) -> [Rect] {
        let rects = state.windows.last.map { $0.content.typed($0.content.layout(state.windowContext)) } ?? inPanes(state)
        return rects.filter { !$0.isEmpty }
    }

    private static func inPanes(_ state: AppState) -> [Rect] {
        var rects: [Rect] = []
        if state.screenLayout.rect(of: .response) != nil {
            let (search, rest) = ResponseBars.rects(state.response, state.responseContext)
            rects = [search, rest]
        }
        switch state.focus {
        case .tree where state.tree.isFiltering: rects.append(state.inner(of: .tree).row(0))
        case .history where state.history.isFiltering: rects.append(state.inner(of: .history).row(0))
        case .request where state.request.isEditing: rects.append(inRequest(state))
        default: break
        }
        return rects
    }

    private static func inRequest(_ state: AppState) -> Rect {
        let layout = state.requestLayout
        if state.request.part == .url { return layout.url }
        guard let section = state.request.section else { return .empty }
        let rect = layout.rect(of: section)
        if let path = section.area { return state.request[keyPath: path].typedCells(in: rect) }
        guard let path = section.rows else { return .empty }
        let (rows, shape) = (state.requestContext.rows(of: section, state.request), state.requestContext.shape(of: section, state.request))
        return state.request[keyPath: path].table.cursorCell(in: rect, rows: rows, shape: shape) ?? .empty
    }
}
