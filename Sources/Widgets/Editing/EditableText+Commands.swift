extension EditableText {
    /// Does what a key asks for.
    ///
    /// - Parameter page: the rows that a page has.
    /// - Returns: what came of it; nil when it does not concern this text now, such as a copy with nothing selected.
    mutating func apply(_ command: EditCommand, page: Int = 1) -> TextInputOutcome? {
        let old = revision
        switch command {
        case .copy: return selectedText.map { .copied($0) }
        case .cut: return cutSelection().map { .cut($0) }
        case .paste: return .wantsPaste
        case .move(let motion): move(motion, page: page)
        case .select(let motion): move(motion, selecting: true, page: page)
        case .delete(let motion): delete(motion)
        case .insert(let text): type(text)
        case .newline: insertNewline()
        case .transpose: transpose()
        case .indent: indent()
        case .outdent: outdent()
        case .selectAll: select(.zero..<end)
        case .undo: _ = undo()
        case .redo: _ = redo()
        }
        return revision == old ? .moved : .changed
    }

    /// Swaps the characters around the cursor, at a line's end the two before it.
    private mutating func transpose() {
        let line = lines[cursor.line]
        let middle = cursor.offset == line.count ? line.previous(line.count) : cursor.offset
        guard let first = line.character(before: middle), let second = line.character(at: middle) else { return }
        let start = TextPosition(line: cursor.line, offset: line.previous(middle))
        replace(start..<TextPosition(line: cursor.line, offset: line.next(middle)), with: "\(second)\(first)")
    }

    /// Takes out what is selected and gives it; nil when nothing is.
    mutating func cutSelection() -> String? {
        guard let range = selection.range else { return nil }
        let cut = text(in: range)
        replace(range, with: "")
        return cut
    }
}
