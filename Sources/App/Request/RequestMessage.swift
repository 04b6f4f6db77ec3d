import Engine
public import Screen
public import Workspace

/// Messages to the request of a tab: what a person does in the pane, and what effects found.
public enum RequestMessage: Sendable, Equatable {
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case edit
    case editURL
    case selectTab(RequestTab)
    case nextTab
    case previousTab
    /// Puts the cursor into the request's own variables.
    case showVariables
    /// Goes to the request's own variable of a name.
    case showVariable(String)
    /// Puts a draft into the request that is there.
    case take(RequestDraft)
    case undo
    /// Undoes the change of that number in an open request that may not be in front.
    case undoChange(Int, of: TabID)
    case redo
    /// Says what the variable under the cursor is and where it comes from.
    case explain
    /// Goes to what keeps the request from being sent.
    case showIssue
    case kind(RequestKindMessage)
    case row(RequestRowMessage)
    case text(RequestTextMessage)
    case file(RequestFileMessage)
    /// Takes what is typed, and uses the request: sends it, shows it, copies it.
    case submit(SendPurpose)
    /// The files of words in the URL bar were read, by their paths, for what is to be done with the request.
    case wordsRead(String, files: [String: String], SendPurpose?)
    /// The content of the folder of the path that is typed.
    case folderListed(FolderListing)
    /// Why queries of captures and assertions cannot be read; empty for those that can.
    case queriesChecked([String: String])
    /// Runs the captures and assertions on the response that is shown.
    case runTests
    /// Adds a capture for a value of the response, and runs the tests.
    case addCapture(Capture)
    /// Adds an assertion about a value of the response, and runs the tests.
    case addAssertion(Assertion)

    /// Sends the request.
    public static let send = RequestMessage.submit(.send)
}

/// Messages that choose the method, the kind of body and the kind of authentication.
public enum RequestKindMessage: Sendable, Equatable {
    case pickMethod
    case setMethod(String)
    case pickBody
    case setBody(BodyDraft.Kind)
    case pickAuth
    case setAuth(AuthDraft.Kind)
}

/// Messages to the table with the cursor.
public enum RequestRowMessage: Sendable, Equatable {
    case add
    case delete
    case duplicate
    case toggle
    /// Takes one of the choices of the row.
    case choose(String)
    /// Moves the row up or down; upwards where there is none, explains what the cursor is on.
    case move(Int)
    /// Edits the table as lines of text.
    case editAsText
}

/// Messages to the text with the cursor.
public enum RequestTextMessage: Sendable, Equatable {
    /// Pastes what is on the clipboard.
    case paste
    /// Puts what is selected on the clipboard, and with `cuts` takes it out.
    case copy(cuts: Bool)
    case format
    case validate
    /// The result of formatting or validating.
    case formatted(FormatResult)
    case find
    case replace
    /// Replaces the match at the cursor, or every match.
    case replaceFound(all: Bool)
    /// Goes to the next match, or with -1 to the one before.
    case findAgain(Int)
    case openEditor
    /// The text that the external editor left.
    case edited(RequestSection, String)
}

/// Messages about the file of the request.
public enum RequestFileMessage: Sendable, Equatable {
    case save
    /// Saves the request as a new file in a folder, under the name given.
    case saveAs(String, folder: String)
    /// Writes the request into its file, or into a new one in a folder; credentials that were typed become secrets of this machine, or are
    /// written as they are.
    case write(folder: String?, keepsSecrets: Bool)
    case rename
    case setName(String)
}
