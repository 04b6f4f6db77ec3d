import JSON
import Platform

/// A store of exchanges. All functions can be called from any task and do not run on the caller's actor.
public protocol HistoryStore: Sendable {
    /// Stores the exchange. The store takes over a body file by moving or copying it.
    func record(_ exchange: Exchange) async throws(HistoryError)

    /// Stores exchanges, if possible together. Throws the first error after all others are stored.
    func record(_ exchanges: [Exchange]) async throws(HistoryError)

    /// At most `limit` rows after `cursor`, or from the beginning if it is nil, newest first.
    func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary]

    /// At most `limit` rows before `cursor`, or from the end if it is nil, oldest first.
    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary]

    /// The rows that are found within this time, for a list that shows them before the search has ended.
    func list(
        after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter, within timeout: Duration
    ) async throws(HistoryError) -> HistoryPage

    /// One exchange, with large bodies as files; nil if it no longer exists.
    func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange?

    /// The exchanges with these ids, in the same order, without those that do not exist.
    func exchanges(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange]

    /// The exchanges with these ids for sending them again: response, hops, error and trace may be missing.
    func requests(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange]

    /// The ids that begin with a text, at most `limit` of them, in order.
    func ids(beginningWith text: String, limit: Int) async throws(HistoryError) -> [Exchange.ID]

    /// Pins exchanges, so that limits do not remove them, or unpins them.
    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async throws(HistoryError)

    /// Replaces the note and the tags of an exchange.
    func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) async throws(HistoryError)

    /// The saved filters, by name.
    func savedFilters() async throws(HistoryError) -> [SavedFilter]

    /// Saves a filter, replacing the one with its name; removes that one if the text is empty.
    func saveFilter(_ filter: SavedFilter) async throws(HistoryError)

    /// Removes exchanges that are not pinned, and the bodies that nothing else uses.
    ///
    /// - Returns: the number of those that stay because they are pinned.
    @discardableResult func delete(_ ids: [Exchange.ID]) async throws(HistoryError) -> Int

    /// Keeps the text of a deletion before it begins, so that a later program can continue it, or forgets it.
    func noteDeletion(_ text: String, isOver: Bool) async throws(HistoryError)

    /// The texts of the deletions that are not over.
    func unfinishedDeletions() async throws(HistoryError) -> [String]

    /// The number of exchanges that match the filter.
    func count(_ filter: HistoryFilter) async throws(HistoryError) -> Int

    /// Changes when another process has written to the store; unaffected by this store's own writes.
    func externalVersion() async throws(HistoryError) -> Int
}

