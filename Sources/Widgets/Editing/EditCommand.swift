/// An editing operation that a key stands for.
enum EditCommand: Hashable, Sendable {
    case move(TextMotion)
    case select(TextMotion)
    case delete(TextMotion)
    case insert(String)
    case newline
    case transpose
    case indent, outdent
    case selectAll
    case undo, redo
    case copy, cut, paste
}

/// A cursor movement.
enum TextMotion: Hashable, Sendable {
    case left, right, up, down
    /// To the start of the previous word, to the end of the next word.
    case wordLeft, wordRight
    case lineStart, lineEnd
    /// To the first non-blank character, or to the start of the line from there.
    case indentation
    case textStart, textEnd
    /// Up or down by one page of the view.
    case pageUp, pageDown
}

/// The result of a key, click or paste in a text field or text area.
///
/// A nil result means that the input was not for the text; the caller handles it.
public enum TextInputOutcome: Hashable, Sendable {
    /// The cursor, selection or view moved, or there was nothing to do; the text is unchanged.
    case moved
    /// The text changed.
    case changed
    /// This text was pasted, as received; the text changed.
    case pasted(String)
    /// Copy this text to the clipboard.
    case copied(String)
    /// This text was removed; copy it to the clipboard.
    case cut(String)
    /// Read the clipboard and pass its text to `paste`.
    case wantsPaste
    /// Enter was pressed in a one-line field.
    case submitted
    /// Escape was pressed and the text had nothing left to close.
    case cancelled
}
