/// A key with what was held down, as the terminal reports it.
public struct Key: Hashable, Sendable {
    /// Which key.
    public enum Code: Hashable, Sendable {
        /// A printable character, with Shift already in it (`A`, `?`).
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 and up.
        case function(Int)
    }

    /// The keys held down with another. Shift is not reported with a printable character.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit for each key.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Shift.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, or Option, or a preceding escape.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }

    /// Which key.
    public var code: Code
    /// What was held down.
    public var modifiers: Modifiers

    /// Takes the key and what was held down.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// A printable character without modifiers.
    public static func character(_ character: Character) -> Key { Key(.character(character)) }
    /// A letter with Control.
    public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    /// A character with Alt.
    public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
    /// A function key, from 1.
    public static func function(_ number: Int) -> Key { Key(.function(number)) }
}
