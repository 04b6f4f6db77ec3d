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
    private(set) var hasMore = true
    /// The position of the first row that was read from the end; nil while the list begins with the newest row.
    private(set) var start: HistoryCursor?
    /// True while the last rows are read.
    var isSeekingEnd = false
    /// True while a page is being read.
    var isLoading = false
    /// True while a page is being read that is shown in part.
    var showsPartialPage = false
    /// The filter; nil lists everything.
    var filter: TextFieldState?
    /// True while the filter is typed.
    var isFiltering = false
    /// The completions of the term at the cursor of the filter.
    var completion: CompletionState?
    /// True while the list of all keys is offered, and nothing has been typed or selected.
    var offersKeys: Bool { filter?.text.isEmpty == true && completion?.acceptKeys.isEmpty == true }

    /// The marked entries, on which commands for many entries act.
    var marks = HistoryMarks()
    /// The reading of many entries that the user waits for; nil for none.
    var reading: EffectID?
    /// The zone in which times are shown.
    var timeZone: TimeZoneOffsets = 0

    /// The time of the last read or write; rows of other days show their day.
    private var now: Date?

    /// Deleted entries that can still be restored, in groups that were deleted together, the newest last.
    var deletions: [EntrySet] = []
    /// Entries that the store is deleting, in the same groups.
    var deleting: [EntrySet] = []
    /// All deleted entries that are still in the store.
    var leaving: LeavingEntries { LeavingEntries(deletions + deleting, listed: query) }

    /// The number of exchanges that have ended since the first row was last in view.
    var unseenCount = 0

    /// Exchanges that ended while a page was being read, which may lack them.
    private var unlisted: Set<Exchange.ID> = []

    /// The number of rows of a page.
    static let pageSize = 200

    /// The row under the cursor.
    var current: ExchangeSummary? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    /// The query for the store.
    var query: HistoryFilter { HistoryFilter(text: filter?.text ?? "", timeZone: timeZone) }

    /// The marked rows, or else the row under the cursor, the newest first. If everything is marked, the listed rows.
    var chosen: [ExchangeSummary] {
        guard !marks.isEmpty else { return [current].compactMap(\.self) }
        let listed = rows.filter(marks.contains)
        // After a reload, or with another filter, some may not be listed.
        return marks.hasOthers(than: listed.count) ? marks.rows.values.sorted { $0.cursor.isBefore($1.cursor) } : listed
    }
    /// The entries on which a command acts: the marked ones, or else the one under the cursor; the oldest first.
    var chosenSet: EntrySet { marks.matching.map(EntrySet.matching) ?? .ids(chosen.reversed().map(\.id)) }
    /// True if all chosen entries are pinned, so that the command unpins them.
    var isUnpinning: Bool { deletableCount == 0 }
    /// The number of chosen entries; nil while they are counted.
    var chosenCount: Int? { marks.isEmpty ? current == nil ? 0 : 1 : marks.count }
    /// True if several entries would be deleted, or one that cannot be seen.
    var asksBeforeDeletion: Bool {
        guard let deletableCount else { return true }
        return deletableCount > 1
            || deletableCount == 1 && (marks.all != nil || marks.hasOthers(than: rows.count(where: marks.contains)))
    }
    /// The number of chosen entries without a pin; pinned ones are not deleted. Nil while they are counted.
    var deletableCount: Int? { marks.isEmpty ? current?.isPinned == false ? 1 : 0 : marks.unpinnedCount }

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

    /// The number of marked rows that are kept one by one; of more, only the filter is.
    private static let maxMarkedRows = 1_000

    /// Marks everything that the filter matches now; those that are not listed yet are not read.
    mutating func markAll() {
        // What is being deleted by a filter is still in the store, but not listed.
        let isLong = rows.count > Self.maxMarkedRows && !leaving.isMatching
        // While a list is read, the rows may be those of the former filter.
        let isByFilter = isLoading || hasMore || start != nil || isLong
        marks = isByFilter ? HistoryMarks(matching) : HistoryMarks(rows)
    }

    /// Everything that the filter matches now.
    var matching: MatchingEntries {
        // Later entries are not meant, but all listed ones are: the clock may have been set back.
        let newest = rows.lazy.map(\.startedAt).max() ?? .distantPast
        let start = HistoryCursor(startedAt: max(now ?? .distantPast, newest).addingTimeInterval(2e-6), id: "")
        var entries = MatchingEntries(filter: query.at(now ?? newest), start: start)
        // Deleted ones are not meant either, but still in the store.
        for case .ids(let ids) in deletions + deleting { entries.exceptions.formUnion(ids) }
        return entries
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

    /// Inserts a new exchange at the top. The cursor stays on its row, but one on the top row of a list without the focus stays there. Without the
    /// focus the top comes into view, unless the user has scrolled away from it.
    mutating func insert(_ row: ExchangeSummary, isFocused: Bool, height: Int) {
        now = row.startedAt
        marks.leaveOut(row)
        guard filter == nil, start == nil else { return }
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
        if let top, top > 0 {
            list.scroll(to: moved(top), count: rows.count, height: height)
        } else if !isFocused, height > 0 {
            list.scroll(to: 0, count: rows.count, height: height)
        }
        unseenCount += 1
        noteSeen(list.visibleRows(count: rows.count, height: height))
        dropOldest(height: height)
    }

    /// Forgets the new exchanges once the first row is in view.
    mutating func noteSeen(_ visible: Range<Int>) { if visible.lowerBound == 0 { unseenCount = 0 } }

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
        guard marks.isEmpty, !isLoading else { return }
        let last = max(list.selected, list.visibleRows(count: rows.count, height: height).upperBound)
        let kept = (last / Self.pageSize + 2) * Self.pageSize
        guard rows.count > kept + 2 * Self.pageSize else { return }
        // Rows are ordered by their end, pages by their start: none that is kept may have begun before one that is read again.
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
        // Newer rows than those of the end are read when the list comes to them.
        guard let page, start == nil else { return }
        unlisted.subtract(page.map(\.id))
        let known = Set(rows.map(\.id))
        let leaving = leaving
        let selected = list.selected == 0 ? nil : current?.id
        let changed = Dictionary(page.map { ($0.id, $0) }) { first, _ in first }
        let oldest = page.last?.startedAt ?? .distantPast
        let gone = Set(rows.filter { $0.startedAt > oldest && changed[$0.id] == nil && !unlisted.contains($0.id) }.map(\.id))
        changeRows(height: height) { state in
            state.rows.removeAll { gone.contains($0.id) }
            for index in state.rows.indices { if let row = changed[state.rows[index].id] { state.rows[index] = row } }
            for row in page where !known.contains(row.id) && !leaving.contains(row) {
                let index = state.rows.firstIndex { $0.startedAt < row.startedAt } ?? state.rows.endIndex
                // Rows older than all listed ones come with the next page.
                if index < state.rows.endIndex || !state.hasMore { state.rows.insert(row, at: index) }
            }
            return selected.flatMap { id in state.rows.firstIndex { $0.id == id } ?? state.list.selected } ?? 0
        }
        marks.renew(page, without: gone)
    }

    /// Shows a page or a part of it; the first page replaces all rows.
    mutating func show(_ page: [ExchangeSummary], after cursor: HistoryCursor?, at moment: Date?, isPart: Bool, height: Int) {
        (isLoading, showsPartialPage) = (isPart, isPart)
        now = moment ?? now
        end = page.last?.cursor ?? cursor
        if cursor == nil { (start, unseenCount) = (nil, 0) }
        marks.renew(page)
        let leaving = leaving
        let shown = page.filter { !leaving.contains($0) }
        // Pages with only entries that are being deleted would make the list scan for a long time.
        hasMore = isPart || page.count == Self.pageSize && !(shown.isEmpty && leaving.isMatching)
        let ended = unlisted.intersection(page.map(\.id))
        if !isPart { unlisted.subtract(ended) }
        let selected = current?.id
        let kept = cursor == nil && filter == nil ? rows.filter { unlisted.contains($0.id) && !ended.contains($0.id) } : []
        changeRows(height: height) { state in
            if cursor == nil { state.rows = [] }
            let known = state.repeatable(after: cursor, ended)
            state.rows += shown.filter { !known.contains($0.id) }
            for row in kept.reversed() {
                let index = state.rows.firstIndex { $0.startedAt <= row.startedAt } ?? state.rows.endIndex
                // Rows older than all listed ones come with the next page.
                if index < state.rows.endIndex || !state.hasMore { state.rows.insert(row, at: index) }
            }
            guard cursor == nil else { return state.list.selected }
            return state.rows.firstIndex { $0.id == selected } ?? state.list.selected
        }
    }

    /// Shows the last rows, or the rows before the first one that was read.
    ///
    /// - Parameter page: the rows, the oldest first.
    mutating func showEnd(_ page: [ExchangeSummary], before cursor: HistoryCursor?, height: Int) {
        (isLoading, isSeekingEnd) = (false, false)
        let leaving = leaving
        var pageRows = page.reversed().filter { !leaving.contains($0) }
        let isOnTop = page.count < Self.pageSize
        if cursor == nil {
            if let last = rows.last?.cursor, isOnTop || page.last.map({ !last.isBefore($0.cursor) }) == true {
                // The page continues the listed rows, or overlaps their end.
                let known = Set(rows.suffix(2 * Self.pageSize).map(\.id))
                pageRows = pageRows.filter { last.isBefore($0.cursor) && !known.contains($0.id) }
                rows += pageRows
            } else {
                (rows, start) = (pageRows, isOnTop ? nil : page.last?.cursor)
            }
            (end, hasMore) = (page.first?.cursor ?? end, false)
            return list.move(.bottom, count: rows.count, height: height)
        }
        start = isOnTop ? nil : page.last?.cursor
        let top = list.visibleRows(count: rows.count, height: height).lowerBound
        rows.insert(contentsOf: pageRows, at: 0)
        list.select(list.selected + pageRows.count, count: rows.count, height: height)
        list.scroll(to: top + pageRows.count, count: rows.count, height: height)
    }

    /// The entries of the page after a position that are not to be added: those that a part of the page has added, and those that were
    /// inserted when they ended. Only the latest of many rows are looked at for the first.
    private func repeatable(after cursor: HistoryCursor?, _ ended: Set<Exchange.ID>) -> Set<Exchange.ID> {
        let start = cursor.flatMap { cursor in rows.lastIndex { $0.cursor == cursor } } ?? rows.startIndex
        var known = Set(rows[start...].map(\.id))
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

/// The marked entries: some rows, or everything that a filter matches, without memory for each entry.
struct HistoryMarks: Sendable, Equatable {
    /// Everything that the filter matches; nil if only some rows are marked.
    private(set) var all: MatchingEntries?
    /// The number of pinned entries that the filter matches; nil while they are counted.
    private var pinnedCount: Int?
    /// The marked rows by id; if everything is marked, the rows that are not.
    private(set) var rows: [Exchange.ID: ExchangeSummary] = [:]
    /// The rows that came after everything was marked, and were marked too.
    private var added: [Exchange.ID: ExchangeSummary] = [:]

    init(_ rows: [ExchangeSummary] = []) { self.rows = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first } }

    init(_ all: MatchingEntries) { self.all = all }

    var isEmpty: Bool { all == nil && rows.isEmpty }
    /// The number of marked entries; nil while they are counted.
    var count: Int? { all == nil ? rows.count : all?.count.map { max(0, $0 - rows.count) + added.count } }
    /// The number of marked entries without a pin; nil while they are counted.
    var unpinnedCount: Int? {
        let pinnedRows = rows.values.count(where: \.isPinned)
        guard all != nil else { return rows.count - pinnedRows }
        let pinnedAdded = added.values.count(where: \.isPinned)
        return count.flatMap { count in pinnedCount.map { max(0, count - pinnedAdded - max(0, $0 - pinnedRows)) } }
    }

    /// The entries for a command; nil if only some rows are marked.
    var matching: MatchingEntries? {
        guard var entries = all else { return nil }
        entries.exceptions.formUnion(rows.keys)
        (entries.additions, entries.count) = (Set(added.keys), count)
        return entries
    }

    /// True if a listed row is marked.
    func contains(_ row: ExchangeSummary) -> Bool {
        guard let all else { return rows[row.id] != nil }
        return all.includes(row) && rows[row.id] == nil || added[row.id] != nil
    }

    /// Marks or unmarks a row.
    mutating func toggle(_ row: ExchangeSummary) {
        if all?.includes(row) != false {
            if rows.removeValue(forKey: row.id) == nil { rows[row.id] = row }
        } else if added.removeValue(forKey: row.id) == nil {
            added[row.id] = row
        }
    }

    /// Takes the numbers of all entries, unless others are marked now.
    mutating func counted(_ entries: MatchingEntries, _ count: Int, pinned: Int) -> Bool {
        guard all?.filter == entries.filter, all?.start == entries.start else { return false }
        all?.count = count
        pinnedCount = pinned
        return true
    }

    /// Updates the pin of a row, whether it is listed or not.
    mutating func setPinned(_ isPinned: Bool, _ id: Exchange.ID) {
        rows[id]?.isPinned = isPinned
        added[id]?.isPinned = isPinned
    }

    /// Leaves out an exchange that ended after everything was marked.
    mutating func leaveOut(_ row: ExchangeSummary) { if all?.includes(row) == true, rows[row.id] == nil { all?.exceptions.insert(row.id) } }

    /// Takes back entries that were left out because they were deleted.
    mutating func takeBack(_ ids: [Exchange.ID]) { all?.exceptions.subtract(ids) }

    /// True if more rows are marked than the listed ones.
    func hasOthers(than listedCount: Int) -> Bool { all == nil && rows.count > listedCount }

    /// Takes over rows that were read again, and drops the rows that are gone.
    mutating func renew(_ read: [ExchangeSummary], without gone: Set<Exchange.ID> = []) {
        guard !rows.isEmpty || !added.isEmpty else { return }
        for row in read {
            if rows[row.id] != nil { rows[row.id] = row }
            if added[row.id] != nil { added[row.id] = row }
        }
        for id in gone {
            added[id] = nil
            if all == nil { rows[id] = nil }
        }
    }
}
