public import Comparison
public import Screen
public import Workspace

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Messages to the history: what a person does in it, and what is read from the store.
public enum HistoryMessage: Sendable, Equatable {
    // What a person does.
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case open
    case replay
    /// Replays the marked entries, or the one under the cursor, in an environment that is chosen first.
    case replayElsewhere
    /// Loads the request as it was written into an editor; sends it with today's variables if `sends`.
    case edit(sends: Bool)
    case togglePin
    case setPinned(Bool, Exchange.ID)
    case copyURL
    case copyAsCurl
    /// Marks or unmarks the entry under the cursor, and moves on.
    case toggleMark
    /// Marks all entries that are listed.
    case markAll
    case clearMarks
    case compare(ComparisonMessage)
    case examples(ExampleMessage)
    case filters(FilterMessage)
    case export(HistoryExportMessage)
    /// Shows the durations of the listed entries over time.
    case showTimings
    /// Asks for a note and tags.
    case editNotes
    case setNotes(String, Exchange.ID)
    case delete
    /// Restores deleted entries: those with these ids, or the last one.
    case restore([Exchange.ID]?)
    /// Ends the time in which a deleted entry can be restored.
    case deleteForGood(Exchange.ID)
    case startFilter
    case clearFilter
    /// Looks for entries of other processes, and for a new day.
    case refresh

    // What is read from the store.
    /// A page of rows that was read at a moment.
    case listed([ExchangeSummary], after: HistoryCursor?, query: HistoryFilter, at: Date? = nil)
    /// The newest rows, of which some may have been written by another process.
    case found([ExchangeSummary], query: HistoryFilter, at: Date? = nil)
    /// An entry to be shown as the response of a tab.
    case opened(Exchange, owner: TabID)
    /// The body of an entry that is shown, as far as it is indexed.
    case bodyIndexed(BodyHandle)
    /// The request of an entry, to be edited or sent again.
    case loaded(RequestDraft, Exchange.Origin, sends: Bool)
    /// Entries whose durations are shown.
    case timed([ExchangeSummary])
    /// An entry to be copied as a curl command.
    case loadedForCurl(Exchange)
    /// An exchange that has just ended.
    case ended(ExchangeSummary)
    /// An exchange was written to the store.
    case recorded
    /// The store cannot be read or written; the program goes on without it.
    case failed(String)
}

/// Messages about saved and other whole filters.
public enum FilterMessage: Sendable, Equatable {
    /// Lists the entries of the request in front.
    case ofRequest
    /// Takes a filter in place of the present one.
    case use(String)
    /// Offers the saved filters, and to save the present one.
    case show
    case listed([SavedFilter])
    case save(SavedFilter)
}

/// Messages about comparing entries.
public enum ComparisonMessage: Sendable, Equatable {
    /// Compares the marked entries, or the one under the cursor with the response that is shown.
    case start
    /// Compares an entry with the pinned one of its request, or the one before it.
    case withEarlier(ExchangeSummary)
    /// Compares two entries, by the rules that are saved with their request if nil.
    case entries(Exchange.ID, Exchange.ID, IgnoreRules?)
    /// Compares a replayed entry with the one that it repeats.
    case replayed(old: Exchange.ID, new: Exchange.ID)
    /// Two entries were compared.
    case compared(ComparisonWindow)
    /// A replayed entry was compared with the one that it repeats.
    case comparedReplay(ComparisonWindow)
    /// Replays an entry of the comparison.
    case replay(ExchangeSummary)
    /// Copies the difference.
    case export(ComparisonWindow, ComparisonExport)
    /// A text was made to be copied.
    case made(String, name: String)
    /// Compares the bodies of entries with those of others at the same places.
    case bodies([Exchange.ID], [Exchange.ID])
    /// The bodies of these entries differ.
    case comparedBodies(Set<Exchange.ID>)
    /// Saves the rules with the request of the compared entries.
    case saveRules(IgnoreRules, path: String)
    case savedRules(IgnoreRules, path: String)
}

/// Messages about writing entries to an HTTP Archive.
public enum HistoryExportMessage: Sendable, Equatable {
    /// Asks for the file.
    case start
    case write([Exchange.ID], path: String, overwrites: Bool)
    /// A file with that name exists; it is not replaced without a question.
    case exists([Exchange.ID], path: String)
    case written(path: String, count: Int)
}

