extension EditableText {
    /// The same text with the cursor at another position.
    func withCursor(at position: TextPosition) -> EditableText {
        var text = self
        text.moveCursor(to: position)
        return text
    }

    /// The range of whole lines, without the last line end.
    func span(ofLines range: ClosedRange<Int>) -> VimObjects.Span {
        let end = TextPosition(line: range.upperBound, offset: lines[range.upperBound].count)
        return VimObjects.Span(range: TextPosition(line: range.lowerBound, offset: 0)..<end, isLinewise: true)
    }

    /// Deletes lines with one line end and moves the cursor to the line that takes their place.
    mutating func deleteLines(_ range: ClosedRange<Int>) {
        var start = TextPosition(line: range.lowerBound, offset: 0)
        var end = TextPosition(line: range.upperBound, offset: lines[range.upperBound].count)
        if range.upperBound + 1 < lines.count {
            end = TextPosition(line: range.upperBound + 1, offset: 0)
        } else if range.lowerBound > 0 {
            start = TextPosition(line: range.lowerBound - 1, offset: lines[range.lowerBound - 1].count)
        }
        replace(start..<end, with: "")
        let line = min(range.lowerBound, lines.count - 1)
        moveCursor(to: TextPosition(line: line, offset: lines[line].indentation))
    }

    /// Replaces lines by one line that keeps only the indentation of the first.
    mutating func clearLines(_ range: ClosedRange<Int>) {
        let start = TextPosition(line: range.lowerBound, offset: lines[range.lowerBound].indentation)
        replace(start..<TextPosition(line: range.upperBound, offset: lines[range.upperBound].count), with: "")
        moveCursor(to: start)
    }

    /// Adds or removes levels of indentation and moves the cursor to the first line.
    mutating func shiftLines(_ range: ClosedRange<Int>, outward: Bool, levels: Int) {
        asOneStep { text in
            text.moveCursor(to: TextPosition(line: range.lowerBound, offset: 0))
            for number in range {
                for _ in 0..<levels where text.lines[number].count > 0 {
                    let start = TextPosition(line: number, offset: 0)
                    let width = outward ? text.lines[number].outdentWidth : 0
                    text.replace(start..<TextPosition(line: number, offset: width), with: outward ? "" : Self.indentation)
                }
            }
            text.moveCursor(to: TextPosition(line: range.lowerBound, offset: text.lines[range.lowerBound].indentation))
        }
    }

    /// True if there is a space or nothing at `position`.
    func isSpace(at position: TextPosition) -> Bool {
        lines[position.line].character(at: position.offset).map { $0.isWhitespace } ?? true
    }

    /// The position one grapheme later, at most the end of the line.
    func afterOnLine(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line, offset: lines[position.line].next(position.offset))
    }

    /// The class of the character at `position`; a line end counts as a space.
    private func kind(at position: TextPosition, big: Bool) -> CharacterClass {
        guard let character = lines[position.line].character(at: position.offset) else { return .space }
        let kind = CharacterClass(character)
        return big && kind == .punctuation ? .word : kind
    }

    private func isEmptyLine(_ position: TextPosition) -> Bool { lines[position.line].count == 0 }

    /// The start of the next word, where an empty line counts as a word; the end of the text if there is none.
    func wordStart(after start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place < end, self.kind(at: place, big: big) == kind { place = after(place) }
        while place < end, self.kind(at: place, big: big) == .space {
            if isEmptyLine(place), place != start { return place }
            place = after(place)
        }
        return place
    }

    /// The last character of the next word that ends after `start`.
    func wordEnd(after start: TextPosition, big: Bool) -> TextPosition {
        var place = after(start)
        while place < end, kind(at: place, big: big) == .space { place = after(place) }
        let kind = kind(at: place, big: big)
        while true {
            let next = after(place)
            guard next.line == place.line, next != place, self.kind(at: next, big: big) == kind else { return place }
            place = next
        }
    }

    /// The start of the word before `start`, where an empty line counts as a word.
    func wordStart(before start: TextPosition, big: Bool) -> TextPosition {
        var place = before(start)
        while place > .zero, kind(at: place, big: big) == .space, !isEmptyLine(place) { place = before(place) }
        let kind = kind(at: place, big: big)
        while place.offset > 0, kind != .space, self.kind(at: before(place), big: big) == kind { place = before(place) }
        return place
    }

    /// The last character of the word before `start`, where an empty line counts as a word.
    func wordEnd(before start: TextPosition, big: Bool) -> TextPosition {
        var place = start
        let kind = kind(at: start, big: big)
        while kind != .space, place.offset > 0, self.kind(at: place, big: big) == kind { place = before(place) }
        if kind != .space, self.kind(at: place, big: big) == kind { place = before(place) }
        while place > .zero, self.kind(at: place, big: big) == .space, !(isEmptyLine(place) && place != start) { place = before(place) }
        return place
    }
}
