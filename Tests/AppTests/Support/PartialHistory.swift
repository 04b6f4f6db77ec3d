import Workspace

/// A history for tests that implements only the functions they need. The others do nothing or return empty values.
protocol PartialHistory: HistoryStore {}

extension PartialHistory {
    func record(_ exchange: Exchange) async {}
    func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] { [] }
    func exchange(_ id: Exchange.ID) async -> Exchange? { nil }
    func ids(beginningWith text: String, limit: Int) async -> [Exchange.ID] { [] }
    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async {}
    func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) async {}
    func savedFilters() async -> [SavedFilter] { [] }
    func saveFilter(_ filter: SavedFilter) async {}
    func delete(_ ids: [Exchange.ID]) async -> Int { 0 }
    func externalVersion() async -> Int { 0 }
}
