/// Where exchanges are kept. Everything may be called from any task; nothing runs on the caller's actor.
public protocol HistoryStore: Sendable {
    /// Keeps the exchange. A body that is in a file is taken over: the store moves or copies it and owns the result.
    func record(_ exchange: Exchange) async throws(HistoryError)

    /// Rows newest first: those after `cursor`, or from the newest when it is nil; at most `limit`.
    func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary]

    /// Everything that is kept of one exchange, large bodies as files; nil when it is not there any more.
    func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange?

    /// Keeps exchanges when old ones are removed, or lets go of them.
    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async throws(HistoryError)

    /// Removes exchanges, pinned ones too, with the bodies that nothing else uses.
    func delete(_ ids: [Exchange.ID]) async throws(HistoryError)

    /// How many exchanges the filter lets through.
    func count(_ filter: HistoryFilter) async throws(HistoryError) -> Int

    /// A number that is another one when somebody else has written since, such as another program; what this store writes leaves it.
    func othersVersion() async throws(HistoryError) -> Int
}

extension HistoryStore {
    /// The newest rows.
    public func latest(_ limit: Int, filter: HistoryFilter = HistoryFilter()) async throws(HistoryError) -> [ExchangeSummary] {
        try await list(after: nil, limit: limit, filter: filter)
    }
}

/// Why the history could not be read or written.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name.
        public let name: String
        /// A code of that name.
        public init(_ name: String) { self.name = name }
        /// The code's own name.
        public var description: String { name }

        /// The store cannot be opened.
        public static let unavailable = Code("unavailable")
        /// What is on disk is not what was written.
        public static let damaged = Code("damaged")
        /// It could not be read.
        public static let unreadable = Code("unreadable")
        /// It could not be written: no space, no permission.
        public static let unwritable = Code("unwritable")
        /// The task that asked was cancelled.
        public static let cancelled = Code("cancelled")
    }

    /// What went wrong.
    public let code: Code
    /// What, where, and what to do, as sentences for a person.
    public let message: String
    /// What the layer below said.
    public let underlyingError: (any Error)?

    /// An error of these parts.
    public init(_ code: Code, message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }

    /// The message.
    public var description: String { message }
}

/// A history that ends with the program: for tests, and for when none can be opened.
public actor InMemoryHistoryStore: HistoryStore {
    /// Newest first, in the order of their cursors.
    private var exchanges: [Exchange] = []
    private let capacity: Int

    /// Keeps at most `capacity` exchanges, the pinned ones besides.
    public init(capacity: Int = 1000) { self.capacity = capacity }

    /// Keeps the exchange, and lets go of the oldest one that is not pinned when there are too many. Body files stay where they are.
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

    /// The exchange, while it is kept.
    public func exchange(_ id: Exchange.ID) -> Exchange? { exchanges.first { $0.id == id } }

    /// Keeps exchanges over the capacity, or lets go of them.
    public func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) {
        for index in exchanges.indices where ids.contains(exchanges[index].id) { exchanges[index].isPinned = isPinned }
    }

    /// Removes exchanges.
    public func delete(_ ids: [Exchange.ID]) { exchanges.removeAll { ids.contains($0.id) } }

    /// How many exchanges the filter lets through.
    public func count(_ filter: HistoryFilter) -> Int { exchanges.count { filter.matches($0) } }

    /// Always the same: nobody else has it.
    public func othersVersion() -> Int { 0 }
}
