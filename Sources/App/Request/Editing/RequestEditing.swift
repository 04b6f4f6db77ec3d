import Engine
import Interchange
import Platform
import Screen
import Widgets
import Workspace

/// Editing in the request: the URL, a cell of a table, a text.
enum RequestEditing {
    /// Handles a key while something is edited; nil if the key is not for the text.
    static func press(_ state: inout RequestState, _ context: RequestContext, _ key: Key) -> RequestOutcome? {
        if let effects = RequestCompletion.press(&state, context, key) { return effects }
        return type(&state, context, key).map { $0 + RequestCompletion.update(&state, context, after: key) }
    }

    private static func type(_ state: inout RequestState, _ context: RequestContext, _ key: Key) -> RequestOutcome? {
        if state.part == .url {
            if key == Key(.tab) || key == Key(.down) {
                let typed = state.url.text
                let outcome = leaveURL(&state, context)
                // Words that became a request are looked at first.
                return key == Key(.tab) && state.url.text == typed ? outcome + editFirst(&state, context) : outcome
            }
            return state.url.handle(key).map { applyURL(&state, context, $0) }
        }
        if state.currentRows != nil {
            guard let key = headerKey(state, key) else { return [] }
            if let outcome = stepBeyondCell(&state, context, key) { return outcome }
            let effects = RequestRows.handle(&state, context) { $0.handle(key, in: $3, rows: &$1, shape: $2) }
            if !state.isEditing { applyTyping(&state) }
            return effects
        }
        guard let section = state.section, let path = section.area else { return nil }
        if leaveText(&state, context, key, section, path) { return [] }
        let rect = context.layout(of: state).rect(of: section)
        let outcome = state[keyPath: path].handle(key, in: rect, closesBrackets: context.closesBrackets && section.syntax.closesBrackets)
        leaveAfterFinding(&state, path)
        let remark: RequestOutcome = state[keyPath: path].remark.map { [.output(.remark($0))] } ?? []
        return outcome.map { applyText(&state, context, $0) + remark }
    }

    /// Undoes or redoes a change of the table that is older than the edited cell, and goes on editing; nil for other keys.
    private static func stepBeyondCell(_ state: inout RequestState, _ context: RequestContext, _ key: Key) -> RequestOutcome? {
        guard let section = state.section, let path = section.rows, let undoes = state[keyPath: path].table.editor?.stepBeyond(key) else {
            return nil
        }
        let (before, table) = (state, state[keyPath: path].table)
        finish(&state, context)
        let number = state.history.changeNumber
        let outcome = undoes ? undo(&state) : redo(&state)
        guard state.history.changeNumber != number else {
            state = before
            return outcome
        }
        guard state.section == section else {
            state = before
            return .notify(.warning, "The change before was made elsewhere: Esc and \(undoes ? "u" : "U") go there", about: .draft)
        }
        return outcome
            + RequestRows.change(&state, context) { next, rows, shape, rect in
                next.editAgain(row: table.selected, column: table.column, rows: &rows, shape: shape, in: rect)
            }
    }

    /// Goes on editing in the text above or below, with an arrow key in the first or last line; false if there is none.
    private static func leaveText(
        _ state: inout RequestState, _ context: RequestContext, _ key: Key, _ section: RequestSection,
        _ path: WritableKeyPath<RequestState, TextAreaState>
    ) -> Bool {
        let (area, sections) = (state[keyPath: path], state.sections)
        let isAtEnd = key == Key(.down) && area.cursor.line == area.lineCount - 1
        guard isAtEnd || key == Key(.up) && area.cursor.line == 0, !area.isFinding,
            let next = sections.firstIndex(of: section).map({ $0 + (isAtEnd ? 1 : -1) }), sections.indices.contains(next),
            sections[next].area != nil
        else { return false }
        finish(&state, context)
        state.sectionIndex = next
        state.isEditingText = true
        return true
    }

    /// The key for a cell: a colon after the name of a header goes to its value, as in `Name: value`; nil for the space that follows it.
    private static func headerKey(_ state: RequestState, _ key: Key) -> Key? {
        guard state.section == .headers, let editor = state.headers.table.editor else { return key }
        switch (key, state.headers.table.column) {
        case (.character(":"), 0) where !editor.text.isEmpty && editor.cursor == editor.text.utf8.count: return Key(.tab)
        case (.character(" "), 1) where editor.text.isEmpty: return nil
        default: return key
        }
    }

    /// Leaves text mode after a search if it was started in command mode.
    static func leaveAfterFinding(_ state: inout RequestState, _ path: WritableKeyPath<RequestState, TextAreaState>) {
        guard state.leavesAfterFinding, !state[keyPath: path].isFinding else { return }
        state.leavesAfterFinding = false
        state.isEditingText = false
    }

