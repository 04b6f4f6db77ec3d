public import Screen

/// Interprets the emacs editing keys, with the mark and the kill ring.
struct EmacsKeys: Equatable, Sendable {
    /// The killed texts, newest last.
    private(set) var killRing: [String] = []
    /// True if the mark is set, so that movement selects.
    private var isMarkSet = false
    /// True if the last key killed text; the next kill is appended to it.
    private var lastKeyKilled = false
    /// The text that the last key yanked.
    private var yanked: Yank?
    /// True after `^X`.
    private(set) var isPrefixed = false

    private static let maxKills = 60

    /// A yanked text.
    private struct Yank: Equatable, Sendable {
        let range: Range<TextPosition>
        /// The index in the kill ring, counted from the newest.
        let age: Int
        /// The revision of the text after the yank.
        let revision: Int
    }

    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        if isPrefixed { return prefixed(key, on: &text) }
        if text.selection.anchor == nil { isMarkSet = false }
        let (joinsLast, lastYank) = (lastKeyKilled, yanked)
        (lastKeyKilled, yanked) = (false, nil)
        guard let command = EmacsKeymap.table[key] else { return other(key, on: &text, page: page) }
        switch command {
        case .edit(let command): return EditorReply(apply(command, on: &text, page: page))
        case .kill(let motion): return kill(motion, joins: joinsLast, in: &text)
        case .killRegion: return killRegion(joins: joinsLast, in: &text)
        case .copyRegion: return copyRegion(of: &text)
        case .yank: return yank(into: &text)
        case .yankEarlier: return yankEarlier(than: lastYank, in: &text)
        case .changeCase(let change): return changeWord(change, in: &text)
        case .setMark: setMark(in: &text)
        case .quit: return quit(&text)
        case .openLine: return openLine(in: &text)
        case .find(let backward): return .openFind(backward: backward)
        case .prefix: isPrefixed = true
        }
        return .done(.moved)
    }

    // MARK: Moving and typing

    private mutating func other(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        if key == Key(.escape) { return .done(.cancelled) }
        guard let command = StandardKeymap.command(for: key) else { return .ignored }
        return EditorReply(apply(command, on: &text, page: page))
    }

    private mutating func apply(_ command: EditCommand, on text: inout EditableText, page: Int) -> TextInputOutcome? {
        guard case .move(let motion) = command, isMarkSet else { return text.apply(command, page: page) }
        return text.apply(.select(motion), page: page)
    }

    private mutating func prefixed(_ key: Key, on text: inout EditableText) -> EditorReply {
        isPrefixed = false
        switch key {
        case Key(.escape), .control("g"): return .done(.moved)
        case .character("u"): return EditorReply(text.apply(.undo))
        case .character("h"): return EditorReply(text.apply(.selectAll))
        case .control("x"):
            guard let anchor = text.selection.anchor else { return .done(.moved) }
            text.restore(TextSelection(cursor: anchor, anchor: text.cursor))
            return .done(.moved)
        // Other keys belong to the application, such as `^X ^S` for save.
        default: return .ignored
        }
    }

    /// True if the editor handles `key`.
    func handles(_ key: Key) -> Bool {
        guard !isPrefixed else { return Self.afterPrefix.contains(key) }
        return EmacsKeymap.table[key] != nil || key == Key(.escape) || StandardKeymap.command(for: key) != nil
    }

    private static let afterPrefix: Set<Key> = [Key(.escape), .control("g"), .control("x"), .character("u"), .character("h")]

    private mutating func setMark(in text: inout EditableText) {
        text.moveCursor(to: text.cursor)
        text.moveCursor(to: text.cursor, selecting: true)
        isMarkSet = true
    }

    private mutating func quit(_ text: inout EditableText) -> EditorReply {
        guard text.selection.anchor != nil else { return .done(.cancelled) }
        text.moveCursor(to: text.cursor)
        isMarkSet = false
        return .done(.moved)
    }

    private func openLine(in text: inout EditableText) -> EditorReply {
        let place = text.selection.range?.lowerBound ?? text.cursor
        text.insert("\n")
        text.moveCursor(to: place)
        return .done(.changed)
    }

    private func changeWord(_ change: EmacsKeymap.CaseChange, in text: inout EditableText) -> EditorReply {
        let end = text.target(of: .wordRight, from: text.cursor)
        text.replace(text.cursor..<end, with: change.apply(text.text(in: text.cursor..<end)))
        return .done(.changed)
    }

    // MARK: Killing and yanking

    private mutating func kill(_ motion: TextMotion, joins: Bool, in text: inout EditableText) -> EditorReply {
        var target = text.target(of: motion, from: text.cursor)
        if target == text.cursor, motion == .lineEnd { target = text.after(target) }
        guard target != text.cursor else { return .done(.moved) }
        let range = min(target, text.cursor)..<max(target, text.cursor)
        return kill(range, before: target < text.cursor, joins: joins, in: &text)
    }

    private mutating func killRegion(joins: Bool, in text: inout EditableText) -> EditorReply {
        guard let range = text.selection.range else { return kill(.wordLeft, joins: joins, in: &text) }
        return kill(range, before: false, joins: false, in: &text)
    }

    private mutating func kill(_ range: Range<TextPosition>, before: Bool, joins: Bool, in text: inout EditableText) -> EditorReply {
        let new = text.text(in: range)
        if joins, let last = killRing.popLast() {
            killRing.append(before ? new + last : last + new)
        } else {
            remember(new)
        }
        lastKeyKilled = true
        text.replace(range, with: "")
        return .done(.cut(killRing[killRing.count - 1]))
    }

    private mutating func remember(_ new: String) {
        killRing.append(new)
        if killRing.count > Self.maxKills { killRing.removeFirst() }
    }

    private mutating func copyRegion(of text: inout EditableText) -> EditorReply {
        guard let selected = text.selectedText else { return .done(.moved) }
        remember(selected)
        text.moveCursor(to: text.cursor)
        return .done(.copied(selected))
    }

    private mutating func yank(into text: inout EditableText) -> EditorReply {
        guard let last = killRing.last else { return .done(.wantsPaste) }
        replaceText(last, in: text.selection.range ?? text.cursor..<text.cursor, age: 0, &text)
        return .done(.changed)
    }

    private mutating func yankEarlier(than last: Yank?, in text: inout EditableText) -> EditorReply {
        // The text may have been changed without a key, as by undo in the palette.
        guard let last, last.revision == text.revision, last.range.upperBound == text.cursor else { return .done(.moved) }
        let age = (last.age + 1) % killRing.count
        replaceText(killRing[killRing.count - 1 - age], in: last.range, age: age, &text)
        return .done(.changed)
    }

    private mutating func replaceText(_ new: String, in range: Range<TextPosition>, age: Int, _ text: inout EditableText) {
        text.replace(range, with: new)
        yanked = Yank(range: range.lowerBound..<text.cursor, age: age, revision: text.revision)
    }
}

