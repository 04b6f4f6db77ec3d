import Document
import Query
import Screen
import Widgets

/// Runs queries on the body: live, shortly after the last key. A command runs only on Enter.
enum BodyQuerying {
    /// The delay between the last key and the query.
    private static let queryDelay = Duration.milliseconds(150)

    static func reduce(_ state: inout ResponseState, _ message: BodyQueryMessage, _ context: ResponseContext) -> ResponseOutcome {
        switch message {
        case .start: return start(&state)
        case .submit: return submit(&state)
        case .pick: return [.show(.picker(picker(context.queries)))]
        case .ask(let text): return start(&state) + ask(&state, text)
        case .run: return run(&state)
        case .cancel: return cancel(&state)
        case .close: return close(&state)
        case .evaluated(let result): evaluated(&state, context, result)
        case .ended(let layer, let problem): return ended(&state, context, layer: layer, problem)
        case .waited(let layer): return waited(&state, layer: layer)
        case .keysSurveyed(let keys):
            state.keys = keys
            offerKeys(&state)
        }
        return []
    }

    /// The earlier queries, the newest first.
    private static func picker(_ queries: [String]) -> Picker<ResponseMessage> {
        Picker("Recent queries", queries.reversed().map { Picker.Item(title: $0, message: .query(.ask($0))) })
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

    /// Handles a key while the text is edited; nil if the key is not for it.
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

    /// Cancels the running query; its text and the last result stay.
    static func cancel(_ state: inout ResponseState) -> ResponseOutcome {
        let layer = state.newLayer()
        state.query?.layer = layer
        state.query?.isRunning = false
        state.query?.problem = QueryError(.cancelled, "Cancelled")
        return [.cancel(.queryDelay(state.owner)), .cancel(.queryBody(state.owner))]
    }

    /// Closes the query and shows the body again.
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
            // A cancelled query reports no end.
            let layer = state.newLayer()
            state.query?.layer = layer
            state.query?.isRunning = false
            state.query?.viewer.show(nil)
            return [.cancel(.queryDelay(state.owner)), .cancel(.queryBody(state.owner)), .cancel(.queryWait(state.owner))]
        }
        let owner = state.owner
        return query.kind == .shell
            ? [.cancel(.queryDelay(state.owner))] : [.after(queryDelay, .queryDelay(owner), .query(.run))]
    }

    /// Runs the typed query, as on Enter.
    static func submit(_ state: inout ResponseState) -> ResponseOutcome {
        guard let query = state.query, !query.field.text.trimmed.isEmpty else { return close(&state) }
        state.query?.completion = nil
        state.query?.isTyping = false
        return [.cancel(.queryDelay(state.owner))] + run(&state) + [.output(.remember(query: query.field.text))]
    }

    /// Runs an earlier query as if it were typed.
    static func ask(_ state: inout ResponseState, _ text: String) -> ResponseOutcome {
        state.query?.field.replaceAll(with: text)
        return submit(&state)
    }

    /// Runs the query on the previous response again.
    static func repeatEarlier(_ state: inout ResponseState) -> ResponseOutcome {
        guard let text = state.earlierQuery, state.query == nil, state.viewer.body != nil else { return [] }
        state.earlierQuery = nil
        state.query = BodyQuery(text: text)
        state.query?.isTyping = false
        return run(&state)
    }

    static func run(_ state: inout ResponseState) -> ResponseOutcome {
        guard let body = state.viewer.body, let query = state.query?.query(of: state.viewer) else { return [] }
        let layer = state.newLayer()
        state.query?.layer = layer
        state.query?.isRunning = true
        state.query?.seconds = 0
        state.query?.problem = nil
        return [.effect(.query(body, query, layer: layer)), waitOn(state, layer)]
    }

    private static func waitOn(_ state: ResponseState, _ layer: Int) -> ResponseOutcome.Step {
        .after(.seconds(1), .queryWait(state.owner), .query(.waited(layer: layer)))
    }

    /// Counts a second of the query that runs.
    private static func waited(_ state: inout ResponseState, layer: Int) -> ResponseOutcome {
        guard let query = state.query, query.isRunning, query.layer == layer else { return [] }
        state.query?.seconds += 1
        return [waitOn(state, layer)]
    }

    /// Shows more of a result. The last result stays until there is a new one, so that the screen does not flicker during typing, and a
    /// chosen view stays if the new one has it.
    static func evaluated(_ state: inout ResponseState, _ context: ResponseContext, _ result: BodyHandle) {
        guard state.query?.layer == result.layer, result.document.text.count > 0 else { return }
        if state.query?.viewer.body?.layer == result.layer {
            state.query?.viewer.update(result)
            return
        }
        let chosen = state.shown.forms.contains(.pretty) ? state.shown.form : nil
        state.query?.viewer.show(result)
        state.query?.becomesTable = chosen == .table
        guard let chosen, chosen != .table, state.shown.forms.contains(chosen) else { return }
        _ = state.shown.show(chosen, height: ResponseReducer.contentArea(state, context).height)
    }

    static func ended(
        _ state: inout ResponseState, _ context: ResponseContext, layer: Int, _ problem: QueryError?
    ) -> ResponseOutcome {
        guard state.query?.layer == layer else { return [] }
        state.query?.isRunning = false
        state.query?.problem = problem
        if problem == nil, state.query?.viewer.body?.layer != layer {
            state.query?.viewer.show(nil)
            let why = namespaceProblem(state)
            state.query?.problem = why
        }
        guard state.query?.becomesTable == true, state.shown.form == .pretty, state.shown.forms.contains(.table) else { return [] }
        return ResponseReducer.changeForm(&state, context) { $0.show(.table, height: $1) }
    }

    /// The error for an XPath that finds nothing because the names are in a namespace; nil otherwise.
    private static func namespaceProblem(_ response: ResponseState) -> QueryError? {
        guard let text = response.query?.field.text, response.query?.query(of: response.viewer)?.kind == .xpath,
            !text.contains(ElementCompletion.defaultPrefix), let survey = response.keys?.survey, survey.hasDefaultNamespace,
            let name = survey.all.first(where: text.contains)
        else { return nil }
        return QueryError(.evaluation, "No results: the names are in a namespace. Write \(ElementCompletion.defaultPrefix)\(name)")
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

/// Completes elements and attributes in an XPath.
enum ElementCompletion {
    /// The names that can follow `/`, `[` or `@` before the cursor; nil for none.
    /// - Parameters:
    ///   - cursor: in UTF-8 bytes.
    ///   - hasNamespaces: true if an element without a prefix may be in a namespace, written as `_:`; false for HTML.
    static func state(_ text: String, cursor: Int, keys: KeySurvey, hasNamespaces: Bool = true) -> CompletionState? {
        let before = Array(text.utf8.prefix(cursor))
        var start = before.count
        while start > 0, before[start - 1].isNameByte || before[start - 1] == UInt8(ascii: "-") { start -= 1 }
        if before[..<start].suffix(2).elementsEqual(defaultPrefix.utf8) { start -= 2 }
        guard start > 0 else { return nil }
        let typed = String(decoding: before[start...], as: UTF8.self)
        let path = String(decoding: before[..<(start - 1)], as: UTF8.self)
        guard let names = names(after: before[start - 1], path, keys) else { return nil }
        let isElement = before[start - 1] != UInt8(ascii: "@")
        let prefix = isElement && hasNamespaces && keys.hasDefaultNamespace ? defaultPrefix : ""
        return CompletionState(names.map { CompletionItem(prefix + $0) }, typed: typed, replacing: start..<cursor)
    }

    /// The prefix that stands for the default namespace, for which XPath 1.0 has no syntax.
    static let defaultPrefix = "_:"

    private static func names(after mark: UInt8, _ path: String, _ keys: KeySurvey) -> [String]? {
        switch mark {
        case UInt8(ascii: "@"):
            return place(path.hasSuffix("/") ? String(path.dropLast()) : path).flatMap { keys.keys[$0 + "/@"] } ?? keys.attributes
        case UInt8(ascii: "/"), UInt8(ascii: "["): return place(path).flatMap { keys.keys[$0] } ?? keys.all
        case UInt8(ascii: ":") where path.hasSuffix(":"): return keys.all
        default: return nil
        }
    }

    /// The path of elements without its predicates; nil if it is not clear from the text.
    private static func place(_ path: String) -> String? {
        var place = ""
        var depth = 0
        for character in path.hasSuffix("[") ? path.dropLast() : path[...] {
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            case _ where depth > 0: break
            // The characters that begin a new path.
            case "(", ",", "|", "=", "<", ">", "+", " ": place = ""
            default: place.append(character)
            }
        }
        guard depth == 0, !place.contains("//"), place.isEmpty || place.hasPrefix("/") else { return nil }
        return place.replacing(defaultPrefix, with: "")
    }
}

