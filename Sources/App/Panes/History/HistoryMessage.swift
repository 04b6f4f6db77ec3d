public import Workspace

/// What a person does in the history, and what is read from it.
public enum HistoryMessage: Sendable, Equatable {
    case open
    case replay
    /// Puts the request as it was written into the request pane.
    case edit
    /// Puts the request as it was written into the request pane and sends it, with the variables as they are now.
    case resolveAnew
    case togglePin
    case delete
    case startFilter
    case listed([ExchangeSummary], after: HistoryCursor?, query: HistoryFilter)
    /// An exchange is shown as the answer to an open request.
    case opened(Exchange, owner: OpenRequest.ID)
    /// The history cannot be read or written; the program goes on without.
    case failed(String)
}
