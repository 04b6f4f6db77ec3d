extension VimKeys {
    /// The register that no name stands for.
    private static let unnamed: Character = "\""
    /// A put is never longer than this, however often it is asked for.
    private static let mostBytes = 64 << 20

    /// Keeps what a stretch holds, in the register that was named and in the unnamed one; `_` keeps nothing.
    @discardableResult
    mutating func keep(_ stretch: VimObjects.Stretch, in name: Character?, isYank: Bool, of text: EditableText) -> VimRegister {
        let register = VimRegister(text: text.text(in: stretch.range), isLinewise: stretch.isLinewise)
        guard name != "_" else { return register }
        registers[Self.unnamed] = register
        if isYank { registers["0"] = register }
        if let name { registers[name] = register }
        return register
    }

    /// Puts a register into the text, behind the cursor or before it, or in the place of what is selected.
    mutating func put(_ command: VimCommand, before: Bool, in text: inout EditableText) -> EditorReply {
        if command.register == "+" || command.register == "*" { return .done(.wantsPaste) }
        guard let register = registers[command.register ?? Self.unnamed] else { return .done(.moved) }
        let most = max(1, Self.mostBytes / max(1, register.text.utf8.count))
        let count = min(command.count ?? 1, most)
        if mode == .normal {
            text.asOneStep { $0.put(register, count: count, before: before) }
        } else {
            replaceSelection(with: register, count: count, in: &text)
        }
        rest(&text)
        return .done(.moved)
    }

    private mutating func replaceSelection(with register: VimRegister, count: Int, in text: inout EditableText) {
        guard let selected = selection(in: text) else { return }
        let isLines = mode == .visual(isLinewise: true)
        let lines = min(text.clamped(visualAnchor), text.cursor).line...max(text.clamped(visualAnchor), text.cursor).line
        let stretch = isLines ? text.stretch(ofLines: lines) : VimObjects.Stretch(range: selected)
        keep(stretch, in: nil, isYank: false, of: text)
        mode = .normal
        let new = Array(repeating: register.text, count: count).joined(separator: register.isLinewise ? "\n" : "")
        text.replace(stretch.range, with: register.isLinewise && !isLines ? "\n" + new + "\n" : new)
        text.moveCursor(to: register.isLinewise || isLines ? stretch.range.lowerBound : text.before(text.cursor))
    }
}

extension EditableText {
    fileprivate mutating func put(_ register: VimRegister, count: Int, before: Bool) {
        guard register.isLinewise else {
            if !before, cursor.offset < lines[cursor.line].count { move(.right) }
            insert(String(repeating: register.text, count: count))
            return moveCursor(to: self.before(cursor))
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