extension HistoryStore {
    /// Stores exchanges one after the other.
    public func record(_ exchanges: [Exchange]) async throws(HistoryError) {
        var failure: HistoryError?
        for exchange in exchanges {
            do throws(HistoryError) { try await record(exchange) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Waits for all rows.
    public func list(
        after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter, within timeout: Duration
    ) async throws(HistoryError) -> HistoryPage {
        HistoryPage(rows: try await list(after: cursor, limit: limit, filter: filter), isWhole: true)
    }

    /// Reads exchanges one after the other.
    public func exchanges(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] {
        var exchanges: [Exchange] = []
        for id in ids {
            if let exchange = try await exchange(id) { exchanges.append(exchange) }
        }
        return exchanges
    }

    /// Keeps nothing: the exchanges do not outlast the program.
    public func noteDeletion(_ text: String, isOver: Bool) async throws(HistoryError) {}

    /// Returns nothing: no deletion outlasts the program.
    public func unfinishedDeletions() async throws(HistoryError) -> [String] { [] }

    /// Reads whole exchanges.
    public func requests(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] { try await exchanges(ids) }
}

/// The rows that were found in some time.
public struct HistoryPage: Hashable, Sendable {
    /// The rows, newest first.
    public var rows: [ExchangeSummary]
    /// False if a longer search may find more rows.
    public var isWhole: Bool

    /// A page of rows.
    public init(rows: [ExchangeSummary], isWhole: Bool) {
        self.rows = rows
        self.isWhole = isWhole
    }
}

/// A filter with a name.
public struct SavedFilter: Hashable, Sendable {
    /// The name, unique among saved filters.
    public var name: String
    /// The text in the filter language.
    public var text: String

    /// A filter with a name.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// An error of the history.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The store cannot be opened.
        case unavailable
        /// The data on disk is inconsistent.
        case damaged
        /// The store is open, but only for reading, or without sharing it with other processes.
        case limited
        /// Another program removed or replaced the data; the store uses the new one.
        case replaced
        /// Reading failed.
        case unreadable
        /// Writing failed: no space, no permission.
        case unwritable
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// True if the store can be used all the same: with a new database, or as far as its limits allow.
    package var leavesStoreOpen: Bool { [.damaged, .limited, .replaced].contains(code) }
    /// The problem, its place and the remedy, as sentences for the user.
    public let message: String
    /// The error of the layer below.
    public let underlyingError: (any Error)?

    /// An error.
    public init(_ code: Code, message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }

    /// The message.
    public var description: String { message }
}

/// A history in memory, for tests and as a fallback if the store cannot be opened.
public actor InMemoryHistoryStore: HistoryStore {
    /// Ordered by cursor, newest first.
    private var exchanges: [Exchange] = []
    private var filters: [String: String] = [:]
    private let capacity: Int

    /// Creates a store of at most `capacity` unpinned exchanges.
    public init(capacity: Int = 1000) { self.capacity = capacity }

    /// Stores the exchange, and removes the oldest unpinned one if there are too many. Body files are not moved.
    public func record(_ exchange: Exchange) {
        exchanges.removeAll { $0.id == exchange.id }
        let cursor = exchange.summary.cursor
        let index = exchanges.firstIndex { cursor.isBefore($0.summary.cursor) } ?? exchanges.endIndex
        exchanges.insert(exchange, at: index)
        if exchanges.count(where: { !$0.isPinned }) > capacity, let oldest = exchanges.lastIndex(where: { !$0.isPinned }) {
            exchanges.remove(at: oldest)
        }
    }

    /// Rows newest first.
    public func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) -> [ExchangeSummary] {
        let matching = exchanges.lazy.filter { filter.matches($0) }.map(\.summary)
        return Array(matching.drop { row in cursor.map { !$0.isBefore(row.cursor) } ?? false }.prefix(limit))
    }

    /// Rows oldest first.
    public func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) -> [ExchangeSummary] {
        let matching = exchanges.reversed().lazy.filter { filter.matches($0) }.map(\.summary)
        return Array(matching.drop { row in cursor.map { !row.cursor.isBefore($0) } ?? false }.prefix(limit))
    }

    /// The exchange, if it is still stored.
    public func exchange(_ id: Exchange.ID) -> Exchange? { exchanges.first { $0.id == id } }

    /// The ids that begin with a text, in order.
    public func ids(beginningWith text: String, limit: Int) -> [Exchange.ID] {
        Array(exchanges.map(\.id).filter { $0.hasPrefix(text) }.sorted().prefix(limit))
    }

    /// Pins or unpins exchanges.
    public func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) {
        for index in exchanges.indices where ids.contains(exchanges[index].id) { exchanges[index].isPinned = isPinned }
    }

    /// Replaces note and tags.
    public func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) {
        for index in exchanges.indices where exchanges[index].id == id { exchanges[index].notes = notes }
    }

    /// The saved filters, by name.
    public func savedFilters() -> [SavedFilter] {
        filters.sorted { $0.key < $1.key }.map { SavedFilter(name: $0.key, text: $0.value) }
    }

    /// Saves or removes a filter.
    public func saveFilter(_ filter: SavedFilter) { filters[filter.name] = filter.text.isEmpty ? nil : filter.text }

    /// Removes exchanges that are not pinned.
    @discardableResult public func delete(_ ids: [Exchange.ID]) -> Int {
        exchanges.removeAll { ids.contains($0.id) && !$0.isPinned }
        return exchanges.count { ids.contains($0.id) }
    }

    /// The number of exchanges that match the filter.
    public func count(_ filter: HistoryFilter) -> Int { exchanges.count { filter.matches($0) } }

    /// Constant: no other process can write.
    public func externalVersion() -> Int { 0 }
}

/// Entries of the history on which a command acts.
package enum EntrySet: Sendable, Hashable {
    /// The entries with these ids, in this order.
    case ids([Exchange.ID])
    /// All that a filter matched, read in pages when the command runs.
    case matching(MatchingEntries)

    /// The number of entries; nil if they were not counted.
    package var count: Int? {
        switch self {
        case .ids(let ids): ids.count
        case .matching(let entries): entries.count
        }
    }

    /// A text that other sets of deleted entries do not have.
    package var key: String {
        switch self {
        case .ids(let ids): ids.first ?? ""
        case .matching(let entries): "\(entries.start.startedAt.timeIntervalSinceReferenceDate) \(entries.filter.text)"
        }
    }

    package func contains(_ exchange: Exchange) -> Bool {
        switch self {
        case .ids(let ids): ids.contains(exchange.id)
        case .matching(let entries): entries.includes(exchange.summary) && entries.filter.matches(exchange)
        }
    }
}

