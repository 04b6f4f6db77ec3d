public import Screen

/// Messages to the program as a whole.
public enum ApplicationMessage: Sendable, Equatable {
    case focus(PaneID)
    case focusNext
    case focusPrevious
    case toggleZoom
    case toggleLayout
    case moveSplit(Split, by: Int)
    case showHelp
    case showPalette
    case showEnvironments
    case showThemes
    /// Closes the top layer: a window, the editing of a field, a message.
    case closeLayer
    case dismissToast(Int)
    /// Shows a message whole; all that were said lately when nil.
    case readToast(Int?)
    /// Does what a toast offers and dismisses it.
    case answerToast(Int, Message)
    case cancelOrQuit
    case suspend
    /// Quits, or asks first where the user set that.
    case quit
    /// Quits; what is not saved is there at the next start.
    case quitNow
    case useTheme(String)
    /// The user's theme files changed.
    case themesChanged(LoadedThemes)
    /// Lets the user edit one of the own files, which is made where it is missing.
    case editConfiguration(ConfigurationFile)
    /// The user's own files after they were edited.
    case configured(LoadedConfiguration)
    /// The button has been held for a while where a drag scrolls.
    case dragOn
    case showJump
    /// Sends what was sent last again, as it was.
    case sendAgain
    case showMenu
    /// Text was copied: what the terminal did with it, and which tool took it.
    case copied(name: String, characterCount: Int, byTerminal: ClipboardResult, byTool: ClipboardTool?)
    /// Text copied in this program was pasted, since no clipboard can be read.
    case pastedOwn
    /// Something failed that belongs to no pane.
    case complain(String)
}