/// Completes keys in a query.
enum KeyCompletion {
    /// The keys that can follow the last dot before the cursor; nil for none.
    /// - Parameter cursor: in UTF-8 bytes.
    static func state(_ text: String, cursor: Int, keys: KeySurvey) -> CompletionState? {
        let before = Array(text.utf8.prefix(cursor))
        var start = before.count
        while start > 0, before[start - 1].isNameByte { start -= 1 }
        guard start > 0, before[start - 1] == UInt8(ascii: ".") else { return nil }
        let typed = String(decoding: before[start...], as: UTF8.self)
        let place = place(String(decoding: before[..<(start - 1)], as: UTF8.self))
        let isJSONPath = before.first == UInt8(ascii: "$")
        let known = place.flatMap { place in keys.keys[place].map { (place, $0) } }
        let items = (known?.1 ?? keys.all).compactMap { item($0, isJSONPath: isJSONPath) }
        var completion = CompletionState(items, typed: typed, replacing: start..<cursor)
        completion?.heading = heading(of: known?.0)
        return completion
    }

    /// The heading of the keys at a place; of all keys in the body for nil.
    private static func heading(of place: String?) -> String {
        guard let place else { return "All keys" }
        return place.isEmpty ? "Keys" : "Keys of \(place.hasPrefix(".") ? "" : ".")\(place)"
    }