extension EntrySet {
    /// The set as a text that another program can read. The number of entries is left out.
    package var storedText: String {
        switch self {
        case .ids(let ids): return JSONValue.array(ids.map(JSONValue.string)).compactText
        case .matching(let entries):
            let value: JSONValue = [
                "filter": .string(entries.filter.text), "now": .string("\(entries.filter.now.timeIntervalSinceReferenceDate)"),
                "zone": .array(entries.filter.timeZone.numbers.map { JSONValue.number($0) }),
                "startedAt": .string("\(entries.start.startedAt.timeIntervalSinceReferenceDate)"), "id": .string(entries.start.id),
                "exceptions": .array(entries.exceptions.map(JSONValue.string)),
                "additions": .array(entries.additions.map(JSONValue.string)), "isUnpinned": .bool(entries.isUnpinned),
            ]
            return value.compactText
        }
    }

    /// The set of a stored text; nil if anything of it is missing, since it must not become larger.
    package init?(storedText: String) {
        guard let value = try? JSONValue(parsing: storedText) else { return nil }
        if let ids = value.array {
            self = .ids(ids.compactMap(\.string))
            return
        }
        func date(_ name: String) -> Date? {
            value[name]?.string.flatMap { Double($0) }.map { Date(timeIntervalSinceReferenceDate: $0) }
        }
        func ids(_ name: String) -> Set<Exchange.ID>? { value[name]?.array.map { Set($0.compactMap(\.string)) } }
        guard let text = value["filter"]?.string, let now = date("now"), let id = value["id"]?.string, let startedAt = date("startedAt"),
            let zone = TimeZoneOffsets(numbers: value["zone"]?.array?.compactMap(\.integer) ?? []),
            let isUnpinned = value["isUnpinned"]?.bool,
            let exceptions = ids("exceptions"), let additions = ids("additions")
        else { return nil }
        var entries = MatchingEntries(
            filter: HistoryFilter(text: text, now: now, timeZone: zone), start: HistoryCursor(startedAt: startedAt, id: id))
        (entries.exceptions, entries.additions, entries.isUnpinned) = (exceptions, additions, isUnpinned)
        self = .matching(entries)
    }
}

extension EntrySet: ExpressibleByArrayLiteral {
    /// A set of these entries.
    package init(arrayLiteral ids: Exchange.ID...) { self = .ids(ids) }
}

/// The entries that a filter matched at some time, with exceptions and additions.
package struct MatchingEntries: Sendable, Hashable {
    /// The filter at that time.
    package let filter: HistoryFilter
    /// The position before the newest entry.
    package let start: HistoryCursor
    /// Matching entries that do not belong to the set.
    package var exceptions: Set<Exchange.ID> = []
    /// Later entries that belong to the set too.
    package var additions: Set<Exchange.ID> = []
    /// True to leave out pinned entries.
    package var isUnpinned = false
    /// The number of entries; nil while they are counted.
    package var count: Int?

    /// All that a filter matches after a position.
    package init(filter: HistoryFilter, start: HistoryCursor) { (self.filter, self.start) = (filter, start) }

    /// True if an entry that matches the filter belongs to the set.
    package func includes(_ row: ExchangeSummary) -> Bool {
        (additions.contains(row.id) || start.isBefore(row.cursor) && !exceptions.contains(row.id)) && !(isUnpinned && row.isPinned)
    }
}

/// Reads the entries of a set in groups, the oldest first: their memory does not grow with the set.
package struct EntryGroups: Sendable {
    private let size: Int
    private let store: any HistoryStore
    private var ids: ArraySlice<Exchange.ID> = []
    private var matching: MatchingEntries?
    private var cursor: HistoryCursor?
    /// The added entries that were not read yet.
    private var additions: Set<Exchange.ID> = []

    /// Creates a reader of groups of at most `size` entries.
    package init(_ entries: EntrySet, of size: Int, in store: any HistoryStore) {
        (self.size, self.store) = (size, store)
        switch entries {
        case .ids(let some): ids = some[...]
        case .matching(let entries): (matching, additions) = (entries, entries.additions)
        }
    }

    /// The ids of the next group; nil at the end.
    package mutating func next() async throws(HistoryError) -> [Exchange.ID]? {
        if matching != nil { return try await nextRows()?.map(\.id) }
        let group = Array(ids.prefix(size))
        ids = ids.dropFirst(size)
        return group.isEmpty ? nil : group
    }

    /// The next rows that a filter matched; nil at the end.
    package mutating func nextRows() async throws(HistoryError) -> [ExchangeSummary]? {
        while let entries = matching {
            let rows = try await store.list(before: cursor, limit: size, filter: entries.filter)
            cursor = rows.last?.cursor
            if !additions.isEmpty { additions.subtract(rows.map(\.id)) }
            let isPast = cursor.map { !entries.start.isBefore($0) } != false
            if rows.count < size || isPast && additions.isEmpty { matching = nil }
            let matches = rows.filter(entries.includes)
            if !matches.isEmpty { return matches }
        }
        return nil
    }
}
