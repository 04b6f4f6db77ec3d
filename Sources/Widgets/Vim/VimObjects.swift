/// Finds vim's text objects at the cursor.
struct VimObjects {
    let text: EditableText

    /// A range of text; whole lines if `isLinewise`.
    struct Stretch: Equatable {
        var range: Range<TextPosition>
        var isLinewise = false
    }

    /// The text object at the cursor; nil if there is none.
    func stretch(of object: VimTextObject) -> Stretch? {
        switch object.kind {
        case .word(let big): Stretch(range: word(big: big, isAround: object.isAround))
        case .quotes(let quote): quoted(quote, isAround: object.isAround).map { Stretch(range: $0) }
        case .brackets(let open): bracketed(open, isAround: object.isAround)
        case .paragraph: Stretch(range: paragraph(isAround: object.isAround), isLinewise: true)
        }
    }

    private func word(big: Bool, isAround: Bool) -> Range<TextPosition> {
        let line = text.lines[text.cursor.line]
        let kind = { (character: Character) -> CharacterClass in
            let kind = CharacterClass(character)
            return big && kind == .punctuation ? .word : kind
        }
        guard let here = line.character(at: text.cursor.offset).map(kind) else { return text.cursor..<text.cursor }
        var (start, end) = (text.cursor.offset, text.cursor.offset)
        func extendEnd(_ wanted: (CharacterClass) -> Bool) {
            while let next = line.character(at: end), wanted(kind(next)) { end = line.next(end) }
        }
        func extendStart(_ wanted: (CharacterClass) -> Bool) {
            while let last = line.character(before: start), wanted(kind(last)) { start = line.previous(start) }
        }
        extendStart { $0 == here }
        extendEnd { $0 == here }
        if isAround, here == .space, let next = line.character(at: end).map(kind) {
            extendEnd { $0 == next }
        } else if isAround, here != .space {
            let word = end
            extendEnd { $0 == .space }
            if end == word { extendStart { $0 == .space } }
        }
        return range(start, end)
    }

    private func quoted(_ quote: Character, isAround: Bool) -> Range<TextPosition>? {
        let line = text.lines[text.cursor.line]
        let byte = quote.asciiValue ?? 0
        var places: [Int] = []
        var isEscaped = false
        for (offset, found) in line.text.utf8.enumerated() {
            if found == byte, !isEscaped { places.append(offset) }
            isEscaped = found == UInt8(ascii: "\\") && !isEscaped
        }
        for index in stride(from: 0, to: places.count - 1, by: 2) where places[index + 1] >= text.cursor.offset {
            let (open, close) = (places[index], places[index + 1])
            guard isAround else { return range(open + 1, close) }
            var end = close + 1
            while line.byte(at: end) == UInt8(ascii: " ") { end += 1 }
            return range(open, end)
        }
        return nil
    }

    private func bracketed(_ open: Character, isAround: Bool) -> Stretch? {
        let matcher = BracketMatcher(lines: text.lines)
        guard let start = matcher.opening(open.asciiValue ?? 0, around: text.cursor), let end = matcher.partner(of: start),
            end >= text.cursor
        else { return nil }
        if isAround { return Stretch(range: start..<text.after(end)) }
        let opensLine = start.offset + 1 == text.lines[start.line].count
        let closesLine = text.lines[end.line].indentation == end.offset
        guard opensLine, closesLine, end.line > start.line + 1 else { return Stretch(range: text.after(start)..<end) }
        let first = TextPosition(line: start.line + 1, offset: 0)
        return Stretch(range: first..<TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count), isLinewise: true)
    }

    private func paragraph(isAround: Bool) -> Range<TextPosition> {
        let isBlank = { (number: Int) in text.lines[number].count == text.lines[number].indentation }
        var (first, last) = (text.cursor.line, text.cursor.line)
        let here = isBlank(first)
        while first > 0, isBlank(first - 1) == here { first -= 1 }
        while last + 1 < text.lines.count, isBlank(last + 1) == here { last += 1 }
        if isAround, last + 1 < text.lines.count {
            let next = !here
            while last + 1 < text.lines.count, isBlank(last + 1) == next { last += 1 }
        }
        return TextPosition(line: first, offset: 0)..<TextPosition(line: last, offset: text.lines[last].count)
    }

    private func range(_ start: Int, _ end: Int) -> Range<TextPosition> {
        TextPosition(line: text.cursor.line, offset: start)..<TextPosition(line: text.cursor.line, offset: end)
    }
}
