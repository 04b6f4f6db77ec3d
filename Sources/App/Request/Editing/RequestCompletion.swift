import Screen
import Widgets
import Workspace

/// Completes the word at the cursor: variables, header names and values, URLs, and the words of captures and assertions.
enum RequestCompletion {
    /// Handles a key while completions are shown; nil if the key is for the text.
    static func press(_ state: inout RequestState, _ context: RequestContext, _ key: Key) -> RequestOutcome? {
        if key == .character(" "), chooseNext(&state, context) { return [] }
        guard var completion = state.completion else { return nil }
        switch completion.handle(key) {
        case .moved: state.completion = completion
        case .closed: state.completion = nil
        case .accepted(let item): return accept(&state, context, item, completion.range)
        case nil:
            if key == Key(.tab) { state.completion = nil }
            return nil
        }
        return []
    }

    /// Goes to the next of a few words in an empty cell, as Space does in forms; false for other cells.
    private static func chooseNext(_ state: inout RequestState, _ context: RequestContext) -> Bool {
        guard state.isEditing, let place = CompletionPlace(state), place.kind.isOfFewWords, place.text.isEmpty else { return false }
        if state.completion == nil { offerAll(&state, context) }
        guard var completion = state.completion else { return false }
        _ = completion.handle(Key(.down))
        state.completion = completion
        return true
    }

    static func mouse(_ state: inout RequestState, _ context: RequestContext, _ event: MouseEvent) -> RequestOutcome? {
        guard var completion = state.completion, let frame = frame(state, context), frame.contains(event.position) else {
            if event.isPress { state.completion = nil }
            return nil
        }
        if case .accepted(let item)? = completion.handle(event, in: frame) { return accept(&state, context, item, completion.range) }
        state.completion = completion
        return []
    }

    /// Updates the completions after a key that typed something; other keys close the list.
    /// - Returns: the effects that read missing data.
    static func update(_ state: inout RequestState, _ context: RequestContext, after key: Key) -> RequestOutcome {
        let isTyping: Bool =
            switch key.code {
            case .character, .characters: key.modifiers.isSubset(of: .shift)
            case .backspace: true
            default: false
            }
        state.unknownVariable = nil
        guard isTyping, state.isEditing, let place = CompletionPlace(state) else {
            state.completion = nil
            return []
        }
        return show(&state, context, place)
    }

    /// Begins to edit a clicked cell if only a few words are possible in it.
    static func beginChoosing(_ state: inout RequestState, _ context: RequestContext, at point: Point) {
        guard !state.isEditing, let section = state.section, let path = section.rows else { return }
        let (rect, rows) = (context.layout(of: state).rect(of: section), state[keyPath: path])
        guard rows.table.selected < rows.rows.count, CompletionPlace.isOfFewWords(section, rows.table),
            rows.table.cursorCell(in: rect, rows: rows.rows, shape: context.shape(of: section, state))?.contains(point) == true
        else { return }
        _ = RequestRows.change(&state, context) { $0.openCell(rows: &$1, shape: $2, in: $3) }
    }

    /// Shows all possible words for a cell when its editing begins, if there are only a few.
    static func offerAll(_ state: inout RequestState, _ context: RequestContext) {
        guard state.isEditing, let place = CompletionPlace(state), place.kind.isOfFewWords else { return }
        let words = CompletionWords.words(for: place.kind, state, context)
        state.completion = CompletionState(
            words, typed: "", replacing: 0..<place.text.utf8.count, enterAccepts: true, onlyContinuations: true)
    }

    /// Stores the content of the folder in the path that is being typed, unless the path has changed since.
    static func store(_ state: inout RequestState, _ context: RequestContext, _ listing: FolderListing) {
        guard state.isEditing, let place = CompletionPlace(state), place.path?.folder == listing.folder else { return }
        state.completion = find(state, context, place)
    }

    /// Finds the words of a list of variables again, open or not; the cursor stays on its word.
    static func refresh(_ state: inout RequestState, _ context: RequestContext) {
        guard state.isEditing, let place = CompletionPlace(state), let variable = place.variable,
            variable == state.completion?.range ?? state.unknownVariable
        else { return }
        let (old, new) = (state.completion, find(state, context, place))
        guard new?.items != old?.items else { return }
        state.completion = old.flatMap { new?.withCursor(of: $0) } ?? new
        state.unknownVariable = new == nil ? variable : nil
    }

