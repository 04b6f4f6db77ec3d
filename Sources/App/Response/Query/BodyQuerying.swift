import Document
import Query
import Screen
import Widgets

/// Asks the body something: live while it is typed, a little after the last key. A command runs when it is sent off only.
enum BodyQuerying {
    /// So long after a key a query begins; another key begins the while anew.
    private static let patience = Duration.milliseconds(150)
    private static let historyLimit = 200

    static func start(_ state: inout AppState) -> [Effect] {
        guard let body = state.response.viewer.body else { return [] }
        state.response.tab = .body
        state.response.bodySearch = nil
        if state.response.query == nil { state.response.query = BodyQuery() }
        state.response.query?.isTyping = true
        state.response.query?.field.selectAll()
        return state.response.keys?.body == body ? [] : [.body(.surveyKeys(body))]
    }

    /// A key while the text is typed; nil when it is not for it.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        guard var query = state.response.query else { return nil }
        if let outcome = query.completion?.handle(key) {
            state.response.query = query
            return complete(&state, outcome)
        }
        if key == Key(.up) || key == Key(.down) { return recall(&state, older: key == Key(.up)) }
        let outcome = query.field.handle(key)
        state.response.query = query
        switch outcome {
        case nil: return nil
        case .submitted: return submit(&state)
        case .cancelled: return close(&state)
        case .changed, .pasted: return changed(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text): return changed(&state) + [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .moved: return []
        }
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.response.query?.field.paste(text)
        return changed(&state)
    }

    /// Ends what is asked; what was shown stays, and so does the text, to be asked again.
    static func cancel(_ state: inout AppState) -> [Effect] {
        let layer = state.response.newLayer()
        state.response.query?.layer = layer
        state.response.query?.isRunning = false
        state.response.query?.problem = QueryError(.cancelled, "Cancelled")
        return [.cancel(.queryDelay(state.response.owner)), .cancel(.queryBody(state.response.owner))]
    }

    /// Gives up the result and shows the body again.
    static func close(_ state: inout AppState) -> [Effect] {
        state.response.query = nil
        return [.cancel(.queryDelay(state.response.owner)), .cancel(.queryBody(state.response.owner))]
    }

    // MARK: Running

    private static func changed(_ state: inout AppState) -> [Effect] {
        state.response.query?.recalled = nil
        state.response.query?.problem = nil
        offerKeys(&state)
        return runSoon(&state)
    }

    private static func runSoon(_ state: inout AppState) -> [Effect] {
        guard let query = state.response.query?.query(of: state.response.viewer) else {
            state.response.query?.viewer.show(nil)
            return [.cancel(.queryDelay(state.response.owner)), .cancel(.queryBody(state.response.owner))]
        }
        let owner = state.response.owner
        return query.kind == .shell
            ? [.cancel(.queryDelay(state.response.owner))] : [.after(patience, .queryDelay(owner), .answer(owner, .runQuery))]
    }

    /// Runs what is typed, as Enter does.
    static func submit(_ state: inout AppState) -> [Effect] {
        guard let query = state.response.query, !query.field.text.trimmed.isEmpty else { return close(&state) }
        state.response.query?.completion = nil
        state.response.query?.isTyping = false
        state.queries.removeAll { $0 == query.field.text }
        state.queries = Array((state.queries + [query.field.text]).suffix(historyLimit))
        return [.cancel(.queryDelay(state.response.owner))] + run(&state) + [.keep(.session(Session(of: state)))]
    }

    /// Asks what was asked before, as if it were typed.
    static func ask(_ state: inout AppState, _ text: String) -> [Effect] {
        state.response.query?.field.replaceAll(with: text)
        return submit(&state)
    }

    static func run(_ state: inout AppState) -> [Effect] {
        guard let body = state.response.viewer.body, let query = state.response.query?.query(of: state.response.viewer) else { return [] }
        let layer = state.response.newLayer()
        state.response.query?.layer = layer
        state.response.query?.isRunning = true
        state.response.query?.problem = nil
        return [.body(.query(body, query, layer: layer))]
    }

    /// Shows more of a result. What is shown stays until there is something else, so that typing does not make the screen blink.
    static func answered(_ state: inout AppState, _ result: BodyHandle) {
        guard state.response.query?.layer == result.layer, result.document.text.count > 0 else { return }
        if state.response.query?.viewer.body?.layer == result.layer {
            state.response.query?.viewer.update(result)
        } else {
            state.response.query?.viewer.show(result)
        }
    }

    static func ended(_ state: inout AppState, layer: Int, _ problem: QueryError?) {
        guard state.response.query?.layer == layer else { return }
        state.response.query?.isRunning = false
        state.response.query?.problem = problem
        if problem == nil, state.response.query?.viewer.body?.layer != layer {
            state.response.query?.viewer.show(nil)
            let why = namespaceProblem(state)
            state.response.query?.problem = why
        }
    }

    /// Why an XPath finds nothing although the names are there: they are in a namespace.
    private static func namespaceProblem(_ state: AppState) -> QueryError? {
        let response = state.response
        guard let text = response.query?.field.text, response.query?.query(of: response.viewer)?.kind == .xpath,
            !text.contains(ElementCompletion.defaultPrefix), let survey = response.keys?.survey, survey.hasDefaultNamespace,
            let name = survey.all.first(where: text.contains)
        else { return nil }
        return QueryError(.evaluation, "No results: names are in a namespace here, write \(ElementCompletion.defaultPrefix)\(name)")
    }

    // MARK: History and keys

    private static func recall(_ state: inout AppState, older: Bool) -> [Effect] {
        let all = state.queries
        guard let query = state.response.query, !all.isEmpty else { return [] }
        let next = (query.recalled ?? -1) + (older ? 1 : -1)
        guard next < all.count else { return [] }
        state.response.query?.recalled = next < 0 ? nil : next
        state.response.query?.field.replaceAll(with: next < 0 ? "" : all[all.count - 1 - next])
        state.response.query?.completion = nil
        state.response.query?.problem = nil
        return runSoon(&state)
    }

    static func offerKeys(_ state: inout AppState) {
        guard let query = state.response.query, let keys = state.response.keys, keys.body.exchange == state.response.viewer.body?.exchange
        else {
            return
        }
        let kind = query.query(of: state.response.viewer)?.kind
        let (text, cursor) = (query.field.text, query.field.cursor)
        let isXML = state.response.viewer.body?.document.kind == .xml
        state.response.query?.completion =
            switch kind {
            case .xpath where isXML:
                ElementCompletion.state(text, cursor: cursor, keys: keys.survey)
            case .xpathHTML: ElementCompletion.state(text, cursor: cursor, keys: keys.survey, hasNamespaces: false)
            case .xpath: nil
            case .jq, .jsonPath: KeyCompletion.state(text, cursor: cursor, keys: keys.survey)
            case .shell, nil: nil
            }
    }

    static func complete(_ state: inout AppState, _ outcome: CompletionState.Outcome) -> [Effect] {
        switch outcome {
        case .moved: return []
        case .closed: state.response.query?.completion = nil
        case .accepted(let item):
            guard let range = state.response.query?.completion?.range else { return [] }
            state.response.query?.field.replace(range, with: item.text)
            state.response.query?.completion = nil
            return runSoon(&state)
        }
        return []
    }
}
