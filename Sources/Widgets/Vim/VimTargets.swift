/// Computes the targets of vim's motions.
struct VimTargets {
    let text: EditableText
    /// The number of visible rows.
    let page: Int
    /// The last character search on a line.
    let lastFind: VimFind?

    /// The target of `motion` from the cursor; nil if it does not move. The motion of an operator may reach the end of the line.
    func target(of motion: VimMotion, count: Int?, forOperator: Bool) -> TextPosition? {
        let cursor = text.cursor
        let line = text.lines[cursor.line]
        switch motion {
        case .lineStart: return TextPosition(line: cursor.line, offset: 0)
        case .firstNonBlank: return firstNonBlank(cursor.line)
        case .lineEnd:
            let last = min(cursor.line + (count ?? 1) - 1, text.lines.count - 1)
            return TextPosition(line: last, offset: text.lines[last].count)
        case .left: return repeated(count) { $0.offset > 0 ? text.before($0) : nil }
        case .right: return repeated(count) { $0.offset < line.count ? text.after($0) : nil } ?? (forOperator ? nil : cursor)
        case .back: return repeated(count) { $0 > .zero ? text.before($0) : nil }
        case .forth: return repeated(count) { forth($0, forOperator: forOperator) }
        case .wordForward, .wordBackward, .wordEnd, .wordEndBackward: return word(motion, count)
        case .find(let find): return place(of: find, count, isAgain: false)
        case .findAgain(let reversed): return lastFind.flatMap { place(of: $0.turned(reversed), count, isAgain: true) }
        case .search(let pattern, let isBackward): return place(of: TextSearch(pattern), backward: isBackward, count)
        case .bracket: return partner()
        case .paragraphForward: return paragraph(1, count)
        case .paragraphBackward: return paragraph(-1, count)
        default: return vertical(motion, count)
        }
    }

    /// The last character of the word under the cursor, or of a later word according to `count`.
    func endOfWord(_ count: Int, big: Bool) -> TextPosition {
        let line = text.lines[text.cursor.line]
        let here = line.character(at: text.cursor.offset).map(CharacterClass.init)
        let isWord = { (character: Character) -> Bool in
            let kind = CharacterClass(character)
            return big ? kind != .space : kind == here
        }
        var place = text.cursor
        while let next = line.character(at: line.next(place.offset)), isWord(next) { place = text.after(place) }
        for _ in 1..<max(1, count) { place = text.wordEnd(after: place, big: big) }
        return place
    }

    /// The first non-blank character of a line.
    func firstNonBlank(_ line: Int) -> TextPosition {
        TextPosition(line: line, offset: text.lines[line].indentation)
    }

    private func repeated(_ count: Int?, _ step: (TextPosition) -> TextPosition?) -> TextPosition? {
        var place = text.cursor
        for _ in 0..<(count ?? 1) {
            guard let next = step(place), next != place else { break }
            place = next
        }
        return place == text.cursor ? nil : place
    }

    /// The next position. Skips line ends unless an operator needs them.
    private func forth(_ place: TextPosition, forOperator: Bool) -> TextPosition? {
        let next = text.after(place)
        guard !forOperator, next.offset > 0, next.offset == text.lines[next.line].count, next != text.end else { return next }
        return text.after(next)
    }

    private func word(_ motion: VimMotion, _ count: Int?) -> TextPosition? {
        repeated(count) { place in
            switch motion {
            case .wordForward(let big): text.wordStart(after: place, big: big)
            case .wordBackward(let big): text.wordStart(before: place, big: big)
            case .wordEnd(let big): text.wordEnd(after: place, big: big)
            case .wordEndBackward(let big): text.wordEnd(before: place, big: big)
            default: nil
            }
        }
    }

    /// The position of a character on the line. A repeated `t` or `T` skips the character it stands next to.
    private func place(of find: VimFind, _ count: Int?, isAgain: Bool) -> TextPosition? {
        let line = text.lines[text.cursor.line]
        let step = find.isForward ? line.next : line.previous
        var offset = text.cursor.offset
        var remaining = count ?? 1
        if isAgain, find.isTill, line.character(at: step(offset)) == find.character { remaining += 1 }
        while remaining > 0 {
            let next = step(offset)
            guard next != offset, let character = line.character(at: next) else { return nil }
            offset = next
            if character == find.character { remaining -= 1 }
        }
        if find.isTill { offset = find.isForward ? line.previous(offset) : line.next(offset) }
        return TextPosition(line: text.cursor.line, offset: offset)
    }

    private func place(of search: TextSearch, backward: Bool, _ count: Int?) -> TextPosition? {
        repeated(count) { place in
            let match =
                backward ? search.previous(in: text.lines, from: place) : search.next(in: text.lines, from: text.after(place))
            return match?.lowerBound
        }
    }

    private func partner() -> TextPosition? {
        let cursor = text.cursor
        let line = text.lines[cursor.line]
        var offset = cursor.offset
        while let character = line.character(at: offset) {
            if "{}[]()".contains(character) {
                return BracketMatcher(lines: text.lines).partner(of: TextPosition(line: cursor.line, offset: offset))
            }
            offset = line.next(offset)
        }
        return nil
    }

    private func paragraph(_ step: Int, _ count: Int?) -> TextPosition? {
        var number = text.cursor.line
        for _ in 0..<(count ?? 1) {
            while isBlank(number) { number += step }
            while text.lines.indices.contains(number), !isBlank(number) { number += step }
        }
        if number < 0 { return .zero }
        return number < text.lines.count ? TextPosition(line: number, offset: 0) : text.end
    }

    private func isBlank(_ number: Int) -> Bool { text.lines.indices.contains(number) && text.lines[number].count == 0 }

    private func vertical(_ motion: VimMotion, _ count: Int?) -> TextPosition? {
        let current = text.cursor.line
        let number =
            switch motion {
            case .up: current - (count ?? 1)
            case .down: current + (count ?? 1)
            case .previousLine: current - (count ?? 1)
            case .nextLine: current + (count ?? 1)
            case .firstLine: (count ?? 1) - 1
            case .lastLine: (count ?? text.lines.count) - 1
            case .pageDown: current + max(1, page - 2) * (count ?? 1)
            case .pageUp: current - max(1, page - 2) * (count ?? 1)
            case .halfPageDown: current + (count ?? max(1, page / 2))
            default: current - (count ?? max(1, page / 2))
            }
        let line = min(max(0, number), text.lines.count - 1)
        switch motion {
        case .up, .down:
            guard line != current else { return nil }
            let column = text.goalColumn ?? text.lines[current].column(at: text.cursor.offset)
            return TextPosition(line: line, offset: text.lines[line].offset(atColumn: column))
        case .pageDown, .pageUp, .halfPageDown, .halfPageUp: return firstNonBlank(line)
        default: return firstNonBlank(line)
        }
    }
}
