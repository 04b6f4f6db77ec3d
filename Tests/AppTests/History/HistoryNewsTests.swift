import Engine
import Foundation
import Screen
import Synchronization
import TestFixtures
import Testing
import Widgets
import Workspace

@testable import App

/// Reading the history after a send: only if another program has written to it.
@Suite struct HistoryNewsTests {
    @Test func `an invalid filter marks nothing`() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.exchange("id0").summary], after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("/"))
        store.type("statsu:5xx")
        store.press(Key(.enter), .character("A"))
        #expect(store.state.history.marks.isEmpty && store.state.toasts.last?.kind == .warning)
    }

    @Test func `a row without a response shows the failure, and a cancelled row is muted`() {
        var store = TestStore.withTree()
        var cancelled = Sample.exchange("a", status: nil)
        cancelled.error = Exchange.Failure(code: "cancelled", message: "")
        let rows = [Sample.exchange("b", status: nil).summary, cancelled.summary]
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        #expect(store.canvas.role(of: "ERR") == .error && !store.canvas.contains("Could not connect"), "there is no room")
        store.press(.character("z"))
        #expect(store.canvas.role(of: "Could not connect") == .error)
        #expect(store.canvas.role(of: "Cancelled") == .textMuted)
        let line = store.canvas.lines.first { $0.contains("Cancelled") } ?? ""
        #expect(line.contains("List people  127.0.0.1/people  Cancelled"))
    }

    @Test func `entries are not listed while the store deletes them`() {
        var store = TestStore.withHistory()
        store.press(.character("d"))
        store.send(.history(.deleteForGood(["id0"])))
        let rows = (0..<3).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: Self.filter))))
        #expect(store.state.history.rows.map(\.id) == ["id1", "id2"])
        store.send(.history(.restore(nil)))
        #expect(store.state.toasts.last?.kind == .warning, "too late")
        store.send(.history(.store(.deleted(["id0"], keptCount: 0))))
        #expect(store.state.history.leaving.isEmpty)
    }

    @Test func `entries whose deletion failed are listed again`() {
        var store = TestStore.withHistory()
        store.press(.character("d"))
        store.send(.history(.deleteForGood(["id0"])))
        let effects = store.send(.history(.store(.deleted(["id0"], keptCount: nil))))
        #expect(effects.first == .history(.list(after: nil, filter: Self.filter)) && store.state.history.leaving.isEmpty)
    }

    @Test func `deleting counts pinned entries that stay and lists another program's pins again`() {
        var store = TestStore.withHistory()
        store.press(.character("P"), .character("g"), .character("g"))
        store.press(.character(" "), .character(" "), .character(" "), .character("d"))
        guard let question = store.state.windows.last?.content as? Question<Message> else { return #expect(Bool(false), "no question") }
        #expect(question.text.hasPrefix("1 pinned entry stays"))
        store.press(.character("d"))
        #expect(store.state.history.rows.map(\.id) == ["id0"])
        #expect(store.state.toasts.last?.text == "Deleted 2 entries; 1 pinned entry stays")
        store.send(.history(.deleteForGood(["id1", "id2"])))
        let effects = store.send(.history(.store(.deleted(["id1", "id2"], keptCount: 1))))
        #expect(effects.first == .history(.list(after: nil, filter: Self.filter)))
        #expect(store.state.toasts.last?.kind == .warning && store.state.toasts.last?.text.hasPrefix("1 entry stays") == true)
    }

    @Test func `the list is filled again after a deletion`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let deleted = store.state.history.rows
        for _ in deleted { store.press(.character(" ")) }
        store.send(.history(.store(.failed("busy"))))
        let effects = store.send(.history(.deleteConfirmed))
        #expect(store.state.history.rows.isEmpty)
        #expect(effects.contains(.history(.list(after: deleted.last?.cursor, filter: Self.filter))))
        let more = Sample.page(1, HistoryState.pageSize)
        store.send(.history(.store(.listed(more, after: deleted.last?.cursor, query: Self.filter))))
        #expect(store.state.history.rows == more)
        // A page of deleted rows is followed by the next one.
        let next = store.send(.history(.store(.listed(deleted, after: nil, query: Self.filter))))
        #expect(next == [.history(.list(after: deleted.last?.cursor, filter: Self.filter))])
    }

    @Test func `an entry that has just ended is not repeated by a later page, nor a row by the rest of its page`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let end = store.state.history.rows.last?.cursor
        store.send(.history(.store(.ended([Sample.row("late", -99)]))))
        store.press(.character("A"))
        let rows = ["p1", "p2"].map { Sample.row($0, -50) } + [Sample.row("late", -99)]
        store.send(.history(.store(.listed(Array(rows.prefix(1)), after: end, query: Self.filter, isPart: true))))
        store.send(.history(.store(.listed(rows, after: end, query: Self.filter))))
        let ids = store.state.history.rows.map(\.id)
        #expect(ids.count == HistoryState.pageSize + 3 && Set(ids).count == ids.count && ids.first == "late" && ids.last == "p2")
        #expect(store.state.history.rows.allSatisfy(store.state.history.marks.contains))
    }

    @Test func `rows that another program has deleted lose their marks`() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.row("b", 20), Sample.row("a", 10)], after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character(" "))
        store.send(.history(.store(.found([Sample.row("a", 10)], query: HistoryFilter()))))
        #expect(store.state.history.marks.isEmpty && store.state.history.rows.map(\.id) == ["a"])
        store.send(.history(.store(.found([], query: HistoryFilter()))))
        #expect(store.state.history.rows.isEmpty)
    }

    @Test func `unchanged notes are not written over another program's notes`() async throws {
        var store = TestStore.withHistory()
        store.press(.character("a"))
        #expect(store.press(Key(.enter)).isEmpty)
        store.send(.history(.store(.notesKept(Exchange.Notes(text: "theirs"), "id0"))))
        #expect(store.state.history.rows[0].notes.text == "theirs" && store.state.toasts.last?.kind == .error)
    }

    @Test(arguments: [true, false]) func `notes are written only over the notes that were shown`(isChanged: Bool) async throws {
        let history = InMemoryHistoryStore()
        await history.record(Sample.exchange("one"))
        let theirs = Exchange.Notes(text: "theirs")
        if isChanged { await history.setNotes(theirs, "one") }
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: history) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        let recording = Task { await effects.writeRecords() }
        await effects.run(.setNotes(Exchange.Notes(text: "mine"), "one", replacing: Exchange.Notes()))
        recording.cancel()
        #expect(await history.exchange("one")?.notes.text == (isChanged ? "theirs" : "mine"))
        #expect(posted.withLock { $0 } == (isChanged ? [.store(.notesKept(theirs, "one"))] : []))
    }

    /// The messages of an export of 100 entries.
    private func export(
        to path: String, overwrites: Bool = false, isCancelled: Bool = false, stored: [Exchange.ID] = exported
    ) async -> [HistoryExportMessage] {
        let history = InMemoryHistoryStore()
        for id in stored { await history.record(Sample.exchange(id)) }
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: history) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        await Task {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await effects.run(.export(.ids(Self.exported), path: path, overwrites: overwrites))
        }.value
        return posted.withLock { $0 }.compactMap { if case .export(let message) = $0 { message } else { nil } }
    }

    private static let exported = (0..<100).map { "id\($0)" }

    @Test func `an export checks its path before reading, and reports progress`() async throws {
        let temporary = TemporaryFolder(["old.har": "old"])
        let (old, new) = (temporary.path("old.har"), temporary.path("new.har"))
        #expect(await export(to: old) == [.exists(.ids(Self.exported), path: old)])
        guard case .refused? = await export(to: temporary.path).first else { return #expect(Bool(false), "a folder is no file") }
        guard case .refused? = await export(to: temporary.path("no/a.har")).first else { return #expect(Bool(false), "no folder") }
        #expect(await export(to: new) == [.progressed(64, of: 100), .written(path: new, count: 100)])
        #expect(try temporary.text("new.har").components(separatedBy: "\"startedDateTime\"").count == 101)
        #expect(try temporary.text("old.har") == "old")
        #expect(temporary.names == ["new.har", "old.har"])
    }

    @Test func `an export of deleted entries does not change the file`() async throws {
        let temporary = TemporaryFolder(["old.har": "old"])
        let messages = await export(to: temporary.path("old.har"), overwrites: true, stored: [])
        guard case .refused? = messages.last else { return #expect(Bool(false), "\(messages)") }
        #expect(try temporary.text("old.har") == "old")
        #expect(temporary.names == ["old.har"])
    }

    @Test func `an export removes the leftovers of a killed export`() async throws {
        let temporary = TemporaryFolder([".apus-1.tmp": "cut off"])
        let old = Date(timeIntervalSinceNow: -7_200)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: temporary.path(".apus-1.tmp"))
        _ = await export(to: temporary.path("a.har"))
        #expect(temporary.names == ["a.har"])
    }

    @Test func `a cancelled export leaves no file`() async {
        let temporary = TemporaryFolder()
        #expect(await export(to: temporary.path("a.har"), isCancelled: true).last == .cancelled)
        #expect(temporary.names.isEmpty)
    }

    private static let filter = HistoryFilter()

    /// The messages of a search for the newest rows, and the number of reads.
    private func run(_ store: SharedHistoryStore, _ effects: [HistoryEffect]) async -> (messages: [HistoryMessage], readCount: Int) {
        let posted = Mutex<[HistoryMessage]>([])
        let history = HistoryEffects(
            open: { OpenedHistory(store: store) }, queries: LiveQueries.all, now: { .distantPast },
            post: { message in posted.withLock { $0.append(message) } })
        await history.run(.list(after: nil, filter: Self.filter))
        await store.beOpened()
        for effect in effects { await history.run(effect) }
        return (Array(posted.withLock { $0 }.dropFirst()), await store.readCount)
    }

    @Test func `a saved filter is deleted with undo`() {
        var store = TestStore.withTree()
        let slow = SavedFilter(name: "slow", text: "time:>1s")
        store.send(.application(.focus(.history)))
        store.send(.history(.filters(.listed([slow]))))
        store.type("delete")
        store.press(Key(.enter))
        #expect(store.press(Key(.enter)).first == .history(.saveFilter(SavedFilter(name: "slow", text: ""))))
        guard case .history(let undo)? = store.state.toasts.last?.action?.message else { return #expect(Bool(false), "no undo") }
        #expect(store.send(.history(undo)).contains(.history(.saveFilter(slow))))
    }

    @Test func `a filter that replaces another of its name can be taken back`() {
        var store = TestStore.withTree()
        let (old, new) = (SavedFilter(name: "slow", text: "time:>1s"), SavedFilter(name: "slow", text: "time:>2s"))
        store.send(.history(.filters(.saved(new, old: old))))
        #expect(store.state.toasts.last?.action?.message == .history(.filters(.save(old))))
        store.send(.history(.filters(.saved(new, old: nil))))
        #expect(store.state.toasts.last?.action == nil)
    }

    @Test func `entries sent by this instance are not read again, and are no news`() async {
        let store = SharedHistoryStore()
        let (messages, count) = await run(store, [.listNews(filter: Self.filter, tellsNone: false)])
        #expect(messages.isEmpty && count == 0)
    }

    @Test func `a new entry keeps the pages that were read of a filtered list`() {
        var store = TestStore.withHistory()
        let query = HistoryFilter(text: "a")
        store.send(.history(.filters(.use("a"))))
        let page = (0..<HistoryState.pageSize).map { Sample.row("id\($0)", Double(-$0)) }
        store.send(.history(.store(.listed(page, after: nil, query: query))))
        store.send(.history(.store(.listed([Sample.row("old", -900)], after: store.state.history.end, query: query))))
        store.state.history.list.select(200, count: 201, height: 20)
        store.send(.history(.store(.found([Sample.row("new", 9)] + page.dropLast(), query: query))))
        #expect(store.state.history.rows.count == 202 && store.state.history.rows[0].id == "new")
        #expect(store.state.history.current?.id == "old")
    }

    @Test func `entries sent by this instance are read if they are news for a filter`() async {
        let store = SharedHistoryStore()
        let (messages, count) = await run(store, [.listNews(filter: Self.filter, tellsNone: false, isNews: true)])
        #expect(messages == [.store(.found([], query: Self.filter, at: .distantPast))] && count == 1)
    }

    @Test func `entries of other processes are read once`() async {
        let store = SharedHistoryStore()
        await store.beWritten(Sample.exchange("others"))
        let effect = HistoryEffect.listNews(filter: Self.filter, tellsNone: false)
        let (messages, count) = await run(store, [effect, effect])
        let rows = [Sample.exchange("others").summary]
        #expect(messages == [.store(.found(rows, query: Self.filter, at: .distantPast))] && count == 1)
    }

    @Test func `focusing the list updates the time even without news`() async {
        let store = SharedHistoryStore()
        let (messages, count) = await run(store, [.listNews(filter: Self.filter, tellsNone: true)])
        #expect(messages == [.store(.found(nil, query: Self.filter, at: .distantPast))] && count == 0)
    }

    @Test func `a report without news changes only the time`() {
        var store = TestStore.withTree()
        store.send(
            .history(.store(.listed([Sample.exchange("one").summary], after: nil, query: Self.filter, at: Sample.exchange().startedAt))))
        #expect(store.canvas.contains("12:01 200"))
        store.send(.history(.store(.found(nil, query: Self.filter, at: Sample.exchange().startedAt + 86_400))))
        #expect(store.state.history.rows.map(\.id) == ["one"])
        #expect(store.canvas.contains("01-01 200"))
    }

    /// Keys and an open menu then act on the row that the user sees.
    @Test(arguments: [(PaneID.history, "old"), (.request, "new")])
    func `the cursor stays on the top row's entry while the list has the focus`(focus: PaneID, expected: String) {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.exchange("old").summary], after: nil, query: Self.filter))))
        store.send(.application(.focus(focus)))
        store.send(.history(.store(.ended([Sample.exchange("new").summary]))))
        #expect(store.state.history.rows.map(\.id) == ["new", "old"] && store.state.history.current?.id == expected)
    }

    /// A page may list an exchange before its end is reported.
    @Test(arguments: ["id0", "id1", "id2"]) func `the cursor stays on its entry when a listed one moves to the top`(ended: String) {
        var store = TestStore.withHistory()
        store.press(.character("j"))
        store.send(.history(.store(.ended([Sample.exchange(ended).summary]))))
        #expect(store.state.history.rows.first?.id == ended && store.state.history.rows.count == 3)
        #expect(store.state.history.current?.id == "id1")
    }

    @Test func `an exchange that was sent long ago is not listed twice`() {
        var store = TestStore.withHistory(2 * HistoryState.pageSize)
        let last = "id\(2 * HistoryState.pageSize - 1)"
        store.send(.history(.store(.ended([Sample.exchange(last).summary]))))
        #expect(store.state.history.rows.first?.id == last && store.state.history.rows.count == 2 * HistoryState.pageSize)
    }

    @Test func `new rows shorten a long list far below the cursor`() {
        var store = TestStore.withHistory(10 * HistoryState.pageSize)
        store.state.history.list.select(3 * HistoryState.pageSize, count: store.state.history.rows.count, height: 20)
        let current = store.state.history.current?.id
        store.send(.history(.store(.ended([Sample.row("new", 1)]))))
        #expect(store.state.history.rows.count == 5 * HistoryState.pageSize && store.state.history.current?.id == current)
        #expect(store.state.history.hasMore && store.state.history.end == store.state.history.rows.last?.cursor)
    }

    /// A request that began long before it ended stands above some that began later.
    @Test func `only the oldest rows are dropped`() {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([], after: nil, query: HistoryFilter()))))
        var (number, count) = (0, 0)
        repeat {
            count = store.state.history.rows.count
            let isSlow = number.isMultiple(of: 50)
            store.send(.history(.store(.ended([Sample.row("\(number)", Double(number - (isSlow ? 300 : 0)))]))))
            number += 1
        } while store.state.history.rows.count > count
        let hidden = store.state.history.rows.dropFirst(100).map(\.cursor)
        #expect(number < 3_000 && hidden.count > 100)
        #expect(zip(hidden, hidden.dropFirst()).allSatisfy { !$1.isBefore($0) })
        #expect(store.state.history.end == hidden.last)
    }

    /// Rows that arrive while the wheel has scrolled the list away from the cursor.
    @Test(arguments: ["page", "sent", "found"]) func `a scrolled list stays in place while rows arrive`(way: String) {
        var store = TestStore.withTree()
        func rows(_ range: Range<Int>) -> [ExchangeSummary] {
            range.map { number in
                var row = Sample.exchange("id\(number)").summary
                row.startedAt -= Double(number)
                return row
            }
        }
        let page = rows(0..<200)
        store.send(.history(.store(.listed(page, after: nil, query: Self.filter))))
        store.send(.application(.focus(.history)))
        let height = store.state.screenLayout.rect(of: .history)?.height ?? 0
        func top() -> ExchangeSummary.ID? {
            let state = store.state.history
            return state.list.rowToKeep(count: state.rows.count, height: height).map { state.rows[$0].id }
        }
        let point = store.state.screenLayout.rect(of: .history).map { Point(x: $0.minX + 5, y: $0.minY + 3) } ?? Point(x: 0, y: 0)
        for _ in 0..<40 { store.mouse(.wheelDown, at: point) }
        #expect(top() == "id120")
        switch way {
        case "page": store.send(.history(.store(.listed(rows(200..<300), after: page.last?.cursor, query: Self.filter))))
        case "sent": store.send(.history(.store(.ended([rows(-1..<0)[0]]))))
        default: store.send(.history(.store(.found(rows(-9..<0), query: Self.filter, at: .distantPast))))
        }
        #expect(store.state.history.rows.count > 200 && top() == "id120")
    }
}

