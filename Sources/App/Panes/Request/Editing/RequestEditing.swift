import JSON
import Screen
import Widgets
import Workspace

/// Typing in the request: the URL, a cell of a table, the body's text.
enum RequestEditing {
    /// A key while something is edited; nil when it is not for the text.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        let isOther = state.request.part == .content && state.request.currentRows != nil
        if isOther { return RequestRows.handle(&state) { $0.handle(key, in: $3, rows: &$1, shape: $2) } }
        if state.request.part == .url {
            if key == Key(.tab) || key == Key(.down) { return leaveURL(&state) }
            return state.request.url.handle(key).map { takeURL(&state, $0) }
        }
        let rect = state.requestLayout.content
        return state.request.text.handle(key, in: rect).map { takeText(&state, $0) }
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        if state.request.part == .url { return takeURL(&state, state.request.url.paste(text)) }
        if let effects = RequestRows.handle(&state, { $0.paste(text, rows: &$1, shape: $2, in: $3) }) { return effects }
        return takeText(&state, state.request.text.paste(text))
    }

    /// Ends what is being edited; what was typed stays.
    static func finish(_ state: inout AppState) {
        state.request.isEditingText = false
        guard let path = state.request.currentRows, state.request[keyPath: path].table.isEditing else { return }
        _ = RequestRows.handle(&state) { table, rows, _, _ in table.endEditing(rows: &rows) }
    }

    static func undo(_ state: inout AppState) {
        if state.request.part == .url { _ = state.request.url.undo() } else if state.request.hasText { _ = state.request.text.undo() }
        followURL(&state)
    }

    static func redo(_ state: inout AppState) {
        if state.request.part == .url { _ = state.request.url.redo() } else if state.request.hasText { _ = state.request.text.redo() }
        followURL(&state)
    }

    /// Moves the cursor of the body's text; false at its beginning, where the URL is next.
    static func move(_ state: inout AppState, _ motion: Motion) -> Bool {
        if motion == .up, state.request.text.cursor.line == 0 { return false }
        _ = state.request.text.handle(motion.key, in: state.requestLayout.content)
        return true
    }

    static func replaceText(_ state: inout AppState, with text: String) {
        guard state.request.hasText else { return }
        state.request.text.replaceAll(with: text)
    }

    /// Lays the JSON body out anew, or says where it breaks. Variables outside of strings stand for values.
    static func format(_ state: inout AppState) -> [Effect] {
        do {
            let pretty = try JSONValue(parsing: state.request.text.text).prettyText
            replaceText(&state, with: pretty)
            state.request.noteChange()
            return []
        } catch {
            return state.say(.error, "The body is not JSON: \(error)")
        }
    }

    private static func takeURL(_ state: inout AppState, _ outcome: TextInputOutcome) -> [Effect] {
        switch outcome {
        case .submitted:
            state.request.isEditingText = false
            return RequestSending.send(&state)
        case .cancelled: state.request.isEditingText = false
        case .changed, .pasted: followURL(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            followURL(&state)
            return [.copy(text, name: "the selection")]
        case .moved, .wantsPaste: break
        }
        return []
    }

    private static func takeText(_ state: inout AppState, _ outcome: TextInputOutcome) -> [Effect] {
        switch outcome {
        case .cancelled: state.request.isEditingText = false
        case .changed, .pasted: state.request.noteChange()
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            state.request.noteChange()
            return [.copy(text, name: "the selection")]
        case .moved, .submitted, .wantsPaste: break
        }
        return []
    }

    private static func followURL(_ state: inout AppState) {
        state.request.params.rows = URLText.rows(for: state.request.url.text, keeping: state.request.params.rows)
        state.request.noteChange()
    }

    private static func leaveURL(_ state: inout AppState) -> [Effect] {
        state.request.isEditingText = false
        state.request.part = .content
        return []
    }
}
