import Screen

/// Maps terminal sequences to keys.
enum KeySequences {
    /// The key of a sequence that starts with `ESC [`; nil for a key release and for a sequence that is not a key.
    static func key(for sequence: ControlSequence) -> Key? {
        // Kitty reports presses (1), repeats (2) and releases (3).
        guard sequence.part(1, of: 1) != 3 else { return nil }
        let modifiers = modifiers(sequence.number(1))
        switch sequence.final {
        case "u": return KittyKeys.key(sequence.number(0), shifted: sequence.part(1, of: 0), latin: sequence.part(2, of: 0), modifiers)
        case "~" where sequence.number(0) == 27: return KittyKeys.key(sequence.number(2), shifted: nil, latin: nil, modifiers)
        case "~": return tildeKey(sequence.number(0), modifiers)
        // rxvt marks Control with ^, and Control with Shift with @.
        case "^": return tildeKey(sequence.number(0), .control)
        case "@": return tildeKey(sequence.number(0), [.control, .shift])
        case "Z": return Key(.tab, modifiers.union(.shift))
        default: return letterKey(sequence.final, modifiers)
        }
    }

    /// The key of `ESC O` and a letter: keypad and function keys of the VT220, and rxvt's arrows with Control.
    static func applicationKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "M"): return Key(.enter)
        case UInt8(ascii: "I"): return Key(.tab)
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return letterKey(Unicode.Scalar(letter - 0x20), .control)
        case UInt8(ascii: "j")...UInt8(ascii: "y"): return .character(Character(Unicode.Scalar(letter - 0x40)))
        case UInt8(ascii: "X"): return .character("=")
        default: return letterKey(Unicode.Scalar(letter), [])
        }
    }

    /// Decodes a modifier parameter: 1 plus the sum of 1 for Shift, 2 for Alt, 4 for Control and 8 for Meta.
    private static func modifiers(_ parameter: Int?) -> Key.Modifiers {
        let bits = max(1, parameter ?? 1) - 1
        var modifiers = Key.Modifiers()
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 0b10_1010 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static func letterKey(_ letter: Unicode.Scalar, _ modifiers: Key.Modifiers) -> Key? {
        let code: Key.Code
        switch letter {
        case "A": code = .up
        case "B": code = .down
        case "C": code = .right
        case "D": code = .left
        case "F": code = .end
        case "H": code = .home
        case "P", "Q", "R", "S": code = .function(Int(letter.value) - 0x4F)
        // rxvt's arrows with Shift.
        case "a", "b", "c", "d":
            guard let upper = Unicode.Scalar(letter.value - 0x20) else { return nil }
            return letterKey(upper, .shift)
        default: return nil
        }
        return Key(code, modifiers)
    }

    private static func tildeKey(_ number: Int?, _ modifiers: Key.Modifiers) -> Key? {
        switch number {
        case 1, 7: Key(.home, modifiers)
        case 2: Key(.insert, modifiers)
        case 3: Key(.delete, modifiers)
        case 4, 8: Key(.end, modifiers)
        case 5: Key(.pageUp, modifiers)
        case 6: Key(.pageDown, modifiers)
        default: number.flatMap { functionNumbers[$0] }.map { function($0, modifiers) }
        }
    }

    /// The Linux console and rxvt send F13 to F24 for F1 to F12 with Shift.
    static func function(_ number: Int, _ modifiers: Key.Modifiers) -> Key {
        (13...24).contains(number)
            ? Key(.function(number - 12), modifiers.union(.shift)) : Key(.function(number), modifiers)
    }

    /// The VT220's numbers have gaps.
    private static let functionNumbers: [Int: Int] = [
        11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10, 23: 11, 24: 12, 25: 13, 26: 14, 28: 15, 29: 16, 31: 17,
        32: 18,
        33: 19, 34: 20,
    ]
}

/// The keys that the Kitty keyboard protocol and xterm's `modifyOtherKeys` report by number.
///
/// Source: sw.kovidgoyal.net/kitty/keyboard-protocol, "Functional key definitions".
enum KittyKeys {
    /// The key with a number and modifiers; nil for keys that are not supported, such as Shift alone.
    ///
    /// - Parameters:
    ///   - shifted: The character that the key types with Shift, if reported.
    ///   - latin: The character that it types in the layout of PC-101, if reported. Commands of a layout of another script have that key.
    static func key(_ number: Int?, shifted: Int?, latin: Int?, _ modifiers: Key.Modifiers) -> Key? {
        guard let number, let value = UInt32(exactly: number) else { return nil }
        if let code = codes[number] { return Key(code, modifiers) }
        if (57376...57398).contains(number) { return KeySequences.function(number - 57363, modifiers) }
        guard !(57344...63743).contains(number), value >= 0x20, let scalar = Unicode.Scalar(value) else { return nil }
        if let latin, value > lastLatin, (0x20..<0x7F).contains(latin), !modifiers.isDisjoint(with: [.control, .alt]) {
            return key(latin, shifted: nil, latin: nil, modifiers)
        }
        guard modifiers.contains(.shift) else { return Key(.character(Character(scalar)), modifiers) }
        return Key(.character(withShift(scalar, shifted)), modifiers.subtracting(.shift))
    }

    private static func withShift(_ scalar: Unicode.Scalar, _ shifted: Int?) -> Character {
        if let shifted, let value = UInt32(exactly: shifted), let scalar = Unicode.Scalar(value) { return Character(scalar) }
        return Character(scalar).uppercased().first ?? Character(scalar)
    }

    /// The end of Latin Extended-B: an `é` or `ö` is a key of its own layout.
    private static let lastLatin: UInt32 = 0x24F

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
