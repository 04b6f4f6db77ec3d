public import Screen

/// The interpreter of keys that an area has, with what it remembers between keys.
enum EditorKeys: Equatable, Sendable {
    case standard
    case vim(VimKeys)
    case emacs(EmacsKeys)

    init(_ preset: EditorPreset) {
        switch preset {
        case .standard: self = .standard
        case .vim: self = .vim(VimKeys())
        case .emacs: self = .emacs(EmacsKeys())
        }
    }

    var preset: EditorPreset {
        switch self {
        case .standard: .standard
        case .vim: .vim
        case .emacs: .emacs
        }
    }

    /// What the editor's mode is called; nil for editors without modes.
    var modeName: String? {
        if case .vim(let vim) = self { return vim.modeName }
        return nil
    }

    /// Whether a printable key puts itself into the text.
    var takesText: Bool {
        if case .vim(let vim) = self { return vim.mode == .insert }
        return true
    }

    /// Whether Enter in what is looked for goes back to the text.
    var closesFindOnEnter: Bool { self != .standard }

    /// Whether a match is not selected, but has the cursor at its start.
    var findsWithoutSelecting: Bool {
        if case .vim = self { return true }
        return false
    }

    /// Whether the arrows go by the rows that are seen, where lines are wrapped.
    var movesByRows: Bool {
        if case .vim(let vim) = self { return vim.mode == .insert }
        return true
    }

    /// Whether a prefix was pressed, so that the next key is a command of the text or of the program around it.
    var isPrefixed: Bool { if case .emacs(let emacs) = self { emacs.isPrefixed } else { false } }

    /// What is to be said of the last key.
    var remark: EditorRemark? { if case .vim(let vim) = self { vim.remark } else { nil } }

    /// Takes that back: something else came after the key.
    mutating func forgetRemark() {
        guard case .vim(var vim) = self else { return }
        vim.remark = nil
        self = .vim(vim)
    }

    /// What the cursor looks like.
    var cursorShape: Cursor.Shape { takesText ? .bar : .block }

    /// Whether `key` would be for the text, and not for whoever is around it.
    func takes(_ key: Key) -> Bool {
        switch self {
        case .standard: StandardKeys.takes(key)
        case .vim(let vim): vim.takes(key)
        case .emacs(let emacs): emacs.takes(key)
        }
    }

    func selection(in text: EditableText) -> Range<TextPosition>? {
        if case .vim(let vim) = self { return vim.selection(in: text) }
        return text.selection.range
    }

    /// Does what `key` means to `text`.
    ///
    /// - Parameter page: the rows that are seen.
    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        switch self {
        case .standard: return StandardKeys.handle(key, on: &text, page: page)
        case .vim(var vim):
            defer { self = .vim(vim) }
            return vim.handle(key, on: &text, page: page)
        case .emacs(var emacs):
            defer { self = .emacs(emacs) }
            return emacs.handle(key, on: &text, page: page)
        }
    }

    /// Forgets what was selected by keys, because the mouse selects now.
    mutating func leaveSelection() {
        guard case .vim(var vim) = self, case .visual = vim.mode else { return }
        vim.mode = .normal
        self = .vim(vim)
    }

    mutating func paste(_ new: String, into text: inout EditableText) {
        guard case .vim(var vim) = self else { return text.insert(new) }
        vim.paste(new, into: &text)
        self = .vim(vim)
    }
}

/// Which editor's keys a text area has.
public enum EditorPreset: String, CaseIterable, Sendable {
    /// Those of ordinary text fields.
    case standard
    /// Those of vim, with its modes.
    case vim
    /// Those of emacs.
    case emacs
}

/// What an editor has to say of keys that did nothing, or something else than a hand that knows them expects.
public enum EditorRemark: Equatable, Sendable {
    /// These mean nothing here.
    case unknown([Key])
    /// A block was asked for, and whole lines are selected.
    case noBlocks
}

/// What an interpreter of keys made of one.
enum EditorReply: Equatable {
    /// The key is not for the text.
    case ignored
    /// It is done, and this came of it.
    case done(TextInputOutcome)
    /// A place to type what to look for.
    case openFind(backward: Bool)
    /// The next place of what was looked for last; 1 in the same direction, -1 in the other.
    case findAgain(Int)
    /// What is under the cursor, looked for as a word.
    case findWord(String, backward: Bool)
    /// The view by so many rows.
    case scroll(Int)
    /// The cursor's row at this part of the view: 0 the top, 1 the bottom.
    case align(Double)

    /// What `outcome` says, nil being a key for somebody else.
    init(_ outcome: TextInputOutcome?) {
        self = outcome.map(EditorReply.done) ?? .ignored
    }
}
