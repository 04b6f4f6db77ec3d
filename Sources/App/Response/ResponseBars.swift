import Document
import Engine
import Screen
import Widgets
import Workspace

/// The bars below a response: the search, and below the body the query or a note.
enum ResponseBars {
    /// The number of rows of the bars.
    static func height(_ state: ResponseState) -> Int {
        let searchHeight = state.search == nil ? 0 : 1
        guard state.tab == .body else { return searchHeight }
        if state.query != nil { return BodyQueryView.height + searchHeight }
        let remark = BodyRemark(state)
        return remark != nil && remark?.missing == nil ? 1 : searchHeight
    }

    /// The cells of the search, and below them the cells of the query or the note; empty for a bar that is not shown.
    static func rects(_ state: ResponseState, _ context: ResponseContext) -> (search: Rect, rest: Rect) {
        let bars = context.area.splitBottom(height(state)).bottom
        let (search, rest) = bars.splitTop(state.search == nil ? 0 : 1)
        return (search, rest)
    }

    /// True if a text field is at the point, which handles selection itself.
    static func isField(at point: Point, _ state: ResponseState, _ context: ResponseContext) -> Bool {
        let (search, rest) = rects(state, context)
        return search.contains(point) || state.query != nil && rest.row(0).contains(point)
    }

    /// Handles the mouse over the fields and the completions. A click in a field begins typing there; a click elsewhere ends typing.
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

/// The name of the view at the right end of the pane's lower border; a click lists the other views.
enum BodyFormSign {
    /// The text and cells of the sign; nil if no body is shown.
    static func place(_ state: ResponseState, _ context: ResponseContext) -> (text: String, rect: Rect)? {
        guard state.tab == .body, state.head != nil, let form = state.shown.form,
            let pane = context.pane
        else { return nil }
        let text = DropDown.text(form.rawValue, usesASCII: context.usesASCII)
        let width = TextWidth.columns(of: text)
        guard pane.width > width + 4 else { return nil }
        return (text, Rect(x: pane.maxX - 1 - width, y: pane.maxY - 1, width: width, height: 1))
    }

    static func mouse(_ state: ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard case .press(.left, _) = event.action, let sign = place(state, context), sign.rect.contains(event.position) else { return nil }
        let current = state.shown.form
        let forms = state.shown.forms
        let lines = forms.map { (MenuItem($0.rawValue, keys: $0 == current ? "✓" : ""), ResponseMessage.view(.show($0))) }
        let selected = forms.firstIndex { $0 == current } ?? 0
        return [.show(.menu(Menu(lines, at: sign.rect.origin, selected: selected)))]
    }
}

/// One line about the state of the body: still arriving, cut off, or with a syntax error.
struct BodyRemark {
    let text: String
    let role: StyleRole
    /// The reason why the body is missing although there should be one; it fills the pane. Nil for all other notes.
    private(set) var missing: String?

    init?(_ response: ResponseState) {
        guard let document = response.viewer.body?.document else { return nil }
        if let sending = response.sending, document.ending == nil {
            text = Self.progress(sending.progress)
            role = .information
        } else if case .cutOff(let reason)? = document.ending {
            let count = document.bytes.count
            // The user who cancelled knows the reason; the line needs its room for what was received.
            let reason = response.exchange?.error?.isCancelled == true ? "cancelled" : reason
            text = count == 0 ? "✗ No body: \(reason)" : "✗ Incomplete response, \(ByteText.count(Int64(count))) received: \(reason)"
            role = .error
            missing = count == 0 ? reason : nil
        } else if let problem = document.problem {
            let column = problem.column.map { ", character \($0)" } ?? ""
            text = "✗ Line \(problem.line)\(column): \(problem.message)"
            role = .error
        } else if response.viewer.isDecoding {
            text = "decoding…"
            role = .information
        } else if !document.isIndexed {
            text = "indexing: \(ByteText.count(Int64(document.indexedByteCount))) of \(ByteText.count(Int64(document.bytes.count)))"
            role = .information
        } else {
            return nil
        }
    }

    private static func progress(_ progress: SendingProgress) -> String {
        var text = "receiving: \(ByteText.count(progress.receivedByteCount))"
        if let all = progress.expectedByteCount { text += " of \(ByteText.count(all))" }
        if let rate = progress.bytesPerSecond { text += ", \(ByteText.count(Int64(rate)))/s" }
        return text + " — cancelling keeps the part received"
    }
}
