public import Screen

/// The key interpreter of a text area, with the state it keeps between keys.
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

    /// The name of the current mode; nil for presets without modes.
    var modeName: String? {
        if case .vim(let vim) = self { return vim.modeName }
        return nil
    }

    /// True if a printable key inserts itself.
    var takesText: Bool {
        if case .vim(let vim) = self { return vim.mode == .insert }
        return true
    }

    /// True if Enter in the find bar returns to the text.
    var closesFindOnEnter: Bool { self != .standard }

    /// True if a match is shown by the cursor at its start instead of a selection.
    var findsWithoutSelecting: Bool {
        if case .vim = self { return true }
        return false
    }

    /// True if vertical movement follows the wrapped rows on the screen instead of lines.
    var movesByRows: Bool {
        if case .vim(let vim) = self { return vim.mode == .insert }
        return true
    }

    /// True after a prefix key: the next key completes a command of the editor or of the application.
    var isPrefixed: Bool { if case .emacs(let emacs) = self { emacs.isPrefixed } else { false } }

    /// A notice about the last key, if any.
    var remark: EditorRemark? { if case .vim(let vim) = self { vim.remark } else { nil } }

    /// Clears the notice because other input followed.
    mutating func forgetRemark() {
        guard case .vim(var vim) = self else { return }
        vim.remark = nil
        self = .vim(vim)
    }

    /// The cursor shape of the current mode.
    var cursorShape: Cursor.Shape { takesText ? .bar : .block }

    /// True if the editor handles `key`; false if it belongs to the caller.
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

    /// Applies `key` to `text`.
    ///
    /// - Parameter page: The number of visible rows.
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

    /// Leaves a selection mode because the mouse starts a selection.
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

/// The editing key preset of a text area.
public enum EditorPreset: String, CaseIterable, Sendable {
    /// The keys of ordinary text fields.
    case standard
    /// The keys and modes of vim.
    case vim
    /// The keys of emacs.
    case emacs
}

/// A notice about keys that did nothing, or something other than in the original editor.
public enum EditorRemark: Equatable, Sendable {
    /// These keys have no meaning here.
    case unknown([Key])
    /// Block selection was requested; whole lines are selected instead.
    case noBlocks
}

/// The result of a key in a key interpreter.
enum EditorReply: Equatable {
    /// The key is not for the text.
    case ignored
    /// The key was handled with this result.
    case done(TextInputOutcome)
    /// Open the find bar.
    case openFind(backward: Bool)
    /// Go to the next match: 1 in the same direction as before, -1 in the opposite one.
    case findAgain(Int)
    /// Find this whole word.
    case findWord(String, backward: Bool)
    /// Scroll the view by this number of rows.
    case scroll(Int)
    /// Scroll so that the cursor's row is at this fraction of the view: 0 is the top, 1 the bottom.
    case align(Double)

    /// Wraps `outcome`; nil means that the key was ignored.
    init(_ outcome: TextInputOutcome?) {
        self = outcome.map(EditorReply.done) ?? .ignored
    }
}