    static func paste(_ state: inout RequestState, _ context: RequestContext, _ text: String) -> RequestOutcome {
        state.completion = nil
        if state.part == .url {
            if let effects = PastedRequest.convert(&state, context, text) { return effects }
            return applyURL(&state, context, state.url.paste(PastedRequest.unwrapped(text)))
        }
        if let section = state.section, let path = section.rows,
            state[keyPath: path].table.takesRows(state[keyPath: path].rows),
            let rows = PastedRows.rows(text, for: section)
        {
            return RequestRows.handle(&state, context) { $0.insert(rows, rows: &$1, shape: $2, in: $3) } ?? []
        }
        if let effects = RequestRows.handle(&state, context, { $0.paste(text, rows: &$1, shape: $2, in: $3) }) {
            let isJoined =
                text.dropLast().contains(where: \.isNewline) && state.currentRows.map { state[keyPath: $0].table.isEditing } ?? false
            return effects + (isJoined ? .notify(.warning, "A field has one line: the line breaks became spaces") : [])
        }
        guard let path = state.currentArea else { return [] }
        let outcome = applyText(&state, context, state[keyPath: path].paste(text))
        let isChanged = state.section == .text && text.utf8.contains(UInt8(ascii: "\r"))
        return isChanged ? outcome + .notify(.warning, "Line breaks of the pasted text became LF", about: .draft) : outcome
    }

    /// Pastes text while letters are commands: rows into a table, text at the cursor. Nil if there is neither.
    static func pasteUnedited(_ state: inout RequestState, _ context: RequestContext, _ text: String) -> RequestOutcome? {
        guard let section = state.section, section.area != nil || !section.isForm else { return nil }
        return paste(&state, context, text)
    }

    /// Ends editing and keeps the typed text.
    static func finish(_ state: inout RequestState, _ context: RequestContext) {
        state.isEditingText = false
        state.leavesAfterFinding = false
        if let path = state.currentArea { state[keyPath: path].endFind() }
        if let path = state.currentRows, state[keyPath: path].table.isEditing {
            _ = RequestRows.handle(&state, context) { table, rows, _, _ in table.endEditing(rows: &rows) }
        }
        applyTyping(&state)
    }

    /// Applies the typed text, as the end of editing does, but stays in edit mode.
    static func commitPendingEdits(_ state: inout RequestState) {
        let (table, lines) = (state.textualTable, state.rowsText)
        applyTyping(&state)
        guard let table else { return }
        (state.textualTable, state.rowsText) = (table, lines)
        state.rowsVersion = lines.version
        state.noteChange()
    }

    /// Applies changes that wait for the end of typing: dependent rows of a form, the request of the Text tab.
    private static func applyTyping(_ state: inout RequestState) {
        state.completion = nil
        state.history.close()
        RequestRowCommands.parseTextIntoRows(&state)
        state.checkSyntax(upTo: RequestState.maxCheckedAtEnd)
        if state.tab == .params { RequestRows.renamePathParameters(&state) }
        if state.tab == .auth, !state.auth.rows.isEmpty { RequestRows.storeAuth(&state) }
        RequestDocument.parse(&state)
        RequestDocument.rewriteIfShown(&state)
        state.compareTextsWithSaved()
    }

    static func undo(_ state: inout RequestState) -> RequestOutcome {
        guard RequestDocument.undo(&state) || state.undo() else { return .notify(.warning, "Nothing to undo") }
        state.compareTextsWithSaved()
        state.reopenChoice()
        return [.dismissToasts(about: .draft)]
    }

    static func redo(_ state: inout RequestState) -> RequestOutcome {
        guard RequestDocument.redo(&state) || state.redo() else { return .notify(.warning, "Nothing to redo") }
        state.compareTextsWithSaved()
        return []
    }

    /// Moves the cursor of the text; false at its ends, where the next section gets the cursor.
    static func move(_ state: inout RequestState, _ context: RequestContext, _ motion: Motion) -> Bool {
        guard let section = state.section, let path = section.area else { return false }
        let area = state[keyPath: path]
        if motion == .up, area.cursor.line == 0 { return false }
        if motion == .down, area.cursor.line == area.lineCount - 1, state.sections.last != section { return false }
        _ = state[keyPath: path].handle(motion.key, in: context.layout(of: state).rect(of: section))
        return true
    }

    /// Replaces a text with the result of an external editor.
    static func replaceText(_ state: inout RequestState, _ section: RequestSection, with text: String) {
        guard let path = section.area, !state[keyPath: path].text.hasSameBytes(as: text) else { return }
        state[keyPath: path].replaceAll(with: text)
        noteTyping(&state, in: section)
        if section == .document { RequestDocument.parse(&state) }
    }

    private static func applyURL(_ state: inout RequestState, _ context: RequestContext, _ outcome: TextInputOutcome) -> RequestOutcome {
        switch outcome {
        case .submitted:
            // Words are converted to a request first, so that the user sees it before it is sent.
            if let outcome = PastedRequest.convertTyped(&state, context, for: nil) { return outcome }
            finish(&state, context)
            return RequestReducer.submit(&state, context, for: .send)
        case .cancelled: return leave(&state, context)
        case .changed, .pasted, .cut: updateFromURL(&state)
        case .copied, .wantsPaste, .moved: break
        }
        return RequestOutcome(clipboard: outcome)
    }

