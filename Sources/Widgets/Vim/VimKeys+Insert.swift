import Screen

extension VimKeys {
    /// In INSERT mode the next key names a register, and that is put into the text.
    static let insertsRegister = Key.control("r")

    /// Begins INSERT mode; what is typed until Escape is one step for undo, with what the command changed before.
    mutating func beginInsert(_ count: Int) {
        mode = .insert
        typed = []
        typedCount = count
    }

    /// Types a key in INSERT mode; Escape leaves it.
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
        guard let register = registers[name] else { return .done(.moved) }
        typed.append(.paste(register.clipboardText))
        text.insert(register.clipboardText)
        return .done(.moved)
    }

    private mutating func endInsert(_ text: inout EditableText, page: Int) {
        let inputs = typed
        for _ in 1..<max(1, typedCount) { replay(inputs, into: &text, page: page) }
        if recordsTyping { lastChange?.typed = inputs }
        mode = .normal
        if text.cursor.offset > 0 { text.moveCursor(to: text.before(text.cursor)) }
        text.endStep()
    }

    /// Does a change again, as often as it was or as `count` says.
    mutating func doAgain(_ count: Int?, on text: inout EditableText, page: Int) {
        guard var change = lastChange else { return }
        if let count { change.command.count = count }
        _ = run(change.command, on: &text, page: page)
        guard mode == .insert else { return }
        replay(change.typed, into: &text, page: page)
        typed = change.typed
        typedCount = 1
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
}
