import Engine
import Platform
import Widgets
import Workspace

/// The history as a list, read in pages as the user scrolls.
struct HistoryState: Sendable, Equatable {
    /// The rows read so far, newest first.
    var rows: [ExchangeSummary] = []
    /// The cursor and the view.
    var list = ListState()
    /// The position of the last row that was read, whether it is still listed or not; nil before the first.
    private(set) var end: HistoryCursor?
    /// True if there may be more rows after it.
    var hasMore = true
    /// True while a page is being read.
    var isLoading = false
    /// True while a page is being read that is shown in part.
    var isSearchingOn = false
    /// The filter; nil lists everything.
    var filter: TextFieldState?
    /// True while the filter is typed.
    var isFiltering = false
    /// The completions of the term at the cursor of the filter.
    var completion: CompletionState?
    /// True while the list of all keys is offered, and nothing has been typed or selected.
    var offersKeys: Bool { filter?.text.isEmpty == true && completion?.acceptKeys.isEmpty == true }

    /// The marked entries, on which commands for many entries act.
    var marked: Set<Exchange.ID> = []
    /// The zone in which times are shown.
    var timeZone: TimeZoneOffsets = 0

    /// The time of the last read or write; rows of other days show their day.
    private var now: Date?
    /// The number of rows to read, page by page, while the cursor moves to the last row; nil otherwise.
    var wantedCount: Int?
    /// True while these rows are read in order to mark them.
    var isMarkingAll = false

    /// Deleted entries that can still be restored, those that were deleted together in one group, the newest last.
    var deletions: [[Exchange.ID]] = []
    /// Entries that the store is deleting, in the same groups.
    var deleting: [[Exchange.ID]] = []
    /// All deleted entries that are still in the store.
    var leaving: Set<Exchange.ID> { Set(deletions.joined()).union(deleting.joined()) }

    /// Exchanges that ended while a page was being read, which may lack them.
    private var unlisted: Set<Exchange.ID> = []

    /// The number of rows of a page.
    static let pageSize = 200

    /// The row under the cursor.
    var current: ExchangeSummary? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// The query for the store.
    var query: HistoryFilter { HistoryFilter(text: filter?.text ?? "", timeZone: timeZone) }

    /// The marked rows, or else the one under the cursor.
    var chosen: [ExchangeSummary] { marked.isEmpty ? [current].compactMap(\.self) : rows.filter { marked.contains($0.id) } }
    /// The chosen rows that are not pinned: pinned ones are not deleted.
    var deletable: [ExchangeSummary] { chosen.filter { !$0.isPinned } }
    /// True if all chosen rows are pinned, so that the command unpins them.
    var isUnpinning: Bool { deletableCount == 0 }
    /// The number of chosen rows, without a copy of them: titles of commands are made for each frame.
    var chosenCount: Int { count(among: { _ in true }) }
    /// The number of rows that can be deleted.
    var deletableCount: Int { count(among: { !$0.isPinned }) }

    private func count(among isCounted: (ExchangeSummary) -> Bool) -> Int {
        guard !marked.isEmpty else { return current.map(isCounted) == true ? 1 : 0 }
        return rows.count { marked.contains($0.id) && isCounted($0) }
    }

    /// The first invalid term of the filter, unless the term is still being typed.
    var filterProblem: String? {
        guard let filter else { return nil }
        let terms = FilterText(filter.text).terms.filter { !isFiltering || $0.range.upperBound != filter.cursor }
        return terms.lazy.compactMap(\.problem).first
    }

    /// The problem of the filter on as many lines as it needs, at most three.
    func problemLines(columns: Int) -> ArraySlice<String> {
        filterProblem.map { TextWrap.lines("✗ " + $0, columns: columns).prefix(3) } ?? []
    }

    /// The maximum number of rows that one key press reads.
    private static let maxAtOnce = 20_000

