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

    /// The interpreter of vim's keys; nil in another preset.
    private var vim: VimKeys? {
        get { if case .vim(let vim) = self { vim } else { nil } }
        set { if let newValue { self = .vim(newValue) } }
    }

    /// The name of the current mode; nil for presets without modes.
    var modeName: String? { vim?.modeName }

    /// True if a printable key inserts itself.
    var takesText: Bool { vim.map { $0.mode == .insert } ?? true }

    /// True if Enter in the find bar returns to the text.
    var closesFindOnEnter: Bool { self != .standard }

    /// True if a match is shown by the cursor at its start instead of a selection.
    var findsWithoutSelecting: Bool { vim != nil }

    /// True after a prefix key: the next key completes a command of the editor or of the application. In vim this is `^R` of INSERT.
    var isPrefixed: Bool {
        switch self {
        case .standard: false
        case .vim(let vim): vim.mode == .insert && !vim.pending.isEmpty
        case .emacs(let emacs): emacs.isPrefixed
        }
    }

    /// A notice about the last key, if any.
    var remark: EditorRemark? { vim?.remark }

    /// Clears the notice because other input followed.
    mutating func forgetRemark() { vim?.remark = nil }

    /// The cursor shape of the current mode.
    var cursorShape: Cursor.Shape { takesText ? .bar : .block }

    /// True if the editor handles `key`; false if it belongs to the caller.
    func handles(_ key: Key) -> Bool {
        switch self {
        case .standard: StandardKeys.handles(key)
        case .vim(let vim): vim.handles(key)
        case .emacs(let emacs): emacs.handles(key)
        }
    }

    func selection(in text: EditableText) -> Range<TextPosition>? {
        if let vim { return vim.selection(in: text) }
        return text.selection.range
    }

    /// Applies `key` to `text`, with this number of visible rows.
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
    mutating func leaveSelection() { if case .visual? = vim?.mode { vim?.mode = .normal } }

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
    /// Go to a match: this number of matches further in the same direction as before, or in the opposite one if it is negative.
    case findAgain(Int)
    /// Find this whole word, and from it the match with this number, from 1.
    case findWord(String, backward: Bool, count: Int)
    /// Scroll the view by this number of rows.
    case scroll(Int)
    /// Scroll so that the cursor's row is at this fraction of the view: 0 is the top, 1 the bottom.
    case align(Double)
    /// Go to the line at this fraction of the visible rows, with a count from the first or the last one.
    case goToRow(Double, count: Int)

    /// Wraps `outcome`; nil means that the key was ignored.
    init(_ outcome: TextInputOutcome?) {
        self = outcome.map(EditorReply.done) ?? .ignored
    }
}

/// An editing operation that a key stands for.
enum EditCommand: Hashable, Sendable {
    case move(TextMotion)
    case select(TextMotion)
    case delete(TextMotion)
    case insert(String)
    case newline
    case transpose
    case indent, outdent
    case selectAll
    case undo, redo
    case copy, cut, paste
}

/// A cursor movement.
enum TextMotion: Hashable, Sendable {
    case left, right, up, down
    /// A movement to the start of the previous word, or to the end of the next word.
    case wordLeft, wordRight
    case lineStart, lineEnd
    /// A movement to the first non-blank character, or from there to the start of the line.
    case indentation
    case textStart, textEnd
    /// Up or down by one page of the view.
    case pageUp, pageDown
}

/// The result of a key, click or paste in a text field or text area.
///
/// A nil result means that the input was not for the text; the caller handles it.
public enum TextInputOutcome: Hashable, Sendable {
    /// The cursor, selection or view moved, or there was nothing to do; the text is unchanged.
    case moved
    /// The text changed.
    case changed
    /// A pasted text, as received, was inserted.
    case pasted(String)
    /// Copy this text to the clipboard.
    case copied(String)
    /// A text was removed; copy it to the clipboard.
    case cut(String)
    /// Read the clipboard and pass its text to `paste`.
    case wantsPaste
    /// Enter was pressed in a one-line field.
    case submitted
    /// Escape was pressed and the text had nothing left to close.
    case cancelled
}

/// The key table of ordinary text fields, including the line editing keys of shells.
enum StandardKeymap {
    static func command(for key: Key) -> EditCommand? {
        if case .character(let character) = key.code, key.modifiers.isSubset(of: .shift) { return .insert(String(character)) }
        return table[key]
    }

    private static let motions: [(Key, TextMotion)] = [
        (Key(.left), .left), (Key(.right), .right), (Key(.up), .up), (Key(.down), .down),
        (Key(.left, .control), .wordLeft), (Key(.right, .control), .wordRight),
        (Key(.left, .alt), .wordLeft), (Key(.right, .alt), .wordRight),
        (.alt("b"), .wordLeft), (.alt("f"), .wordRight),
        (Key(.home), .indentation), (Key(.end), .lineEnd),
        (Key(.home, .control), .textStart), (Key(.end, .control), .textEnd),
        (Key(.pageUp), .pageUp), (Key(.pageDown), .pageDown),
    ]

