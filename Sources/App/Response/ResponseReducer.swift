import Document
import HTTP
import Screen
import Widgets
import Workspace

/// Changes the response of a tab.
enum ResponseReducer {
    static func reduce(_ state: inout ResponseState, _ message: ResponseMessage, _ context: ResponseContext) -> ResponseOutcome {
        if message.needsBodyTab, state.shown.body != nil { state.tab = .body }
        switch message {
        case .move(let motion):
            state.isScrolled = true
            return move(&state, context, motion)
        case .mouse(let event):
            state.isScrolled = true
            return ResponseMouse.reduce(&state, context, event)
        case .paste(let text):
            return state.query?.isTyping == true ? BodyQuerying.paste(&state, text) : ResponseSearching.paste(&state, context, text)
        case .selectTab(let tab): return select(&state, tab)
        case .nextTab: return select(&state, neighbour(of: state.tab, by: 1))
        case .previousTab: return select(&state, neighbour(of: state.tab, by: -1))
        case .showTrace: return select(&state, .trace)
        case .view(let message): return view(&state, context, message)
        case .fold(let message): return fold(&state, context, message)
        case .table(let message): return BodyTables.reduce(&state, context, message)
        case .parts(let message): return BodyParts.reduce(&state, message)
        case .search(let message): return ResponseSearching.reduce(&state, context, message)
        case .query(let message): return BodyQuerying.reduce(&state, context, message)
        case .file(let message): return BodyFiles.reduce(&state, context, message)
        case .copy(let message): return copy(state, context, message)
        case .test(.capture): return LineTests.capture(state, context)
        case .test(.assert): return LineTests.assert(state, context)
        case .follow(let step): return ResponseFlight.reduce(&state, context, step)
        case .togglePin: return state.exchange.map { [.output(.pin(!$0.isPinned, $0.id))] } ?? []
        case .replay: return state.exchange.map { [.output(.replay($0.summary))] } ?? []
        case .compare: return state.exchange.map { [.output(.compare($0.summary))] } ?? []
        case .failed(let text): return .say(.error, text)
        }
    }

    /// Handles a key while a query or a search is typed; nil if the key is not for them.
    static func press(_ state: inout ResponseState, _ context: ResponseContext, _ key: Key) -> ResponseOutcome? {
        state.query?.isTyping == true ? BodyQuerying.press(&state, context, key) : ResponseSearching.press(&state, context, key)
    }

    /// The cells below the tabs, and above the search, the query and the remark.
    static func contentArea(_ state: ResponseState, _ context: ResponseContext) -> Rect {
        TabStrip.split(context.area).rest.splitBottom(ResponseBars.height(state)).rest
    }

    private static func view(_ state: inout ResponseState, _ context: ResponseContext, _ message: BodyViewMessage) -> ResponseOutcome {
        switch message {
        case .nextForm: return changeForm(&state, context) { $0.nextForm(1, height: $1) }
        case .previousForm: return changeForm(&state, context) { $0.nextForm(-1, height: $1) }
        case .show(let form): return changeForm(&state, context) { $0.show(form, height: $1) }
        case .toggleWrap: return BodyWrapping.toggle(&state, context)
        case .decoded(.shown(let picture)):
            state.viewer.show(picture)
            return []
        case .decoded(.refused(let body, let reason)):
            return state.viewer.body?.isSameBody(as: body) == true ? .say(.warning, reason) : []
        case .chooseReading: return [.show(.picker(BodyCommands.picker(state)))]
        case .read(let kind, let charset): return BodyCommands.read(&state, kind, charset)
        case .showProblem:
            BodyCommands.showProblem(&state, context)
            return []
        case .askPlace: return [.show(.prompt(BodyPlace.prompt))]
        case .go(let place):
            place.go(&state, context)
            return []
        }
    }

