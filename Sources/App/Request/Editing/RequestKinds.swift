import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// Chooses the method, the kind of body and the kind of authentication. The content of the other kinds is kept.
enum RequestKinds {
    static func reduce(_ state: inout RequestState, _ message: RequestKindMessage, _ context: RequestContext) -> RequestOutcome {
        switch message {
        case .pickMethod: return [.show(.picker(methods(state, below: context.layout(of: state).method.origin)))]
        case .pickBody: return [.show(.picker(hanging(bodyKinds(state), .body, state, context)))]
        case .pickAuth: return [.show(.picker(hanging(authKinds(state), .auth, state, context)))]
        case .setMethod(let method):
            state.base.method = method
            state.noteChange()
            return []
        case .setBody(let kind): return setBody(&state, context, kind)
        case .setAuth(let kind, let grant): return setAuth(&state, context, kind, grant: grant)
        }
    }

    /// Sets the kind and always begins to edit the body, so that the next keys are text for any body.
    private static func setBody(_ state: inout RequestState, _ context: RequestContext, _ kind: BodyDraft.Kind) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        state.base.body.kind = kind
        state.noteChange()
        RequestReducer.select(&state, context, .body)
        if kind == .text { state.sectionIndex = 1 }
        return kind != .none ? beginEditing(&state, context) : []
    }

    private static func setAuth(
        _ state: inout RequestState, _ context: RequestContext, _ kind: AuthDraft.Kind, grant: String?
    ) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        AuthFields.store(state.auth.rows, in: &state.base.auth)
        state.base.auth.kind = kind
        if let grant { state.base.auth["grant"] = grant }
        state.auth = RowsState()
        state.auth.show(AuthFields.rows(of: state.base.auth))
        state.noteChange()
        RequestReducer.select(&state, context, .auth)
        guard let missing = kind.entry.firstMissingField(of: state.base.auth) else {
            return isBlank(state) ? beginEditing(&state, context) : []
        }
        let selected = RequestRows.change(&state, context) { table, rows, shape, rect in
            table.select(row: missing, column: 1, rows: rows, shape: shape, in: rect)
            return nil
        }
        return selected + beginEditing(&state, context)
    }

    private static func isBlank(_ state: RequestState) -> Bool {
        guard let section = state.section else { return false }
        if let path = section.area { return state[keyPath: path].isEmpty }
        let rows = section.rows.map { state[keyPath: $0].rows } ?? []
        return section.isForm ? rows.first?[1].isEmpty == true : rows.isEmpty
    }

    private static func beginEditing(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        [.output(.focus)] + RequestReducer.edit(&state, context)
    }

    // MARK: Lists

    /// The list below the type that is shown on a tab; in the middle of the screen while another tab is.
    private static func hanging(
        _ picker: Picker<RequestMessage>, _ tab: RequestTab, _ state: RequestState, _ context: RequestContext
    ) -> Picker<RequestMessage> {
        let kind = context.layout(of: state).kind
        var picker = picker
        if state.tab == tab, !kind.isEmpty { picker.anchor = kind.splitLeft(RequestSection.labelColumns).rest.origin }
        return picker
    }

    private static func methods(_ state: RequestState, below anchor: Point) -> Picker<RequestMessage> {
        let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
        let current = state.base.method
        let names = known.contains(current) || current.isEmpty ? known : [current] + known
        let items = names.map {
            // The letter p finds POST before PUT, which is shorter.
            Picker<RequestMessage>.Item(
                title: $0, isCurrent: $0 == current, role: MethodStyle.role($0), names: $0 == "POST" ? ["p"] : [],
                message: .kind(.setMethod($0)))
        }
        var picker = Picker(
            "Method (or type another)", items, other: { .kind(.setMethod($0)) }, otherFault: { HTTPRequest.fault(ofMethod: $0) })
        picker.anchor = anchor
        return picker
    }

    /// The cursor of a request without a body begins on the kind whose content is kept.
    private static func bodyKinds(_ state: RequestState) -> Picker<RequestMessage> {
        let kinds = BodyDraft.Kind.allCases
        let items = kinds.map { kind in
            let kept = kind == state.bodyKind ? nil : content(of: kind, state)
            return Picker<RequestMessage>.Item(
                title: kind.entry.label, detail: kept.map { "kept: \($0)" } ?? kind.entry.otherNames.first ?? "",
                isCurrent: kind == state.bodyKind, keywords: [kind.rawValue] + kind.entry.otherNames, message: .kind(.setBody(kind)))
        }
        return Picker("Body type", items, selected: state.bodyKind == .none ? kinds.firstIndex { content(of: $0, state) != nil } : nil)
    }

    /// The text for a request without a body and without kept content.
    static let noBodyText = "No body"

    /// The text for a request without a body, which names kept content that is not sent, and the action that sends it. Where there is little room
    /// the amounts are left out.
    static func noBody(_ state: RequestState, columns: Int) -> (text: String, action: String) {
        let kept = BodyDraft.Kind.allCases.compactMap { kind in
            content(of: kind, state).map { (kind.entry.label, "\(kind.entry.label) (\($0))") }
        }
        guard !kept.isEmpty else { return (noBodyText, "Choose body type") }
        let texts = [kept.map(\.1), kept.map(\.0)].map { "No body is sent. Kept: \($0.joined(separator: ", "))" }
        let text = texts.first { TextWrap.lines($0, columns: columns).count <= 2 } ?? texts[1]
        return (text, "Choose its type to send it again")
    }

    /// The amount of content that is kept for a kind of body; nil for none.
    private static func content(of kind: BodyDraft.Kind, _ state: RequestState) -> String? {
        for section in RequestSection.body(kind) where section != .textType {
            if let area = section.area.map({ state[keyPath: $0] }), !area.isEmpty { return CountText.of(area.lineCount, "line") }
            let rows = section.rows.map { state[keyPath: $0].rows.filter { !$0.isBlank } } ?? []
            if section.isForm, let value = rows.first?[1], !value.isEmpty { return value }
            if !section.isForm, !rows.isEmpty { return CountText.of(rows.count, kind == .multipart ? "part" : "field") }
        }
        return nil
    }

    private static func authKinds(_ state: RequestState) -> Picker<RequestMessage> {
        let (auth, clients) = (state.base.auth, AuthDraft.clientCredentials)
        let isForClients = auth.kind == .oauth2 && auth["grant"] == clients
        let items = AuthDraft.Kind.allCases.flatMap { kind in
            let item = Picker<RequestMessage>.Item(
                title: kind.entry.label, isCurrent: kind == auth.kind && !isForClients, keywords: [kind.rawValue] + kind.entry.otherNames,
                message: .kind(.setAuth(kind)))
            guard kind == .oauth2 else { return [item] }
            let forClients = Picker<RequestMessage>.Item(
                title: AuthDraft.clientCredentialsLabel, isCurrent: isForClients, keywords: [clients, "machine to machine"],
                message: .kind(.setAuth(.oauth2, grant: clients)))
            return [item, forClients]
        }
        return Picker("Authentication", items)
    }
}

extension AuthDraft {
    /// The grant of OAuth 2.0 that is chosen like a kind of its own.
    static let clientCredentials = "client_credentials"
    /// The name of the grant in lists of kinds.
    static let clientCredentialsLabel = "OAuth 2.0 client credentials"
}
