import Screen
import Widgets
import Workspace

extension AppState {
    var historyContext: HistoryContext {
        HistoryContext(
            area: inner(of: .history), body: screenLayout.body, isFocused: focus == .history, frontTab: tabs.front.id,
            pinKey: keymap.shownKey(of: "history.pin"), sendKey: keymap.shownKey(of: "request.send"),
            shown: response.exchange?.id, requestFilter: historyFilterOfRequest, workspace: workspace.folder,
            canShowComparison: layer == .nav && !history.isFiltering
                && windows.allSatisfy { window in
                    // The window of a replay lists pairs to compare.
                    window.content is ComparisonWindow || window.isProgress
                },
            timeZone: timeZone,
            isProtected: { [workspace] row in
                guard let name = row.origin.environment, row.origin.workspace.isEmpty || row.origin.workspace == workspace.folder else {
                    return false
                }
                return workspace.choosableEnvironments(for: row.origin.requestPath).contains { $0.name == name && $0.isProtected }
            })
    }

    /// The filter for the entries of the request in front; nil while it has neither file nor URL.
    private var historyFilterOfRequest: String? {
        if let path = request.path { return "request:" + FilterText.quoted(path) }
        let url = URLText.withoutQuery(request.url.text).trimmed
        guard !url.isEmpty else { return nil }
        let rest = url.withoutScheme
        return rest.contains("{{")
            ? "\"\(rest.split(separator: "}}").last ?? "")\"" : "path:" + FilterText.quoted(String(rest.prefix { !"?#".contains($0) }))
    }

    mutating func reduceHistory(_ message: HistoryMessage) -> [Effect] {
        carryOut(HistoryReducer.reduce(&history, message, historyContext))
    }

    /// Passes a key to the history's filter; nil if the key is not for it.
    mutating func pressInHistory(_ key: Key) -> [Effect]? {
        HistoryReducer.press(&history, key, historyContext).map { carryOut($0) }
    }

    private mutating func carryOut(_ outcome: HistoryOutcome) -> [Effect] {
        carryOut(outcome, message: Message.history, effect: Effect.history) { state, output in
            switch output {
            case .replay(let row): return [.next(.sending(.replay(row)))]
            case .replayAll(let rows, let isLate, let groups):
                return [.next(.sending(.replays(.ask(rows, hosts: isLate ? [:] : nil, groups: groups))))]
            case .replayElsewhere(let rows): return [.next(.sending(.replays(.chooseEnvironment(rows))))]
            case .copyAsCurl(let exchange): return [.sending(.copyAsCurl(exchange))]
            case .focus: return [.next(.application(.focus(.history)))]
            case .compared(var window):
                window.timeZone = state.timeZone
                var isSideBySide = ComparisonWindow.hasRoomBeside(state.windowContext)
                if let last = state.windows.last?.content as? ComparisonWindow {
                    isSideBySide = last.isSideBySide
                    _ = state.windows.popLast()
                }
                if !isSideBySide { window.toggleSides(state.windowContext) }
                state.windows.append(.comparison(window))
                return []
            case .comparedBodies(let ids): return [.next(.sending(.replays(.comparedBodies(ids))))]
            case .savedRules(let rules, let path): state.forEachRequest(ofPath: path) { $0.comparison = rules }
            case .hasExamples(let path): state.workspace.tree.addExamples(at: path)
            case .exampleRenamed(let id, let name):
                state.forEachResponse { if $0.exchange?.id == id { $0.exchange?.notes.text = name } }
            case .compose(let draft, let origin, let sends):
                return [.next(.tabs(.composeAgain(draft, origin)))] + (sends ? [.next(.request(.send))] : [])
            case .show(let exchange, let owner, let opening): return state.show(exchange, owner: owner, as: opening)
            case .bodyIndexed(let body): return [.next(.responseOf(body.owner, .flightStep(.grew(body))))]
            case .pinned(let isPinned, let entries):
                state.forEachResponse { if let shown = $0.exchange, entries.contains(shown) { $0.setPinned(isPinned, shown.id) } }
            case .endPrompt(let problem): return state.endPrompt(problem)
            case .showProgress(let text): WindowReducer.showProgress(&state.windows, text)
            case .deleted(let entries):
                state.tabs.forEach { if let shown = $0.response.exchange, entries.contains(shown) { $0.request.sentSnapshot = nil } }
            }
            return []
        }
    }

    /// Shows an entry as the response of a tab.
    private mutating func show(_ exchange: Exchange, owner: TabID, as opening: EntryOpening) -> [Effect] {
        let isInFront = tabs.front.id == owner
        let isQuerying = tabs[owner]?.response.query?.isRunning == true
        _ = tabs.update(owner) { tab in
            // A request may have been sent since the entry was asked for.
            guard opening != .restored || tab.response.shownID == nil else { return }
            // The history stores no test results.
            let isTested = tab.response.exchange?.id == exchange.id && tab.response.checks != nil
            if !isTested { tab.response.open(exchange, isLast: opening == .restored) }
            if run?.opened == exchange.id { tab.response.checks = run?.openedChecks }
            tab.response.hasNews = !isInFront
        }
        let focuses = opening == .focused || (opening == .beside && screenLayout.rect(of: .response) == nil)
        // A query of the body that was shown before.
        let ended: [Effect] = isQuerying && tabs[owner]?.response.query == nil ? [.cancel(.queryBody(owner))] : []
        return ended + (isInFront && focuses ? [.next(.application(.focus(.response)))] : [])
    }
}
