import Document
import Query
import Screen
import Widgets

/// Asks the body something: live while it is typed, a little after the last key. A command runs when it is sent off only.
enum BodyQuerying {
    /// So long after a key a query begins; another key begins the while anew.
    private static let patience = Duration.milliseconds(150)

    static func reduce(_ state: inout ResponseState, _ context: ResponseContext, _ message: BodyQueryMessage) -> ResponseOutcome {
        switch message {
        case .start: return start(&state)
        case .submit: return submit(&state)
        case .pick: return [.show(.picker(picker(context.queries)))]
        case .ask(let text): return start(&state) + ask(&state, text)
        case .run: return run(&state)
        case .cancel: return cancel(&state)
        case .close: return close(&state)
        case .answered(let result): answered(&state, result)
        case .ended(let layer, let problem): ended(&state, layer: layer, problem)
        case .keysSurveyed(let keys):
            state.keys = keys
            offerKeys(&state)
        }
        return []
    }

    /// The queries that were asked before, the newest first.
    private static func picker(_ queries: [String]) -> Picker<ResponseMessage> {
        Picker("Recent queries", queries.reversed().map { Picker.Item($0, sends: .query(.ask($0))) })
    }

    private static func start(_ state: inout ResponseState) -> ResponseOutcome {
        guard let body = state.viewer.body else { return [] }
        state.tab = .body
        state.bodySearch = nil
        if state.query == nil { state.query = BodyQuery() }
        state.query?.isTyping = true
        state.query?.field.selectAll()
        return state.keys?.body == body ? [] : [.effect(.surveyKeys(body))]
    }

