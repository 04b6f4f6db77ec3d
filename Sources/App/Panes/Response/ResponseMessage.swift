/// What a person does with the answer.
public enum ResponseMessage: Sendable, Equatable {
    case selectTab(ResponseTab)
    case nextTab
    case previousTab
    /// Shows the body in its next form: pretty, raw, hexadecimal.
    case nextForm
    /// Hides or shows what begins at the cursor.
    case toggleFold
    /// Hides what is around the cursor, or goes to what surrounds it.
    case foldIn
    /// Shows what is hidden at the cursor.
    case foldOut
    /// Closes everything but the outermost level.
    case foldAll
    case unfoldAll
    /// A level that was counted.
    case folded(FoldedBody)
    case startSearch
    case nextMatch
    case previousMatch
    /// What a search found so far.
    case found(FoundInBody)
    /// Why a search cannot be done.
    case searchFailed(String)
    case copyBody
    case copyKey
    case copyPath
    case copyHeaders
    case copyURL
    case copyLine
    case replay
}
