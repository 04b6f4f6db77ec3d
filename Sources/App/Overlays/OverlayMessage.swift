/// What happens to the window on top.
public enum OverlayMessage: Sendable, Equatable {
    /// Closes it without an answer.
    case close
    /// Takes what the cursor is on, or what was typed.
    case accept
    /// Takes the answer or the line with this index.
    case choose(Int)
}
