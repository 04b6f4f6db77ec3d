/// Lines of text with a cursor, a selection and an undo history; the model behind fields, areas and all key presets.
///
/// An edit costs time in proportion to the lines it touches, not to the whole text. There is always at least one line, and `\n` is the
/// only line end.
struct EditableText: Equatable, Sendable {
    private(set) var lines: [TextLine]
    private var joined: JoinedText
    private(set) var selection = TextSelection(cursor: .zero)
    private(set) var history = EditHistory()
    /// Increases with each change, so that derived data can be invalidated.
    private(set) var revision = 0
    /// The column that vertical movement tries to keep.
    var goalColumn: Int?

    init(_ text: String = "") { (lines, joined) = (Self.split(text), JoinedText(text)) }

    // MARK: Content

    /// The whole text, which its copies share.
    var text: String { lines.count == 1 ? lines[0].text : joined.text(of: lines) }
    var isEmpty: Bool { lines.count == 1 && lines[0].count == 0 }
    var cursor: TextPosition { selection.cursor }
    var end: TextPosition { TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].count) }
    var selectedText: String? { selection.range.map(text(in:)) }

    func text(in range: Range<TextPosition>) -> String {
        if range == .zero..<self.end { return text }
        let (start, end) = (range.lowerBound, range.upperBound)
        guard start.line < end.line else { return String(lines[start.line].slice(start.offset..<end.offset)) }
        var parts = [lines[start.line].slice(start.offset..<lines[start.line].count)]
        parts += lines[(start.line + 1)..<end.line].map { $0.text[...] }
        parts.append(lines[end.line].slice(0..<end.offset))
        return parts.joined(separator: "\n")
    }

    /// The nearest valid position, on a grapheme boundary.
    func clamped(_ position: TextPosition) -> TextPosition {
        guard position.line >= 0 else { return .zero }
        guard position.line < lines.count else { return end }
        return TextPosition(line: position.line, offset: lines[position.line].roundedDown(position.offset))
    }

    // MARK: Cursor and selection

    /// Moves the cursor. With `selecting`, extends the selection to the new position.
    mutating func moveCursor(to position: TextPosition, selecting: Bool = false) {
        history.close()
        goalColumn = nil
        selection = TextSelection(cursor: clamped(position), anchor: selecting ? selection.anchor ?? selection.cursor : nil)
    }

    /// Selects `range` and moves the cursor to its end.
    mutating func select(_ range: Range<TextPosition>) {
        moveCursor(to: range.lowerBound)
        moveCursor(to: range.upperBound, selecting: true)
    }

    /// Restores an earlier selection, clamped to the current text.
    mutating func restore(_ old: TextSelection) {
        moveCursor(to: old.cursor)
        selection.anchor = old.anchor.map(clamped)
    }

    // MARK: Changes

    /// Replaces the text in `range` and moves the cursor after `new`. Every change goes through this method.
    mutating func replace(_ range: Range<TextPosition>, with new: String, kind: EditHistory.Kind = .other) {
        guard !range.isEmpty || !new.isEmpty else { return }
        let before = selection
        let edit = TextEdit(start: range.lowerBound, removed: text(in: range), inserted: new)
        replaceLines(new, in: range)
        selection = TextSelection(cursor: boundary(edit.insertedEnd))
        goalColumn = nil
        history.record(edit, kind: kind, before: before, after: selection)
    }

    /// Replaces the selection, or inserts at the cursor.
    mutating func insert(_ new: String, kind: EditHistory.Kind = .other) {
        replace(selection.range ?? cursor..<cursor, with: new, kind: selection.range == nil ? kind : .other)
    }

    /// Groups all changes made by `body` into one undo step.
    mutating func asOneStep(_ body: (inout EditableText) -> Void) {
        history.beginGroup()
        body(&self)
        history.endGroup(selection: selection)
    }

    /// Starts an undo step that lasts until `endStep`.
    mutating func beginStep() { history.beginGroup() }
    /// Ends the step that `beginStep` started.
    mutating func endStep(continuesTyping: Bool = false) {
        history.endGroup(selection: selection, continuesTyping: continuesTyping)
    }

    /// Reverts the last step. Returns false if there is none.
    mutating func undo() -> Bool {
        guard let step = history.popUndo() else { return false }
        for edit in step.edits.reversed() { replaceLines(edit.removed, in: edit.start..<edit.insertedEnd) }
        selection = step.before
        goalColumn = nil
        return true
    }

    /// Applies the last undone step again. Returns false if there is none.
    mutating func redo() -> Bool {
        guard let step = history.popRedo() else { return false }
        for edit in step.edits { replaceLines(edit.inserted, in: edit.start..<edit.removedEnd) }
        selection = step.after
        goalColumn = nil
        return true
    }

    /// Rounds up to a grapheme boundary: a change can merge graphemes across its end.
    private func boundary(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line, offset: lines[position.line].roundedUp(position.offset))
    }

    private mutating func replaceLines(_ new: String, in range: Range<TextPosition>) {
        revision += 1
        if range == .zero..<self.end {
            (lines, joined) = (Self.split(new), JoinedText(new))
            return
        }
        joined = JoinedText()
        let (start, end) = (range.lowerBound, range.upperBound)
        if start.line == end.line, !new.utf8.contains(UInt8(ascii: "\n")) {
            lines[start.line].replace(start.offset..<end.offset, with: new)
            return
        }
        let head = lines[start.line].slice(0..<start.offset)
        let tail = lines[end.line].slice(end.offset..<lines[end.line].count)
        lines.replaceSubrange(start.line...end.line, with: Self.split(head + new + tail))
    }

    /// Splits at each `\n` byte. Works on bytes because `\r\n` is one grapheme; the `\r` stays in the line.
    private static func split(_ text: String) -> [TextLine] {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return [TextLine(text)] }
        var text = text
        return text.withUTF8 { bytes in
            var (lines, start) = ([TextLine](), 0)
            while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(TextLine(String(decoding: bytes[start..<end], as: UTF8.self)))
                start = end + 1
            }
            lines.append(TextLine(String(decoding: bytes[start...], as: UTF8.self)))
            return lines
        }
    }

    // MARK: Motions

    /// The position that `motion` leads to from `position`, with this number of visible rows.
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

    /// Moves the cursor. Without `selecting`, left and right collapse a selection to its start or end.
    mutating func move(_ motion: TextMotion, selecting: Bool = false, page: Int = 1) {
        if !selecting, let range = selection.range, motion == .left || motion == .right {
            return moveCursor(to: motion == .left ? range.lowerBound : range.upperBound)
        }
        let keepsColumn = [.up, .down, .pageUp, .pageDown].contains(motion)
        let column = goalColumn ?? lines[cursor.line].column(at: cursor.offset)
        moveCursor(to: target(of: motion, from: cursor, page: page), selecting: selecting)
        if keepsColumn { goalColumn = column }
    }

    /// Deletes the selection, or the text between the cursor and the target of `motion`.
    mutating func delete(_ motion: TextMotion) {
        if let range = selection.range { return replace(range, with: "") }
        let target = target(of: motion, from: cursor)
        let kind: EditHistory.Kind = target < cursor ? .deletingBackward : .deletingForward
        replace(min(target, cursor)..<max(target, cursor), with: "", kind: kind)
    }

    /// The position one grapheme earlier; at the start of a line, the end of the previous line.
    func before(_ position: TextPosition) -> TextPosition {
        if position.offset > 0 {
            return TextPosition(line: position.line, offset: lines[position.line].previous(position.offset))
        }
        guard position.line > 0 else { return .zero }
        return TextPosition(line: position.line - 1, offset: lines[position.line - 1].count)
    }

    /// The position one grapheme later; at the end of a line, the start of the next line.
    func after(_ position: TextPosition) -> TextPosition {
        let line = lines[position.line]
        if position.offset < line.count { return TextPosition(line: position.line, offset: line.next(position.offset)) }
        return position.line + 1 < lines.count ? TextPosition(line: position.line + 1, offset: 0) : position
    }

    /// The range of characters of the same class around `position` on its line; empty on an empty line.
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

    // MARK: Lines and indentation

    /// One level of indentation; also the text that Tab inserts.
    static let indentation = "  "

    /// Inserts a line end, keeps the indentation, and indents one level more after an opening bracket.
    ///
    /// Between a pair of brackets the closing bracket moves to its own line.
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

    /// Inserts typed text. A closing bracket at the start of a line is aligned with its opening bracket.
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

    /// Indents the selected lines, or inserts one level of indentation at the cursor.
    mutating func indent() {
        guard let range = selection.range, range.lowerBound.line < range.upperBound.line else {
            return insert(Self.indentation, kind: .typing)
        }
        shiftSelectedLines { $0.count == 0 ? nil : (0..<0, Self.indentation) }
    }

    /// Removes one level of indentation from the selected lines or the cursor's line.
    mutating func outdent() {
        shiftSelectedLines { line in
            line.outdentWidth == 0 ? nil : (0..<line.outdentWidth, "")
        }
    }

    /// The lines that the selection touches, without the last one if the selection ends at its start.
    var selectedLines: ClosedRange<Int> {
        guard let range = selection.range else { return cursor.line...cursor.line }
        let last = range.upperBound.offset == 0 && range.upperBound.line > range.lowerBound.line
        return range.lowerBound.line...(range.upperBound.line - (last ? 1 : 0))
    }

    /// Replaces a range at the start of each selected line as `change` returns it, and keeps the same characters selected.
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
            text.restore(TextSelection(cursor: cursor, anchor: anchor))
        }
    }

    // MARK: Commands

    /// Executes an editing command, with this number of visible rows; nil if it does not apply now, such as copy without a selection.
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

    /// Swaps the characters around the cursor, or the last two at the end of a line.
    private mutating func transpose() {
        let line = lines[cursor.line]
        let middle = cursor.offset == line.count ? line.previous(line.count) : cursor.offset
        guard let first = line.character(before: middle), let second = line.character(at: middle) else { return }
        let start = TextPosition(line: cursor.line, offset: line.previous(middle))
        replace(start..<TextPosition(line: cursor.line, offset: line.next(middle)), with: "\(second)\(first)")
    }

    /// Removes and returns the selected text; nil without a selection.
    mutating func cutSelection() -> String? {
        guard let range = selection.range else { return nil }
        let cut = text(in: range)
        replace(range, with: "")
        return cut
    }
}

extension TextLine {
    /// The offset of the first character that is not a space or tab.
    var indentation: Int { text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

    /// The bytes of one level of indentation at the start of the line, or fewer if there are fewer.
    var outdentWidth: Int {
        byte(at: 0) == 0x09 ? 1 : min(EditableText.indentation.utf8.count, text.utf8.prefix { $0 == 0x20 }.count)
    }
}

extension TextPosition {
    /// The position after `bytes` are added at the start of line `number`.
    fileprivate func shifted(by bytes: Int, onLine number: Int) -> TextPosition {
        line == number ? TextPosition(line: line, offset: max(0, offset + bytes)) : self
    }
}
