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
