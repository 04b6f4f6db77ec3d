import Screen

/// The keys that the Kitty keyboard protocol and xterm's `modifyOtherKeys` report by number.
///
/// Source: sw.kovidgoyal.net/kitty/keyboard-protocol, "Functional key definitions".
enum KittyKeys {
    /// The key `number` with what was held down; nil for a key that types nothing and is not named, such as Shift alone.
    ///
    /// - Parameter shifted: the character that the key gives with Shift, where the terminal says so.
    static func key(_ number: Int?, shifted: Int?, _ modifiers: Key.Modifiers) -> Key? {
        guard let number, let value = UInt32(exactly: number) else { return nil }
        if let code = codes[number] { return Key(code, modifiers) }
        if (57376...57398).contains(number) { return KeySequences.function(number - 57363, modifiers) }
        guard !(57344...63743).contains(number), value >= 0x20, let scalar = Unicode.Scalar(value) else { return nil }
        guard modifiers.contains(.shift) else { return Key(.character(Character(scalar)), modifiers) }
        return Key(.character(withShift(scalar, shifted)), modifiers.subtracting(.shift))
    }

    private static func withShift(_ scalar: Unicode.Scalar, _ shifted: Int?) -> Character {
        if let shifted, let value = UInt32(exactly: shifted), let scalar = Unicode.Scalar(value) { return Character(scalar) }
        return Character(scalar).uppercased().first ?? Character(scalar)
    }

    private static let codes: [Int: Key.Code] = {
        var codes: [Int: Key.Code] = [
            8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace, 57409: .character("."), 57410: .character("/"),
            57411: .character("*"), 57412: .character("-"), 57413: .character("+"), 57414: .enter, 57415: .character("="), 57417: .left,
            57418: .right, 57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end, 57425: .insert,
            57426: .delete,
        ]
        for (digit, character) in "0123456789".enumerated() { codes[57399 + digit] = .character(character) }
        return codes
    }()
}