    /// A key while the text is typed; nil when it is not for it.
    static func press(_ state: inout ResponseState, _ context: ResponseContext, _ key: Key) -> ResponseOutcome? {
        guard var query = state.query else { return nil }
        if let outcome = query.completion?.handle(key) {
            state.query = query
            return complete(&state, outcome)
        }
        if key == Key(.up) || key == Key(.down) { return recall(&state, context, older: key == Key(.up)) }
        let outcome = query.field.handle(key)
        state.query = query
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

    static func paste(_ state: inout ResponseState, _ text: String) -> ResponseOutcome {
        _ = state.query?.field.paste(text)
        return changed(&state)
    }

    /// Ends what is asked; what was shown stays, and so does the text, to be asked again.
    static func cancel(_ state: inout ResponseState) -> ResponseOutcome {
        let layer = state.newLayer()
        state.query?.layer = layer
        state.query?.isRunning = false
        state.query?.problem = QueryError(.cancelled, "Cancelled")
        return [.cancel(.queryDelay(state.owner)), .cancel(.queryBody(state.owner))]
    }

    /// Gives up the result and shows the body again.
    static func close(_ state: inout ResponseState) -> ResponseOutcome {
        state.query = nil
        return [.cancel(.queryDelay(state.owner)), .cancel(.queryBody(state.owner))]
    }

    // MARK: Running

    private static func changed(_ state: inout ResponseState) -> ResponseOutcome {
        state.query?.recalled = nil
        state.query?.problem = nil
        offerKeys(&state)
        return runSoon(&state)
    }

    private static func runSoon(_ state: inout ResponseState) -> ResponseOutcome {
        guard let query = state.query?.query(of: state.viewer) else {
            state.query?.viewer.show(nil)
            return [.cancel(.queryDelay(state.owner)), .cancel(.queryBody(state.owner))]
        }
        let owner = state.owner
        return query.kind == .shell
            ? [.cancel(.queryDelay(state.owner))] : [.after(patience, .queryDelay(owner), .query(.run))]
    }

    /// Runs what is typed, as Enter does.
    static func submit(_ state: inout ResponseState) -> ResponseOutcome {
        guard let query = state.query, !query.field.text.trimmed.isEmpty else { return close(&state) }
        state.query?.completion = nil
        state.query?.isTyping = false
        return [.cancel(.queryDelay(state.owner))] + run(&state) + [.output(.remember(query: query.field.text))]
    }

    /// Asks what was asked before, as if it were typed.
    static func ask(_ state: inout ResponseState, _ text: String) -> ResponseOutcome {
        state.query?.field.replaceAll(with: text)
        return submit(&state)
    }

    static func run(_ state: inout ResponseState) -> ResponseOutcome {
        guard let body = state.viewer.body, let query = state.query?.query(of: state.viewer) else { return [] }
        let layer = state.newLayer()
        state.query?.layer = layer
        state.query?.isRunning = true
        state.query?.problem = nil
        return [.effect(.query(body, query, layer: layer))]
    }

    /// Shows more of a result. What is shown stays until there is something else, so that typing does not make the screen blink.
    static func answered(_ state: inout ResponseState, _ result: BodyHandle) {
        guard state.query?.layer == result.layer, result.document.text.count > 0 else { return }
        if state.query?.viewer.body?.layer == result.layer {
            state.query?.viewer.update(result)
        } else {
            state.query?.viewer.show(result)
        }
    }

    static func ended(_ state: inout ResponseState, layer: Int, _ problem: QueryError?) {
        guard state.query?.layer == layer else { return }
        state.query?.isRunning = false
        state.query?.problem = problem
        if problem == nil, state.query?.viewer.body?.layer != layer {
            state.query?.viewer.show(nil)
            let why = namespaceProblem(state)
            state.query?.problem = why
        }
    }

    /// Why an XPath finds nothing although the names are there: they are in a namespace.
    private static func namespaceProblem(_ state: ResponseState) -> QueryError? {
        let response = state
        guard let text = response.query?.field.text, response.query?.query(of: response.viewer)?.kind == .xpath,
            !text.contains(ElementCompletion.defaultPrefix), let survey = response.keys?.survey, survey.hasDefaultNamespace,
            let name = survey.all.first(where: text.contains)
        else { return nil }
        return QueryError(.evaluation, "No results: names are in a namespace here, write \(ElementCompletion.defaultPrefix)\(name)")
    }

    // MARK: History and keys

    private static func recall(_ state: inout ResponseState, _ context: ResponseContext, older: Bool) -> ResponseOutcome {
        let all = context.queries
        guard let query = state.query, !all.isEmpty else { return [] }
        let next = (query.recalled ?? -1) + (older ? 1 : -1)
        guard next < all.count else { return [] }
        state.query?.recalled = next < 0 ? nil : next
        state.query?.field.replaceAll(with: next < 0 ? "" : all[all.count - 1 - next])
        state.query?.completion = nil
        state.query?.problem = nil
        return runSoon(&state)
    }

    static func offerKeys(_ state: inout ResponseState) {
        guard let query = state.query, let keys = state.keys, keys.body.exchange == state.viewer.body?.exchange
        else {
            return
        }
        let kind = query.query(of: state.viewer)?.kind
        let (text, cursor) = (query.field.text, query.field.cursor)
        let isXML = state.viewer.body?.document.kind == .xml
        state.query?.completion =
            switch kind {
            case .xpath where isXML:
                ElementCompletion.state(text, cursor: cursor, keys: keys.survey)
            case .xpathHTML: ElementCompletion.state(text, cursor: cursor, keys: keys.survey, hasNamespaces: false)
            case .xpath: nil
            case .jq, .jsonPath: KeyCompletion.state(text, cursor: cursor, keys: keys.survey)
            case .shell, nil: nil
            }
    }

    static func complete(_ state: inout ResponseState, _ outcome: CompletionState.Outcome) -> ResponseOutcome {
        switch outcome {
        case .moved: return []
        case .closed: state.query?.completion = nil
        case .accepted(let item):
            guard let range = state.query?.completion?.range else { return [] }
            state.query?.field.replace(range, with: item.text)
            state.query?.completion = nil
            return runSoon(&state)
        }
        return []
    }
}
