public import Engine
public import Screen
public import Workspace

/// All events of the program: a key, a response, the end of an effect.
public indirect enum Message: Sendable, Equatable {
    /// An event from the terminal.
    case input(InputEvent)
    /// Moves the cursor of the focused element.
    case move(Motion)
    case application(ApplicationMessage)
    case window(WindowMessage<Message>)
    case tree(TreeMessage)
    case request(RequestMessage)
    case response(ResponseMessage)
    /// A message to the response of a tab, in front or not.
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
    /// Runs an effect; used in the answers to questions.
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
    /// Lists all variables of the current request with their origins, or only the variable under the cursor.
    case showVariables
    /// Goes to the place that defines a variable.
    case showDefinition(KnownVariable)
    /// Closes the top layer: a window, a text field, a toast.
    case closeLayer
    case dismissToast(Int)
    /// Shows the full text of a notification; all recent ones if nil.
    case readToast(Int?)
    /// Runs the action of a toast and dismisses it.
    case answerToast(Int, Message)
    case cancelOrQuit
    case suspend
    /// Quits, or asks first if the settings say so.
    case quit
    /// Quits; unsaved drafts are restored at the next start.
    case quitNow
    /// Previews a theme in the list of themes.
    case previewTheme(String)
    /// Uses a theme from now on, in all workspaces.
    case useTheme(String)
    /// The user's theme files changed.
    case themesChanged(LoadedThemes)
    /// Opens the window of the settings.
    case showSettings
    /// Opens one of the configuration files in the user's editor; creates it if it is missing.
    case editConfiguration(ConfigurationFile)
    /// The configuration after its files were edited.
    case configured(LoadedConfiguration)
    /// The configuration after the settings were saved.
    case settingsSaved(LoadedConfiguration)
    /// The reason why the settings were not saved.
    case settingsNotSaved(String)
    /// The button has been held for a while where a drag scrolls.
    case dragOn
    case showJump
    /// Replays the last sent request unchanged.
    case sendAgain
    case showMenu
    /// Text was copied, with the results of the terminal and of the clipboard tool.
    case copied(name: String, characterCount: Int, byTerminal: ClipboardResult, byTool: ClipboardTool?)
    /// Text copied in this program was pasted, since the clipboard cannot be read.
    case pastedOwn
    /// Something failed that belongs to no pane.
    case complain(String)
}

/// Messages to the tabs.
public indirect enum TabMessage: Sendable, Equatable {
    /// Shows the request of a file.
    case open(path: String)
    case new
    /// Opens a draft as a new request.
    case compose(RequestDraft)
    /// Opens a draft of somebody else as a new request.
    case composeForeign(RequestDraft)
    /// Opens the request of a history entry, in its file if that still exists, so that it inherits from its folders.
    case composeAgain(RequestDraft, Exchange.Origin)
    /// Moves by a number of tabs to the right; wraps around at the end.
    case step(Int)
    case select(Int)
    /// Closes a tab, or the one in front if nil; asks first if it has unsaved edits.
    case close(Int?)
    /// Closes the tab in front with its unsaved changes.
    case discard
    /// Saves the request in front, then closes its tab.
    case saveAndClose
    case closeOthers
    /// Discards the unsaved changes of the request in front, or of all open requests.
    case discardChanges(ofAll: Bool)
    /// Restores the discarded changes.
    case bringBack(DiscardedChanges)
    case reopen
    case pick
    /// Goes to a request in flight: that of the tab in front, or else the newest.
    case showSending
    /// Moves the tab in front to the left or to the right.
    case move(Int)
    /// Asks whether to keep the request in front or the version that another program wrote to its file.
    case chooseVersion
    /// Shows the differences between the two versions.
    case compareVersions
    /// Overwrites the file with the request; undo restores the content of the file.
    case overwriteFile
}
