import Comparison
import Engine
import Platform
import Screen
public import Workspace

/// Messages to the history: actions of the user and results from the store.
indirect enum HistoryMessage: Sendable, Equatable {
    // Actions of the user.
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case open
    case replay
    /// Asks for an environment, then replays the marked entries, or the entry under the cursor, in that environment.
    case replayElsewhere
    /// Loads the request with its variables into an editor; if `sends`, also sends it with today's variables.
    case edit(sends: Bool)
    case togglePin
    case setPinned(Bool, Exchange.ID)
    case copyURL
    case copyAsCurl
    /// Marks or unmarks the entry under the cursor and moves the cursor on.
    case toggleMark
    /// Marks everything that the filter matches.
    case markAll
    /// Reports that a long read has begun; the text names what is read.
    case announceReading(String)
    /// Stops reading many entries.
    case stopReading
    case clearMarks
    case compare(ComparisonMessage)
    case examples(ExampleMessage)
    case filters(FilterMessage)
    case export(HistoryExportMessage)
    /// Reads the durations of everything that the filter matches, to show them over time.
    case readTimings
    case showTimings(TimingChart)
    /// Asks for a note and tags.
    case editNotes
    case setNotes(String, Exchange.ID)
    /// Deletes the chosen entries; asks first if there are several.
    case delete
    case deleteConfirmed
    /// Restores the entries that were deleted together, or the last deletion if nil.
    case restore(EntrySet?)
    /// Ends the time during which entries that were deleted together can be restored.
    case deleteForGood(EntrySet)
    case startFilter
    case clearFilter
    /// Checks for entries of other processes and for a new day.
    case refresh
    /// Performs an effect, such as one that the user has confirmed.
    case perform(HistoryEffect)

    // Results from the store.
    case store(HistoryResult)
}

/// Results from the store of the history.
indirect enum HistoryResult: Sendable, Equatable {
    /// A page of rows, with the time at which it was read; if it is a part, the whole page follows.
    case listed([ExchangeSummary], after: HistoryCursor?, query: HistoryFilter, at: Date? = nil, isPart: Bool = false)
    /// The last rows, or the rows before a position, the oldest first.
    case listedEnd([ExchangeSummary], before: HistoryCursor?, query: HistoryFilter)
    /// The newest rows; some may have been written by another process.
    case found([ExchangeSummary]?, query: HistoryFilter, at: Date? = nil)
    /// An entry to be shown as the response of a tab.
    case opened(Exchange, owner: TabID, as: EntryOpening = .focused)
    /// More of the body of a shown entry has been indexed.
    case bodyIndexed(BodyHandle)
    /// The request of an entry, to edit or to send again.
    case loaded(RequestDraft, Exchange.Origin, sends: Bool)
    /// The durations of entries were read.
    case timed(TimingChart)
    /// The notes of an entry, which another program has changed meanwhile.
    case notesKept(Exchange.Notes, Exchange.ID)
    /// An entry to copy as a curl command.
    case loadedForCurl(Exchange)
    /// Exchanges have just ended, in this order.
    case ended([ExchangeSummary])
    /// An exchange was written to the store.
    case recorded
    /// The store has deleted entries, or failed to; this many of them stay, as another program has pinned them.
    case deleted(EntrySet, keptCount: Int?)
    /// The store goes on to delete the rest of entries whose deletion an earlier program began.
    case continued(EntrySet)
    /// Everything that is marked was counted, and the pinned ones among it.
    case counted(MatchingEntries, Int, pinned: Int)
    /// The marked entries were read to replay them, the oldest first; `elsewhere` in another environment.
    case readMarked([ExchangeSummary], elsewhere: Bool, groups: [ReplayGroup] = [])
    /// The store cannot be read or written; the program goes on without it.
    case failed(String)
}

/// Messages about filters as a whole, saved or not.
enum FilterMessage: Sendable, Equatable {
    /// Lists the entries of the request in front.
    case ofRequest
    /// Replaces the current filter.
    case use(String)
    /// Lists the saved filters and offers to save the current one.
    case show
    case listed([SavedFilter])
    /// Asks for the name under which a filter is saved.
    case name(String)
    case save(SavedFilter)
    /// A filter was saved or, with an empty text, deleted; `old` is the one that it replaced.
    case saved(SavedFilter, old: SavedFilter?)
    /// Lists the saved filters, to delete one.
    case chooseDeletion([SavedFilter])
    case delete(SavedFilter)
}