/// The emacs key table.
enum EmacsKeymap {
    enum Command: Sendable {
        case edit(EditCommand)
        case kill(TextMotion)
        case killRegion, copyRegion
        case yank, yankEarlier
        case changeCase(CaseChange)
        case setMark, quit
        case openLine
        case find(backward: Bool)
        case prefix
    }

    enum CaseChange: Sendable {
        case upper, lower, capital

        func apply(_ text: String) -> String {
            switch self {
            case .upper: return text.uppercased()
            case .lower: return text.lowercased()
            case .capital:
                guard let first = text.firstIndex(where: \.isLetter) else { return text }
                return text[..<first] + text[first].uppercased() + text[text.index(after: first)...].lowercased()
            }
        }
    }

    static let table: [Key: Command] = [
        .control("f"): .edit(.move(.right)), .control("b"): .edit(.move(.left)),
        .control("n"): .edit(.move(.down)), .control("p"): .edit(.move(.up)),
        .control("a"): .edit(.move(.lineStart)), .control("e"): .edit(.move(.lineEnd)), .alt("m"): .edit(.move(.indentation)),
        .alt("<"): .edit(.move(.textStart)), .alt(">"): .edit(.move(.textEnd)),
        .control("v"): .edit(.move(.pageDown)), .alt("v"): .edit(.move(.pageUp)),
        .control("d"): .edit(.delete(.right)), .control("j"): .edit(.newline),
        .control("k"): .kill(.lineEnd), .alt("d"): .kill(.wordRight), Key(.backspace, .alt): .kill(.wordLeft),
        Key(.backspace, .control): .kill(.wordLeft), Key(.delete, .control): .kill(.wordRight),
        .control("w"): .killRegion, .alt("w"): .copyRegion, .control("y"): .yank, .alt("y"): .yankEarlier,
        .alt("u"): .changeCase(.upper), .alt("l"): .changeCase(.lower), .alt("c"): .changeCase(.capital),
        .control("_"): .edit(.undo), .control("/"): .edit(.undo), .alt("_"): .edit(.redo),
        .control(" "): .setMark, .control("@"): .setMark, .control("g"): .quit,
        .control("o"): .openLine, .control("t"): .edit(.transpose),
        .control("s"): .find(backward: false), .control("r"): .find(backward: true), .control("x"): .prefix,
    ]
}