    static func applyText(_ state: inout RequestState, _ context: RequestContext, _ outcome: TextInputOutcome) -> RequestOutcome {
        switch outcome {
        case .cancelled: finish(&state, context)
        case .changed, .pasted, .cut: noteTyping(&state, in: state.section)
        case .copied, .wantsPaste, .moved, .submitted: break
        }
        return RequestOutcome(clipboard: outcome)
    }

    /// Notes that a text has changed. What was undone before cannot be redone then, also while the text is not a valid request.
    private static func noteTyping(_ state: inout RequestState, in section: RequestSection?) {
        if section == .document { state.history.forgetUndone() }
        state.noteChange()
    }

    static func updateFromURL(_ state: inout RequestState) {
        state.params.rows = URLText.rows(for: state.url.text, keeping: state.params.rows)
        state.noteChange()
        RequestDocument.rewriteIfShown(&state, whileTyping: true)
    }

    /// Converts words in the URL bar when it loses the focus; words that need files wait until the request is sent.
    private static func leave(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        finish(&state, context)
        return PastedRequest.convertLeft(&state, context)
    }

    /// Goes on editing below the URL, so that what is typed after Tab is a text there and no command: in a new row, the value of a path
    /// parameter without one, or an empty text.
    private static func editFirst(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        guard state.part == .content, let index = state.sections.firstIndex(where: { !$0.isForm }) else { return [] }
        let section = state.sections[index]
        if let path = section.area {
            guard state[keyPath: path].isEmpty else { return [] }
            (state.sectionIndex, state.isEditingText) = (index, true)
            return []
        }
        state.sectionIndex = index
        let outcome = RequestRows.change(&state, context) { table, rows, shape, rect in
            let parameter = rows.firstIndex { section == .params && $0[0].hasPrefix(":") && $0[1].isEmpty }
            table.select(row: parameter ?? rows.count, column: parameter == nil ? 0 : 1, rows: rows, shape: shape, in: rect)
            return table.beginEditing(rows: &rows, shape: shape, in: rect)
        }
        RequestCompletion.offerAll(&state, context)
        return outcome
    }

    private static func leaveURL(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        let effects = leave(&state, context)
        if state.sections.isEmpty { return effects }
        state.part = .content
        state.sectionIndex = 0
        return effects
    }
}

/// Table rows from pasted text: a query, a form body or header lines.
enum PastedRows {
    /// The rows in the text for a section; nil if it is a plain word or the section has no rows of names and values.
    static func rows(_ text: String, for section: RequestSection) -> [TableRow]? {
        if [.headers, .params, .form, .variables].contains(section), let cells = TableText.cells(text, columns: 2) { return cells }
        return switch section {
        case .headers: headers(text)
        case .params: pairs(text) { $0.split(separator: "&").map(row) }
        // Form rows are escaped when they are sent; query rows are sent as they are.
        case .form, .variables: pairs(text, FormText.rows)
        default: nil
        }
    }

    /// Lines of the form `Name: value`, as in browsers and logs; a request line or status line above them is skipped.
    private static func headers(_ text: String) -> [TableRow]? {
        var lines = lines(text)
        if let first = lines.first, first.hasPrefix("HTTP/") || first.split(separator: " ").last?.hasPrefix("HTTP/") == true {
            lines.removeFirst()
        }
        guard !lines.isEmpty, lines.allSatisfy({ isHeader($0) || $0.hasPrefix("#") }) else { return nil }
        return TableText.headers.read(lines.joined(separator: "\n"))
    }

    /// Pairs of the form `a=1&b=2`, also after a `?` or at the end of a URL, or lines of the form `name=value` or `name: value`.
    private static func pairs(_ text: String, _ items: (String) -> [Row]) -> [TableRow]? {
        let lines = lines(text)
        guard let first = lines.first else { return nil }
        if lines.count > 1 {
            if !lines.contains(where: { $0.contains("=") }), lines.allSatisfy(isHeader) { return headers(text) }
            return lines.allSatisfy { $0.contains("=") || $0.hasPrefix("#") } ? TableText.parameters.read(text) : nil
        }
        let query = queryText(first)
        guard query.contains("=") || query != first && !query.isEmpty else { return nil }
        return RowsState.rows(items(query))
    }

    private static func row(_ item: Substring) -> Row {
        guard let sign = item.firstIndex(of: "=") else { return Row(String(item), isBare: true) }
        return Row(String(item[..<sign]), String(item[item.index(after: sign)...]))
    }

    /// The query of a URL, or the text itself.
    private static func queryText(_ text: String) -> String {
        guard text.hasPrefix("?") || text.contains("://"), let questionMark = text.firstIndex(of: "?") else { return text }
        return String(text[text.index(after: questionMark)...].prefix { $0 != "#" })
    }

    private static func isHeader(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
        return !line[..<colon].contains(" ") && !line[colon...].hasPrefix("://")
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
    }
}
