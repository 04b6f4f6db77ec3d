import Engine
import Screen
public import Workspace

/// All events of the program: a key, a response, the end of an effect.
indirect enum Message: Sendable, Equatable {
    /// An event from the terminal.
    case input(InputEvent)
    /// Moves the cursor of the focused element.
    case move(Motion)
    case application(ApplicationMessage)
    case window(WindowMessage<Message>)
    case tree(TreeMessage)
    case request(RequestMessage)
    /// A message to the request of a tab, in front or not.
    case requestOf(TabID, RequestMessage)
    case response(ResponseMessage)
    /// A message to the response of a tab, in front or not.
    case responseOf(TabID, ResponseMessage)
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
indirect enum ApplicationMessage: Sendable, Equatable {
    case focus(PaneID)
    /// Runs the command with that id; it may belong to another pane, which gets the focus if the command begins to edit a text there.
    case run(String)
    /// Focuses the pane if a text is edited there.
    case focusTyped(PaneID)
    case focusNext
    case focusPrevious
    case toggleZoom
    case toggleLayout
    case moveSplit(Split, by: Int)
    case show(ApplicationWindow)
    /// Goes to the place that defines a variable.
    case showDefinition(KnownVariable)
    /// Defines a variable in the environment in use, or else in the request; the user types its value.
    case define(variable: String)
    /// Closes the top layer: a window, a text field, a toast.
    case closeLayer
    case toast(ToastMessage)
    case cancelOrQuit
    /// The user has paused typing: letters answer the question that opened meanwhile.
    case typingPaused
    case suspend
    /// Quits, or asks first if the settings say so.
    case quit
    /// Quits; unsaved drafts are restored at the next start.
    case quitNow
    case theme(ThemeMessage)
    case configuration(ConfigurationMessage)
    /// The button has been held for a while where a drag scrolls.
    case repeatDrag
    /// Replays the last sent request unchanged.
    case sendAgain
    case report(EffectReport)
}

/// The windows that belong to no pane.
enum ApplicationWindow: Sendable, Equatable {
    case help
    case palette
    case environments
    case themes
    /// All variables of the current request with their origins, or only the variable under the cursor.
    case variables
    case settings
    /// Shows letters on everything that can be clicked.
    case jump
    /// The menu under the program's name.
    case menu
    /// The context menu of the element under the cursor.
    case contextMenu
    /// The commands of a pane that its context menu does not list.
    case moreCommands(PaneID, at: Point)
}

indirect enum ToastMessage: Sendable, Equatable {
    case dismiss(Int)
    /// Shows the full text of a notification; all recent ones if nil.
    case read(Int?)
    /// Runs the action of the newest toast that has one.
    case act
    /// Runs the action of a toast and dismisses it.
    case answer(Int, Message)
}

enum ThemeMessage: Sendable, Equatable {
    /// Previews a theme in the list of themes; nil for the one that matches the terminal.
    case preview(String?)
    /// Uses a theme from now on, in all workspaces; nil for the one that matches the terminal.
    case use(String?)
    /// The user's theme files changed.
    case changed(LoadedThemes)
}

/// Messages to the configuration files.
indirect enum ConfigurationMessage: Sendable, Equatable {
    /// Opens one of the files in the user's editor; creates it if it is missing.
    case edit(ConfigurationFile)
    /// The configuration after its files were edited.
    case edited(LoadedConfiguration)
    /// The configuration after the settings were saved.
    case saved(LoadedConfiguration)
    /// The reason why the settings were not saved.
    case notSaved(String)
}

/// Results of effects that belong to no pane.
enum EffectReport: Sendable, Equatable {
    /// Text was copied, with the results of the terminal and of the clipboard tool. No count if the name is the text itself.
    case copied(name: String, characterCount: Int?, byTerminal: ClipboardResult, byTool: ClipboardTool?)
    /// Text copied in this program was pasted, since the clipboard cannot be read.
    case pastedOwn
    /// The reason why something failed.
    case problem(String)
}

/// Messages to the tabs.
public indirect enum TabMessage: Sendable, Equatable {
    /// Shows the request of a file.
    case open(path: String)
    case new
    /// Opens a draft as a new request.
    case compose(RequestDraft)
    /// Opens a draft from another source as a new request.
    case composeForeign(RequestDraft)
    /// Opens the request of a history entry, in its file if that still exists, so that it inherits from its folders.
    case composeAgain(RequestDraft, Exchange.Origin)
    /// Opens a copy of the request in front, which has no file yet.
    case duplicate
    /// Moves by a number of tabs to the right; wraps around at the end.
    case step(Int)
    case select(Int)
    /// Brings an open request to the front, wherever its tab is by now.
    case selectOpen(TabID)
    /// Closes a tab, or the tab in front if nil; its unsaved edits are kept, also for the next start, until it is reopened.
    case close(Int?)
    /// Closes the tab in front with its unsaved changes.
    case discard
    case closeOthers
    /// Closes the other tabs with their unsaved changes; they can be reopened.
    case discardOthers
    /// Discards the unsaved changes of the request in front, or of all open requests.
    case discardChanges(ofAll: Bool)
    /// Restores the discarded changes.
    case restore(DiscardedChanges)
    case reopen
    /// Reopens the closed tab that had this number.
    case reopenClosed(TabID)
    case pick
    /// Goes to a request in flight: that of the tab in front, or else the newest.
    case showSending
    /// Moves the tab in front to the left or to the right.
    case move(Int)
    /// Asks whether to keep the request in front or the version that another program wrote to its file.
    case chooseVersion
    /// Shows the differences between the two versions.
    case compareVersions
    /// Saves the request with the changes of both, if they are in different parts.
    case mergeVersions
    /// Overwrites the file with the request; undo restores the content of the file.
    case overwriteFile
}
