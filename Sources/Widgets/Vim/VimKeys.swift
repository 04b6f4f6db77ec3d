import Screen

/// Interprets the vim keys: collects commands key by key and executes them.
struct VimKeys: Equatable, Sendable {
    enum Mode: Equatable, Sendable {
        case normal, insert
        case visual(isLinewise: Bool)
    }

    /// A key or paste in INSERT mode.
    enum Input: Equatable, Sendable {
        case key(Key)
        case paste(String)

        /// The number of bytes that it inserts, at least 1.
        var byteCount: Int {
            switch self {
            case .key: 1
            case .paste(let text): max(1, text.utf8.count)
            }
        }
    }

    /// The last change, repeated by `.`.
    struct Change: Equatable, Sendable {
        var command: VimCommand
        /// The text typed in INSERT mode for this change.
        var typed: [Input] = []
    }

    var mode = Mode.normal
    /// The keys of an incomplete command.
    var pending: [Key] = []
    var registers: [Character: VimRegister] = [:]
    /// The position at which VISUAL mode started.
    var visualAnchor = TextPosition.zero
    var lastFind: VimFind?
    var lastChange: Change?
    /// The input since INSERT mode started, and the number of times it is inserted in total.
    var typed: [Input] = []
    var typedCount = 1
    /// True if each repetition begins with a new line.
    var typesLines = false
    /// True if typed input belongs to the last change.
    var recordsTyping = false

    /// The put command that waits for the text of the clipboard.
    var awaitedPut: VimCommand?

    /// The notice about the last key.
    var remark: EditorRemark?

    var modeName: String {
        switch mode {
        case .normal: "NORMAL"
        case .insert: "INSERT"
        case .visual(let isLinewise): isLinewise ? "VISUAL LINE" : "VISUAL"
        }
    }

