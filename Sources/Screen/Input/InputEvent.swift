/// What comes from the terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text between the terminal's paste marks, line ends as `\n`; a pasted newline is text and never a key.
    case paste(String)
    /// The terminal has another size.
    case resized(Size)
    /// The terminal's window gained or lost the focus.
    case focused(Bool)
    /// The terminal says whether its own background is dark or light, once after the start where it can, and when that changes.
    case appearance(Theme.Appearance)
}
