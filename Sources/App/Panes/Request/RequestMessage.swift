public import Workspace

/// What a person does with the request, and what comes of it.
public enum RequestMessage: Sendable, Equatable {
    case send
    /// Shows the request of a file.
    case open(path: String)
    case save
    case saveAndQuit
    case new
    /// Puts a draft into the pane as a new request.
    case compose(RequestDraft)
    case editURL
    case edit
    case selectTab(RequestTab)
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
    /// Moves the row up or down; upwards where there is none, explains what the cursor is on.
    case moveRow(Int)
    /// Edits the table as lines of text.
    case editRowsAsText
    case undo
    case redo
    case format
    case validate
    case find
    case replace
    case openEditor
    /// What the external editor left of a text.
    case edited(RequestSection, String)
    case rename
    case setName(String)
    /// Says what the variable under the cursor is and where it comes from.
    case explain
    /// Shows what would be sent.
    case preview
    case previewed(SendPreview)
    case copyAsCurl
    case forgetAnswers
    /// Runs the captures and assertions on the answer that is shown.
    case runTests
}
