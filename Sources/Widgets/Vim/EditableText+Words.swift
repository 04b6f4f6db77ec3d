extension EditableText {
    /// What stands at a place for moving by words; a line's end is a space.
    private func kind(at position: TextPosition, big: Bool) -> CharacterClass {
        guard let character = lines[position.line].character(at: position.offset) else { return .space }
        let kind = CharacterClass(character)
        return big && kind == .punctuation ? .word : kind
    }

    private func isEmptyLine(_ position: TextPosition) -> Bool { lines[position.line].count == 0 }

    /// The start of the next word, an empty line being one; the text's end when there is none.
    func wordStart(behind start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place < end, self.kind(at: place, big: big) == kind { place = after(place) }
        while place < end, self.kind(at: place, big: big) == .space {
            if isEmptyLine(place), place != start { return place }
            place = after(place)
        }
        return place
    }

    /// The last character of the word behind `start`.
    func wordEnd(behind start: TextPosition, big: Bool) -> TextPosition {
        var place = after(start)
        while place < end, kind(at: place, big: big) == .space { place = after(place) }
        let kind = kind(at: place, big: big)
        while true {
            let next = after(place)
            guard next.line == place.line, next != place, self.kind(at: next, big: big) == kind else { return place }
            place = next
        }
    }

    /// The start of the word before `start`, an empty line being one.
    func wordStart(ahead start: TextPosition, big: Bool) -> TextPosition {
        var place = before(start)
        while place > .zero, kind(at: place, big: big) == .space, !isEmptyLine(place) { place = before(place) }
        let kind = kind(at: place, big: big)
        while place.offset > 0, kind != .space, self.kind(at: before(place), big: big) == kind { place = before(place) }
        return place
    }

    /// The last character of the word before `start`, an empty line being one.
    func wordEnd(ahead start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place.offset > 0, self.kind(at: place, big: big) == kind { place = before(place) }
        if kind != .space, self.kind(at: place, big: big) == kind { place = before(place) }
        while place > .zero, self.kind(at: place, big: big) == .space, !(isEmptyLine(place) && place != start) { place = before(place) }
        return place
    }
}
