import Widgets
import Workspace

/// Undo and redo over everything in a request.
///
/// Each text undoes its own changes; an entry here records only that it is the text's turn. Everything else is small and stored whole.
struct RequestHistory: Equatable, Sendable {
    /// The part of the request that a change was made to.
    enum Entry: Equatable, Sendable {
        /// The previous value of everything but the texts.
        case content(RequestContent)
        /// The text of a section was changed by one step.
        case text(RequestSection)
        /// Changes made at once, as by loading another request, which are undone at once.
        case together([Entry])
    }

    /// A place in which typing continues.
    enum Place: Equatable, Sendable {
        case url
        case cell(RequestSection, row: Int, column: Int)
    }

    private static let maxEntries = 1_000

    private(set) var undoable: [Entry] = []
    private(set) var redoable: [Entry] = []
    /// Increases with every change.
    private(set) var changeNumber = 0
    private var noted: RequestContent?
    private var steps: [RequestSection: Int] = [:]
    private var lastPlace: Place?
    /// The content before the current or last editing of the URL.
    private var beforeURL: RequestContent?
    private var isTypingURL = false

    init() {}

    /// Begins with nothing to undo.
    init(_ snapshot: DraftSnapshot) { noted = snapshot.content.withoutBlankRows }

    /// Records the changes since the last call.
    mutating func record(_ snapshot: DraftSnapshot, steps new: [RequestSection: Int], place: Place?) {
        var changes: [Entry] = []
        let content = snapshot.content.withoutBlankRows
        if place == .url, !isTypingURL { (isTypingURL, beforeURL) = (true, noted) }
        if let noted, noted != content {
            changeNumber += 1
            // A row that was added and emptied again leaves nothing to undo.
            if case .cell = lastPlace, place == nil, undoable.last == .content(content) {
                undoable.removeLast()
            } else if place == nil || place != lastPlace {
                changes.append(.content(noted))
            }
            lastPlace = place
        }
        noted = content
        for (section, number) in new where number != steps[section, default: 0] {
            let added = number - steps[section, default: 0]
            if added > 0 { changes += Array(repeating: .text(section), count: added) } else { moveBack(section) }
            changeNumber += 1
            steps[section] = number
        }
        // The words of one text, typed at once, are undone one by one.
        guard changes.allSatisfy({ $0 == changes.first }) else { return push(.together(changes)) }
        for change in changes { push(change) }
    }

    /// Gives the request its new name in all entries.
    mutating func rename(to name: String) {
        func renamed(_ entry: Entry) -> Entry {
            switch entry {
            case .content(var content):
                content.base.name = name
                return .content(content)
            case .text: return entry
            case .together(let parts): return .together(parts.map(renamed))
            }
        }
        undoable = undoable.map(renamed)
        redoable = redoable.map(renamed)
        noted?.base.name = name
    }

    /// Ends the typing in one place.
    mutating func close() { (lastPlace, isTypingURL) = (nil, false) }

    /// Drops the undone changes, since something else was typed.
    mutating func forgetUndone() { redoable = [] }

    /// Removes the editing of the URL, or only one that has not ended, from the history and returns the content before it; nil if it is not known.
    mutating func removeURLEditing(stillTyping: Bool) -> RequestContent? {
        guard let before = beforeURL, isTypingURL || !stillTyping else { return nil }
        beforeURL = nil
        if undoable.last == .content(before) {
            undoable.removeLast()
            noted = before
            changeNumber += 1
        }
        return before
    }

    /// Removes the last entry to undo or to redo; the caller applies it and stores its inverse.
    mutating func pop(undoing: Bool) -> Entry? { undoing ? undoable.popLast() : redoable.popLast() }

    /// Stores the inverse of an undone entry for redo, or of a redone entry for undo, with the current content.
    mutating func store(inverse: Entry, undoing: Bool, _ snapshot: DraftSnapshot, steps: [RequestSection: Int]) {
        if undoing { redoable.append(inverse) } else { undoable.append(inverse) }
        changeNumber += 1
        noted = snapshot.content.withoutBlankRows
        self.steps = steps
        lastPlace = nil
    }