/// A history to which another program writes after it was listed.
private actor SharedHistoryStore: HistoryStore {
    private let rows = InMemoryHistoryStore()
    private var coming: [Exchange] = []
    private var version = 0
    private(set) var readCount = 0

    func beWritten(_ exchange: Exchange) { coming.append(exchange) }

    /// The first list was read: what others write comes now, and reading counts.
    func beOpened() async {
        for exchange in coming { await rows.record(exchange) }
        version += coming.count
        readCount = 0
    }

    func record(_ exchange: Exchange) async { await rows.record(exchange) }
    func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        readCount += 1
        return await rows.list(after: cursor, limit: limit, filter: filter)
    }
    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        await rows.list(before: cursor, limit: limit, filter: filter)
    }
    func exchange(_ id: Exchange.ID) async -> Exchange? { await rows.exchange(id) }
    func ids(beginningWith text: String, limit: Int) async -> [Exchange.ID] { await rows.ids(beginningWith: text, limit: limit) }
    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async { await rows.setPinned(isPinned, ids) }
    func delete(_ ids: [Exchange.ID]) async -> Int { await rows.delete(ids) }
    func count(_ filter: HistoryFilter) async -> Int { await rows.count(filter) }

    func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) async { await rows.setNotes(notes, id) }

    func savedFilters() async -> [SavedFilter] { await rows.savedFilters() }

    func saveFilter(_ filter: SavedFilter) async { await rows.saveFilter(filter) }
    func externalVersion() -> Int { version }
}
