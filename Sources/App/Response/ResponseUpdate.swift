import Document
import HTTP
import Screen
import Widgets
import Workspace

/// Changes the response pane.
enum ResponseUpdate {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        if message.isAboutBody, state.response.shown.body != nil { state.response.tab = .body }
        switch message {
        case .selectTab(let tab): return select(&state, tab)
        case .nextTab, .previousTab: return select(&state, neighbour(of: state.response.tab, by: message == .nextTab ? 1 : -1))
        case .nextForm: return changeForm(&state) { $0.nextForm(height: $1) }
        case .showForm(let form): return changeForm(&state) { $0.show(form, height: $1) }
        case .toggleWrap: return BodyWrapping.toggle(&state)
        case .decoded(.shown(let picture)): state.response.viewer.show(picture)
        case .decoded(.refused(let body, let reason)):
            return state.response.viewer.body?.isSameBody(as: body) == true ? state.say(.warning, reason) : []
        case .listParts, .partsListed, .readPart: return BodyParts.update(&state, message)
        case .tableMade, .sortColumn, .hideColumn, .showColumns: return BodyTables.update(&state, message)
        case .toggleFold where state.response.shown.table != nil: BodyTables.open(&state)
        case .foldIn where state.response.shown.table != nil: BodyTables.move(&state, .left)
        case .foldOut where state.response.shown.table != nil: BodyTables.move(&state, .right)
        case .startQuery, .submitQuery, .runQuery, .closeQuery, .pickQuery, .ask, .queryAnswered, .queryEnded, .keysSurveyed:
            return updateQuery(&state, message)
        case .chooseReading, .read, .showProblem: return BodyReading.update(&state, message)
        case .startSaving, .startSavingValue, .save, .askToOverwrite, .saved, .notSaved, .openPager, .openEditor, .openOutside:
            return BodyFiles.update(&state, message)
        case .startGoing: BodyPlace.ask(&state)
        case .startSearch, .nextMatch, .previousMatch, .toggleRegularExpression, .closeSearch, .found, .searchFailed:
            return ResponseSearching.update(&state, message)
        case .toggleFold: state.response.shown.fold(nil, height: contentRect(state).height)
        case .foldIn: foldIn(&state)
        case .foldOut: state.response.shown.fold(false, height: contentRect(state).height)
        case .foldTo(let level): return state.response.shown.body.map { [.foldLevel($0, level: level)] } ?? []
        case .unfoldAll: state.response.shown.fold(to: nil, height: contentRect(state).height)
        case .folded(let folded): fold(&state, folded)
        case .copyKey: return orReason(&state, BodyCopying.key(state.response.shown))
        case .copyPath: return orReason(&state, BodyCopying.path(state.response.shown))
        case .copyJSONPath: return orReason(&state, BodyCopying.jsonPath(state.response.shown))
        case .copyBody: return copyBody(state)
        case .copyHeaders: return [.copy(headerText(state), name: "the headers")]
        case .copyLine: return copyLine(state)
        case .showChain, .copyURL, .copyAsCurl, .togglePin, .replay: return updateExchange(&state, message)
        }
        return []
    }

    /// Takes what came of something for the answer to an open request; nothing where that is closed. Only the one in front shows windows.
    static func update(_ state: inout AppState, _ message: ResponseMessage, of owner: Tab.ID) -> [Effect] {
        if case .partsListed = message, owner != state.response.owner { return [] }
        return state.with(owner) { update(&$0, message) } ?? []
    }

    /// What is done with the exchange as a whole.
    private static func updateExchange(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        if message == .showChain { return select(&state, .trace) }
        guard let exchange = state.response.exchange else { return [] }
        return switch message {
        case .copyAsCurl: [.copyAsCurl(exchange)]
        case .copyURL: [.copy(exchange.request.url, name: "the URL")]
        case .togglePin: [.next(.history(.setPinned(!exchange.isPinned, exchange.id)))]
        case .replay: RequestSending.replay(&state, exchange.summary)
        default: []
        }
    }

    private static func changeForm(_ state: inout AppState, _ change: (inout BodyViewerState, Int) -> Bool) -> [Effect] {
        guard change(&state.response.shown, contentRect(state).height), let body = state.response.shown.body else { return [] }
        return [.body(.makeTable(body))]
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        let height = contentRect(state).height
        if state.response.tab == .body, state.response.shown.table != nil {
            BodyTables.move(&state, motion)
        } else if state.response.tab == .body, let body = BodyWrapping.body(state) {
            motion.list.map { BodyWrapping.move(&state, $0, in: body) }
        } else if state.response.tab == .body {
            let count = state.response.shown.rowCount
            switch motion {
            case .left: state.response.shown.column = max(0, state.response.shown.column - 8)
            case .right: state.response.shown.column += 8
            default: motion.list.map { state.response.shown.list.move($0, count: count, height: height) }
            }
        } else if let motion = motion.list {
            state.response.lines.move(motion, count: ResponseRows.rows(of: state).count, height: height)
        }
        return []
    }

    private static func updateQuery(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        switch message {
        case .startQuery: return BodyQuerying.start(&state)
        case .submitQuery: return BodyQuerying.submit(&state)
        case .pickQuery: state.windows.append(.picker(.queries(state)))
        case .ask(let text): return BodyQuerying.start(&state) + BodyQuerying.ask(&state, text)
        case .runQuery: return BodyQuerying.run(&state)
        case .closeQuery: return BodyQuerying.close(&state)
        case .queryAnswered(let result): BodyQuerying.answered(&state, result)
        case .queryEnded(let layer, let problem): BodyQuerying.ended(&state, layer: layer, problem)
        case .keysSurveyed(let keys):
            state.response.keys = keys
            BodyQuerying.offerKeys(&state)
        default: break
        }
        return []
    }

    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        state.response.query?.isTyping == true ? BodyQuerying.edit(&state, key) : ResponseSearching.edit(&state, key)
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        state.response.query?.isTyping == true ? BodyQuerying.paste(&state, text) : ResponseSearching.paste(&state, text)
    }

    /// The cells below the tabs, and above what is searched for, asked, or to be said.
    static func contentRect(_ state: AppState) -> Rect {
        state.inner(of: .response).splitTop(1).rest.splitBottom(ResponseBars.height(state)).rest
    }

    /// Shows a tab, in the pane that it is in.
    private static func select(_ state: inout AppState, _ tab: ResponseTab) -> [Effect] {
        state.response.tab = tab
        return ApplicationUpdate.update(&state, .focus(.response))
    }

    private static func neighbour(of tab: ResponseTab, by step: Int) -> ResponseTab {
        let all = ResponseTab.allCases
        let index = (all.firstIndex(of: tab) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    private static func headerText(_ state: AppState) -> String {
        (state.response.answer?.headers.fields ?? []).map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// Folds what is open here; what is folded or cannot be leads to what surrounds it.
    private static func foldIn(_ state: inout AppState) {
        let height = contentRect(state).height
        let before = state.response.shown
        let opens = before.view?.rows(before.list.selected..<before.list.selected + 1).first?.fold == .expanded
        if opens { state.response.shown.fold(true, height: height) } else { state.response.shown.moveToParent(height: height) }
    }

    private static func fold(_ state: inout AppState, _ folded: FoldedBody) {
        guard folded.body == state.response.shown.body else { return }
        state.response.shown.fold(to: folded.level, height: contentRect(state).height)
    }

    /// What is copied, or why nothing is.
    private static func orReason(_ state: inout AppState, _ effects: [Effect]) -> [Effect] {
        guard effects.isEmpty else { return effects }
        let isPretty = state.response.shown.view?.form == .pretty || state.response.shown.table != nil
        let key = state.keymap.shownKey(of: "response.nextForm") ?? "t"
        return state.say(.warning, isPretty ? "No key begins here" : "Keys and paths are known of the pretty form alone: \(key) shows it")
    }

    private static func copyBody(_ state: AppState) -> [Effect] {
        state.response.shown.body.map { [.copyBody($0)] } ?? []
    }

    private static func copyLine(_ state: AppState) -> [Effect] {
        if state.response.tab == .body { return BodyCopying.node(state.response.shown) }
        let rows = ResponseRows.rows(of: state)
        let index = state.response.lines.selected
        return rows.indices.contains(index) ? [.copy(ResponseLines.lines(of: state)[rows[index].line].text, name: "the line")] : []
    }
}
