import Screen
import Widgets
import Workspace

extension RequestState {
    /// The table of the tab; nil when the tab shows none.
    var currentRows: WritableKeyPath<RequestState, RowsState>? {
        switch tab {
        case .params: \.params
        case .headers: \.headers
        case .auth: auth.rows.isEmpty ? nil : \.auth
        case .body: bodyKind == .form || bodyKind == .multipart ? \.form : nil
        }
    }

    /// Whether the tab shows text.
    var hasText: Bool { tab == .body && [.text, .json, .xml, .graphql, .file].contains(bodyKind) }

    /// What the tab's table is like.
    func shape(inherited: [Row] = []) -> TableShape {
        let name = TableColumn("Name", width: .share(2), role: .headerName)
        let value = TableColumn("Value", width: .share(3), role: .headerValue)
        switch tab {
        case .params: return TableShape(columns: [name, value], addTitle: "Add a parameter", text: .parameters)
        case .headers:
            let added = AddedHeaders.rows(for: self) + inherited.map { TableRow([$0.name, $0.value]) }
            return TableShape(columns: [name, value], addTitle: "Add a header", added: added, text: .headers)
        case .auth:
            return TableShape(columns: [name, value], hasCheckboxes: false, addTitle: "", text: .parameters)
        case .body:
            return TableShape(columns: [name, value], addTitle: "Add a field (a value that begins with @ is a file)", text: .parameters)
        }
    }
}

/// Changes the table that the request's tab shows.
enum RequestRows {
    typealias Change = (inout TableState, inout [TableRow], TableShape, Rect) -> TableOutcome?

    /// Applies a change of the widget to the table, and what follows from it to the rest of the request.
    static func change(_ state: inout AppState, _ change: Change) {
        state.request.part = .content
        _ = handle(&state, change)
    }

    /// Hands a key or the mouse to the table and gives what is left to do; nil when it was not for the table.
    static func handle(_ state: inout AppState, _ change: Change) -> [Effect]? {
        guard let path = state.request.currentRows else { return nil }
        var (table, rows) = (state.request[keyPath: path].table, state.request[keyPath: path].rows)
        let outcome = change(&table, &rows, state.request.shape(), state.requestLayout.content)
        state.request[keyPath: path].table = table
        state.request[keyPath: path].rows = rows
        switch outcome {
        case nil: return nil
        case .changed: follow(&state, path)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            follow(&state, path)
            return [.copy(text, name: "the selection")]
        case .moved, .wantsPaste, .menu: break
        }
        return []
    }

    /// Moves the table's cursor; false at its upper end, where the URL is next.
    static func move(_ state: inout AppState, _ motion: Motion) -> Bool {
        guard let path = state.request.currentRows else { return false }
        if motion == .up, state.request[keyPath: path].table.selected == 0 { return false }
        let key: Key? =
            switch motion {
            case .left: Key(.left)
            case .right: Key(.right)
            default: nil
            }
        _ = handle(&state) { table, rows, shape, rect in
            if let key { return table.handle(key, in: rect, rows: &rows, shape: shape) }
            if let motion = motion.list { table.move(motion, rows: rows, shape: shape, in: rect) }
            return .moved
        }
        return true
    }

    /// The parameters are a part of the URL's text.
    private static func follow(_ state: inout AppState, _ path: WritableKeyPath<RequestState, RowsState>) {
        if path == \RequestState.params {
            let text = URLText.withoutQuery(state.request.url.text)
            let query = state.request.params.draft.filter { !$0.name.hasPrefix(":") }
            state.request.url = TextFieldState(text: URLText.write(url: text, query: query))
        }
        state.request.noteChange()
    }
}
