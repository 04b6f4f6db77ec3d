extension EditableText {
    /// Where `motion` leads from `position`.
    ///
    /// - Parameter page: the rows that a page has.
    func target(of motion: TextMotion, from position: TextPosition, page: Int = 1) -> TextPosition {
        switch motion {
        case .left: before(position)
        case .right: after(position)
        case .up: vertically(-1, from: position)
        case .down: vertically(1, from: position)
        case .pageUp: vertically(-max(1, page - 1), from: position)
        case .pageDown: vertically(max(1, page - 1), from: position)
        case .wordLeft: wordStart(before: position)
        case .wordRight: wordEnd(after: position)
        case .lineStart: TextPosition(line: position.line, offset: 0)
        case .lineEnd: TextPosition(line: position.line, offset: lines[position.line].count)
        case .indentation: indentation(from: position)
        case .textStart: .zero
        case .textEnd: end
        }
    }

    /// Moves the cursor; without `selecting`, left and right leave a selection at its ends.
    mutating func move(_ motion: TextMotion, selecting: Bool = false, page: Int = 1) {
        if !selecting, let range = selection.range, motion == .left || motion == .right {
            return moveCursor(to: motion == .left ? range.lowerBound : range.upperBound)
        }
        let keepsColumn = [.up, .down, .pageUp, .pageDown].contains(motion)
        let column = goalColumn ?? lines[cursor.line].column(at: cursor.offset)
        moveCursor(to: target(of: motion, from: cursor, page: page), selecting: selecting)
        if keepsColumn { goalColumn = column }
    }

    /// Takes out what is selected, or else what `motion` passes over.
    mutating func delete(_ motion: TextMotion) {
        if let range = selection.range { return replace(range, with: "") }
        let target = target(of: motion, from: cursor)
        let kind: EditHistory.Kind = target < cursor ? .deletingBackward : .deletingForward
        replace(min(target, cursor)..<max(target, cursor), with: "", kind: kind)
    }

    /// The place one grapheme earlier, the end of the line before at a line's start.
    func before(_ position: TextPosition) -> TextPosition {
        if position.offset > 0 {
            return TextPosition(line: position.line, offset: lines[position.line].previous(position.offset))
        }
        guard position.line > 0 else { return .zero }
        return TextPosition(line: position.line - 1, offset: lines[position.line - 1].count)
    }

    /// The place one grapheme later, the start of the next line at a line's end.
    func after(_ position: TextPosition) -> TextPosition {
        let line = lines[position.line]
        if position.offset < line.count { return TextPosition(line: position.line, offset: line.next(position.offset)) }
        return position.line + 1 < lines.count ? TextPosition(line: position.line + 1, offset: 0) : position
    }

    /// The bounds of the run of characters of one class at `position`, on its line; empty on an empty line.
    func word(at position: TextPosition) -> Range<TextPosition> {
        let line = lines[position.line]
        guard let character = line.character(at: position.offset) ?? line.character(before: position.offset) else {
            return position..<position
        }
        let kind = CharacterClass(character)
        let middle = line.character(at: position.offset) == nil ? line.previous(position.offset) : position.offset
        let (start, end) = (skip(kind, back: middle, on: line), skip(kind, forward: middle, on: line))
        return TextPosition(line: position.line, offset: start)..<TextPosition(line: position.line, offset: end)
    }

    private func vertically(_ rows: Int, from position: TextPosition) -> TextPosition {
        let line = position.line + rows
        guard line >= 0 else { return .zero }
        guard line < lines.count else { return end }
        let column = goalColumn ?? lines[position.line].column(at: position.offset)
        return TextPosition(line: line, offset: lines[line].offset(atColumn: column))
    }

    private func indentation(from position: TextPosition) -> TextPosition {
        let indentation = lines[position.line].indentation
        return TextPosition(line: position.line, offset: position.offset == indentation ? 0 : indentation)
    }

    private func wordStart(before position: TextPosition) -> TextPosition {
        guard position.offset > 0 else { return before(position) }
        let line = lines[position.line]
        let offset = skip(.space, back: position.offset, on: line)
        guard let character = line.character(before: offset) else { return TextPosition(line: position.line, offset: 0) }
        return TextPosition(line: position.line, offset: skip(CharacterClass(character), back: offset, on: line))
    }

    private func wordEnd(after position: TextPosition) -> TextPosition {
        let line = lines[position.line]
        guard position.offset < line.count else { return after(position) }
        let offset = skip(.space, forward: position.offset, on: line)
        guard let character = line.character(at: offset) else { return TextPosition(line: position.line, offset: line.count) }
        return TextPosition(line: position.line, offset: skip(CharacterClass(character), forward: offset, on: line))
    }

    private func skip(_ kind: CharacterClass, forward start: Int, on line: TextLine) -> Int {
        var offset = start
        while let character = line.character(at: offset), CharacterClass(character) == kind { offset = line.next(offset) }
        return offset
    }

    private func skip(_ kind: CharacterClass, back start: Int, on line: TextLine) -> Int {
        var offset = start
        while let character = line.character(before: offset), CharacterClass(character) == kind { offset = line.previous(offset) }
        return offset
    }
}

extension TextLine {
    /// The offset of the first character that is neither a space nor a tab.
    var indentation: Int { text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }
}
