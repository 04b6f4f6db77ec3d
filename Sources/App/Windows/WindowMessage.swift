public import Screen

/// Messages to the window on top.
public enum WindowMessage: Sendable, Equatable {
    /// Closes it without an answer.
    case close
    /// Takes what the cursor is on, or what was typed.
    case accept
    /// Opens another window on top.
    case show(Window<Message>)
    /// Presses a key in it, as a click on the footer does.
    case key(Key)
    /// Saves what is edited in it.
    case save
    /// Takes the answer or the line with this index.
    case choose(Int)
    /// Takes the folder that was chosen for what is being named.
    case saveIn(folder: String)
    /// Takes one of the choices of the row with the cursor.
    case setChoice(String)
}
