import Engine
import Foundation
import Screen
import Synchronization
import TestFixtures
import Testing
import Widgets
import Workspace

@testable import App

/// Marking everything that a filter matches, without reading it, and commands for all of it.
@Suite struct HistoryMarksTests {
    /// A store in which everything is marked, of which a page was read.
    private func marked() throws -> (store: TestStore, entries: MatchingEntries) {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let effects = store.press(.character("A"))
        guard case .history(.count(let entries))? = effects.first, effects.count == 1 else { throw NothingCounted() }
        return (store, entries)
    }

    private struct NothingCounted: Error {}

    @Test func `marking everything marks at once, and the number follows`() throws {
        let (first, entries) = try marked()
        var store = first
        #expect(store.canvas.contains("History, all marked") && store.state.history.list.selected == 0)
        store.send(.history(.store(.counted(entries, 1_000_000, pinned: 2))))
        #expect(store.canvas.contains("History, 1,000,000"))
        #expect(store.state.history.chosenCount == 1_000_000 && store.state.history.deletableCount == 999_998)
        store.press(.character(" "))
        let (rows, marks) = (store.state.history.rows, store.state.history.marks)
        #expect(!marks.contains(rows[0]) && marks.contains(rows[1]) && marks.count == 999_999)
        store.press(.character("M"))
        #expect(store.state.history.marks.isEmpty)
    }

    @Test func `marking everything includes pages read later, but not entries that end later`() throws {
        var (store, _) = try marked()
        let page = Sample.page(1, 5)
        store.send(.history(.store(.listed(page, after: store.state.history.end, query: HistoryFilter()))))
        store.send(.history(.store(.ended([Sample.row("late", -10)]))))
        store.send(.history(.store(.ended([Sample.row("new", 10)]))))
        let (rows, marks) = (store.state.history.rows, store.state.history.marks)
        #expect(page.allSatisfy(marks.contains))
        #expect(rows.filter { !marks.contains($0) }.map(\.id) == ["new", "late"])
    }

    @Test func `an entry that ends after everything was marked can be marked by hand`() throws {
        let (first, entries) = try marked()
        var store = first
        store.send(.history(.store(.counted(entries, 1_000, pinned: 0))))
        for row in [Sample.row("late", -10), Sample.row("new", 10)] { store.send(.history(.store(.ended([row])))) }
        for index in 0..<2 {
            store.state.history.list.select(index, count: store.state.history.rows.count, height: 20)
            store.press(.character(" "))
        }
        let (rows, marks) = (store.state.history.rows, store.state.history.marks)
        #expect(rows.allSatisfy(marks.contains) && marks.count == 1_002)
        #expect(marks.matching?.additions == ["new", "late"])
        store.press(.character("P"))
        let isEachPinned = store.state.history.rows.prefix(3).allSatisfy { $0.isPinned }
        #expect(isEachPinned)
        store.press(.character("A"))
        store.send(.history(.store(.ended([Sample.row("newer", 20)]))))
        store.state.history.list.select(0, count: store.state.history.rows.count, height: 20)
        store.press(.character(" "), .character("k"), .character(" "))
        #expect(store.state.history.marks.matching?.additions == [])
    }

    @Test func `marking everything while a new filter is read marks the new filter's entries`() {
        var store = TestStore.withHistory()
        store.send(.history(.filters(.use("status:500"))))
        let effects = store.press(.character("A"))
        #expect(store.state.history.marks.all?.filter.text == "status:500" && store.state.history.marks.rows.isEmpty)
        #expect(effects.contains { if case .history(.count) = $0 { true } else { false } })
    }

