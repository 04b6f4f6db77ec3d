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
    case moveRow(Int)
    case undo
    case redo
    case format
    case openEditor
    /// What the external editor left.
    case edited(String)
    case rename
    case setName(String)
}
