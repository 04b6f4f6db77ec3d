import Screen
import Widgets
import Workspace

/// Completes the word at the cursor: variables anywhere, header names and values, URLs, what captures and assertions can say.
enum RequestCompletion {
    /// A key while completions are shown; nil when it is the text's.
    static func press(_ state: inout AppState, _ key: Key) -> [Effect]? {
        guard var completion = state.request.completion else { return nil }
        if key == Key(.tab), !completion.hasChoice, !isInVariable(state) {
            state.request.completion = nil
            return nil
        }
        switch completion.handle(key) {
        case .moved: state.request.completion = completion
        case .closed: state.request.completion = nil
        case .accepted(let item): return accept(&state, item, completion.range)
        case nil: return nil
        }
        return []
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard var completion = state.request.completion, let frame = frame(state), frame.contains(event.position) else {
            if event.isPress { state.request.completion = nil }
            return nil
        }
        if case .accepted(let item)? = completion.handle(event, in: frame) { return accept(&state, item, completion.range) }
        return []
    }

    /// Looks what the word can become, after a key that typed something; other keys close the window.
    /// - Returns: what must be read for it.
    static func update(_ state: inout AppState, after key: Key) -> [Effect] {
        let isTyping: Bool =
            switch key.code {
            case .character: key.modifiers.isSubset(of: .shift)
            case .backspace: true
            default: false
            }
        guard isTyping, state.request.isEditing, let place = CompletionPlace(state) else {
            state.request.completion = nil
            return []
        }
        return show(&state, place)
    }

    /// Begins to edit the cell under a click, where that is one of a few words.
    static func beginChoosing(_ state: inout AppState, at point: Point) {
        guard !state.request.isEditing, let section = state.request.section, let path = section.rows else { return }
        let (rect, rows) = (state.requestLayout.rect(of: section), state.request[keyPath: path])
        guard rows.table.selected < rows.rows.count, CompletionPlace.isOfFewWords(section, rows.table),
            rows.table.cursorCell(in: rect, rows: rows.rows, shape: state.shape(of: section))?.contains(point) == true
        else { return }
        RequestRows.change(&state) { $0.openCell(rows: &$1, shape: $2, in: $3) }
    }

    /// Shows all that a cell can say that has begun to be edited, where that is one of a few words.
    static func offerAll(_ state: inout AppState) {
        guard state.request.isEditing, let place = CompletionPlace(state), place.kind.isOfFewWords else { return }
        let words = CompletionWords.words(for: place.kind, state)
        state.request.completion = CompletionState(words, typed: "", replacing: 0..<place.text.utf8.count)
    }

    /// Takes what is in the folder of the path that is typed, unless another one is by now.
    static func take(_ state: inout AppState, _ listing: FolderListing) {
        state.workspace.listing = listing
        guard state.request.isEditing, let place = CompletionPlace(state), place.path?.folder == listing.folder else { return }
        state.request.completion = find(state, place)
    }

    private static func show(_ state: inout AppState, _ place: CompletionPlace) -> [Effect] {
        state.request.completion = find(state, place)
        guard place.variable == nil, let folder = place.path?.folder else { return [] }
        // Read anew for each folder, so that what is offered is there.
        return state.workspace.listing?.folder == folder && state.request.completion != nil ? [] : [.workspace(.listFolder(folder))]
    }

    /// The cells of the completion list; nil while none is open.
    static func frame(_ state: AppState) -> Rect? {
        guard let completion = state.request.completion, let cursor = CompletionPlace.anchor(state) else { return nil }
        return completion.frame(below: cursor, in: state.screenLayout.body)
    }

    /// True inside `{{`, where Tab takes the offered name: the reference would lack its end otherwise.
    private static func isInVariable(_ state: AppState) -> Bool { CompletionPlace(state)?.variable != nil }

    private static func find(_ state: AppState, _ place: CompletionPlace) -> CompletionState? {
        if let variable = place.variable {
            let typed = String(place.text.utf8.dropFirst(variable.lowerBound).prefix(variable.count)) ?? ""
            return CompletionState(CompletionWords.variables(state), typed: typed, replacing: variable)
        }
        if let path = place.path { return findPath(state, place, path) }
        let count = place.text.utf8.count
        guard count > 0 || place.kind.isOfFewWords, count <= FuzzyMatcher.longestPattern, place.cursor == count else { return nil }
        let words = CompletionWords.words(for: place.kind, state)
        guard !words.isEmpty else { return nil }
        return CompletionState(words, typed: place.text, replacing: 0..<place.text.utf8.count)
    }

    /// Names that begin with a dot only where one is typed.
    private static func findPath(
        _ state: AppState, _ place: CompletionPlace, _ path: (typed: String, folder: String, range: Range<Int>)
    ) -> CompletionState? {
        guard let listing = state.workspace.listing, listing.folder == path.folder else { return nil }
        let begun = path.typed.dropFirst(path.folder.count)
        let names = listing.names.filter { $0.hasPrefix(".") == begun.hasPrefix(".") }
        let items = names.map { CompletionItem(place.written(path.folder + $0)) }
        return CompletionState(items, typed: place.written(path.typed), replacing: path.range)
    }

    /// A folder that is taken goes on with what is in it.
    private static func accept(_ state: inout AppState, _ item: CompletionItem, _ range: Range<Int>) -> [Effect] {
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
        guard item.text.hasSuffix("/"), let place = CompletionPlace(state), place.path != nil else { return [] }
        return show(&state, place)
    }
}