    private static func show(_ state: inout RequestState, _ context: RequestContext, _ place: CompletionPlace) -> RequestOutcome {
        state.completion = find(state, context, place)
        if state.completion == nil { state.unknownVariable = place.variable }
        guard place.variable == nil, let folder = place.path?.folder else { return [] }
        // Read again for each folder, so that the list is current.
        return context.listing?.folder == folder && state.completion != nil ? [] : [.effect(.workspace(.listFolder(folder)))]
    }

    /// The cells of the completion list; nil while none is open.
    static func frame(_ state: RequestState, _ context: RequestContext) -> Rect? {
        guard let completion = state.completion, let cursor = CompletionPlace.anchor(state, context) else { return nil }
        return completion.frame(below: cursor, in: context.body)
    }

    private static func find(_ state: RequestState, _ context: RequestContext, _ place: CompletionPlace) -> CompletionState? {
        if let variable = place.variable {
            let typed = String(place.text.utf8.dropFirst(variable.lowerBound).prefix(variable.count)) ?? ""
            return CompletionState(CompletionWords.variables(state, context), typed: typed, replacing: variable, enterAccepts: true)
        }
        if let path = place.path { return findPath(state, context, place, path) }
        let count = place.text.utf8.count
        guard count > 0 || place.kind.isOfFewWords, count <= FuzzyMatcher.longestPattern, place.cursor == count else { return nil }
        var words = CompletionWords.words(for: place.kind, state, context)
        // The address that is typed already needs no list, which would take the next Esc.
        if place.kind == .url { words.removeAll { [place.text, "http://" + place.text].contains($0.text) } }
        guard !words.isEmpty else { return nil }
        return CompletionState(
            words, typed: place.text, replacing: 0..<place.text.utf8.count, enterAccepts: place.kind != .url, onlyContinuations: true,
            ignoringCase: place.kind == .headerName)
    }

    /// Offers the names in the folder of a path; those that begin with a dot only after a dot.
    private static func findPath(
        _ state: RequestState, _ context: RequestContext, _ place: CompletionPlace,
        _ path: (typed: String, folder: String, range: Range<Int>)
    ) -> CompletionState? {
        guard let listing = context.listing, listing.folder == path.folder else { return nil }
        let begun = path.typed.dropFirst(path.folder.count)
        let names = listing.names.filter { $0.hasPrefix(".") == begun.hasPrefix(".") }
        let items = names.map { CompletionItem(place.written(path.folder + $0)) }
        return CompletionState(
            items, typed: place.written(path.typed), replacing: path.range, enterAccepts: state.part != .url, onlyContinuations: true)
    }

    /// Inserts the accepted completion; after a folder, completion continues with its content.
    private static func accept(_ state: inout RequestState, _ context: RequestContext, _ item: CompletionItem, _ range: Range<Int>)
        -> RequestOutcome
    {
        state.completion = nil
        if state.part == .url {
            state.url.replace(range, with: item.text)
            RequestEditing.updateFromURL(&state)
        } else if let path = state.currentArea {
            let line = state[keyPath: path].cursor.line
            // Replaces closing brackets that are there already, so that they are not doubled.
            let rest = state[keyPath: path].line(line).utf8.dropFirst(range.upperBound)
            let end = range.upperBound + (item.text.hasSuffix("}}") && rest.starts(with: "}}".utf8) ? 2 : 0)
            let place = TextPosition(line: line, offset: range.lowerBound)..<TextPosition(line: line, offset: end)
            state[keyPath: path].replace(place, with: item.text)
            state.noteChange()
        } else {
            _ = RequestRows.handle(&state, context) { table, rows, _, _ in table.complete(range, with: item.text, rows: &rows) }
        }
        guard item.text.hasSuffix("/"), let place = CompletionPlace(state), place.path != nil else { return [] }
        return show(&state, context, place)
    }
}
