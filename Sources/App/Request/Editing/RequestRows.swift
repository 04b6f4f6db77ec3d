import Screen
import Widgets
import Workspace

/// Changes the table that has the cursor.
enum RequestRows {
    typealias Change = (inout TableState, inout [TableRow], TableShape, Rect) -> TableOutcome?

    /// Applies a change of the widget to the table and updates the parts of the request that depend on it.
    static func change(_ state: inout RequestState, _ context: RequestContext, _ change: Change) -> RequestOutcome {
        state.part = .content
        return handle(&state, context, change) ?? []
    }

    /// Passes a key or mouse event to the table; nil if the table does not handle it.
    static func handle(_ state: inout RequestState, _ context: RequestContext, _ change: Change) -> RequestOutcome? {
        guard let section = state.section, let path = section.rows else { return nil }
        let before = context.rows(of: section, state)
        var (table, rows) = (state[keyPath: path].table, before)
        let outcome = change(&table, &rows, context.shape(of: section, state), context.layout(of: state).rect(of: section))
        state[keyPath: path].table = table
        if section == .params, switchesPathParameterOff(before, rows) {
            return RequestOutcome.notify(.warning, "Path parameters cannot be switched off; remove the name from the URL instead")
        }
        state[keyPath: path].store(rows, ofForm: section == .options)
        switch outcome {
        case nil: return nil
        case .changed: updateDependents(&state, section)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            updateDependents(&state, section)
            return [.copy(text, name: "the selection")]
        case .choices(let cell):
            return [.show(.menu(Menu(choicesOf: rows[table.selected], below: cell) { .row(.choose($0)) }))]
        case .wantsPaste: return [.paste]
        case .moved, .menu: break
        }
        return []
    }

    /// True if a change switches a path parameter off. One that a file switches off can be switched on.
    private static func switchesPathParameterOff(_ before: [TableRow], _ now: [TableRow]) -> Bool {
        let (old, new) = (before.filter { $0[0].hasPrefix(":") }, now.filter { $0[0].hasPrefix(":") })
        return old.count == new.count && new.count(where: \.isEnabled) < old.count(where: \.isEnabled)
    }

