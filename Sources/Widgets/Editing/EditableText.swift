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

    /// What a tab key puts in, and what one level of indentation is.
    static let indentation = "  "

    /// Begins a line that is indented as this one, and deeper after an opening bracket.
    ///
    /// Between a pair of brackets the closing one gets a line of its own.
    mutating func insertNewline() {
        let start = selection.range?.lowerBound ?? cursor
        let line = lines[start.line]
        let indentation = String(line.slice(0..<min(line.indentation, start.offset)))
        let opens = line.character(before: start.offset).map { "{[(".contains($0) } ?? false
        let last = selection.range?.upperBound ?? cursor
        let closes = lines[last.line].character(at: last.offset).map { "}])".contains($0) } ?? false
        asOneStep { text in
            text.insert("\n" + indentation + (opens ? Self.indentation : ""))
            guard opens, closes else { return }
            let place = text.cursor
            text.insert("\n" + indentation)
            text.moveCursor(to: place)
        }
    }

    /// Puts in what a key types; a closing bracket that begins a line goes below its opening one.
    mutating func type(_ new: String) {
        let line = lines[cursor.line]
        guard selection.range == nil, "}])".contains(new), line.indentation >= cursor.offset, cursor.offset > 0 else {
            return insert(new, kind: .typing)
        }
        asOneStep { text in
            text.insert(new)
            let bracket = text.before(text.cursor)
            guard let opening = BracketMatcher(lines: text.lines).partner(of: bracket), opening.line < bracket.line else { return }
            let indentation = text.lines[opening.line].slice(0..<text.lines[opening.line].indentation)
            text.replace(TextPosition(line: bracket.line, offset: 0)..<bracket, with: String(indentation))
            text.move(.right)
        }
    }

    /// Indents the lines that are selected, or puts a level of indentation at the cursor.
    mutating func indent() {
        guard let range = selection.range, range.lowerBound.line < range.upperBound.line else {
            return insert(Self.indentation, kind: .typing)
        }
        shiftSelectedLines { $0.count == 0 ? nil : (0..<0, Self.indentation) }
    }

    /// Takes a level of indentation from the lines that are selected, or from the cursor's.
    mutating func outdent() {
        shiftSelectedLines { line in
            line.outdentWidth == 0 ? nil : (0..<line.outdentWidth, "")
        }
    }

    /// The lines that the selection touches; a selection that ends at a line's start does not touch that one.
    var selectedLines: ClosedRange<Int> {
        guard let range = selection.range else { return cursor.line...cursor.line }
        let last = range.upperBound.offset == 0 && range.upperBound.line > range.lowerBound.line
        return range.lowerBound.line...(range.upperBound.line - (last ? 1 : 0))
    }

    /// Changes the start of each selected line as `change` says, and keeps the selection on the same characters.
    private mutating func shiftSelectedLines(_ change: (TextLine) -> (Range<Int>, String)?) {
        var (cursor, anchor) = (selection.cursor, selection.anchor)
        let touched = selectedLines
        asOneStep { text in
            for number in touched {
                guard let (range, new) = change(text.lines[number]) else { continue }
                let start = TextPosition(line: number, offset: range.lowerBound)
                text.replace(start..<TextPosition(line: number, offset: range.upperBound), with: new)
                let shift = new.utf8.count - range.count
                cursor = cursor.shifted(by: shift, onLine: number)
                anchor = anchor?.shifted(by: shift, onLine: number)
            }
            text.restore(TextSelection(cursor, anchor: anchor))
        }
    }

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

extension TextLine {
    /// The offset of the first character that is neither a space nor a tab.
    var indentation: Int { text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

    /// Bytes of one level of indentation at the start, as far as there is one.
    var outdentWidth: Int {
        byte(at: 0) == 0x09 ? 1 : min(EditableText.indentation.utf8.count, text.utf8.prefix { $0 == 0x20 }.count)
    }
}

extension TextPosition {
    /// The place after `bytes` more stand at the start of `number`.
    fileprivate func shifted(by bytes: Int, onLine number: Int) -> TextPosition {
        line == number ? TextPosition(line: line, offset: max(0, offset + bytes)) : self
    }
}
