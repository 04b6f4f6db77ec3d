/// What became of text that the terminal was asked to put on the clipboard.
public enum ClipboardResult: Hashable, Sendable {
    /// The terminal was asked; it does not answer.
    case sent
    /// The text is longer than terminals take.
    case tooLong
    /// The terminal is of a kind that has no clipboard, or is not in use now.
    case unsupported
}
