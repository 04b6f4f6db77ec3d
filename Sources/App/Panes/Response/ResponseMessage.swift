/// What a person does with the answer.
public enum ResponseMessage: Sendable, Equatable {
    case selectTab(ResponseTab)
    case nextTab
    case previousTab
    /// Shows the body in its next form: pretty, raw, hexadecimal.
    case nextForm
    case copyBody
    case copyHeaders
    case copyURL
    case copyLine
    case replay
}
