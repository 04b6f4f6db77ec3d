/// Something that a key does to a text.
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

/// A way for the cursor to go.
enum TextMotion: Hashable, Sendable {
    case left, right, up, down
    /// To the start of the word before, to the end of the word after.
    case wordLeft, wordRight
    case lineStart, lineEnd
    /// To the first character that is no space, and from there to the line's start.
    case indentation
    case textStart, textEnd
    /// Rows of the view up and down.
    case pageUp, pageDown
}

/// What came of a key, a click or a paste in a place where text is typed.
///
/// Where handling gives nil instead, the input was not for the text, and its owner looks further.
public enum TextInputOutcome: Hashable, Sendable {
    /// The cursor, the selection or the view moved, or nothing could be done; the text is as before.
    case moved
    /// The text is another one now.
    case changed
    /// This was pasted, as it came; the text is another one now.
    case pasted(String)
    /// This should go to the clipboard.
    case copied(String)
    /// This was taken out of the text and should go to the clipboard.
    case cut(String)
    /// The clipboard's text is wanted: hand it to `paste`.
    case wantsPaste
    /// Enter in a field of one line.
    case submitted
    /// Escape, with nothing left to close in the text itself.
    case cancelled
}