    private static func fold(_ state: inout ResponseState, _ context: ResponseContext, _ message: FoldMessage) -> ResponseOutcome {
        let height = contentArea(state, context).height
        let isTable = state.shown.table != nil
        switch message {
        case .toggle where isTable: BodyTables.open(&state, context)
        case .inward where isTable: BodyTables.move(&state, context, .left)
        case .outward where isTable: BodyTables.move(&state, context, .right)
        case .toggle: state.shown.fold(nil, height: height)
        case .inward: foldIn(&state, height: height)
        case .outward: state.shown.fold(false, height: height)
        case .to(let level): return state.shown.body.map { [.effect(.foldLevel($0, level: level))] } ?? []
        case .unfoldAll: state.shown.fold(to: nil, height: height)
        case .counted(let folded):
            if folded.body == state.shown.body { state.shown.fold(to: folded.level, height: height) }
        }
        return []
    }

    private static func copy(_ state: ResponseState, _ context: ResponseContext, _ message: ResponseCopyMessage) -> ResponseOutcome {
        switch message {
        case .body: state.shown.body.map { [.effect(.copy($0))] } ?? []
        case .key: BodyCopying.key(state.shown) ?? noKey(state, context)
        case .path: BodyCopying.path(state.shown) ?? noKey(state, context)
        case .jsonPath: BodyCopying.jsonPath(state.shown) ?? noKey(state, context)
        case .headers: [.copy(headerText(state), name: "the headers")]
        case .line: copyLine(state, context)
        case .json: BodyCopying.json(state.shown) ?? copyLine(state, context)
        case .url: state.exchange.map { [.copy($0.request.url, name: "the URL")] } ?? []
        case .curl: state.exchange.map { [.output(.copyAsCurl($0))] } ?? []
        }
    }

    /// Says why no key or path is copied.
    private static func noKey(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        let isPretty = state.shown.view?.form == .pretty || state.shown.table != nil
        let key = context.keys.shown("response.nextForm") ?? "t"
        return .say(.warning, isPretty ? "No key begins here" : "Keys and paths need the pretty view. \(key) shows it.")
    }

    /// Shows a tab, and gives the pane the focus.
    private static func select(_ state: inout ResponseState, _ tab: ResponseTab) -> ResponseOutcome {
        state.tab = tab
        return [.output(.focus)]
    }

    private static func changeForm(_ state: inout ResponseState, _ context: ResponseContext, _ change: (inout BodyViewerState, Int) -> Bool)
        -> ResponseOutcome
    {
        guard change(&state.shown, contentArea(state, context).height), let body = state.shown.body else { return [] }
        return [.effect(.makeTable(body))]
    }

    private static func move(_ state: inout ResponseState, _ context: ResponseContext, _ motion: Motion) -> ResponseOutcome {
        let height = contentArea(state, context).height
        if state.tab == .body, state.shown.table != nil {
            BodyTables.move(&state, context, motion)
        } else if state.tab == .body, let body = BodyWrapping.body(state, context) {
            motion.list.map { BodyWrapping.move(&state, context, $0, in: body) }
        } else if state.tab == .body {
            let count = state.shown.rowCount
            switch motion {
            case .left: state.shown.column = max(0, state.shown.column - 8)
            case .right: state.shown.column += 8
            default: motion.list.map { state.shown.list.move($0, count: count, height: height) }
            }
        } else if let motion = motion.list {
            state.lines.move(motion, count: ResponseRows.rows(of: state, context).count, height: height)
        }
        return []
    }

    private static func neighbour(of tab: ResponseTab, by step: Int) -> ResponseTab {
        let all = ResponseTab.allCases
        let index = (all.firstIndex(of: tab) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    private static func headerText(_ state: ResponseState) -> String {
        (state.head?.headers.fields ?? []).map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// Folds what is open at the cursor; goes to the parent of what is folded or cannot be.
    private static func foldIn(_ state: inout ResponseState, height: Int) {
        let before = state.shown
        let opens = before.view?.rows(before.list.selected..<before.list.selected + 1).first?.fold == .expanded
        if opens { state.shown.fold(true, height: height) } else { state.shown.moveToParent(height: height) }
    }

    private static func copyLine(_ state: ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        if state.tab == .body { return BodyCopying.node(state.shown) }
        let rows = ResponseRows.rows(of: state, context)
        let index = state.lines.selected
        return rows.indices.contains(index) ? [.copy(ResponseLines.lines(of: state, context)[rows[index].line].text, name: "the line")] : []
    }
}
