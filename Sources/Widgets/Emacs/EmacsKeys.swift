import Screen

/// Emacs' keys: those of its text editing commands, with the mark and the kill ring.
struct EmacsKeys: Equatable, Sendable {
    /// Texts that were killed, the last one at the end.
    private(set) var killRing: [String] = []
    /// Whether the mark was set, so that moving selects.
    private var isMarkSet = false
    /// Whether the last key killed, so that the next kill joins it.
    private var killsOn = false
    /// What the last key yanked.
    private var yanked: Yank?
    /// Whether `^X` was pressed.
    private(set) var isPrefixed = false

    private static let mostKills = 60

    /// A text that was yanked.
    private struct Yank: Equatable, Sendable {
        let range: Range<TextPosition>
        /// Its place in the ring, counted from the end.
        let age: Int
    }

    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        if isPrefixed { return prefixed(key, on: &text) }
        if text.selection.anchor == nil { isMarkSet = false }
        let (couldJoin, lastYank) = (killsOn, yanked)
        (killsOn, yanked) = (false, nil)
        guard let command = EmacsKeymap.table[key] else { return other(key, on: &text, page: page) }
        switch command {
        case .edit(let command): return EditorReply(apply(command, on: &text, page: page))
        case .kill(let motion): return kill(motion, joins: couldJoin, in: &text)
        case .killRegion: return killRegion(joins: couldJoin, in: &text)
        case .copyRegion: return copyRegion(of: &text)
        case .yank: return yank(into: &text)
        case .yankEarlier: return yankEarlier(than: lastYank, in: &text)
        case .changeCase(let change): return changeWord(change, in: &text)
        case .setMark: setMark(in: &text)
        case .quit: return quit(&text)
        case .openLine: openLine(in: &text)
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
            text.restore(TextSelection(anchor, anchor: text.cursor))
            return .done(.moved)
        // What else follows is the program's: `^X ^S` saves.
        default: return .ignored
        }
    }

    /// Whether `key` would be for the text.
    func takes(_ key: Key) -> Bool {
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

    private func openLine(in text: inout EditableText) {
        let place = text.cursor
        text.insert("\n")
        text.moveCursor(to: place)
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
            killRing.append(new)
        }
        if killRing.count > Self.mostKills { killRing.removeFirst() }
        killsOn = true
        text.replace(range, with: "")
        return .done(.cut(killRing[killRing.count - 1]))
    }

    private mutating func copyRegion(of text: inout EditableText) -> EditorReply {
        guard let selected = text.selectedText else { return .done(.moved) }
        killRing.append(selected)
        text.moveCursor(to: text.cursor)
        return .done(.copied(selected))
    }

    private mutating func yank(into text: inout EditableText) -> EditorReply {
        guard let last = killRing.last else { return .done(.wantsPaste) }
        put(last, in: text.selection.range ?? text.cursor..<text.cursor, age: 0, &text)
        return .done(.changed)
    }

    private mutating func yankEarlier(than last: Yank?, in text: inout EditableText) -> EditorReply {
        guard let last else { return .done(.moved) }
        let age = (last.age + 1) % killRing.count
        put(killRing[killRing.count - 1 - age], in: last.range, age: age, &text)
        return .done(.changed)
    }

    private mutating func put(_ new: String, in range: Range<TextPosition>, age: Int, _ text: inout EditableText) {
        text.replace(range, with: new)
        yanked = Yank(range: range.lowerBound..<text.cursor, age: age)
    }
}
