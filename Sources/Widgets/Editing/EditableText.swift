/// Lines of text with a cursor, a selection and a history: what every way of editing works on.
///
/// An edit costs the lines that it touches, not the text. There is always at least one line; lines end with `\n` and nothing else.
struct EditableText: Equatable, Sendable {
    private(set) var lines: [TextLine]
    private(set) var selection = TextSelection(.zero)
    private(set) var history = EditHistory()
    /// Grows with each change, so that whoever keeps something about the text knows when to look again.
    private(set) var revision = 0
    /// The column that moving up and down tries to keep.
    var goalColumn: Int?

    init(_ text: String = "") {
        lines = Self.split(text)
    }

    // MARK: What is there

    var text: String { lines.count == 1 ? lines[0].text : lines.map(\.text).joined(separator: "\n") }
    var isEmpty: Bool { lines.count == 1 && lines[0].count == 0 }
    var cursor: TextPosition { selection.cursor }
    var end: TextPosition { TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].count) }
    var selectedText: String? { selection.range.map(text(in:)) }

    /// The text between two places.
    func text(in range: Range<TextPosition>) -> String {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard start.line < end.line else { return String(lines[start.line].slice(start.offset..<end.offset)) }
        var parts = [lines[start.line].slice(start.offset..<lines[start.line].count)]
        parts += lines[(start.line + 1)..<end.line].map { $0.text[...] }
        parts.append(lines[end.line].slice(0..<end.offset))
        return parts.joined(separator: "\n")
    }

    /// The nearest place that exists, on a grapheme boundary.
    func clamped(_ position: TextPosition) -> TextPosition {
        guard position.line >= 0 else { return .zero }
        guard position.line < lines.count else { return end }
        return TextPosition(line: position.line, offset: lines[position.line].roundedDown(position.offset))
    }

    // MARK: Cursor and selection

    /// Puts the cursor elsewhere; with `selecting`, what lies between becomes or stays selected.
    mutating func moveCursor(to position: TextPosition, selecting: Bool = false) {
        history.close()
        goalColumn = nil
        selection = TextSelection(clamped(position), anchor: selecting ? selection.anchor ?? selection.cursor : nil)
    }

    /// Selects `range` and puts the cursor at its end.
    mutating func select(_ range: Range<TextPosition>) {
        moveCursor(to: range.lowerBound)
        moveCursor(to: range.upperBound, selecting: true)
    }

    /// Brings a selection of before back, as far as its places still exist.
    mutating func restore(_ old: TextSelection) {
        moveCursor(to: old.cursor)
        selection.anchor = old.anchor.map(clamped)
    }

    // MARK: Changes

    /// Puts `new` in the place of what stands in `range`, and the cursor after it. All changes come through here.
    mutating func replace(_ range: Range<TextPosition>, with new: String, kind: EditHistory.Kind = .other) {
        guard !range.isEmpty || !new.isEmpty else { return }
        let before = selection
        let edit = TextEdit(start: range.lowerBound, removed: text(in: range), inserted: new)
        put(new, in: range)
        selection = TextSelection(boundary(edit.insertedEnd))
        goalColumn = nil
        history.record(edit, kind: kind, before: before, after: selection)
    }

    /// Replaces what is selected, or inserts at the cursor.
    mutating func insert(_ new: String, kind: EditHistory.Kind = .other) {
        replace(selection.range ?? cursor..<cursor, with: new, kind: selection.range == nil ? kind : .other)
    }

    /// Makes one step for undo of all that `body` changes.
    mutating func asOneStep(_ body: (inout EditableText) -> Void) {
        history.beginGroup()
        body(&self)
        history.endGroup(selection: selection)
    }

    /// Begins a step that lasts until `endStep`.
    mutating func beginStep() { history.beginGroup() }
    /// Ends what `beginStep` began.
    mutating func endStep() { history.endGroup(selection: selection) }

    /// Takes the last step back; false when there is none.
    mutating func undo() -> Bool {
        guard let step = history.popUndo() else { return false }
        for edit in step.edits.reversed() { put(edit.removed, in: edit.start..<edit.insertedEnd) }
        selection = step.before
        goalColumn = nil
        return true
    }

    /// Brings the last step back that was undone; false when there is none.
    mutating func redo() -> Bool {
        guard let step = history.popRedo() else { return false }
        for edit in step.edits { put(edit.inserted, in: edit.start..<edit.removedEnd) }
        selection = step.after
        goalColumn = nil
        return true
    }

    /// After a change, graphemes may have grown together across its end.
    private func boundary(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line, offset: lines[position.line].roundedUp(position.offset))
    }

    private mutating func put(_ new: String, in range: Range<TextPosition>) {
        revision += 1
        let (start, end) = (range.lowerBound, range.upperBound)
        if start.line == end.line, !new.utf8.contains(UInt8(ascii: "\n")) {
            lines[start.line].replace(start.offset..<end.offset, with: new)
            return
        }
        let head = lines[start.line].slice(0..<start.offset)
        let tail = lines[end.line].slice(end.offset..<lines[end.line].count)
        lines.replaceSubrange(start.line...end.line, with: Self.split(head + new + tail))
    }

    /// Cuts at each `\n`, by bytes: `\r\n` is one grapheme, and its `\r` is a part of the line.
    private static func split(_ text: String) -> [TextLine] {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return [TextLine(text)] }
        var text = text
        return text.withUTF8 { bytes in
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                TextLine(String(decoding: $0, as: UTF8.self))
            }
        }
    }
}
