import Screen

/// The notation of keys in the keymap file and on the screen.
///
/// A key is its name with what is held down before it, joined by `+`: `ctrl+s`, `alt+enter`, `shift+tab`, `f5`, `?`, `space`. A sequence
/// is keys with spaces between them: `g g`.
enum KeyNotation {
    private static let names: [(String, Key.Code, shown: String)] = [
        ("enter", .enter, "Enter"), ("tab", .tab, "Tab"), ("esc", .escape, "Esc"), ("backspace", .backspace, "Bksp"),
        ("delete", .delete, "Del"), ("insert", .insert, "Ins"), ("up", .up, "↑"), ("down", .down, "↓"), ("left", .left, "←"),
        ("right", .right, "→"), ("home", .home, "Home"), ("end", .end, "End"), ("pageup", .pageUp, "PgUp"),
        ("pagedown", .pageDown, "PgDn"), ("space", .character(" "), "Space"), ("plus", .character("+"), "+"),
    ]
    private static let modifiers: [(String, Key.Modifiers)] = [("ctrl+", .control), ("alt+", .alt), ("shift+", .shift)]

    /// Reads a sequence such as `g g` or `ctrl+s`; nil if a part is not a key.
    static func parse(_ text: String) -> [Key]? {
        guard text.utf8.contains(UInt8(ascii: " ")) else { return key(text[...]).map { [$0] } }
        let parts = text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
        let keys = parts.compactMap(key)
        return keys.isEmpty || keys.count != parts.count ? nil : keys
    }

    /// Reads a sequence in the notation of files, or in that of the footer, the help and `docs/keys.md`: `^S`, `Alt+←`, `⇧F6`, `gg`.
    ///
    /// - Parameter prefixes: keys that may be followed by another key without a space.
    /// - Returns: nil if a part is not a key.
    static func read(_ text: String, prefixes: Set<Key>) -> [Key]? {
        if let keys = parse(text) { return keys }
        let parts = text.split(separator: " ").map { part -> [Key]? in
            if let key = key(part) ?? shownKey(part) { return [key] }
            guard let first = part.first.map({ Key(.character($0)) }), prefixes.contains(first) else { return nil }
            return (key(part.dropFirst()) ?? shownKey(part.dropFirst())).map { [first, $0] }
        }
        let keys = parts.compactMap { $0 }
        return keys.isEmpty || keys.count != parts.count ? nil : Array(keys.joined())
    }

    private static func shownKey(_ text: Substring) -> Key? {
        var rest = text
        var held: Key.Modifiers = []
        while let (sign, modifier) = shownModifiers.first(where: { rest.count > $0.0.count && rest.lowercased().hasPrefix($0.0) }) {
            held.insert(modifier)
            rest = rest.dropFirst(sign.count)
        }
        guard !held.isEmpty, let key = key(rest) else { return nil }
        // Terminals do not distinguish capital letters with Ctrl.
        guard held.contains(.control), case .character(let letter) = key.code, let small = letter.lowercased().first else {
            return Key(key.code, key.modifiers.union(held))
        }
        return Key(.character(small), key.modifiers.union(held))
    }

    private static let shownModifiers: [(String, Key.Modifiers)] = modifiers + [("^", .control), ("⇧", .shift)]

    /// The text that ``parse(_:)`` reads back as `keys`.
    static func write(_ keys: [Key]) -> String {
        keys.map { key in
            let held = modifiers.filter { key.modifiers.contains($0.1) }.map(\.0).joined()
            return held + name(of: key.code, shown: false)
        }.joined(separator: " ")
    }

    /// A short form for the footer and the help: `^S`, `Alt+Enter`, `⇧F6`, `gg`.
    static func show(_ keys: [Key]) -> String { keys.reduce(into: "") { $0 += show($1) } }

    private static func show(_ key: Key) -> String {
        var held = key.modifiers
        var name = name(of: key.code, shown: true)
        if held.contains(.control), case .character(let letter) = key.code {
            held.remove(.control)
            name = "^" + letter.uppercased()
        }
        let prefix = (held.contains(.control) ? "Ctrl+" : "") + (held.contains(.alt) ? "Alt+" : "") + (held.contains(.shift) ? "⇧" : "")
        return prefix + name
    }

    private static func name(of code: Key.Code, shown: Bool) -> String {
        if let named = names.first(where: { $0.1 == code }) { return shown ? named.shown : named.0 }
        switch code {
        case .character(let character): return String(character)
        case .function(let number): return (shown ? "F" : "f") + String(number)
        default: return ""
        }
    }

    private static func key(_ text: Substring) -> Key? {
        // Most keys are a letter, and every start reads some hundred keys.
        if text.utf8.count == 1, let character = text.first { return Key(.character(character)) }
        var rest = text
        var held: Key.Modifiers = []
        while let modifier = modifiers.first(where: { rest.utf8.count > $0.0.utf8.count && rest.utf8.starts(with: $0.0.utf8) }) {
            held.insert(modifier.1)
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: modifier.0.utf8.count)...]
        }
        if rest.utf8.count == 1, let character = rest.first { return Key(.character(character), held) }
        let name = rest.lowercased()
        if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) { return Key(.function(number), held) }
        if let named = names.first(where: { $0.0 == name }) ?? names.first(where: { $0.shown.lowercased() == name }) {
            return Key(named.1, held)
        }
        return rest.count == 1 ? rest.first.map { Key(.character($0), held) } : nil
    }
}

/// Looks up the keys of commands for texts, so that a feature can name a key without knowing the keymap.
struct KeyNames: Sendable {
    /// The first keys of a command in their short form; nil if it has none.
    let shown: @Sendable (_ id: String) -> String?
}
