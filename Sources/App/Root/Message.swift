public import Engine
public import Screen
public import Workspace

/// Everything that can happen: a key, an answer, the end of an effect.
public indirect enum Message: Sendable, Equatable {
    /// Something came from the terminal.
    case input(InputEvent)
    /// The cursor of whatever has the focus moves.
    case move(Motion)
    case application(ApplicationMessage)
    case window(WindowMessage<Message>)
    case tree(TreeMessage)
    case request(RequestMessage)
    case response(ResponseMessage)
    /// A message to the response of a tab, whether it is in front or not.
    case answer(TabID, ResponseMessage)
    case history(HistoryMessage)
    case workspace(WorkspaceMessage)
    case cookies(CookieMessage)
    case environments(EnvironmentMessage)
    case tabs(TabMessage)
    case session(SessionMessage)
    case sending(SendingMessage)
    case run(RunMessage)
    case transfer(TransferMessage)
    /// Does something in the world; for answers of questions.
    case perform(Effect)
}

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
    /// Lists all variables that the request in front can use, with their origins; that under the cursor alone, where there is one.
    case showVariables
    /// Goes to the place that defines a variable.
    case showDefinition(KnownVariable)
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
    /// Shows a theme while it is looked for.
    case previewTheme(String)
    /// Uses a theme from now on, in all workspaces.
    case useTheme(String)
    /// The user's theme files changed.
    case themesChanged(LoadedThemes)
    /// Opens the window of the settings.
    case showSettings
    /// Lets the user edit one of the own files, which is made where it is missing.
    case editConfiguration(ConfigurationFile)
    /// The user's own files after they were edited.
    case configured(LoadedConfiguration)
    /// The user's own files after settings were written.
    case settingsSaved(LoadedConfiguration)
    /// Why settings were not written.
    case settingsNotSaved(String)
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
