import Screen

/// Vim's keys: reads them one by one, and does to a text what they ask for.
struct VimKeys: Equatable, Sendable {
    enum Mode: Equatable, Sendable {
        case normal, insert
        case visual(isLinewise: Bool)
    }

    /// A key or a paste while text is typed.
    enum Input: Equatable, Sendable {
        case key(Key)
        case paste(String)
    }

    /// The last change, for `.`.
    struct Change: Equatable, Sendable {
        var command: VimCommand
        /// What was typed then.
        var typed: [Input] = []
    }

    var mode = Mode.normal
    /// The keys of a command that is not whole yet.
    var pending: [Key] = []
    var registers: [Character: VimRegister] = [:]
    /// Where VISUAL mode began.
    var visualAnchor = TextPosition.zero
    var lastFind: VimFind?
    var lastChange: Change?
    /// What has been typed since INSERT mode began, and how often it is to be there.
    var typed: [Input] = []
    var typedCount = 1
    /// Whether what is typed belongs to the last change.
    var recordsTyping = false

    /// What is to be said of the last key.
    var remark: EditorRemark?

    var modeName: String {
        switch mode {
        case .normal: "NORMAL"
        case .insert: "INSERT"
        case .visual(let isLinewise): isLinewise ? "VISUAL LINE" : "VISUAL"
        }
    }

    /// What is selected, with the character under the cursor.
    func selection(in text: EditableText) -> Range<TextPosition>? {
        guard case .visual(let isLinewise) = mode else { return text.selection.range }
        let anchor = text.clamped(visualAnchor)
        let (first, last) = (min(anchor, text.cursor), max(anchor, text.cursor))
        guard isLinewise else { return first..<text.after(last) }
        return TextPosition(line: first.line, offset: 0)..<text.wholeLine(last.line).upperBound
    }

    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        let revision = text.revision
        remark = nil
        let reply = mode == .insert ? insert(key, into: &text, page: page) : command(key, on: &text, page: page)
        guard reply == .done(.moved) else { return reply }
        return .done(text.revision == revision ? .moved : .changed)
    }

    /// Whether `key` would be for the text.
    func takes(_ key: Key) -> Bool {
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
        if mode == .insert { typed.append(.paste(new)) }
        if case .visual = mode, let range = selection(in: text) {
            text.replace(range, with: new)
            mode = .normal
        } else {
            text.insert(new)
        }
    }

    // MARK: NORMAL and VISUAL

    /// What others paste with begins a block in vim.
    static let block = Key.control("v")

    private mutating func command(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        takeSelection(of: &text)
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

    /// What the mouse selected is what VISUAL mode selects.
    private mutating func takeSelection(of text: inout EditableText) {
        guard mode == .normal, let range = text.selection.range else { return }
        mode = .visual(isLinewise: false)
        visualAnchor = range.lowerBound
        text.moveCursor(to: text.before(range.upperBound))
    }

    /// The keys of the clipboard that others know: copy and cut what is selected, and paste.
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

    /// Back to NORMAL mode, in which the cursor stands on a character.
    mutating func leaveVisual(_ text: inout EditableText) {
        mode = .normal
        rest(&text)
    }

    /// Takes the cursor from behind the last character of a line to it.
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
}