    /// Moves the table's cursor; false at its upper and lower ends, where the next section gets the cursor.
    static func move(_ state: inout RequestState, _ context: RequestContext, _ motion: Motion) -> Bool {
        guard let section = state.section, let path = section.rows else { return false }
        let rows = state[keyPath: path]
        if motion == .up, rows.table.selected == 0 { return false }
        let shape = context.shape(of: section, state)
        let last = rows.rows.count - (shape.isForm ? 1 : 0) + shape.added.count
        if motion == .down, rows.table.selected >= last, state.sections.last != section { return false }
        _ = handle(&state, context) { table, rows, shape, rect in
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

    /// A list of the rows of the table with the cursor, to go to one; nil without rows.
    static func finder(_ state: RequestState, _ context: RequestContext) -> Picker<RequestMessage>? {
        guard let section = state.section, section.rows != nil else { return nil }
        let shape = context.shape(of: section, state)
        let items = context.rows(of: section, state).enumerated().map { index, row in
            let isShown = !row.isSecret && row.cells.count > 1 && !shape.columns[1].isMasked
            return Picker<RequestMessage>.Item(title: row[0], detail: isShown ? row[1] : "", message: .row(.select(index)))
        }
        return items.isEmpty ? nil : Picker("Go to row", items)
    }

    /// Updates the parts of the request that depend on a changed table.
    static func updateDependents(_ state: inout RequestState, _ section: RequestSection) {
        switch section {
        case .params:
            // The parameters are a part of the URL's text.
            let text = URLText.withoutQuery(state.url.text)
            let query = state.params.draft.filter { !$0.name.hasPrefix(":") }
            state.url = TextFieldState(text: URLText.write(url: text, query: query))
            renamePathParameters(&state)
        case .auth where !state.auth.table.isEditing: return storeAuth(&state)
        default: break
        }
        state.noteChange()
    }

    /// Stores the typed fields of the authentication, and shows the fields that depend on them.
    static func storeAuth(_ state: inout RequestState) {
        state.auth.rows = AuthFields.refreshed(state.auth.rows, of: &state.base.auth)
        state.noteChange()
    }

    /// Renames the path's parameters in the URL as in the table, once a name is complete.
    static func renamePathParameters(_ state: inout RequestState) {
        guard !state.params.table.isEditing else { return }
        let text = URLText.updated(state.params.rows, in: state.url.text)
        guard text != state.url.text else { return }
        state.url = TextFieldState(text: text)
        state.noteChange()
    }
}

/// Commands on the table with the cursor.
enum RequestRowCommands {
    static func reduce(_ state: inout RequestState, _ message: RequestRowMessage, _ context: RequestContext) -> RequestOutcome {
        switch message {
        case .add: return RequestRows.change(&state, context) { $0.add(rows: &$1, shape: $2, in: $3) }
        case .addTo(let section):
            RequestEditing.finish(&state, context)
            state.reveal(section)
            return reduce(&state, .add, context) + [.output(.focus)]
        case .delete: return delete(&state, context)
        case .duplicate: return RequestRows.change(&state, context) { $0.duplicate(rows: &$1, shape: $2, in: $3) }
        case .toggle where automaticHeader(state, context)?.isFixed == true:
            return .notify(.warning, "Space cannot switch this header off; Enter gives it another value")
        case .toggle where automaticHeader(state, context) != nil:
            return RequestRows.change(&state, context) { $0.switchOff(rows: &$1, shape: $2, in: $3) }
        case .toggle: return RequestRows.change(&state, context) { table, rows, shape, rect in toggle(&table, &rows, shape, rect) }
        case .select(let row):
            return RequestRows.change(&state, context) { table, rows, shape, rect in
                table.select(row: row, column: min(1, shape.columns.count - 1), rows: rows, shape: shape, in: rect)
                return nil
            }
        case .choose(let choice):
            return RequestRows.change(&state, context) { table, rows, shape, _ in table.choose(choice, rows: &rows, shape: shape) }
        case .move(let distance): return move(&state, context, distance)
        case .editAsText: return editAsText(&state, context)
        }
    }

    /// True if the cursor is on a path parameter, whose name comes from the URL.
    static func isPathParameter(_ state: RequestState) -> Bool {
        let rows = state.params.rows
        let index = state.params.table.selected
        return state.section == .params && rows.indices.contains(index) && rows[index][0].hasPrefix(":")
    }

    /// The header under the cursor that sending adds; nil if there is none.
    private static func automaticHeader(_ state: RequestState, _ context: RequestContext) -> TableRow? {
        guard state.section == .headers else { return nil }
        let (added, rows) = (context.shape(of: .headers, state).added, state.headers)
        let index = rows.table.selected - rows.rows.count - 1
        return added.indices.contains(index) ? added[index] : nil
    }

    /// Switches the row on or off; in a form, selects its next choice.
    private static func toggle(
        _ table: inout TableState, _ rows: inout [TableRow], _ shape: TableShape, _ rect: Rect
    ) -> TableOutcome? {
        table.toggle(rows: &rows, shape: shape) ?? table.handle(.character(" "), in: rect, rows: &rows, shape: shape)
    }

    private static func delete(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        let before = state.currentRows.map { state[keyPath: $0].rows.count }
        _ = RequestRows.change(&state, context) { $0.delete(rows: &$1, shape: $2, in: $3) }
        let after = state.currentRows.map { state[keyPath: $0].rows.count }
        let change = RequestMessage.undoChange(state.history.changeNumber, of: context.tab)
        let undo = Toast<RequestMessage>.Action(label: "undo", message: change)
        return before == after ? [] : .notify(.done, "Deleted the row", action: undo)
    }

    private static func move(_ state: inout RequestState, _ context: RequestContext, _ distance: Int) -> RequestOutcome {
        guard let section = state.section, section.rows != nil, !section.isForm else { return [] }
        return RequestRows.change(&state, context) { $0.moveRow(by: distance, rows: &$1, shape: $2, in: $3) }
    }

    private static func editAsText(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        state.part = .content
        guard let section = state.section, let path = section.rows, RequestSection.pairs.contains(section) else { return [] }
        let text = context.shape(of: section, state).text.write(state[keyPath: path].rows)
        state.rowsText = TextAreaState(text: text, preset: context.editorPreset)
        state.rowsVersion = state.rowsText.version
        state.textualTable = section
        state.isEditingText = true
        return []
    }

    /// Converts the lines back to rows when their editing ends.
    static func parseTextIntoRows(_ state: inout RequestState) {
        guard let section = state.textualTable else { return }
        state = state.withTypedRows
        RequestRows.updateDependents(&state, section)
    }
}
