import Screen

/// The bytes that xterm sends for a key.
enum RobotKeys {
    /// The bytes that pressing `key` sends.
    static func bytes(for key: Key) -> String {
        switch key.code {
        case .character(let character): character == " " && key.modifiers == .control ? "\0" : typed(character, key.modifiers)
        case .characters(let characters): String(characters)
        case .enter: alt(key) + "\r"
        case .tab: key.modifiers.contains(.shift) ? "\u{1B}[Z" : alt(key) + "\t"
        case .escape: "\u{1B}"
        case .backspace: alt(key) + "\u{7F}"
        case .delete: tilde(3, key)
        case .insert: tilde(2, key)
        case .pageUp: tilde(5, key)
        case .pageDown: tilde(6, key)
        case .up: letter("A", key)
        case .down: letter("B", key)
        case .right: letter("C", key)
        case .left: letter("D", key)
        case .home: letter("H", key)
        case .end: letter("F", key)
        case .function(let number): function(number, key)
        }
    }

    private static func alt(_ key: Key) -> String { key.modifiers.contains(.alt) ? "\u{1B}" : "" }

    private static func typed(_ character: Character, _ modifiers: Key.Modifiers) -> String {
        var text = String(character)
        if modifiers.contains(.control), let value = character.asciiValue, let control = Unicode.Scalar(Int(value & 0x1F)) {
            text = String(Character(control))
        }
        return (modifiers.contains(.alt) ? "\u{1B}" : "") + text
    }

    private static func modifier(_ key: Key) -> Int {
        1 + (key.modifiers.contains(.shift) ? 1 : 0) + (key.modifiers.contains(.alt) ? 2 : 0) + (key.modifiers.contains(.control) ? 4 : 0)
    }

    private static func letter(_ letter: String, _ key: Key) -> String {
        key.modifiers.isEmpty ? "\u{1B}[\(letter)" : "\u{1B}[1;\(modifier(key))\(letter)"
    }

    private static func tilde(_ number: Int, _ key: Key) -> String {
        key.modifiers.isEmpty ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(modifier(key))~"
    }

    private static func function(_ number: Int, _ key: Key) -> String {
        if (1...4).contains(number) {
            let name = ["P", "Q", "R", "S"][number - 1]
            return key.modifiers.isEmpty ? "\u{1B}O\(name)" : letter(name, key)
        }
        return tilde([5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24][number] ?? 0, key)
    }
}
