import Interchange
import Screen
import Widgets
import Workspace

/// Typing in the request: the URL, a cell of a table, a text.
enum RequestEditing {
    /// A key while something is edited; nil when it is not for the text.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        if let effects = RequestCompletion.press(&state, key) { return effects }
        return type(&state, key).map { $0 + RequestCompletion.update(&state, after: key) }
    }

    private static func type(_ state: inout AppState, _ key: Key) -> [Effect]? {
        if state.request.part == .url {
            if key == Key(.tab) || key == Key(.down) { return leaveURL(&state) }
            return state.request.url.handle(key).map { takeURL(&state, $0) }
        }
        if state.request.currentRows != nil {
            let effects = RequestRows.handle(&state) { $0.handle(key, in: $3, rows: &$1, shape: $2) }
            if !state.request.isEditing { settle(&state) }
            return effects
        }
        guard let section = state.request.section, let path = section.area else { return nil }
        let rect = state.requestLayout.rect(of: section)
        let outcome = state.request[keyPath: path].handle(key, in: rect)
        leaveAfterFinding(&state, path)
        return outcome.map { takeText(&state, $0) + ContinuationsUpdate.tell(&state, state.request[keyPath: path].remark) }
    }

    /// Makes letters commands again when that is what they were before something was looked for.
    static func leaveAfterFinding(_ state: inout AppState, _ path: WritableKeyPath<RequestState, TextAreaState>) {
        guard state.request.leavesAfterFinding, !state.request[keyPath: path].isFinding else { return }
        state.request.leavesAfterFinding = false
        state.request.isEditingText = false
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        state.request.completion = nil
        if state.request.part == .url {
            if let effects = PastedRequest.take(&state, text) { return effects }
            return takeURL(&state, state.request.url.paste(text))
        }
        if let section = state.request.section, let path = section.rows,
            state.request[keyPath: path].table.takesRows(state.request[keyPath: path].rows),
            let rows = PastedRows.rows(text, for: section)
        {
            return RequestRows.handle(&state) { $0.insert(rows, rows: &$1, shape: $2, in: $3) } ?? []
        }
        if let effects = RequestRows.handle(&state, { $0.paste(text, rows: &$1, shape: $2, in: $3) }) { return effects }
        guard let path = state.request.currentArea else { return [] }
        return takeText(&state, state.request[keyPath: path].paste(text))
    }

    /// Text that is pasted while letters are commands: rows into a table, text at the cursor; nil where there is neither.
    static func pasteUnedited(_ state: inout AppState, _ text: String) -> [Effect]? {
        guard let section = state.request.section, section.area != nil || !section.isForm else { return nil }
        return paste(&state, text)
    }

    /// Ends what is being edited; what was typed stays.
    static func finish(_ state: inout AppState) {
        state.request.isEditingText = false
        state.request.leavesAfterFinding = false
        if let path = state.request.currentArea { state.request[keyPath: path].endFind() }
        if let path = state.request.currentRows, state.request[keyPath: path].table.isEditing {
            _ = RequestRows.handle(&state) { table, rows, _, _ in table.endEditing(rows: &rows) }
        }
        settle(&state)
    }

    /// Takes what is typed for all of it, as at its end; it goes on being typed where it is.
    static func takeTyped(_ state: inout AppState) {
        let (table, lines) = (state.request.textualTable, state.request.rowsText)
        settle(&state)
        guard let table else { return }
        (state.request.textualTable, state.request.rowsText) = (table, lines)
        state.request.rowsVersion = lines.version
        state.request.noteChange()
    }

    /// Applies changes that wait until typing has ended: dependent rows of a form, the request of the Text tab.
    private static func settle(_ state: inout AppState) {
        state.request.completion = nil
        state.request.history.close()
        RequestRowCommands.takeText(&state)
        state.request.checkVariables(whileTyping: false)
        if state.request.tab == .params { RequestRows.followPath(&state) }
        if state.request.tab == .auth, !state.request.auth.rows.isEmpty { RequestRows.follow(&state, .auth) }
        RequestDocument.take(&state)
        RequestDocument.follow(&state)
    }

    static func undo(_ state: inout AppState) -> [Effect] {
        RequestDocument.undo(&state) || state.request.undo() ? [] : state.say(.warning, "There is nothing to undo")
    }

    static func redo(_ state: inout AppState) -> [Effect] {
        state.request.redo() || RequestDocument.redo(&state) ? [] : state.say(.warning, "There is nothing to redo")
    }

    /// Moves the cursor of the text; false at its ends, where something else is next.
    static func move(_ state: inout AppState, _ motion: Motion) -> Bool {
        guard let section = state.request.section, let path = section.area else { return false }
        let area = state.request[keyPath: path]
        if motion == .up, area.cursor.line == 0 { return false }
        if motion == .down, area.cursor.line == area.lineCount - 1, state.request.sections.last != section { return false }
        _ = state.request[keyPath: path].handle(motion.key, in: state.requestLayout.rect(of: section))
        return true
    }

    /// Puts what an editor left into the text with the cursor.
    static func replaceText(_ state: inout AppState, _ section: RequestSection, with text: String) {
        guard let path = section.area, state.request[keyPath: path].text != text else { return }
        state.request[keyPath: path].replaceAll(with: text)
        state.request.noteChange()
        if section == .document { RequestDocument.take(&state) }
    }

    private static func takeURL(_ state: inout AppState, _ outcome: TextInputOutcome) -> [Effect] {
        switch outcome {
        case .submitted:
            // Words become a request first: what would go out is seen before it does.
            return PastedRequest.takeTyped(&state, for: nil) ?? RequestSending.send(&state)
        case .cancelled: return leave(&state)
        case .changed, .pasted: followURL(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            followURL(&state)
            return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .moved: break
        }
        return []
    }

    static func takeText(_ state: inout AppState, _ outcome: TextInputOutcome) -> [Effect] {
        switch outcome {
        case .cancelled: finish(&state)
        case .changed, .pasted: state.request.noteChange()
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            state.request.noteChange()
            return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .moved, .submitted: break
        }
        return []
    }

    static func followURL(_ state: inout AppState) {
        state.request.params.rows = URLText.rows(for: state.request.url.text, keeping: state.request.params.rows)
        state.request.noteChange()
        RequestDocument.follow(&state, whileTyping: true)
    }

    /// Words that were typed are a request once they are left; those that need files wait until they are sent.
    private static func leave(_ state: inout AppState) -> [Effect] {
        finish(&state)
        return PastedRequest.takeLeft(&state)
    }

    private static func leaveURL(_ state: inout AppState) -> [Effect] {
        let effects = leave(&state)
        if state.request.sections.isEmpty { return effects }
        state.request.part = .content
        state.request.sectionIndex = 0
        return effects
    }
}
