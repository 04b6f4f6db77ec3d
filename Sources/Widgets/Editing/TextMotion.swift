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
