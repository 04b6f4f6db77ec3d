/// What the mouse did, in cells.
public struct MouseEvent: Hashable, Sendable {
    /// A button.
    public enum Button: Hashable, Sendable {
        case left, middle, right
    }

    /// What happened.
    public enum Action: Hashable, Sendable {
        /// A button went down; `count` is 2 for a double-click, 3 for a triple one.
        case press(Button, count: Int)
        /// The pointer moved with a button down.
        case drag(Button)
        /// The button went up.
        case release(Button)
        /// One notch towards the top.
        case wheelUp
        /// One notch towards the bottom.
        case wheelDown
    }

    /// What happened.
    public var action: Action
    /// The cell under the pointer.
    public var position: Point
    /// The keys held down.
    public var modifiers: Key.Modifiers

    /// Takes what happened, where, and the keys held down.
    public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
