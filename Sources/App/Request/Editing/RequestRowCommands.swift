import Screen
import Widgets
import Workspace

/// Commands on the table with the cursor.
enum RequestRowCommands {
    static func update(_ state: inout AppState, _ message: RequestMessage) -> [Effect] {
        switch message {
        case .addRow: RequestRows.change(&state) { $0.add(rows: &$1, shape: $2, in: $3) }
        case .deleteRow: return delete(&state)
        case .duplicateRow: RequestRows.change(&state) { $0.duplicate(rows: &$1, shape: $2, in: $3) }
        case .toggleRow where isPathParameter(state):
            return state.say(.warning, "A parameter of the path always has a value; without its name in the URL it is gone")
        case .toggleRow: RequestRows.change(&state) { table, rows, shape, rect in toggle(&table, &rows, shape, rect) }
        case .choose(let choice): RequestRows.change(&state) { table, rows, shape, _ in table.choose(choice, rows: &rows, shape: shape) }
        case .moveRow(let distance): return move(&state, distance)
        case .editRowsAsText: return editAsText(&state)
        default: break
        }
        return []
    }

    private static func isPathParameter(_ state: AppState) -> Bool {
        let rows = state.request.params.rows
        let index = state.request.params.table.selected
        return state.request.section == .params && rows.indices.contains(index) && rows[index][0].hasPrefix(":")
    }

    /// Switches the row on or off; in a form takes its next choice.
    private static func toggle(
        _ table: inout TableState, _ rows: inout [TableRow], _ shape: TableShape, _ rect: Rect
    ) -> TableOutcome? {
        table.toggle(rows: &rows, shape: shape) ?? table.handle(.character(" "), in: rect, rows: &rows, shape: shape)
    }

    private static func delete(_ state: inout AppState) -> [Effect] {
        let before = state.request.currentRows.map { state.request[keyPath: $0].rows.count }
        RequestRows.change(&state) { $0.delete(rows: &$1, shape: $2, in: $3) }
        let after = state.request.currentRows.map { state.request[keyPath: $0].rows.count }
        let change = RequestMessage.undoChange(state.request.history.changeNumber, of: state.response.owner)
        let undo = Toast<Message>.Action(label: "undo", message: .request(change))
        return before == after ? [] : state.say(.done, "Deleted the row", action: undo)
    }

    /// Moves the row; where no row can move, `K` explains what is under the cursor.
    private static func move(_ state: inout AppState, _ distance: Int) -> [Effect] {
        guard let section = state.request.section, section.rows != nil, !section.isForm else {
            return distance < 0 ? RequestExplaining.explain(&state) : []
        }
        RequestRows.change(&state) { $0.moveRow(by: distance, rows: &$1, shape: $2, in: $3) }
        return []
    }

    private static func editAsText(_ state: inout AppState) -> [Effect] {
        guard let section = state.request.section, let path = section.rows, RequestSection.pairs.contains(section) else { return [] }
        let text = state.shape(of: section).text.write(state.request[keyPath: path].rows)
        state.request.rowsText = TextAreaState(text: text, preset: state.editorPreset)
        state.request.rowsVersion = state.request.rowsText.version
        state.request.textualTable = section
        state.request.isEditingText = true
        return []
    }

    /// Makes rows of the lines again, once they are left.
    static func takeText(_ state: inout AppState) {
        guard let section = state.request.textualTable else { return }
        state.request = state.request.withTypedRows
        RequestRows.follow(&state, section)
    }
}