/// Requests of the history to other features.
enum HistoryOutput {
    /// Sends an entry again, byte for byte.
    case replay(ExchangeSummary)
    /// Sends many entries again, once that was confirmed.
    case replayAll([ExchangeSummary])
    /// Sends entries again in another environment, once that was chosen and confirmed.
    case replayElsewhere([ExchangeSummary])
    case copyAsCurl(Exchange)
    /// Shows a comparison, in place of one that is shown.
    case compared(ComparisonWindow)
    /// The bodies of these entries differ from those that were replayed.
    case comparedBodies(Set<Exchange.ID>)
    /// Gives the open request with this file the rules that were saved with it.
    case savedRules(IgnoreRules, path: String)
    /// Puts the focus on the history.
    case focus
    /// Opens a request in an editor, and sends it if `sends`.
    case compose(RequestDraft, Exchange.Origin, sends: Bool)
    /// Shows an entry as the response of a tab.
    case show(Exchange, owner: TabID)
    /// Shows more of the body of an entry.
    case bodyIndexed(BodyHandle)
    /// Marks responses that show an entry as pinned, or not.
    case pinned(Bool, Exchange.ID)
}

/// Effects of the history.
public enum HistoryEffect: Sendable, Equatable {
    /// Reads rows from a place on, the newest if nil.
    case list(after: HistoryCursor?, filter: HistoryFilter)
    /// Reads the newest rows if another process has written since the last time; `tellsNone` reports also that there are none.
    case listNews(filter: HistoryFilter, tellsNone: Bool)
    /// Reads an entry to show it as the response of a tab.
    case open(Exchange.ID, owner: TabID)
    /// Reads the request of an entry; `sends` sends it at once.
    case load(Exchange.ID, sends: Bool)
    case setPinned(Bool, Exchange.ID)
    case delete(Exchange.ID)
    case setNotes(Exchange.Notes, Exchange.ID)
    /// Reads an entry to copy it as a curl command.
    case loadForCurl(Exchange.ID)
    /// Reads the entries of a filter to show their durations.
    case readTimings(HistoryFilter)
    case listFilters
    case saveFilter(SavedFilter)
    /// Writes entries to an HTTP Archive, in that order.
    case export([Exchange.ID], path: String, overwrites: Bool)
    /// Compares two entries, by the rules that are saved with their request if nil.
    case compare(Exchange.ID, Exchange.ID, IgnoreRules?)
    /// Compares a replayed entry, as soon as it is kept, with the one that it repeats.
    case compareReplay(old: Exchange.ID, new: Exchange.ID)
    /// Compares the bodies of entries with those of others at the same places.
    case compareBodies([Exchange.ID], [Exchange.ID])
    /// Saves rules with the request at a path.
    case saveRules(IgnoreRules, path: String)
    /// Compares an entry with the pinned one of its request, or the one before it.
    case compareWithEarlier(ExchangeSummary)
    /// Reads the examples of a request, to show one or to compare it with a response.
    case listExamples(String, ExampleUse, Exchange?, owner: TabID)
    /// Saves the response of an exchange, as the history keeps it, with the request at a path.
    case saveExample(Exchange, name: String, path: String)
    /// Changes the examples of the request at a path.
    case changeExamples(ExampleChange, path: String)
    case openExample(Exchange, owner: TabID)
    /// Compares an example with an exchange, by the rules of their request.
    case compareExample(Exchange, Exchange)
    /// Makes a JSON Patch or a unified diff of the difference.
    case exportDifference(ComparisonWindow, ComparisonExport)
}

/// The parts of the program's state that the history reads.
struct HistoryContext {
    /// The cells inside the pane's border; empty while the pane is hidden.
    let area: Rect
    /// The tab that opened entries are shown in.
    let frontTab: TabID
    /// The key that pins an entry.
    let pinKey: String?
    /// The entry that the response pane shows.
    let shown: Exchange.ID?
    /// A filter for the entries of the request in front; nil for a request that was never saved and has no URL.
    let requestFilter: String?
    /// True if a comparison may open by itself: nothing is typed, and no other window is open.
    let canShowComparison: Bool
    /// Seconds that local time is ahead of UTC.
    let timeZoneOffset: Int
}

typealias HistoryOutcome = Outcome<HistoryMessage, HistoryEffect, HistoryOutput>
