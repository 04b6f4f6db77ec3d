/// A colour as a theme names it.
public enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case terminal
    /// One of the terminal's sixteen colours, 0–15: the user's palette decides what it looks like.
    case ansi(UInt8)
    /// Red, green and blue, each 0–255.
    case rgb(UInt8, UInt8, UInt8)
}