    /// Pinning it would bring it back.
    @Test func `marking everything skips an entry awaiting deletion until it is restored`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        store.press(.character("d"), .character("A"))
        #expect(store.state.history.deletions == [["id0"]] && store.state.history.marks.matching?.exceptions == ["id0"])
        store.press(.character("u"))
        #expect(store.state.history.marks.matching?.exceptions == [])
    }

    @Test func `the number of other marks is not taken over`() throws {
        let (first, entries) = try marked()
        var store = first
        store.press(.character("M"), .character(" "))
        store.send(.history(.store(.counted(entries, 1_000, pinned: 0))))
        #expect(store.state.history.chosenCount == 1)
    }

    @Test func `a change of the filter unmarks everything and shows a message`() throws {
        var (store, _) = try marked()
        store.press(.character("/"))
        #expect(!store.state.history.marks.isEmpty && store.state.toasts.isEmpty)
        store.type("a")
        #expect(store.state.history.marks.isEmpty && store.state.toasts.count == 1)
    }

    @Test func `deleting everything asks even if only one entry can be deleted`() throws {
        let (first, entries) = try marked()
        var store = first
        store.send(.history(.store(.counted(entries, 1_000, pinned: 999))))
        store.press(.character("d"))
        #expect(store.state.windows.count == 1 && store.state.history.deletions.isEmpty)
    }

    @Test func `everything is deleted after a question, and restored together`() throws {
        var (store, _) = try marked()
        store.press(.character(" "))
        let kept = store.state.history.rows[0].id
        store.press(.character("d"))
        guard store.state.windows.last?.content is Question<Message> else { return #expect(Bool(false), "no question") }
        let effects = store.press(.character("d"))
        guard case .after(_, let id, .history(.deleteForGood(.matching(let entries))))? = effects.first else {
            return #expect(Bool(false), "\(effects)")
        }
        #expect(store.state.history.rows.map(\.id) == [kept] && entries.exceptions == [kept] && entries.isUnpinned)
        // What is to be deleted is not read page after page.
        let page = Sample.page(1, HistoryState.pageSize)
        #expect(store.send(.history(.store(.listed(page, after: store.state.history.end, query: HistoryFilter())))).isEmpty)
        #expect(store.state.history.rows.map(\.id) == [kept])
        #expect(store.press(.character("u")).first == .cancel(id))
        store.send(.history(.store(.listed(page, after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows == page && store.state.history.leaving.isEmpty)
    }

    /// Another filter lists only what stays, unless only the text of entries could tell.
    @Test func `a deleted set is hidden under every filter`() throws {
        let (store, _) = try marked()
        var entries = MatchingEntries(filter: HistoryFilter(text: "status:200"), start: store.state.history.rows[0].cursor)
        entries.isUnpinned = true
        let rows = ["a", "b", "c"].enumerated().map { index, id in
            var row = Sample.row(id, -1)
            row.status = index == 1 ? 500 : 200
            row.isPinned = index == 2
            return row
        }
        for text in ["", "status:200"] {
            let leaving = LeavingEntries([.matching(entries)], listed: HistoryFilter(text: text))
            #expect(leaving.contains(rows[0]) && !leaving.contains(rows[2]))
        }
        #expect(!LeavingEntries([.matching(entries)], listed: HistoryFilter()).contains(rows[1]))
    }

    @Test(arguments: ["R", "E"]) func `a replay reads all marked entries first, and Esc cancels the reading`(key: Character) throws {
        var (store, _) = try marked()
        guard case .history(.readMarked(_, let elsewhere))? = store.press(.character(key)).first else {
            return #expect(Bool(false), "nothing is read")
        }
        store.send(.history(.announceReading("Reading…")))
        #expect(elsewhere == (key == "E") && store.state.toasts.count == 1)
        #expect(store.press(Key(.escape)).first == .cancel(.readMarked) && store.state.toasts.isEmpty)
        let rows = [Sample.row("a", -2), Sample.row("b", -1)]
        store.send(.history(.store(.readMarked(rows, elsewhere: elsewhere))))
        #expect(store.state.windows.isEmpty, "it was cancelled")
        store.press(.character(key))
        store.send(.history(.store(.readMarked(rows, elsewhere: elsewhere))))
        #expect(store.state.windows.count == 1 && store.state.toasts.isEmpty)
    }

    @Test func `a new reading ends the reading in progress`() throws {
        var (store, _) = try marked()
        store.press(.character("T"))
        let effects = store.press(.character("R"))
        #expect(effects.contains(.cancel(.readTimings)) && store.state.history.reading == .readMarked)
        store.send(.history(.store(.readMarked([], elsewhere: false))))
        #expect(store.state.history.reading == nil)
    }

    // MARK: Single marks

    /// The newest page that is read again, as after a send, a restored entry or another filter.
    @Test func `marks of rows that are not listed after a reload stay`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let far = (0..<HistoryState.pageSize).map { Sample.row("far\($0)", Double(-1 - $0)) }
        store.send(.history(.store(.listed(far, after: store.state.history.end, query: HistoryFilter()))))
        for row in [1, 250, 300] {
            store.state.history.list.select(row, count: 400, height: 20)
            store.press(.character(" "))
        }
        let newest = Array(store.state.history.rows.prefix(HistoryState.pageSize))
        for _ in 0..<2 { store.send(.history(.store(.listed(newest, after: nil, query: HistoryFilter())))) }
        store.send(.history(.store(.found(newest, query: HistoryFilter()))))
        #expect(store.state.history.rows.count == HistoryState.pageSize && store.state.history.chosenCount == 3)
        #expect(store.canvas.contains("History, 3 marked"))
        #expect(store.press(.character("P")).contains(.history(.setPinned(true, ["id1", "far50", "far100"]))))
    }

    @Test func `one marked entry that is not listed is deleted after a question`() {
        var store = TestStore.withHistory()
        store.press(.character("j"), .character(" "))
        store.send(.history(.store(.listed([Sample.row("other", 5)], after: nil, query: HistoryFilter()))))
        store.press(.character("d"))
        #expect(store.state.windows.count == 1 && store.state.history.deletions.isEmpty)
        store.press(.character("d"))
        #expect(store.state.history.deletions == [["id1"]] && store.state.history.rows.map(\.id) == ["other"])
    }

    @Test func `a marked entry that is not listed is pinned and unpinned`() {
        var store = TestStore.withHistory()
        store.press(.character("j"), .character(" "))
        store.send(.history(.store(.listed([Sample.row("other", 5)], after: nil, query: HistoryFilter()))))
        #expect(store.press(.character("P")).contains(.history(.setPinned(true, ["id1"]))))
        #expect(store.state.history.deletableCount == 0)
        #expect(store.press(.character("P")).contains(.history(.setPinned(false, ["id1"]))))
    }

    @Test func `two marked entries that are not listed are compared`() {
        var store = TestStore.withHistory()
        store.press(.character(" "), .character(" "))
        store.send(.history(.store(.listed([Sample.row("other", 5)], after: nil, query: HistoryFilter()))))
        let pairs = store.press(.character("=")).compactMap { effect -> Set<Exchange.ID>? in
            if case .history(.compare(let one, let other, nil)) = effect { [one, other] } else { nil }
        }
        #expect(pairs == [["id0", "id1"]])
    }

    // MARK: In the store

    /// The store after effects, and their messages. Every third entry is pinned, and the newest one came after the marking.
    private func run(_ effect: (MatchingEntries) -> HistoryEffect) async -> (ids: [String], [HistoryMessage]) {
        let store = InMemoryHistoryStore(capacity: 10_000)
        for index in 0..<9 {
            var exchange = Sample.exchange("id\(index)")
            exchange.startedAt += Double(index)
            exchange.isPinned = index % 3 == 0
            await store.record(exchange)
        }
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        let recording = Task { await effects.writeRecords() }
        var entries = MatchingEntries(filter: HistoryFilter(text: "people"), start: Sample.row("", 7.5).cursor)
        (entries.exceptions, entries.isUnpinned) = (["id1"], true)
        await effects.run(effect(entries))
        recording.cancel()
        return (await store.list(after: nil, limit: 99, filter: HistoryFilter()).map(\.id), posted.withLock { $0 })
    }

    @Test func `a set is deleted but for its exceptions`() async {
        let (ids, messages) = await run { .delete(.matching($0)) }
        #expect(ids == ["id8", "id6", "id3", "id1", "id0"])
        guard case .store(.deleted(.matching, keptCount: 0?))? = messages.last else { return #expect(Bool(false), "\(messages)") }
    }

    @Test func `a set is counted with its pinned entries`() async {
        let (_, messages) = await run { .count($0) }
        guard case .store(.counted(_, 9, pinned: 3))? = messages.last else { return #expect(Bool(false), "\(messages)") }
    }

    @Test func `a set is read for its replay, the oldest first`() async {
        let (_, messages) = await run { .readMarked($0, elsewhere: true) }
        guard case .store(.readMarked(let rows, elsewhere: true, groups: let groups))? = messages.last else {
            return #expect(Bool(false), "\(messages)")
        }
        #expect(groups.map(\.count) == [4])
        #expect(rows.map(\.id) == ["id2", "id4", "id5", "id7"])
    }

    @Test func `a set is exported, the oldest first`() async throws {
        let temporary = TemporaryFolder()
        let path = temporary.path("a.har")
        let (_, messages) = await run { .export(.matching($0), path: path, overwrites: false) }
        #expect(messages == [.export(.written(path: path, count: 4))])
        #expect(try temporary.text("a.har").components(separatedBy: "\"startedDateTime\"").count == 5)
    }

    @Test func `the end of the program stops a long deletion and reports the remaining entries`() async {
        let store = EndlessHistory()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { _ in }
        var all = MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))
        all.count = 1_000_000
        let deletion = Task { [all] in await effects.run(.delete(.matching(all))) }
        deletion.cancel()
        await deletion.value
        #expect(await store.deletedCount > 0)
        let left = CountText.number(1_000_000 - (await store.deletedCount))
        #expect(await effects.unfinished.map { $0.contains(left) } == [true])
    }

    @Test func `a set is pinned in one write, also at the end of the program`() async {
        let store = LongHistory()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { _ in }
        let all = MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))
        let pins = Task { await effects.run(.setPinned(true, .matching(all))) }
        pins.cancel()
        await pins.value
        let pinned = await store.pinned
        #expect(pinned.map(\.count) == [7_000] && pinned.first?.last == "id6999")
        #expect(await effects.unfinished.isEmpty)
    }

    @Test func `pinning a set that does not end stops soon after the end of the program, and pins none`() async {
        let store = EndlessHistory()
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { _ in }
        var all = MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))
        all.count = 1_000_000
        let pins = Task { [all] in await effects.run(.setPinned(true, .matching(all))) }
        pins.cancel()
        await pins.value
        #expect(await store.pinnedCount == 0)
        #expect(await effects.unfinished.map { $0.contains(CountText.number(1_000_000)) } == [true])
    }

    @Test func `a short deletion ends with the program, and leaves nothing`() async {
        let store = InMemoryHistoryStore()
        for index in 0..<3 { await store.record(Sample.exchange("id\(index)")) }
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { _ in }
        let deletion = Task { await effects.run(.delete(["id0", "id2"])) }
        deletion.cancel()
        await deletion.value
        #expect(await store.list(after: nil, limit: 9, filter: HistoryFilter()).map(\.id) == ["id1"])
        #expect(await effects.unfinished.isEmpty)
    }

    @Test(arguments: [1, 2, 4, 20]) func `the groups of a set have the entries that were added to it`(size: Int) async throws {
        let store = InMemoryHistoryStore()
        for index in 0..<10 {
            var exchange = Sample.exchange("id\(index)")
            exchange.startedAt += Double(index)
            await store.record(exchange)
        }
        var entries = MatchingEntries(filter: HistoryFilter(), start: Sample.row("", 5.5).cursor)
        entries.additions = ["id6", "id9"]
        var (groups, found) = (EntryGroups(.matching(entries), of: size, in: store), [String]())
        while let group = try await groups.next() { found += group }
        #expect(found == ["id0", "id1", "id2", "id3", "id4", "id5", "id6", "id9"])
    }

    @Test func `the groups of a set join without gaps`() async throws {
        let store = InMemoryHistoryStore()
        for index in 0..<10 { await store.record(Sample.exchange("id\(index)")) }
        let all = MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))
        let ids = (0..<10).map { "id\($0)" }
        for set in [EntrySet.matching(all), .ids(ids)] {
            var (groups, sizes, found) = (EntryGroups(set, of: 4, in: store), [Int](), [String]())
            while let group = try await groups.next() {
                sizes.append(group.count)
                found += group
            }
            #expect(found == ids && sizes == [4, 4, 2])
        }
    }
}

/// A history without an end.
private actor EndlessHistory: PartialHistory {
    private(set) var deletedCount = 0
    private(set) var pinnedCount = 0

    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        Array(repeating: Sample.row("id", 0), count: limit)
    }

    func delete(_ ids: [Exchange.ID]) async -> Int {
        deletedCount += ids.count
        return 0
    }

    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async { pinnedCount += ids.count }

    func count(_ filter: HistoryFilter) async -> Int { 0 }
}

/// A history of some thousand entries that stores which of them were pinned together.
private actor LongHistory: PartialHistory {
    private let rows = (0..<7_000).map { Sample.row("id\($0)", Double($0)) }
    private(set) var pinned: [[Exchange.ID]] = []

    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        Array(rows.drop { row in cursor.map { !row.cursor.isBefore($0) } ?? false }.prefix(limit))
    }

    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async { pinned.append(ids) }
    func count(_ filter: HistoryFilter) async -> Int { rows.count }
}
