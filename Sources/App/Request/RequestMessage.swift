import Engine
import Screen
import Widgets
import Workspace

/// Messages to the request of a tab: actions of the user and results of effects.
indirect enum RequestMessage: Sendable, Equatable {
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case edit
    case editURL
    case selectTab(RequestTab)
    case nextTab
    case previousTab
    /// Moves the cursor to the request's own variables.
    case showVariables
    /// Moves to the request's own variable with this name.
    case showVariable(String)
    /// Adds a variable to the request; the user types its value.
    case addVariable(String)
    /// Defines a variable in the environment, or else in the request: the first one of the request that is not defined if nil.
    case define(String?)
    /// Moves to the option with this name in files.
    case showOption(String)
    /// Replaces the content of the current request with a draft.
    case replaceContent(RequestDraft)
    case undo
    /// Undoes the change with this number in an open request, which may be in the background.
    case undoChange(Int, of: TabID)
    case redo
    /// Explains the variable under the cursor and its origin.
    case explain
    /// Goes to the next problem that prevents sending the request.
    case showIssue
    case kind(RequestKindMessage)
    case row(RequestRowMessage)
    case text(RequestTextMessage)
    case file(RequestFileMessage)
    /// Applies the typed text and uses the request: sends, previews or copies it.
    case submit(SendPurpose)
    /// The files for words in the URL bar were read, by path; the purpose continues.
    case wordsRead(String, files: [String: String], SendPurpose?)
    /// The content of the folder in the path that is being typed.
    case folderListed(FolderListing)
    /// The problem of each checked query; empty for a valid one.
    case queriesChecked([String: String])
    /// Runs the captures and assertions on the response that is shown.
    case runTests
    /// Adds a capture for a value of the response, and runs the tests.
    case addCapture(Capture)
    /// Adds an assertion about a value of the response, and runs the tests.
    case addAssertion(Assertion)

    static let send = RequestMessage.submit(.send)
}

/// Messages that choose the method, the kind of body and the kind of authentication.
enum RequestKindMessage: Sendable, Equatable {
    case pickMethod
    case setMethod(String)
    case pickBody
    case setBody(BodyDraft.Kind)
    case pickAuth
    case setAuth(AuthDraft.Kind, grant: String? = nil)
}

/// Messages to the table with the cursor.
enum RequestRowMessage: Sendable, Equatable {
    case add
    /// Shows a table and adds a row to it.
    case addTo(RequestSection)
    case delete
    case duplicate
    case toggle
    /// Moves the cursor to a row.
    case select(Int)
    /// Sets one of the choices of the row.
    case choose(String)
    /// Moves the row up or down; if no row can move up, explains the word under the cursor.
    case move(Int)
    /// Edits the table as lines of text.
    case editAsText
}

/// Messages to the text with the cursor.
indirect enum RequestTextMessage: Sendable, Equatable {
    /// Pastes the text of the clipboard.
    case paste
    /// Copies the selection; with `cuts`, also deletes it.
    case copy(cuts: Bool)
    case format
    case validate
    /// Drops the result of formatting or validating that is being waited for.
    case cancelFormat
    /// The result of formatting or validating.
    case formatted(FormatResult)
    case find
    case replace
    /// Replaces the match at the cursor, or every match.
    case replaceFound(all: Bool)
    /// Goes to the next match, or to the previous one with -1.
    case findAgain(Int)
    /// Runs a command of vim's command line.
    case vimLine(VimLineCommand)
    case openEditor
    /// The text returned by the external editor.
    case edited(RequestSection, String)
}

/// Messages about the file of the request.
enum RequestFileMessage: Sendable, Equatable {
    case save
    /// Saves the request as a new file in a folder, under the name given.
    case saveAs(String, folder: String)
    /// Writes the request to its file, or to a new one in a folder. New credentials become secrets of this machine if `keepsSecrets`, else
    /// they are written to the file. The only one can be the new value of a secret that is there already.
    case write(folder: String?, keepsSecrets: Bool, replacing: String? = nil)
    case rename
    case setName(String)
}