/// Messages about comparisons.
indirect enum ComparisonMessage: Sendable, Equatable {
    /// Compares the marked entries, or the entry under the cursor with the shown response.
    case start
    /// Compares an entry with the pinned entry of its request, or with the entry before it.
    case withEarlier(ExchangeSummary)
    /// Compares two entries; with the rules saved with their request if the rules are nil.
    case entries(Exchange.ID, Exchange.ID, IgnoreRules?)
    /// The comparison takes long.
    case waiting
    /// Ends the comparison that takes long.
    case cancel
    /// Two entries were compared: shows them unless the user is busy elsewhere.
    case made(ComparisonWindow)
    /// Shows a comparison.
    case compared(ComparisonWindow)
    /// The exchange of a replay was compared with the replayed entry.
    case comparedReplay(ComparisonWindow)
    /// Replays an entry of the comparison.
    case replay(ExchangeSummary)
    /// Copies the difference.
    case export(ComparisonWindow, ComparisonExport)
    /// The text to copy was produced.
    case exported(String, name: String)
    /// The bodies of these entries differ.
    case comparedBodies([Exchange.ID: String])
    /// Saves the rules with the request of the compared entries.
    case saveRules(IgnoreRules, of: Exchange.Origin)
    case savedRules(IgnoreRules, path: String)
}

/// Messages about exports to an HTTP Archive (HAR).
enum HistoryExportMessage: Sendable, Equatable {
    /// Asks for the file.
    case start
    case write(EntrySet, path: String, overwrites: Bool)
    /// A file with that name exists; it is replaced only after a confirmation.
    case exists(EntrySet, path: String)
    /// Some of the entries have been written.
    case progressed(Int, of: Int?)
    case written(path: String, count: Int)
    case refused(String)
    case cancelled
}

/// Requests of the history to other features.
indirect enum HistoryOutput {
    /// Sends an entry again, byte for byte.
    case replay(ExchangeSummary)
    /// Sends many entries again after a confirmation; `isLate` if they were read first.
    case replayAll([ExchangeSummary], isLate: Bool = false, groups: [ReplayGroup] = [])
    /// Sends entries again in another environment after a choice and a confirmation.
    case replayElsewhere([ExchangeSummary])
    case copyAsCurl(Exchange)
    /// Shows a comparison; it replaces the comparison that is open, if any.
    case compared(ComparisonWindow)
    /// The bodies of these entries differ from the bodies of the replayed entries.
    case comparedBodies([Exchange.ID: String])
    /// Gives the open request with this file the ignore rules that were saved in it.
    case savedRules(IgnoreRules, path: String)
    /// The request with this file has examples now.
    case hasExamples(path: String)
    /// An example that may be shown has a new name.
    case exampleRenamed(Exchange.ID, to: String)
    /// Puts the focus on the history.
    case focus
    /// Opens a request in an editor, and sends it if `sends`.
    case compose(RequestDraft, Exchange.Origin, sends: Bool)
    /// Shows an entry as the response of a tab.
    case show(Exchange, owner: TabID, as: EntryOpening)
    /// Shows more of the body of an entry.
    case bodyIndexed(BodyHandle)
    /// Updates the pin mark on responses that show the entry.
    case pinned(Bool, EntrySet)
    /// Closes the prompt, or shows in it why its text cannot be used.
    case endPrompt(problem: String?)
    /// Shows in the prompt how far the use of its text is.
    case showProgress(String)
    /// Keeps the requests of these entries as drafts: the history no longer has them.
    case deleted(EntrySet)
}

