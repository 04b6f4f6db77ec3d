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

    /// The entries that commands for many are for.
    var marked: Set<Exchange.ID> = []
    /// Seconds that local time is ahead of UTC.
    var timeZoneOffset = 0

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
    var query: HistoryFilter { HistoryFilter(text: filter?.text ?? "", timeZoneOffset: timeZoneOffset) }

    /// The marked rows, or else the one under the cursor.
    var chosen: [ExchangeSummary] { marked.isEmpty ? [current].compactMap(\.self) : rows.filter { marked.contains($0.id) } }

    /// The first term of the filter that cannot be read, where it is not being typed.
    var filterProblem: String? {
        guard let filter else { return nil }
        let terms = FilterText(filter.text).terms.filter { !isFiltering || $0.range.upperBound != filter.cursor }
        return terms.lazy.compactMap(\.problem).first
    }

    /// The most rows that one key reads.
    private static let mostAtOnce = 20_000

    /// Begins to read on to the last row, or gives that up.
    mutating func seekEnd(_ isWanted: Bool) { wantedCount = isWanted && hasMore ? rows.count + Self.mostAtOnce : nil }

    /// The time a row was sent at, with its day if that is not the day on which the history was last read or written.
    func moment(of row: ExchangeSummary, offset: Int) -> String {
        let clock = TimeText.clock(row.startedAt, offset: offset)
        return day(of: row, offset: offset).map { "\($0) \(clock)" } ?? clock
    }

    /// The day a row was sent on: nil for today, without the year in this year.
    func day(of row: ExchangeSummary, offset: Int) -> String? {
        guard let now = now ?? rows.first?.startedAt else { return nil }
        let (day, today) = (TimeText.day(row.startedAt, offset: offset), TimeText.day(now, offset: offset))
        guard day != today else { return nil }
        return TimeText.date(row.startedAt, offset: offset, withYear: !TimeText.isSameYear(row.startedAt, now, offset: offset))
    }

    /// True for the first row of its day.
    func beginsDay(_ index: Int, offset: Int) -> Bool {
        guard index > 0, rows.indices.contains(index) else { return true }
        return TimeText.day(rows[index].startedAt, offset: offset) != TimeText.day(rows[index - 1].startedAt, offset: offset)
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