    /// The selected range, including the character under the cursor.
    func selection(in text: EditableText) -> Range<TextPosition>? {
        guard case .visual(let isLinewise) = mode else { return text.selection.range }
        let anchor = text.clamped(visualAnchor)
        let (first, last) = (min(anchor, text.cursor), max(anchor, text.cursor))
        guard isLinewise else { return first..<text.after(last) }
        return TextPosition(line: first.line, offset: 0)..<text.wholeLine(last.line).upperBound
    }

    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        let revision = text.revision
        (remark, awaitedPut) = (nil, nil)
        let key = interrupts(key, in: text) ? Key(.escape) : key
        let reply = mode == .insert ? insert(key, into: &text, page: page) : command(key, on: &text, page: page)
        guard reply == .done(.moved) else { return reply }
        return .done(text.revision == revision ? .moved : .changed)
    }

    /// True for `^C` in INSERT and in an unfinished command, where it is Esc. It copies a selection.
    private func interrupts(_ key: Key, in text: EditableText) -> Bool {
        key == .control("c") && (mode == .insert ? text.selection.range == nil : !pending.isEmpty)
    }

    /// True if the editor handles `key`.
    func handles(_ key: Key) -> Bool {
        if key == Key(.escape) || !pending.isEmpty { return true }
        if mode == .insert { return key == Self.insertsRegister || StandardKeymap.command(for: key) != nil }
        do {
            _ = try VimParser.parse([key], isVisual: mode != .normal)
            return true
        } catch {
            return error == .incomplete || StandardKeymap.command(for: key) == .paste
        }
    }

    mutating func paste(_ new: String, into text: inout EditableText) {
        if let command = awaitedPut.take(), case .put(let before) = command.verb {
            let isLinewise = new.utf8.last == UInt8(ascii: "\n")
            let register = VimRegister(text: isLinewise ? String(new.dropLast()) : new, isLinewise: isLinewise)
            return put(register, count: command.count, before: before, in: &text)
        }
        if mode == .insert { typed.append(.paste(new)) }
        if case .visual = mode, let range = selection(in: text) {
            text.replace(range, with: new)
            mode = .normal
        } else {
            text.insert(new)
        }
    }

    // MARK: NORMAL and VISUAL

    /// `^V`, which pastes in other editors, starts a block selection in vim.
    static let block = Key.control("v")

    private mutating func command(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        adoptSelection(of: &text)
        if key == Key(.escape), !pending.isEmpty || mode != .normal {
            pending = []
            leaveVisual(&text)
            return .done(.moved)
        }
        guard key != Key(.escape) else { return .done(.cancelled) }
        if let outcome = clipboard(key, on: &text) { return .done(outcome) }
        pending.append(key)
        do {
            let command = try VimParser.parse(pending, isVisual: mode != .normal)
            pending = []
            let reply = run(command, on: &text, page: page)
            if key == Self.block, mode == .visual(isLinewise: true) { remark = .noBlocks }
            return reply
        } catch .incomplete {
            return .done(.moved)
        } catch {
            defer { pending = [] }
            remark = .unknown(pending)
            return pending.count == 1 ? .ignored : .done(.moved)
        }
    }

    /// Turns a mouse selection into VISUAL mode.
    private mutating func adoptSelection(of text: inout EditableText) {
        guard mode == .normal, let range = text.selection.range else { return }
        mode = .visual(isLinewise: false)
        visualAnchor = range.lowerBound
        text.moveCursor(to: text.before(range.upperBound))
    }

    /// Handles the common clipboard keys: paste, and copy of a selection.
    private mutating func clipboard(_ key: Key, on text: inout EditableText) -> TextInputOutcome? {
        guard pending.isEmpty, key != Self.block, let command = StandardKeymap.command(for: key) else { return nil }
        let selected = mode == .normal ? nil : selection(in: text)
        switch command {
        case .paste: return .wantsPaste
        case .copy where selected != nil:
            defer { leaveVisual(&text) }
            return selected.map { .copied(text.text(in: $0)) }
        default: return nil
        }
    }

    /// Returns to NORMAL mode, in which the cursor is on a character.
    mutating func leaveVisual(_ text: inout EditableText) {
        mode = .normal
        rest(&text)
    }

    /// Moves the cursor from after the last character of a line onto it.
    func rest(_ text: inout EditableText) {
        let goal = text.goalColumn
        let line = text.lines[text.cursor.line]
        if text.cursor.offset > 0, text.cursor.offset >= line.count {
            text.moveCursor(to: TextPosition(line: text.cursor.line, offset: line.previous(line.count)))
        } else if text.selection.anchor != nil {
            text.moveCursor(to: text.cursor)
        }
        text.goalColumn = goal
    }

    // MARK: INSERT

    /// `^R` in INSERT mode: the next key names a register to insert.
    static let insertsRegister = Key.control("r")

    /// Starts INSERT mode. All input until Escape and the change that the command already made are one undo step.
    mutating func beginInsert(_ count: Int, asLines: Bool = false) {
        mode = .insert
        typed = []
        (typedCount, typesLines) = (count, asLines)
    }

    /// Handles a key in INSERT mode; Escape leaves the mode.
    mutating func insert(_ key: Key, into text: inout EditableText, page: Int) -> EditorReply {
        if pending == [Self.insertsRegister] { return insertRegister(key, into: &text) }
        if key == Self.insertsRegister {
            pending = [key]
            return .done(.moved)
        }
        if key == Key(.escape) {
            endInsert(&text, page: page)
            return .done(.moved)
        }
        typed.append(.key(key))
        let reply = EditorReply(StandardKeymap.command(for: key).flatMap { text.apply($0, page: page) })
        if reply == .ignored { typed.removeLast() }
        return reply
    }

    private mutating func insertRegister(_ key: Key, into text: inout EditableText) -> EditorReply {
        pending = []
        guard case .character(let name) = key.code, key.modifiers.isEmpty else { return .done(.moved) }
        if name == "+" || name == "*" { return .done(.wantsPaste) }
        guard let register = register(name) else { return .done(.moved) }
        typed.append(.paste(register.clipboardText))
        text.insert(register.clipboardText)
        return .done(.moved)
    }

    private mutating func endInsert(_ text: inout EditableText, page: Int) {
        let inputs = typed
        let byteCount = inputs.reduce(0) { $0 + $1.byteCount }
        for _ in 1..<max(1, min(typedCount, Self.maxBytes / max(1, byteCount))) {
            if typesLines {
                text.move(.lineEnd)
                text.insertNewline()
            }
            replay(inputs, into: &text, page: page)
        }
        if recordsTyping { lastChange?.typed = inputs }
        mode = .normal
        if text.cursor.offset > 0 { text.moveCursor(to: text.before(text.cursor)) }
        text.endStep()
    }

    /// Repeats the last change, with its own count or with `count`.
    mutating func doAgain(_ count: Int?, on text: inout EditableText, page: Int) {
        guard var change = lastChange else { return }
        if let count { change.command.count = count }
        _ = run(change.command, on: &text, page: page)
        guard mode == .insert else { return }
        replay(change.typed, into: &text, page: page)
        typed = change.typed
        endInsert(&text, page: page)
    }

    private func replay(_ inputs: [Input], into text: inout EditableText, page: Int) {
        for input in inputs {
            switch input {
            case .key(let key): _ = StandardKeymap.command(for: key).flatMap { text.apply($0, page: page) }
            case .paste(let new): text.insert(new)
            }
        }
    }

    // MARK: Registers

    /// The unnamed register.
    private static let unnamed: Character = "\""
    /// The largest number of bytes that one command inserts, regardless of its count.
    private static let maxBytes = 64 << 20

    /// Stores a range in the named and in the unnamed register. The register `_` discards it, the capital letter of a register appends to it.
    @discardableResult
    mutating func store(_ span: VimObjects.Span, in name: Character?, isYank: Bool, of text: EditableText) -> VimRegister {
        var kept = VimRegister(text: text.text(in: span.range), isLinewise: span.isLinewise)
        guard name != "_", span.isLinewise || !span.range.isEmpty else { return kept }
        if let name {
            if name.isUppercase, let old = register(name) { kept = old.appending(kept) }
            registers[Self.key(of: name)] = kept
        }
        registers[Self.unnamed] = kept
        if isYank { registers["0"] = kept }
        return kept
    }

    /// The content of a register; nil if it is empty.
    private func register(_ name: Character) -> VimRegister? { registers[Self.key(of: name)] }

    private static func key(of name: Character) -> Character { name.lowercased().first ?? name }

    /// Inserts a register after or before the cursor, or replaces the selection by it.
    mutating func put(_ command: VimCommand, before: Bool, in text: inout EditableText) -> EditorReply {
        if command.register == "+" || command.register == "*" {
            awaitedPut = command
            return .done(.wantsPaste)
        }
        if let register = register(command.register ?? Self.unnamed) { put(register, count: command.count, before: before, in: &text) }
        return .done(.moved)
    }

    private mutating func put(_ register: VimRegister, count: Int?, before: Bool, in text: inout EditableText) {
        let most = max(1, Self.maxBytes / max(1, register.text.utf8.count))
        let count = min(count ?? 1, most)
        if mode == .normal {
            text.asOneStep { $0.put(register, count: count, before: before) }
        } else {
            replaceSelection(with: register, count: count, storesReplaced: !before, in: &text)
        }
        rest(&text)
    }

    /// Replaces the selection by the content of a register, and may store the replaced text in the unnamed one.
    private mutating func replaceSelection(with register: VimRegister, count: Int, storesReplaced: Bool, in text: inout EditableText) {
        guard let selected = selection(in: text) else { return }
        let isLines = mode == .visual(isLinewise: true)
        let lines = min(text.clamped(visualAnchor), text.cursor).line...max(text.clamped(visualAnchor), text.cursor).line
        let span = isLines ? text.span(ofLines: lines) : VimObjects.Span(range: selected)
        if storesReplaced { store(span, in: nil, isYank: false, of: text) }
        mode = .normal
        let new = Array(repeating: register.text, count: count).joined(separator: register.isLinewise ? "\n" : "")
        text.replace(span.range, with: register.isLinewise && !isLines ? "\n" + new + "\n" : new)
        text.moveCursor(to: register.isLinewise || isLines ? span.range.lowerBound : text.before(text.cursor))
    }
}

