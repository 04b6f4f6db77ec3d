public import Workspace

/// Messages to the tabs.
public enum TabMessage: Sendable, Equatable {
    /// Shows the request of a file.
    case open(path: String)
    case new
    /// Opens a draft as a new request.
    case compose(RequestDraft)
    /// Opens what was sent once: over its file where the collections still have that, so that it inherits what that does.
    case composeAgain(RequestDraft, Exchange.Origin)
    /// Goes so many tabs to the right, around the end.
    case step(Int)
    case select(Int)
    /// Closes a tab, the one in the pane when nil; unsaved edits ask first.
    case close(Int?)
    /// Closes the tab in the pane whatever is unsaved in it.
    case discard
    /// Saves what is in the pane, then closes its tab.
    case saveAndClose
    case closeOthers
    /// Gives up what is not saved of the request in the pane, or of all open requests.
    case discardChanges(ofAll: Bool)
    /// Takes that back.
    case bringBack(DiscardedChanges)
    case reopen
    case pick
    /// Goes to an answer that is on its way: that of the request in the pane, or else the newest.
    case showSending
    /// Moves the tab in the pane to the left or to the right.
    case move(Int)
    /// Asks which version of the request in front to keep: its own, or that of its file, which another program changed.
    case chooseVersion
    /// Shows the differences of the two versions.
    case compareVersions
    /// Writes the request over its file; undo brings back what the file said.
    case overwriteFile
}
