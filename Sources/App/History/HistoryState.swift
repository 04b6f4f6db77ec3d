import Engine
public import Widgets
public import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The history as a list, read in pages as far as it is looked at.
public struct HistoryState: Sendable, Equatable {
    /// Rows at the newest end, in order.
    public internal(set) var rows: [ExchangeSummary] = []
    /// The cursor and the view.
    public internal(set) var list = ListState()
    /// True if there may be more rows behind the last one.
    public internal(set) var hasMore = true
    /// True while a page is being read.
    public internal(set) var isLoading = false
    /// The filter; nil lists everything.
    public internal(set) var filter: TextFieldState?
    /// True while the filter is typed.
    public internal(set) var isFiltering = false

    /// When the history was last read or written: rows of other days say which.
    private var now: Date?
    /// Up to how many rows are read, page by page, so that the cursor comes to the last one; nil when it is not to.
    var wantedCount: Int?

    /// Deleted entries that can still be restored, the newest last.
    var leaving: [Exchange.ID] = []

    /// Exchanges that ended before any page contained them; a page read meanwhile may lack them.
    private var unlisted: Set<Exchange.ID> = []

    /// Rows of a page.
    public static let pageSize = 200

    /// An empty list.
    public init() {}

    /// The row under the cursor.
    public var current: ExchangeSummary? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// The query for the store.
    var query: HistoryFilter { HistoryFilter(text: filter?.text ?? "") }

    /// The most rows that one key reads.
    private static let mostAtOnce = 20_000

    /// Begins to read on to the last row, or gives that up.
    mutating func seekEnd(_ isWanted: Bool) { wantedCount = isWanted && hasMore ? rows.count + Self.mostAtOnce : nil }

    /// The time a row was sent at; its day if that is not the day on which the history was last read or written.
    func moment(of row: ExchangeSummary, offset: Int) -> String {
        isOfToday(row, offset: offset) ? TimeText.clock(row.startedAt, offset: offset) : TimeText.monthAndDay(row.startedAt, offset: offset)
    }

    private func isOfToday(_ row: ExchangeSummary, offset: Int) -> Bool {
        guard let now = now ?? rows.first?.startedAt else { return true }
        return TimeText.day(row.startedAt, offset: offset) == TimeText.day(now, offset: offset)
    }

    /// Puts a new exchange on top and keeps the cursor where it is, unless it is on top itself.
    mutating func insert(_ row: ExchangeSummary, height: Int) {
        now = row.startedAt
        guard filter == nil else { return }
        let isOnTop = list.selected == 0
        rows.removeAll { $0.id == row.id }
        rows.insert(row, at: 0)
        unlisted.insert(row.id)
        list.select(isOnTop ? 0 : list.selected + 1, count: rows.count, height: height)
    }

    /// Takes rows that are not listed yet to their places; the cursor stays where it is, or on top.
    mutating func add(_ page: [ExchangeSummary], at moment: Date?, height: Int) {
        now = moment ?? now
        unlisted.subtract(page.map(\.id))
        let known = Set(rows.map(\.id))
        let selected = list.selected == 0 ? nil : current?.id
        for row in page where !known.contains(row.id) && !leaving.contains(row.id) {
            let index = rows.firstIndex { $0.startedAt < row.startedAt } ?? rows.endIndex
            // What is older than all rows comes with their next page.
            if index < rows.endIndex || !hasMore { rows.insert(row, at: index) }
        }
        list.select(rows.firstIndex { $0.id == selected } ?? 0, count: rows.count, height: height)
    }

    /// Takes a page: the first one replaces what is there.
    mutating func show(_ page: [ExchangeSummary], after cursor: HistoryCursor?, at moment: Date?, height: Int) {
        isLoading = false
        now = moment ?? now
        hasMore = page.count == Self.pageSize
        unlisted.subtract(page.map(\.id))
        let selected = current?.id
        let kept = cursor == nil && filter == nil ? rows.filter { unlisted.contains($0.id) } : []
        if cursor == nil { rows = [] }
        let known = Set(rows.map(\.id))
        rows += page.filter { !known.contains($0.id) && !leaving.contains($0.id) }
        for row in kept.reversed() {
            let index = rows.firstIndex { $0.startedAt <= row.startedAt } ?? rows.endIndex
            // What is older than all rows comes with their next page.
            if index < rows.endIndex || !hasMore { rows.insert(row, at: index) }
        }
        let row = rows.firstIndex { $0.id == selected } ?? list.selected
        list.select(row, count: rows.count, height: height)
    }
}
