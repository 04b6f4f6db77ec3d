/// An input event from the terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text between the terminal's paste marks, line ends as `\n`; a pasted newline is text and never a key.
    case paste(String)
    /// The text of a paste stays away (true): what has arrived was reported, and keys are not reported before its end (false), for which Esc
    /// and ^C count too.
    case pasting(Bool)
    /// The size of the terminal changed.
    case resized(Size)
    /// The terminal's window gained or lost the focus.
    case focused(Bool)
    /// The terminal reported a dark or light background, with its colour if known: once after the start if it supports this, and on each
    /// change.
    case appearance(Theme.Appearance, background: Color? = nil)
}

/// A key press with its modifiers, as reported by the terminal.
public struct Key: Hashable, Sendable {
    /// A key without its modifiers.
    public enum Code: Hashable, Sendable {
        /// A printable character, with Shift already in it (`A`, `?`).
        case character(Character)
        /// Printable characters that came one after another, where each is inserted into a text; a terminal reports them one by one.
        case characters([Character])
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 and up.
        case function(Int)
    }

    /// The modifier keys held down. Shift is not reported with a printable character.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit for each key.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Shift.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, or Option, or a preceding escape.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }

    /// The key.
    public var code: Code
    /// The modifiers held down.
    public var modifiers: Modifiers

    /// Creates a key press.
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

/// A mouse event with its position in cells.
public struct MouseEvent: Hashable, Sendable {
    /// A mouse button.
    public enum Button: Hashable, Sendable {
        case left, middle, right
    }

    /// A mouse action.
    public enum Action: Hashable, Sendable {
        /// A button went down; `count` is 2 for a double-click, 3 for a triple one.
        case press(Button, count: Int)
        /// The pointer moved with a button down.
        case drag(Button)
        /// The button went up.
        case release(Button)
        /// The wheel moved one notch towards the top.
        case wheelUp
        /// The wheel moved one notch towards the bottom.
        case wheelDown
        /// The wheel moved one notch towards the left: a second wheel, or Shift and the wheel.
        case wheelLeft
        /// The wheel moved one notch towards the right.
        case wheelRight
    }

    /// The action.
    public var action: Action
    /// The cell under the pointer.
    public var position: Point
    /// The modifiers held down.
    public var modifiers: Key.Modifiers

    /// Creates a mouse event.
    public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