    private static let deletions: [(Key, TextMotion)] = [
        (Key(.backspace), .left), (Key(.backspace, .shift), .left), (Key(.delete), .right), (.control("d"), .right),
        (Key(.backspace, .control), .wordLeft), (Key(.backspace, .alt), .wordLeft), (.control("w"), .wordLeft),
        (Key(.delete, .control), .wordRight), (.alt("d"), .wordRight),
        (.control("u"), .lineStart), (.control("k"), .lineEnd),
    ]

    private static let others: [(Key, EditCommand)] = [
        (Key(.enter), .newline), (Key(.tab), .indent), (Key(.tab, .shift), .outdent), (.control("a"), .selectAll), (.alt("a"), .selectAll),
        (.control("t"), .transpose), (.control("_"), .undo), (.alt("u"), .undo), (.alt("U"), .redo), (.control("y"), .redo),
        (.control("c"), .copy), (Key(.insert, .control), .copy), (.control("x"), .cut), (Key(.delete, .shift), .cut),
        (.control("v"), .paste), (Key(.insert, .shift), .paste),
    ]

    private static let table: [Key: EditCommand] = {
        var table: [Key: EditCommand] = [:]
        for (key, motion) in motions {
            table[key] = .move(motion)
            if case .character = key.code { continue }
            table[Key(key.code, key.modifiers.union(.shift))] = .select(motion)
        }
        for (key, motion) in deletions { table[key] = .delete(motion) }
        for (key, command) in others { table[key] = command }
        return table
    }()
}

/// Interprets the standard keys in a text area.
enum StandardKeys {
    static func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        switch key {
        case Key(.escape): return .done(.cancelled)
        case .control("f"): return .openFind(backward: false)
        case Key(.up, .control): return .scroll(-1)
        case Key(.down, .control): return .scroll(1)
        default: return EditorReply(StandardKeymap.command(for: key).flatMap { text.apply($0, page: page) })
        }
    }

    static func handles(_ key: Key) -> Bool {
        [Key(.escape), .control("f"), Key(.up, .control), Key(.down, .control)].contains(key) || StandardKeymap.command(for: key) != nil
    }
}

/// The pairs of brackets and quotes that are completed while typing.
///
/// The key interpreter still handles the key itself, so that vim's `.` repeats what was typed.
enum BracketPairs {
    /// A change beside that of the key itself.
    enum Action: Equatable {
        /// Inserts the closing character after the one that is typed.
        case close(Character)
        /// Moves over the closing character, which already exists.
        case typeOver
        /// Deletes the closing character with the opening one.
        case deletePair
    }

    private static let closing: [Character: Character] = ["{": "}", "[": "]", "(": ")", "\"": "\""]

    /// The action for a key; nil if the key needs none.
    static func action(for key: Key, in text: EditableText) -> Action? {
        guard text.selection.range == nil, key.modifiers.isEmpty else { return nil }
        let line = text.lines[text.cursor.line]
        let (before, next) = (line.character(before: text.cursor.offset), line.character(at: text.cursor.offset))
        let head = line.slice(0..<text.cursor.offset)
        // With an odd number of quotes before the cursor and an even one in the line, the quote at the cursor ends a text.
        func endsText() -> Bool {
            !quoteCount(of: head).isMultiple(of: 2) && quoteCount(of: line.slice(0..<line.text.utf8.count)).isMultiple(of: 2)
        }
        if key.code == .backspace {
            guard let close = before.flatMap({ closing[$0] }), close == next else { return nil }
            return close != "\"" || endsText() ? .deletePair : nil
        }
        guard case .character(let typed) = key.code, closing[typed] != nil || typed == next,
            head.utf8.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count.isMultiple(of: 2)
        else { return nil }
        if typed == next, closing.values.contains(typed) { return typed != "\"" || endsText() ? .typeOver : nil }
        guard let close = closing[typed], next.map({ $0.isWhitespace || "}]),:;".contains($0) }) ?? true else { return nil }
        guard typed == "\"" else { return .close(close) }
        // A quote after a word ends one, and so does one after an odd number of them.
        let isBehindWord = before.map { $0.isLetter || $0.isNumber } ?? false
        return isBehindWord || !quoteCount(of: head).isMultiple(of: 2) ? nil : .close(close)
    }

    /// The number of quotes that no backslash escapes.
    private static func quoteCount(of text: some StringProtocol) -> Int {
        var (count, isEscaped) = (0, false)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return count
    }
}

extension EditableText {
    /// Inserts a text after the cursor.
    mutating func insertAfter(_ new: String) {
        let place = cursor
        insert(new)
        moveCursor(to: place)
    }

    /// Deletes the character after the cursor.
    mutating func deleteNext() { replace(cursor..<after(cursor), with: "") }
}
