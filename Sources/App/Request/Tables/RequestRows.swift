import Screen
import Widgets
import Workspace

/// Changes the table that has the cursor.
enum RequestRows {
    typealias Change = (inout TableState, inout [TableRow], TableShape, Rect) -> TableOutcome?

    /// Applies a change of the widget to the table, and what follows from it to the rest of the request.
    static func change(_ state: inout AppState, _ change: Change) {
        state.request.part = .content
        _ = handle(&state, change)
    }

    /// Hands a key or the mouse to the table and gives what is left to do; nil when it was not for the table.
    static func handle(_ state: inout AppState, _ change: Change) -> [Effect]? {
        guard let section = state.request.section, let path = section.rows else { return nil }
        var (table, rows) = (state.request[keyPath: path].table, state.shownRows(of: section, path))
        let outcome = change(&table, &rows, state.shape(of: section), state.requestLayout.rect(of: section))
        state.request[keyPath: path].table = table
        state.request[keyPath: path].take(rows, ofForm: section == .options)
        switch outcome {
        case nil: return nil
        case .changed: follow(&state, section)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            follow(&state, section)
            return [.copy(text, name: "the selection")]
        case .choices(let point):
            state.windows.append(.menu(Menu(choicesOf: rows[table.selected], below: point) { .request(.choose($0)) }))
        case .wantsPaste: return [.paste]
        case .moved, .menu: break
        }
        return []
    }

    /// Moves the table's cursor; false at its upper and lower ends, where something else is next.
    static func move(_ state: inout AppState, _ motion: Motion) -> Bool {
        guard let section = state.request.section, let path = section.rows else { return false }
        let rows = state.request[keyPath: path]
        if motion == .up, rows.table.selected == 0 { return false }
        let shape = state.shape(of: section)
        let last = rows.rows.count - (shape.isForm ? 1 : 0) + shape.added.count
        if motion == .down, rows.table.selected >= last, state.request.sections.last != section { return false }
        _ = handle(&state) { table, rows, shape, rect in
            switch motion {
            case .left: return table.handle(Key(.left), in: rect, rows: &rows, shape: shape)
            case .right: return table.handle(Key(.right), in: rect, rows: &rows, shape: shape)
            default:
                if let motion = motion.list { table.move(motion, rows: rows, shape: shape, in: rect) }
                return .moved
            }
        }
        return true
    }

    /// Updates the parts of the request that depend on a changed table.
    static func follow(_ state: inout AppState, _ section: RequestSection) {
        switch section {
        case .params:
            // The parameters are a part of the URL's text.
            let text = URLText.withoutQuery(state.request.url.text)
            let query = state.request.params.draft.filter { !$0.name.hasPrefix(":") }
            state.request.url = TextFieldState(text: URLText.write(url: text, query: query))
            followPath(&state)
        case .auth where !state.request.auth.table.isEditing:
            state.request.auth.rows = AuthFields.refreshed(state.request.auth.rows, of: &state.request.base.auth)
        default: break
        }
        state.request.noteChange()
    }

    /// Names the path's parameters in the URL as the table does, once a name is whole; they are always on.
    static func followPath(_ state: inout AppState) {
        guard !state.request.params.table.isEditing else { return }
        for index in state.request.params.rows.indices where state.request.params.rows[index][0].hasPrefix(":") {
            state.request.params.rows[index].isEnabled = true
        }
        let text = URLText.following(state.request.params.rows, in: state.request.url.text)
        guard text != state.request.url.text else { return }
        state.request.url = TextFieldState(text: text)
        state.request.noteChange()
    }
}
