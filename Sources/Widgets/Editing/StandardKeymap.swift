import Screen

/// The key table of ordinary text fields, including the line editing keys of shells.
enum StandardKeymap {
    /// The command for `key`; nil if `key` is not an editing key.
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
        (Key(.enter), .newline), (Key(.tab), .indent), (Key(.tab, .shift), .outdent), (.alt("a"), .selectAll),
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

    /// True if the editor handles `key`.
    static func takes(_ key: Key) -> Bool {
        [Key(.escape), .control("f"), Key(.up, .control), Key(.down, .control)].contains(key) || StandardKeymap.command(for: key) != nil
    }
}
