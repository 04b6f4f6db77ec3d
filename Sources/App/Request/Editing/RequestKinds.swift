import Widgets
import Workspace

/// Chooses the method, the kind of body and the kind of authentication. What other kinds hold stays.
enum RequestKinds {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .pickMethod: state.windows.append(.picker(.methods(state)))
        case .setMethod(let method): state.request.base.method = method
        case .pickBodyKind: state.windows.append(.picker(.bodyKinds(state)))
        case .setBodyKind(let kind): return setBodyKind(&state, kind)
        case .pickAuthKind: state.windows.append(.picker(.authKinds(state)))
        case .setAuthKind(let kind): return setAuthKind(&state, kind)
        default: break
        }
        state.request.noteChange()
        return []
    }

    /// Sets the kind and edits the body at once, whatever it holds, so that the same keys always mean text.
    private static func setBodyKind(_ state: inout AppState, _ kind: BodyDraft.Kind) -> [Effect] {
        RequestEditing.finish(&state)
        state.request.base.body.kind = kind
        state.request.noteChange()
        RequestUpdate.select(&state, .body)
        if kind == .text { state.request.sectionIndex = 1 }
        return kind != .none ? beginEditing(&state) : []
    }

    private static func setAuthKind(_ state: inout AppState, _ kind: AuthDraft.Kind) -> [Effect] {
        RequestEditing.finish(&state)
        AuthFields.store(state.request.auth.rows, in: &state.request.base.auth)
        state.request.base.auth.kind = kind
        state.request.auth = RowsState()
        state.request.auth.show(AuthFields.rows(of: state.request.base.auth))
        state.request.noteChange()
        RequestUpdate.select(&state, .auth)
        return isBlank(state) ? beginEditing(&state) : []
    }

    private static func isBlank(_ state: AppState) -> Bool {
        guard let section = state.request.section else { return false }
        if let path = section.area { return state.request[keyPath: path].isEmpty }
        let rows = section.rows.map { state.request[keyPath: $0].rows } ?? []
        return section.isForm ? rows.first?[1].isEmpty == true : rows.isEmpty
    }

    private static func beginEditing(_ state: inout AppState) -> [Effect] {
        state.focus = .request
        return RequestUpdate.edit(&state)
    }
}