    /// Starts or stops reading on to the last row.
    mutating func seekEnd(_ isWanted: Bool) {
        wantedCount = isWanted && hasMore ? rows.count + Self.maxAtOnce : nil
        isMarkingAll = false
    }

    /// Marks the rows from an index on; from the first one on, no others stay marked.
    mutating func mark(rowsFrom first: Int) {
        if first == 0 { marked = [] }
        marked.formUnion(rows[first...].lazy.map(\.id))
    }

    /// Stops marking all entries before another command acts on the marked ones.
    mutating func endMarking(by message: HistoryMessage) {
        switch message {
        case .replay, .replayElsewhere, .togglePin, .toggleMark, .clearMarks, .compare(.start), .export(.start), .delete, .deleteConfirmed:
            if isMarkingAll { seekEnd(false) }
        default: break
        }
    }

    /// The time at which a row was sent, with the day unless it is today.
    func moment(of row: ExchangeSummary, in zone: TimeZoneOffsets) -> String {
        let clock = TimeText.clock(row.startedAt, in: zone)
        return day(of: row, in: zone).map { "\($0) \(clock)" } ?? clock
    }

    /// The day on which a row was sent: nil for today, without the year in this year.
    func day(of row: ExchangeSummary, in zone: TimeZoneOffsets) -> String? {
        guard let now = now ?? rows.first?.startedAt else { return nil }
        let (day, today) = (TimeText.day(row.startedAt, in: zone), TimeText.day(now, in: zone))
        guard day != today else { return nil }
        return TimeText.date(row.startedAt, in: zone, withYear: !TimeText.isSameYear(row.startedAt, now, in: zone))
    }

    /// True for the first row of its day.
    func beginsDay(_ index: Int, in zone: TimeZoneOffsets) -> Bool {
        guard index > 0, rows.indices.contains(index) else { return true }
        return TimeText.day(rows[index].startedAt, in: zone) != TimeText.day(rows[index - 1].startedAt, in: zone)
    }

    /// Inserts a new exchange at the top. The cursor stays on its row, but one on the top row of a list without the focus stays there.
    mutating func insert(_ row: ExchangeSummary, isFocused: Bool, height: Int) {
        now = row.startedAt
        guard filter == nil else { return }
        let staysOnTop = list.selected == 0 && !isFocused
        unlisted.insert(row.id)
        let (listed, top) = (place(ofEnded: row), list.rowToKeep(count: rows.count, height: height))
        if let listed { rows.remove(at: listed) }
        rows.insert(row, at: 0)
        func moved(_ index: Int) -> Int {
            guard let listed, index >= listed else { return index + 1 }
            return index == listed ? 0 : index
        }
        list.select(staysOnTop || rows.count == 1 ? 0 : moved(list.selected), count: rows.count, height: height)
        if let top { list.scroll(to: moved(top), count: rows.count, height: height) }
        dropOldest(height: height)
    }

    /// The index of an exchange that has just ended, if a page has listed it already: among the newest rows, or among those sent since.
    private func place(ofEnded row: ExchangeSummary) -> Int? {
        for (index, other) in rows.enumerated() {
            if other.id == row.id { return index }
            if index >= Self.pageSize, other.startedAt < row.startedAt { return nil }
        }
        return nil
    }

    /// Drops the oldest rows of a long list, far below the cursor and the view, since each new row moves all others. Scrolling reads them
    /// again.
    private mutating func dropOldest(height: Int) {
        guard marked.isEmpty, !isLoading, wantedCount == nil else { return }
        let last = max(list.selected, list.visibleRows(count: rows.count, height: height).upperBound)
        let kept = (last / Self.pageSize + 2) * Self.pageSize
        guard rows.count > kept + 2 * Self.pageSize else { return }
        // Rows stand as they ended, pages as they began: none that is kept may have begun before one that is read again.
        rows[(last + 1)...].sort { $0.cursor.isBefore($1.cursor) }
        unlisted.subtract(rows[kept...].map(\.id))
        rows.removeLast(rows.count - kept)
        end = rows.last?.cursor
        hasMore = true
    }

