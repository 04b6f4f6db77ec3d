public import Workspace

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a person does in the history, and what is read from it.
public enum HistoryMessage: Sendable, Equatable {
    case open
    case replay
    /// Puts the request as it was written into the request pane.
    case edit
    /// Puts the request as it was written into the request pane and sends it, with the variables as they are now.
    case resolveAnew
    case togglePin
    case copyURL
    case delete
    /// What was just deleted comes back: the exchange with this id, or else the last one.
    case bringBack(Exchange.ID?)
    /// What was deleted can no longer come back.
    case deleteForGood(Exchange.ID)
    case startFilter
    /// Rows that were read at a moment.
    case listed([ExchangeSummary], after: HistoryCursor?, query: HistoryFilter, at: Date? = nil)
    /// The newest rows, of which some may have been written by another apus.
    case found([ExchangeSummary], query: HistoryFilter, at: Date? = nil)
    /// An exchange is shown as the answer to an open request.
    case opened(Exchange, owner: Tab.ID)
    /// Another exchange is kept.
    case recorded
    /// The history cannot be read or written; the program goes on without.
    case failed(String)
}
