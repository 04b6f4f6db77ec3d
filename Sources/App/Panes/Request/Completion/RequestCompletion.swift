import Screen
import Widgets
import Workspace

/// Completes the word at the cursor: variables anywhere, header names and values, URLs, what captures and assertions can say.
enum RequestCompletion {
    /// A key while completions are shown; nil when it is the text's.
    static func press(_ state: inout AppState, _ key: Key) -> [Effect]? {
        guard var completion = state.request.completion else { return nil }
        if key == Key(.tab), !completion.hasChoice, !continues(completion, state) {
            state.request.completion = nil
            return nil
        }
        switch completion.handle(key) {
        case .moved: state.request.completion = completion
        case .closed: state.request.completion = nil
        case .accepted(let item): accept(&state, item, completion.range)
        case nil: return nil
        }
        return []
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard var completion = state.request.completion, let frame = frame(state), frame.contains(event.position) else {
            if event.isPress { state.request.completion = nil }
            return nil
        }
        if case .accepted(let item)? = completion.handle(event, in: frame) { accept(&state, item, completion.range) }
        return []
    }

    /// Looks what the word can become, after a key that typed something; other keys close the window.
    static func update(_ state: inout AppState, after key: Key) {
        let isTyping: Bool =
            switch key.code {
            case .character: key.modifiers.isSubset(of: .shift)
            case .backspace: true
            default: false
            }
        guard isTyping, state.request.isEditing, let place = CompletionPlace(state) else {
            state.request.completion = nil
            return
        }
        state.request.completion = find(state, place)
    }

    /// Where the window stands; nil while there is none.
    static func frame(_ state: AppState) -> Rect? {
        guard let completion = state.request.completion, let cursor = CompletionPlace.anchor(state) else { return nil }
        return completion.frame(below: cursor, in: state.screenLayout.body)
    }

    /// Whether Tab takes what is offered: only what goes on as was typed, so that a name that nobody knows can be typed and left.
    private static func continues(_ completion: CompletionState, _ state: AppState) -> Bool {
        guard let place = CompletionPlace(state), place.variable == nil else { return true }
        let typed = place.text.lowercased()
        let offered = completion.current.text.lowercased()
        return offered.hasPrefix(typed) && offered != typed
    }

    private static func find(_ state: AppState, _ place: CompletionPlace) -> CompletionState? {
        if let variable = place.variable {
            let typed = String(place.text.utf8.dropFirst(variable.lowerBound).prefix(variable.count)) ?? ""
            return CompletionState(CompletionWords.variables(state), typed: typed, replacing: variable)
        }
        let count = place.text.utf8.count
        guard count > 0, count <= FuzzyMatcher.longestPattern, place.cursor == count else { return nil }
        let words = CompletionWords.words(for: place.kind, state)
        guard !words.isEmpty else { return nil }
        return CompletionState(words, typed: place.text, replacing: 0..<place.text.utf8.count)
    }

    private static func accept(_ state: inout AppState, _ item: CompletionItem, _ range: Range<Int>) {
        state.request.completion = nil
        if state.request.part == .url {
            state.request.url.replace(range, with: item.text)
            RequestEditing.followURL(&state)
        } else if let path = state.request.currentArea {
            let line = state.request[keyPath: path].cursor.line
            let place = TextPosition(line: line, offset: range.lowerBound)..<TextPosition(line: line, offset: range.upperBound)
            state.request[keyPath: path].replace(place, with: item.text)
            state.request.noteChange()
        } else {
            _ = RequestRows.handle(&state) { table, rows, _, _ in table.complete(range, with: item.text, rows: &rows) }
        }
    }
}