    private static func item(_ key: String, isJSONPath: Bool) -> CompletionItem? {
        let isPlain =
            !key.isEmpty && key.utf8.allSatisfy(\.isNameByte) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(key.utf8.first ?? 0)
        if isPlain { return CompletionItem(key) }
        // JSONPath does not allow quotes after a dot.
        return isJSONPath ? nil : CompletionItem("\"\(key)\"")
    }

    /// The path before the cursor, without indices; nil if it is not clear from the text.
    private static func place(_ text: String) -> String? {
        var place = ""
        for stage in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let path = path(stage.trimmed) else { return nil }
            place += path
        }
        return place
    }

    /// A stage of names and brackets: `.items[0].owner`, `$.items[*]`, `.[]`.
    private static func path(_ stage: String) -> String? {
        var path = ""
        var isInside = false
        for character in stage.hasPrefix("$") ? stage.dropFirst() : stage[...] {
            switch character {
            case "[":
                isInside = true
                if path.hasSuffix(".") { path.removeLast() }
                path += "["
            case "]":
                isInside = false
                path += "]"
            case "?" where !isInside: break
            case _ where isInside:
                guard character.isNumber || "*:-?@ ".contains(character) else { return nil }
            case _ where character.isLetter || character.isNumber || character == "_" || character == ".": path.append(character)
            default: return nil
            }
        }
        return path == "." ? "" : path
    }
}
