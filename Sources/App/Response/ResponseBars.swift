import Screen
import Widgets

/// What stands at the foot of the answer: what is searched for, and below the body what is asked, or what is to be said.
enum ResponseBars {
    /// Rows that they take.
    static func height(_ state: AppState) -> Int {
        let searchHeight = state.response.search == nil ? 0 : 1
        guard state.response.tab == .body else { return searchHeight }
        if state.response.query != nil { return BodyQueryView.height + searchHeight }
        let remark = BodyRemark(state.response)
        return remark != nil && remark?.missing == nil ? 1 : searchHeight
    }

    /// The cells of what is searched for, and below them those of the query or the remark; empty where there is none.
    static func rects(_ state: AppState) -> (search: Rect, rest: Rect) {
        let bars = state.inner(of: .response).splitBottom(height(state)).bottom
        let (search, rest) = bars.splitTop(state.response.search == nil ? 0 : 1)
        return (search, rest)
    }

    /// Whether a field is there, which selects its text for itself.
    static func isField(at point: Point, _ state: AppState) -> Bool {
        let (search, rest) = rects(state)
        return search.contains(point) || state.response.query != nil && rest.row(0).contains(point)
    }

    /// The mouse over the fields, and over the keys that fit: a click puts the cursor there, and what is typed next goes there; one
    /// elsewhere ends typing.
    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        overCompletion(&state, event) ?? overQuery(&state, event) ?? overSearch(&state, event)
    }

    private static func overCompletion(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard var query = state.response.query, let frame = BodyQueryView.completionFrame(query, in: rects(state).rest, Rect(state.size)),
            frame.contains(event.position), let outcome = query.completion?.handle(event, in: frame)
        else { return nil }
        state.response.query = query
        return BodyQuerying.complete(&state, outcome)
    }

    private static func overQuery(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard var query = state.response.query else { return nil }
        let (row, below) = rects(state).rest.splitTop(1)
        if case .press(.left, _) = event.action, below.contains(event.position),
            BodyQueryView.offersToRun(query, of: state.response.viewer)
        {
            return BodyQuerying.submit(&state)
        }
        if event.isPress {
            query.completion = nil
            query.isTyping = row.contains(event.position)
            guard query.isTyping else {
                state.response.query = query
                return nil
            }
            if BodyQueryView.close(in: row).contains(event.position) { return BodyQuerying.close(&state) }
            state.response.search?.isTyping = false
        }
        let outcome = query.field.handle(event, in: BodyQueryView.field(of: query, state.response.viewer, in: row))
        state.response.query = query
        return outcome.map(\.effects) ?? (event.isPress ? [] : nil)
    }

    private static func overSearch(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard var search = state.response.search else { return nil }
        let row = rects(state).search
        if event.isPress {
            if let button = ResponseSearchView.buttons(in: row).first(where: { $0.cells.contains(event.position) }) {
                return ResponseSearching.update(&state, button.message)
            }
            search.isTyping = row.contains(event.position)
            guard search.isTyping else {
                state.response.search = search
                return nil
            }
            state.response.query?.isTyping = false
        }
        let field = ResponseSearchView.field(of: search, current: state.response.matchOffset, in: row)
        let outcome = search.field.handle(event, in: field)
        state.response.search = search
        return outcome.map(\.effects) ?? (event.isPress ? [] : nil)
    }
}
