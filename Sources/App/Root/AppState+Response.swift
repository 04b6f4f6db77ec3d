import Document
import Engine
import Screen
import Workspace

extension AppState {
    /// The context of the response pane.
    var responseContext: ResponseContext {
        let (history, zone, tree, path) = (history, timeZone, workspace.tree, request.path)
        return ResponseContext(
            frontTab: tabs.front.id, pane: screenLayout.rect(of: .response), screen: size, isFocused: hasFocus(.response),
            hasNoWindows: windows.isEmpty,
            wrapsLines: layout.wrapsBody, usesASCII: usesASCII, hasBlankRows: screenLayout.hasBlankRowsBelowTitles,
            showsPictures: showsPictures, queries: queries, keys: keyNames,
            hiddenLogins: Set(sending.hiddenLogins.compactMap(\.request.exchange)), requestPath: path,
            hasExamples: { path.flatMap(tree.node)?.hasExamples == true }, notifications: pastToasts.map(\.text),
            captured: workspace.captured(for: request.place)[environment?.name],
            moment: { history.moment(of: $0, in: zone) })
    }

    /// The state that commands of the response pane check.
    var responseCommandState: ResponseCommandState { ResponseCommandState(tabs.front.$response) { responseContext } }

    /// Reduces a message to the response of a tab, the one in front if nil; does nothing once that tab is closed.
    mutating func reduceResponse(_ message: ResponseMessage, of tab: TabID? = nil) -> [Effect] {
        let id = tab ?? tabs.front.id
        // Only the tab in front shows windows.
        if case .parts(.listed) = message, id != tabs.front.id { return [] }
        let context = responseContext
        let outcome = tabs.update(id) { ResponseReducer.reduce(&$0.response, message, context) }
        return outcome.map { carryOut($0, of: id) } ?? []
    }

    /// Passes a key to the query or search that is being edited; nil if the key is not for them.
    mutating func pressInResponse(_ key: Key) -> [Effect]? {
        let context = responseContext
        return ResponseReducer.press(&response, context, key).map { carryOut($0, of: tabs.front.id) }
    }

    /// Searches the lines of the tab in front again if they have changed.
    mutating func refreshResponseSearch() {
        guard response.search != nil, response.tab != .body else { return }
        let context = responseContext
        ResponseSearching.refresh(&response, context)
    }

    /// Fits a hexadecimal view to the pane, whose width any message may change.
    mutating func fitHexView() {
        guard response.viewer.view?.form == .hex, response.tab == .body else { return }
        let area = ResponseReducer.contentArea(response, responseContext)
        guard !area.isEmpty else { return }
        // The scrollbar takes the last column.
        response.viewer.fitHex(columns: area.width - 1, height: area.height)
    }

    private mutating func carryOut(_ outcome: ResponseOutcome, of id: TabID) -> [Effect] {
        carryOut(outcome, message: { .responseOf(id, $0) }, effect: Effect.body) { state, output in
            switch output {
            case .focus: return [.next(.application(.focus(.response)))]
            case .replay(let exchange): return [.next(.sending(.replay(exchange)))]
            case .show(let entry): return [.history(.open(entry, owner: id))]
            case .compare(let row): return [.next(.history(.compare(.withEarlier(row))))]
            case .examples(let use, let exchange):
                let (path, note) = state.keeper(of: use == .save ? exchange : nil, in: id)
                return [.next(.history(.examples(.use(use, exchange, path: path, owner: id, note: note))))]
            case .copyAsCurl(let exchange, let isMasked):
                // What was sent is kept without its secrets; the request in front still has them.
                let isFront = !isMasked && state.frontSent(exchange)
                return [isFront ? .next(.request(.submit(.copy(withSecrets: true)))) : .sending(.copyAsCurl(exchange))]
            case .capture(let capture): return [.next(.request(.addCapture(capture)))]
            case .assert(let assertion): return [.next(.request(.addAssertion(assertion)))]
            case .pin(let isPinned, let id): return [.next(.history(.setPinned(isPinned, id)))]
            case .showRequestProblem: return [.next(.request(.showIssue))]
            case .showCookies: return [.next(.cookies(.show))]
            case .showLogin: return [.next(.sending(.login(.show)))]
            case .cancel(let id): return [.next(.sending(.cancel(id)))]
            case .wrap(let isWrapped):
                state.layout.wrapsBody = isWrapped
                return []
            case .remember(let query):
                state.queries.removeAll { $0 == query }
                state.queries = Array((state.queries + [query]).suffix(AppState.maxQueries))
                return [.autosave(.session(Session(of: state)))]
            case .showSaving(let text):
                WindowReducer.showProgress(&state.windows, text)
                return []
            case .endSaving(let problem, let toast):
                let isShown = WindowReducer.endPrompt(&state.windows, problem: problem)
                return isShown && problem != nil ? [] : state.carryOut(toast, of: id)
            }
        }
    }

    /// The file of the request that keeps a response of a tab as an example: the one that was sent, or else the one of the tab. The note names
    /// it if the response is not the tab's own.
    private func keeper(of exchange: Exchange?, in id: TabID) -> (path: String?, note: String) {
        guard let exchange, let tab = tabs[id], !tab.response.isOwn else { return (tabs[id]?.request.path, "") }
        let origin = exchange.origin
        let isHere = origin.workspace.isEmpty || origin.workspace == workspace.folder
        if isHere, let path = origin.requestPath, let node = workspace.tree.node(at: path), node.isRequest {
            return (path, path == tab.request.path ? "" : "With “\(node.name)”, the request of this response")
        }
        let title = ExchangeTitle(exchange.summary).text(columns: Self.titleColumns)
        return (tab.request.path, "With “\(tab.request.name)”: \(title) is not a saved request")
    }

    /// The maximum width of a request's title in a note.
    private static let titleColumns = 24

    /// True if the exchange is the last one of the request in front, which has not changed since, nor has its environment.
    private func frontSent(_ exchange: Exchange) -> Bool {
        guard response.exchange == exchange, !response.isFromHistory, exchange.repeats == nil else { return false }
        return request.sentSnapshot == request.snapshot && exchange.origin.environment == environment?.name
    }

    /// The maximum number of remembered queries.
    private static let maxQueries = 200
}