/// Translates emacs keys for one-line fields and lists into the keys of ordinary fields.
public enum EmacsFieldKeymap {
    /// The field keys that together do what `key` does in emacs; nil if `key` needs no translation.
    public static func keys(for key: Key) -> [Key]? { table[key] }

    /// True if `key` is an emacs editing key.
    public static func handles(_ key: Key) -> Bool { table[key] != nil || setsMark(key) }

    /// True if `key` sets the mark, so that movement selects.
    public static func setsMark(_ key: Key) -> Bool { key == .control("@") || key == .control(" ") }

    /// The key that selects to where `key` moves; nil if `key` does not move.
    public static func selectingKey(for key: Key) -> Key? {
        let moving = table[key] ?? [motions[key] ?? key]
        guard moving.count == 1, [.left, .right, .home, .end].contains(moving[0].code) else { return nil }
        return Key(moving[0].code, moving[0].modifiers.union(.shift))
    }

    /// The keys that `key` stands for while text is selected; nil if the selection makes no difference.
    public static func keysOnRegion(for key: Key) -> [Key]? { key == .control("w") ? [.control("x")] : nil }

    // Fields have their own keys for word movement, so these are not in `table`.
    private static let motions: [Key: Key] = [.alt("f"): Key(.right, .control), .alt("b"): Key(.left, .control)]

    // Killing is translated to cut, so that the text can be yanked. Cut does nothing in a masked field, therefore Delete follows.
    private static let table: [Key: [Key]] = [
        .control("a"): [Key(.home)], .control("e"): [Key(.end)], .alt("<"): [Key(.home)], .alt(">"): [Key(.end)],
        .control("b"): [Key(.left)], .control("f"): [Key(.right)], .control("p"): [Key(.up)], .control("n"): [Key(.down)],
        .control("v"): [Key(.pageDown)], .alt("v"): [Key(.pageUp)],
        .control("d"): [Key(.delete)], .control("j"): [Key(.enter)], .control("g"): [Key(.escape)],
        .control("k"): [Key(.end, .shift), .control("x"), Key(.delete)],
        .alt("d"): [Key(.right, [.control, .shift]), .control("x")],
        Key(.backspace, .alt): [Key(.left, [.control, .shift]), .control("x")],
        Key(.backspace, .control): [Key(.left, [.control, .shift]), .control("x")],
        .alt("w"): [Key(.insert, .control)], .control("y"): [Key(.insert, .shift)],
        .control("/"): [.control("_")], .alt("_"): [.alt("U")],
    ]
}
