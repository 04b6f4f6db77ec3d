/// Finds vim's text objects at the cursor.
struct VimObjects {
    let text: EditableText

    /// A range of text; whole lines if `isLinewise`.
    struct Span: Equatable {
        var range: Range<TextPosition>
        var isLinewise = false
    }

    /// The text object at the cursor: so many words or paragraphs from it, or pairs of brackets around it; nil if there is none.
    func span(of object: VimTextObject, count: Int = 1) -> Span? {
        if case .brackets(let open) = object.kind { return bracketed(open, isAround: object.isAround, count: count) }
        guard var all = single(object) else { return nil }
        if case .quotes = object.kind { return all }
        for _ in 1..<max(1, count) {
            guard let next = next(object, after: all.range), next.range.upperBound > all.range.upperBound else { break }
            all.range = all.range.lowerBound..<next.range.upperBound
        }
        return all
    }

    /// The text object that extends a selection: with the next word or paragraph, or to the brackets around it; nil if there is none.
    func span(of object: VimTextObject, beyond selected: Range<TextPosition>) -> Span? {
        switch object.kind {
        case .quotes: return single(object)
        case .word, .paragraph:
            guard var next = next(object, after: selected) else { return nil }
            next.range = selected.lowerBound..<max(next.range.upperBound, selected.upperBound)
            return next
        case .brackets:
            let outer = VimObjects(text: text.withCursor(at: selected.lowerBound))
            var count = 1
            while let enclosing = outer.span(of: object, count: count) {
                let holds = enclosing.range.lowerBound <= selected.lowerBound && enclosing.range.upperBound >= selected.upperBound
                if holds, enclosing.range != selected { return enclosing }
                count += 1
            }
            return nil
        }
    }

    /// The text object that follows a range.
    private func next(_ object: VimTextObject, after range: Range<TextPosition>) -> Span? {
        let start = object.kind == .paragraph ? text.after(range.upperBound) : range.upperBound
        return VimObjects(text: text.withCursor(at: start)).single(object)
    }

    private func single(_ object: VimTextObject) -> Span? {
        switch object.kind {
        case .word(let big): Span(range: word(big: big, isAround: object.isAround))
        case .quotes(let quote): quoted(quote, isAround: object.isAround).map { Span(range: $0) }
        case .brackets(let open): bracketed(open, isAround: object.isAround, count: 1)
        case .paragraph: Span(range: paragraph(isAround: object.isAround), isLinewise: true)
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
            var (start, end) = (places[index], places[index + 1])
            guard isAround else { return range(start + 1, end) }
            end += 1
            let close = end
            while line.byte(at: end) == UInt8(ascii: " ") { end += 1 }
            while end == close, start > 0, line.byte(at: start - 1) == UInt8(ascii: " ") { start -= 1 }
            return range(start, end)
        }
        return nil
    }

    private func bracketed(_ open: Character, isAround: Bool, count: Int) -> Span? {
        let matcher = BracketMatcher(lines: text.lines)
        guard var start = matcher.opening(open.asciiValue ?? 0, around: text.cursor) else { return nil }
        for _ in 1..<max(1, count) {
            guard start > .zero, let outer = matcher.opening(open.asciiValue ?? 0, around: text.before(start)) else { return nil }
            start = outer
        }
        guard let end = matcher.partner(of: start), end >= text.cursor else { return nil }
        if isAround { return Span(range: start..<text.after(end)) }
        let opensLine = start.offset + 1 == text.lines[start.line].count
        let closesLine = text.lines[end.line].indentation == end.offset
        guard opensLine, closesLine, end.line > start.line + 1 else { return Span(range: text.after(start)..<end) }
        let first = TextPosition(line: start.line + 1, offset: 0)
        return Span(range: first..<TextPosition(line: end.line - 1, offset: text.lines[end.line - 1].count), isLinewise: true)
    }

    private func paragraph(isAround: Bool) -> Range<TextPosition> {
        let isBlank = { (number: Int) in text.lines[number].count == text.lines[number].indentation }
        var (first, last) = (text.cursor.line, text.cursor.line)
        let here = isBlank(first)
        while first > 0, isBlank(first - 1) == here { first -= 1 }
        while last + 1 < text.lines.count, isBlank(last + 1) == here { last += 1 }
        if isAround, last + 1 < text.lines.count {
            while last + 1 < text.lines.count, isBlank(last + 1) != here { last += 1 }
        } else if isAround, !here {
            while first > 0, isBlank(first - 1) { first -= 1 }
        }
        return TextPosition(line: first, offset: 0)..<TextPosition(line: last, offset: text.lines[last].count)
    }

    private func range(_ start: Int, _ end: Int) -> Range<TextPosition> {
        TextPosition(line: text.cursor.line, offset: start)..<TextPosition(line: text.cursor.line, offset: end)
    }
}
