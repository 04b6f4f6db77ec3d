/// What happens to the program as a whole.
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
    case cancelOrQuit
    case suspend
    case quit
    /// Quits whatever is unsaved.
    case quitNow
    /// Ends what is being edited; what was typed stays.
    case endEditing
    case useTheme(String)
    /// Text went to the clipboard, or did not.
    case copied(name: String, characterCount: Int, byTerminal: Bool, byTool: Bool)
    /// Something failed that belongs to no pane.
    case complain(String)
}