indirect enum HistoryEffect: Sendable, Equatable {
    /// Reads the rows after a cursor, or the newest rows if nil.
    case list(after: HistoryCursor?, filter: HistoryFilter)
    /// Reads the rows before a cursor, or the last rows if nil.
    case listEnd(before: HistoryCursor?, filter: HistoryFilter)
    /// Reads the newest rows if there is news, or another process has written since the last read; `tellsNone` also reports that there are none.
    case listNews(filter: HistoryFilter, tellsNone: Bool, isNews: Bool = false)
    /// Reads an entry to show it as the response of a tab.
    case open(Exchange.ID, owner: TabID, as: EntryOpening = .focused)
    /// Reads the entry that a tab showed in the last session; does nothing if it is gone.
    case reopen(Exchange.ID, owner: TabID)
    /// Reads the request of an entry; if `sends`, it is sent at once.
    case load(Exchange.ID, sends: Bool)
    case setPinned(Bool, EntrySet)
    case delete(EntrySet)
    /// Continues the deletions that an earlier program began and did not end.
    case continueDeletions
    /// Counts everything that is marked.
    case count(MatchingEntries)
    /// Reads everything that is marked to replay it; `elsewhere` in another environment.
    case readMarked(MatchingEntries, elsewhere: Bool)
    /// Replaces the notes of an entry that are shown, unless another program has changed them.
    case setNotes(Exchange.Notes, Exchange.ID, replacing: Exchange.Notes)
    /// Reads an entry to copy it as a curl command.
    case loadForCurl(Exchange.ID)
    /// Reads the durations of entries but for deleted ones.
    case readTimings(MatchingEntries, without: [EntrySet])
    case listFilters
    case saveFilter(SavedFilter)
    /// Writes entries to an HTTP Archive (HAR), the oldest first.
    case export(EntrySet, path: String, overwrites: Bool)
    /// Compares two entries; with the rules saved with their request if the rules are nil.
    case compare(Exchange.ID, Exchange.ID, IgnoreRules?)
    /// Compares the exchange of a replay, as soon as it is stored, with the replayed entry.
    case compareReplay(old: Exchange.ID, new: Exchange.ID)
    /// Compares the bodies of entries pairwise: the first with the first, and so on.
    case compareBodies([Exchange.ID], [Exchange.ID])
    /// Saves rules with the request at a path.
    case saveRules(IgnoreRules, of: Exchange.Origin)
    /// Compares an entry with the pinned entry of its request, or with the entry before it.
    case compareWithEarlier(ExchangeSummary)
    /// Reads the examples of a request, to show one or to compare it with a response.
    case listExamples(String, ExampleUse, Exchange?, owner: TabID)
    /// Saves the response of an exchange as the history stores it, with the request at a path.
    case saveExample(Exchange, name: String, path: String)
    /// Changes the examples of the request at a path.
    case changeExamples(ExampleChange, path: String)
    case openExample(Exchange, owner: TabID)
    /// Compares an example with an exchange by the rules of their request.
    case compareExample(Exchange, Exchange)
    /// Makes a JSON Patch or a unified diff from a comparison.
    case exportDifference(ComparisonWindow, ComparisonExport)
}

/// Messages about the saved responses of requests.
indirect enum ExampleMessage: Sendable, Equatable {
    /// Starts an action with the examples of the request in this file; the note tells which request that is if it is not obvious.
    case use(ExampleUse, Exchange?, path: String?, owner: TabID, note: String = "")
    /// A response was saved as the example with this index.
    case saved(name: String, at: Int, path: String)
    /// The examples of the request at a path were read, in the form of exchanges.
    case listed([Exchange], ExampleUse, Exchange?, path: String, owner: TabID)
    /// Asks for the new name of an example.
    case askName(Int, String, path: String)
    /// The examples of a request were changed; `undo` reverts the change.
    case changed(ExampleChange, undo: ExampleChange?, path: String)
}

