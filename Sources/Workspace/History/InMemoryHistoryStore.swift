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
