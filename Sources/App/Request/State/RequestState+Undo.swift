import Widgets

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
