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
