import Screen
import Widgets

/// The bars below a response: the search, and below the body the query or a remark.
enum ResponseBars {
    /// Rows that they take.
    static func height(_ state: ResponseState) -> Int {
        let searchHeight = state.search == nil ? 0 : 1
        guard state.tab == .body else { return searchHeight }
        if state.query != nil { return BodyQueryView.height + searchHeight }
        let remark = BodyRemark(state)
        return remark != nil && remark?.missing == nil ? 1 : searchHeight
    }

    /// The cells of what is searched for, and below them those of the query or the remark; empty where there is none.
    static func rects(_ state: ResponseState, _ context: ResponseContext) -> (search: Rect, rest: Rect) {
        let bars = context.area.splitBottom(height(state)).bottom
        let (search, rest) = bars.splitTop(state.search == nil ? 0 : 1)
        return (search, rest)
    }

    /// True if a text field is there, which selects its own text.
    static func isField(at point: Point, _ state: ResponseState, _ context: ResponseContext) -> Bool {
        let (search, rest) = rects(state, context)
        return search.contains(point) || state.query != nil && rest.row(0).contains(point)
    }

    /// The mouse over the fields, and over the keys that fit: a click puts the cursor there, and what is typed next goes there; one
    /// elsewhere ends typing.
    static func mouse(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        overCompletion(&state, context, event) ?? overQuery(&state, context, event) ?? overSearch(&state, context, event)
    }

    private static func overCompletion(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard var query = state.query,
            let frame = BodyQueryView.completionFrame(query, in: rects(state, context).rest, Rect(context.screen)),
            frame.contains(event.position), let outcome = query.completion?.handle(event, in: frame)
        else { return nil }
        state.query = query
        return BodyQuerying.complete(&state, outcome)
    }

    private static func overQuery(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard var query = state.query else { return nil }
        let (row, below) = rects(state, context).rest.splitTop(1)
        if case .press(.left, _) = event.action, below.contains(event.position),
            BodyQueryView.offersToRun(query, of: state.viewer)
        {
            return BodyQuerying.submit(&state)
        }
        if event.isPress {
            query.completion = nil
            query.isTyping = row.contains(event.position)
            guard query.isTyping else {
                state.query = query
                return nil
            }
            if BodyQueryView.close(in: row).contains(event.position) { return BodyQuerying.close(&state) }
            state.search?.isTyping = false
        }
        let outcome = query.field.handle(event, in: BodyQueryView.field(of: query, state.viewer, in: row))
        state.query = query
        return outcome.map { ResponseOutcome(clipboard: $0) } ?? (event.isPress ? [] : nil)
    }

    private static func overSearch(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard var search = state.search else { return nil }
        let row = rects(state, context).search
        if event.isPress {
            if let button = ResponseSearchView.buttons(in: row).first(where: { $0.cells.contains(event.position) }) {
                return [.next(.search(button.message))]
            }
            search.isTyping = row.contains(event.position)
            guard search.isTyping else {
                state.search = search
                return nil
            }
            state.query?.isTyping = false
        }
        let field = ResponseSearchView.field(of: search, current: state.matchOffset, in: row)
        let outcome = search.field.handle(event, in: field)
        state.search = search
        return outcome.map { ResponseOutcome(clipboard: $0) } ?? (event.isPress ? [] : nil)
    }
}