/// A change to the examples of a request. An example is identified by its index and its title, so that the wrong one is never changed.
indirect enum ExampleChange: Sendable, Equatable {
    case rename(Int, from: String, to: String)
    case remove(Int, title: String)
    case insert(SavedResponse, at: Int)

    /// The file was changed by another program since it was read.
    struct StaleError: Error, CustomStringConvertible {
        let description = "another program has changed the file; open the examples again"
    }

    /// Changes the examples; throws ``StaleError`` if they differ from those that were listed.
    func apply(to examples: inout [SavedResponse]) throws {
        switch self {
        case .rename(let index, let title, let name):
            try Self.check(index, title, examples)
            examples[index].name = name
        case .remove(let index, let title):
            try Self.check(index, title, examples)
            examples.remove(at: index)
        case .insert(let example, let index): examples.insert(example, at: min(index, examples.count))
        }
    }

    private static func check(_ index: Int, _ title: String, _ examples: [SavedResponse]) throws {
        guard examples.indices.contains(index), examples[index].title(at: index) == title else { throw StaleError() }
    }

    /// The change that undoes this one.
    ///
    /// - Parameter examples: those before it.
    func undo(in examples: [SavedResponse]) -> ExampleChange? {
        switch self {
        case .rename(let index, let title, let name): .rename(index, from: name, to: title)
        case .remove(let index, _): examples.indices.contains(index) ? .insert(examples[index], at: index) : nil
        case .insert(let example, let index):
            .remove(min(index, examples.count), title: example.title(at: min(index, examples.count)))
        }
    }

    /// The message after the change.
    var report: String {
        switch self {
        case .rename(_, _, let name): "Renamed the example to “\(name)”"
        case .remove(_, let title): "Deleted the example “\(title)”"
        case .insert(let example, let index): "Restored the example “\(example.title(at: index))”"
        }
    }
}

/// The parts of the program's state that the history reads.
struct HistoryContext {
    /// The cells inside the pane's border; empty while the pane is hidden.
    let area: Rect
    /// The cells of all panes.
    let body: Rect
    /// True if keys and menus act on the row under the cursor.
    let isFocused: Bool
    /// The tab that shows opened entries.
    let frontTab: TabID
    /// The keys that pin an entry and send the request; nil for none.
    let pinKey: String?
    let sendKey: String?
    /// The entry shown in the response pane.
    let shown: Exchange.ID?
    /// A filter for the entries of the request in front; nil for a request that was never saved and has no URL.
    let requestFilter: String?
    /// The workspace's folder; entries of other workspaces are marked.
    let workspace: String
    /// True if a comparison may open by itself: nothing is typed, and no other window is open.
    let canShowComparison: Bool
    /// The zone in which times are shown.
    let timeZone: TimeZoneOffsets
    /// True if an entry was sent in an environment that is protected now.
    let isProtected: @Sendable (ExchangeSummary) -> Bool
}

typealias HistoryOutcome = Outcome<HistoryMessage, HistoryEffect, HistoryOutput>

/// The way in which an entry becomes the response of a tab.
enum EntryOpening: Sendable, Equatable {
    /// Restored from the last session; a response that has arrived meanwhile stays.
    case restored
    /// The history keeps the focus, if both panes are visible.
    case beside
    /// The response takes the focus if its tab is in front.
    case focused
}

/// The opened history, with a warning for the user if something went wrong.
public struct OpenedHistory: Sendable {
    /// The store; in memory only if the file cannot be used.
    let store: any HistoryStore
    /// A warning for the user; nil if the history opened normally.
    let warning: String?

    /// Creates the value from a store and a warning.
    public init(store: any HistoryStore, warning: String? = nil) {
        self.store = store
        self.warning = warning
    }
}

/// Deleted entries that the list leaves out while they are still in the store.
struct LeavingEntries {
    private var ids: Set<Exchange.ID> = []
    private var sets: [(entries: MatchingEntries, conditions: [HistoryFilter.Condition])] = []

    /// Creates the entries of some sets.
    ///
    /// - Parameter query: the filter of the list. What an equal one has matched needs no test.
    init(_ sets: [EntrySet], listed query: HistoryFilter) {
        for set in sets {
            switch set {
            case .ids(let some): ids.formUnion(some)
            case .matching(let entries):
                self.sets.append((entries, entries.filter.text == query.text ? [] : entries.filter.conditions))
            }
        }
    }

    var isEmpty: Bool { ids.isEmpty && sets.isEmpty }
    /// True if there are entries that a filter matched, which may be very many.
    var isMatching: Bool { !sets.isEmpty }

    /// True if a row of the list belongs to the set. Rows that were found by their text are left out only by an equal filter.
    func contains(_ row: ExchangeSummary) -> Bool {
        ids.contains(row.id)
            || sets.contains { entries, conditions in
                entries.includes(row) && conditions.allSatisfy { !$0.searchesText && $0.matches(row, text: "") }
            }
    }
}