    private mutating func push(_ entry: Entry) {
        redoable = []
        undoable.append(entry)
        if undoable.count > Self.maxEntries { undoable.removeFirst() }
    }

    /// Moves the entry of a text that has handled undo itself to the redo list.
    private mutating func moveBack(_ section: RequestSection) {
        let text = Entry.text(section)
        switch undoable.last {
        case text: undoable.removeLast()
        case .together(let parts) where parts.contains(text):
            undoable[undoable.count - 1] = .together(parts.filter { $0 != text })
        default: return
        }
        redoable.append(text)
    }
}

/// A text of the Text tab that was discarded while it was not a valid request.
struct DiscardedText: Equatable, Sendable {
    let text: String
    /// The request before the text became invalid.
    let base: RequestDraft?
    /// The number of the last change after it was discarded.
    let changeNumber: Int
    /// True if other changes were discarded with it.
    let hasOtherChanges: Bool
}

extension RequestState {
    /// True if there is a change to undo: of the request, or in a text that is not a valid request.
    var canUndo: Bool { !history.undoable.isEmpty || section == .document && documentProblem != nil || canUndoDiscard }
    /// True if discarding an invalid text was the last change.
    var canUndoDiscard: Bool { discardedText?.changeNumber == history.changeNumber }
    /// True if there is an undone change to redo; the Text tab has changes of its own.
    var canRedo: Bool { !history.redoable.isEmpty || section == .document }

    /// Undoes the last change and shows its place; false if there is none.
    mutating func undo() -> Bool { step(undoing: true) }

    /// Redoes the last undone change; false if there is none.
    mutating func redo() -> Bool { step(undoing: false) }

    private mutating func step(undoing: Bool) -> Bool {
        while let entry = history.pop(undoing: undoing) {
            guard let inverse = apply(entry, undoing: undoing) else { continue }
            history.store(inverse: inverse, undoing: undoing, snapshot, steps: Self.steps(of: self))
            noteChange()
            return true
        }
        return false
    }

    /// Restores the URL from before its editing, with its parameters.
    mutating func restoreURL(stillTyping: Bool) {
        guard let before = history.removeURLEditing(stillTyping: stillTyping) else { return }
        url = TextFieldState(text: before.url)
        params.show(before.tables[0])
        noteChange()
        // The cursor returns to where the URL was edited.
        staysOpen = staysOpen || !isBlank
    }

    /// Undoes or redoes an entry and returns its inverse; nil if there is nothing to undo.
    private mutating func apply(_ entry: RequestHistory.Entry, undoing: Bool) -> RequestHistory.Entry? {
        switch entry {
        case .content(let old):
            let now = content.withoutBlankRows
            // Only the name was changed, which was saved since.
            guard now != old else { return nil }
            show(changeFrom: now, to: old)
            content = old
            AuthFields.mask(&auth.rows, of: base.auth)
            OptionFields.mask(&options.rows)
            return .content(now)
        case .text(let section):
            guard let path = section.area else { return nil }
            let outcome = undoing ? self[keyPath: path].undo() : self[keyPath: path].redo()
            guard outcome != nil else { return nil }
            reveal(section)
            return entry
        case .together(let parts):
            // The last comparison is that of the tables and fields: texts may belong to another kind of body.
            let inverses = parts.reversed().compactMap { apply($0, undoing: undoing) }
            return inverses.isEmpty ? nil : .together(inverses.reversed())
        }
    }

    /// Shows the tab with the difference.
    private mutating func show(changeFrom old: RequestContent, to new: RequestContent) {
        let sections = RequestSection.allCases.filter { $0.rows != nil }
        if old.url != new.url {
            part = .url
        } else if let index = old.tables.indices.first(where: { old.tables[$0] != new.tables[$0] }) {
            reveal(sections[index])
        }
    }

    /// Moves the cursor to a section, on the tab that shows it.
    mutating func reveal(_ section: RequestSection) {
        guard let tab = RequestTab.allCases.first(where: { RequestSection.shown(on: $0, of: self).contains(section) }) else { return }
        self.tab = tab
        part = .content
        sectionIndex = sections.firstIndex(of: section) ?? 0
    }
}
