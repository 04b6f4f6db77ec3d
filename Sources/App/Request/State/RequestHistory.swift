import Widgets
import Workspace

/// Undo and redo over everything in a request.
///
/// A text undoes its own changes; here stands only whose turn it is. All else is small and kept whole.
struct RequestHistory: Equatable, Sendable {
    /// The part of the request that a change was made to.
    enum Entry: Equatable, Sendable {
        /// All but the texts was this before.
        case content(RequestContent)
        /// The text of a section has taken a step.
        case text(RequestSection)
        /// These changed at once, as when another request comes into the editors, and go back at once.
        case together([Entry])
    }

    /// A place where typing goes on.
    enum Place: Equatable, Sendable {
        case url
        case cell(RequestSection, row: Int, column: Int)
    }

    private static let mostEntries = 1_000

    private(set) var undoable: [Entry] = []
    private(set) var redoable: [Entry] = []
    /// Goes up with every change, whatever it was.
    private(set) var changeNumber = 0
    private var noted: RequestContent?
    private var steps: [RequestSection: Int] = [:]
    private var lastPlace: Place?
    /// The content before the URL was edited, now or the last time.
    private var beforeURL: RequestContent?
    private var isTypingURL = false

    init() {}

    /// Begins with nothing to undo.
    init(_ mark: DraftSnapshot) { noted = mark.content }

    /// Looks what has changed since the last time.
    mutating func note(_ mark: DraftSnapshot, steps new: [RequestSection: Int], place: Place?) {
        var changes: [Entry] = []
        if place == .url, !isTypingURL { (isTypingURL, beforeURL) = (true, noted) }
        if let noted, noted != mark.content {
            changeNumber += 1
            // A row that was added and left empty is gone again: there is nothing to take back.
            if case .cell = lastPlace, place == nil, undoable.last == .content(mark.content) {
                undoable.removeLast()
            } else if place == nil || place != lastPlace {
                changes.append(.content(noted))
            }
            lastPlace = place
        }
        noted = mark.content
        for (section, number) in new where number != steps[section, default: 0] {
            if number > steps[section, default: 0] { changes.append(.text(section)) } else { moveBack(section) }
            changeNumber += 1
            steps[section] = number
        }
        if let first = changes.first { push(changes.count == 1 ? first : .together(changes)) }
    }

    /// Gives the request its new name in all that was and will be.
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

    /// Ends what was typed in one place.
    mutating func close() { (lastPlace, isTypingURL) = (nil, false) }

    /// The content before the URL was edited, which then counts as no change; nil if that is not known.
    ///
    /// - Parameter stillTyping: whether that must not have ended.
    mutating func takeBackURL(stillTyping: Bool) -> RequestContent? {
        guard let before = beforeURL, isTypingURL || !stillTyping else { return nil }
        beforeURL = nil
        if undoable.last == .content(before) {
            undoable.removeLast()
            noted = before
            changeNumber += 1
        }
        return before
    }

    /// Takes the last entry off; the caller undoes it and gives what is to be redone.
    mutating func popUndo() -> Entry? { undoable.popLast() }
    /// Takes the last entry off that was undone.
    mutating func popRedo() -> Entry? { redoable.popLast() }

    /// Keeps what was undone for redo, with what is there now.
    mutating func keepForRedo(_ entry: Entry, _ mark: DraftSnapshot, steps: [RequestSection: Int]) {
        redoable.append(entry)
        settle(mark, steps)
    }

    /// Keeps what was redone for undo, with what is there now.
    mutating func keepForUndo(_ entry: Entry, _ mark: DraftSnapshot, steps: [RequestSection: Int]) {
        undoable.append(entry)
        settle(mark, steps)
    }

    private mutating func settle(_ mark: DraftSnapshot, _ steps: [RequestSection: Int]) {
        changeNumber += 1
        noted = mark.content
        self.steps = steps
        lastPlace = nil
    }

    private mutating func push(_ entry: Entry) {
        redoable = []
        undoable.append(entry)
        if undoable.count > Self.mostEntries { undoable.removeFirst() }
    }

    /// A text has undone by itself.
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

extension RequestState {
    /// Takes the last change back, wherever it was, and shows the place; false when there is none.
    mutating func undo() -> Bool {
        while let entry = history.popUndo() {
            guard let inverse = apply(entry, undoing: true) else { continue }
            history.keepForRedo(inverse, mark, steps: Self.steps(of: self))
            noteChange()
            return true
        }
        return false
    }

    /// Brings the last change back that was undone; false when there is none.
    mutating func redo() -> Bool {
        while let entry = history.popRedo() {
            guard let inverse = apply(entry, undoing: false) else { continue }
            history.keepForUndo(inverse, mark, steps: Self.steps(of: self))
            noteChange()
            return true
        }
        return false
    }

    /// Gives the URL back what it was before it was typed in, with its parameters.
    mutating func giveBackURL(stillTyping: Bool) {
        guard let before = history.takeBackURL(stillTyping: stillTyping) else { return }
        url = TextFieldState(text: before.url)
        params.show(before.tables[0])
        noteChange()
        // Who has edited it looks for it where it was.
        isKept = isKept || !isBlank
    }

    /// Undoes or redoes an entry and gives its opposite; nil when a text has nothing to take back.
    private mutating func apply(_ entry: RequestHistory.Entry, undoing: Bool) -> RequestHistory.Entry? {
        switch entry {
        case .content(let old):
            let now = content
            show(changeFrom: now, to: old)
            content = old
            return .content(now)
        case .text(let section):
            guard let path = section.area else { return nil }
            let outcome = undoing ? self[keyPath: path].undo() : self[keyPath: path].redo()
            guard outcome != nil else { return nil }
            reveal(section)
            return entry
        case .together(let parts):
            // What is shown last is the place of the small things: of the texts, many may be of another kind of body.
            let inverses = parts.reversed().compactMap { apply($0, undoing: undoing) }
            return inverses.isEmpty ? nil : .together(inverses.reversed())
        }
    }

    /// Goes to the tab on which the difference is seen.
    private mutating func show(changeFrom old: RequestContent, to new: RequestContent) {
        let sections = RequestSection.allCases.filter { $0.rows != nil }
        if old.url != new.url {
            part = .url
        } else if let index = old.tables.indices.first(where: { old.tables[$0] != new.tables[$0] }) {
            reveal(sections[index])
        }
    }

    /// Puts the cursor into a section, on the tab that shows it.
    mutating func reveal(_ section: RequestSection) {
        guard let tab = RequestTab.allCases.first(where: { RequestSection.shown(on: $0, of: self).contains(section) }) else { return }
        self.tab = tab
        part = .content
        sectionIndex = sections.firstIndex(of: section) ?? 0
    }
}