    /// Takes the newest rows as another program has left them: inserts those that are not listed yet at their places, and removes those that
    /// are gone. The cursor stays on its row, or at the top.
    ///
    /// - Parameter page: nil if nothing is new but the time.
    mutating func add(_ page: [ExchangeSummary]?, at moment: Date?, height: Int) {
        now = moment ?? now
        guard let page else { return }
        unlisted.subtract(page.map(\.id))
        let known = Set(rows.map(\.id)).union(leaving)
        let selected = list.selected == 0 ? nil : current?.id
        let changed = Dictionary(page.map { ($0.id, $0) }) { first, _ in first }
        let oldest = page.last?.startedAt ?? .distantPast
        let unlisted = unlisted
        changeRows(height: height) { state in
            state.rows.removeAll { $0.startedAt > oldest && changed[$0.id] == nil && !unlisted.contains($0.id) }
            for index in state.rows.indices { if let row = changed[state.rows[index].id] { state.rows[index] = row } }
            for row in page where !known.contains(row.id) {
                let index = state.rows.firstIndex { $0.startedAt < row.startedAt } ?? state.rows.endIndex
                // Rows older than all listed ones come with the next page.
                if index < state.rows.endIndex || !state.hasMore { state.rows.insert(row, at: index) }
            }
            return selected.flatMap { id in state.rows.firstIndex { $0.id == id } ?? state.list.selected } ?? 0
        }
        marked.formIntersection(rows.map(\.id))
    }

    /// Shows a page or a part of it; the first page replaces all rows.
    mutating func show(_ page: [ExchangeSummary], after cursor: HistoryCursor?, at moment: Date?, isPart: Bool, height: Int) {
        (isLoading, isSearchingOn) = (isPart, isPart)
        now = moment ?? now
        end = page.last?.cursor ?? cursor
        hasMore = isPart || page.count == Self.pageSize
        let ended = unlisted.intersection(page.map(\.id))
        if !isPart { unlisted.subtract(ended) }
        let selected = current?.id
        let kept = cursor == nil && filter == nil ? rows.filter { unlisted.contains($0.id) && !ended.contains($0.id) } : []
        changeRows(height: height) { state in
            if cursor == nil { state.rows = [] }
            let known = state.repeatable(after: cursor, ended)
            state.rows += page.filter { !known.contains($0.id) }
            for row in kept.reversed() {
                let index = state.rows.firstIndex { $0.startedAt <= row.startedAt } ?? state.rows.endIndex
                // Rows older than all listed ones come with the next page.
                if index < state.rows.endIndex || !state.hasMore { state.rows.insert(row, at: index) }
            }
            guard cursor == nil else { return state.list.selected }
            return state.rows.firstIndex { $0.id == selected } ?? state.list.selected
        }
    }

    /// The entries of the page after a position that are not to be added: those that a part of the page has added, those that were inserted
    /// when they ended, and deleted ones. Only the latest of many rows are looked at for the first.
    private func repeatable(after cursor: HistoryCursor?, _ ended: Set<Exchange.ID>) -> Set<Exchange.ID> {
        let start = cursor.flatMap { cursor in rows.lastIndex { $0.cursor == cursor } } ?? rows.startIndex
        var known = leaving.union(rows[start...].map(\.id))
        if !ended.isEmpty { known.formUnion(rows[..<start].map(\.id).filter(ended.contains)) }
        return known
    }

    /// Changes the rows, and puts the cursor on the row that the change returns. A view that was scrolled away from the cursor stays on its
    /// first row.
    private mutating func changeRows(height: Int, _ change: (inout Self) -> Int) {
        let top = list.rowToKeep(count: rows.count, height: height).map { rows[$0].id }
        let selected = change(&self)
        list.select(selected, count: rows.count, height: height)
        guard let top, let row = rows.firstIndex(where: { $0.id == top }) else { return }
        list.scroll(to: row, count: rows.count, height: height)
    }
}