extension EditableText {
    fileprivate mutating func put(_ register: VimRegister, count: Int, before: Bool) {
        guard register.isLinewise else {
            if !before, cursor.offset < lines[cursor.line].count { move(.right) }
            let start = cursor
            insert(String(repeating: register.text, count: count))
            return moveCursor(to: register.text.contains("\n") ? start : self.before(cursor))
        }
        let line = before ? cursor.line : cursor.line + 1
        let text = Array(repeating: register.text, count: count).joined(separator: "\n")
        if before {
            moveCursor(to: TextPosition(line: line, offset: 0))
            insert(text + "\n")
        } else {
            move(.lineEnd)
            insert("\n" + text)
        }
        moveCursor(to: TextPosition(line: line, offset: lines[line].indentation))
    }
}

/// The content of a register.
struct VimRegister: Equatable, Sendable {
    /// The text; for whole lines without the last line end.
    var text: String
    /// True if the text consists of whole lines.
    var isLinewise: Bool

    /// The content of the register with another one behind it, which begins a new line if one of them consists of whole lines.
    func appending(_ other: VimRegister) -> VimRegister {
        let isLinewise = isLinewise || other.isLinewise
        return VimRegister(text: text + (isLinewise ? "\n" : "") + other.text, isLinewise: isLinewise)
    }

    var clipboardText: String { isLinewise ? text + "\n" : text }
}
