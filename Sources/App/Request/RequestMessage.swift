public import Workspace

/// Messages to the request in front.
public enum RequestMessage: Sendable, Equatable {
    case send
    /// Shows the request of a file.
    case open(path: String)
    case save
    /// Writes the request into its file, or into a new one in a folder; credentials that were typed become secrets of this machine, or are
    /// written as they are.
    case write(folder: String?, keepsSecrets: Bool)
    /// Takes this folder for the request whose name is being asked for.
    case saveInFolder(String)
    case new
    /// Puts a draft into the pane as a new request.
    case compose(RequestDraft)
    /// Puts what was sent once into the pane: over its file where the collections still have that, so that it inherits what that does.
    case composeAgain(RequestDraft, Exchange.Origin)
    /// Puts a draft into the request that is there.
    case take(RequestDraft)
    case editURL
    case edit
    case selectTab(RequestTab)
    /// Puts the cursor into the request's own variables.
    case showVariables
    case nextTab
    case previousTab
    case pickMethod
    case setMethod(String)
    case pickBodyKind
    case setBodyKind(BodyDraft.Kind)
    case pickAuthKind
    case setAuthKind(AuthDraft.Kind)
    case addRow
    case deleteRow
    case duplicateRow
    case toggleRow
    /// Takes one of the choices of the row.
    case choose(String)
    /// Moves the row up or down; upwards where there is none, explains what the cursor is on.
    case moveRow(Int)
    /// Edits the table as lines of text.
    case editRowsAsText
    case undo
    /// Undoes the change of that number in an open request that may not be in front.
    case undoChange(Int, of: Tab.ID)
    case redo
    case format
    case validate
    /// The result of formatting or validating.
    case formatted(FormatResult)
    /// Puts what is selected in the text on the clipboard, and with `cuts` takes it out.
    case copyText(cuts: Bool)
    /// Why queries of captures and assertions cannot be read; empty for those that can.
    case queriesChecked([String: String])
    case find
    case replace
    /// Puts what was typed in the place of what was found, or of every such place.
    case replaceFound(all: Bool)
    /// Goes to the next place of what was looked for, or with -1 to the one before.
    case findAgain(Int)
    case openEditor
    /// The text that the external editor left.
    case edited(RequestSection, String)
    case rename
    case setName(String)
    /// Says what the variable under the cursor is and where it comes from.
    case explain
    /// Shows what would be sent.
    case preview
    case previewed(SendPreview)
    /// Copies the request as a curl command; the secrets in it as signs unless they are wanted.
    case copyAsCurl(withSecrets: Bool)
    /// The files of words in the URL bar were read, by their paths, for what is to be done with the request.
    case wordsRead(String, files: [String: String], SendPurpose?)
    /// Goes to what keeps the request from being sent.
    case showFault
    /// Forgets the tokens of its login.
    case logOut
    case forgetAnswers
    /// Does something with what was captured.
    case captured(CapturedMessage)
    /// Runs the captures and assertions on the answer that is shown.
    case runTests
}

/// Messages about captured values.
public enum CapturedMessage: Sendable, Equatable {
    /// Shows those that the requests of the collection use, and asks whether to forget them.
    case show
    /// Forgets what was captured for the requests of a collection.
    case forget(collection: String)
    /// Takes that back.
    case restore(CapturedValues, collection: String)
}
