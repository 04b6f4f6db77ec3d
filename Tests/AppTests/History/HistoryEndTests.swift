import Engine
import Foundation
import Screen
import Synchronization
import Testing
import Widgets
import Workspace

@testable import App

/// The jump to the last row, which reads only the last page.
@Suite struct HistoryEndTests {
    /// A page of rows that were sent some seconds after the sample, one each second, the oldest first.
    private func page(_ name: String, from second: Int) -> [ExchangeSummary] {
        (0..<HistoryState.pageSize).map { Sample.row("\(name)\($0)", Double(second + $0)) }
    }

    private static var seeking: Effect { .history(.listEnd(before: nil, filter: HistoryFilter())) }

    @Test func `a jump to the end reads the last rows, and moving up reads earlier rows`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        #expect(store.press(.character("G")) == [Self.seeking])
        #expect(store.canvas.contains("History, reading…"))
        let (oldest, older) = (page("a", from: -9_000), page("b", from: -8_000))
        store.send(.history(.store(.listedEnd(oldest, before: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows == Array(oldest.reversed()) && store.state.history.current?.id == "a0")
        #expect(!store.canvas.contains("reading…"))
        var effects: [Effect] = []
        for _ in 0..<HistoryState.pageSize - 20 { effects += store.press(.character("k")) }
        #expect(effects == [.history(.listEnd(before: oldest.last?.cursor, filter: HistoryFilter()))])
        let (current, top) = (store.state.history.current?.id, store.state.history.list.visibleRows(count: 200, height: 10).lowerBound)
        store.send(.history(.store(.listedEnd(older, before: oldest.last?.cursor, query: HistoryFilter()))))
        #expect(store.state.history.rows == Array((oldest + older).reversed()) && store.state.history.current?.id == current)
        #expect(store.state.history.list.visibleRows(count: 400, height: 10).lowerBound == top + 200)
        store.send(.history(.store(.listedEnd([Sample.row("top", 0)], before: older.last?.cursor, query: HistoryFilter()))))
        #expect(store.state.history.rows.first?.id == "top" && store.state.history.start == nil)
    }

    @Test func `the first key reads the newest rows again, and new entries wait until then`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        store.press(.character("G"))
        let oldest = page("a", from: -9_000)
        store.send(.history(.store(.listedEnd(oldest, before: nil, query: HistoryFilter()))))
        store.send(.history(.store(.ended([Sample.row("new", 1)]))))
        store.send(.history(.store(.found([Sample.row("theirs", 2)], query: HistoryFilter()))))
        #expect(store.state.history.rows == Array(oldest.reversed()))
        #expect(store.press(.character("g"), .character("g")) == [.history(.list(after: nil, filter: HistoryFilter()))])
        let newest = [Sample.row("theirs", 2), Sample.row("new", 1)]
        store.send(.history(.store(.listed(newest, after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows == newest && store.state.history.list.selected == 0)
    }

    @Test func `pressing another key cancels the jump to the end`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        store.press(.character("G"))
        #expect(store.press(.character("k")).first == .cancel(.listHistory))
        store.send(.history(.store(.listedEnd(page("a", from: -9_000), before: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.first?.id == "id0" && !store.canvas.contains("reading…"))
    }

    @Test func `a click, and an arrow key while the filter is typed, give the jump up`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        store.press(.character("G"))
        let area = HistoryReducer.listArea(store.state.history, store.state.historyContext)
        #expect(store.mouse(.press(.left, count: 1), at: area.origin).contains(.cancel(.listHistory)))
        store.press(.character("G"), .character("/"))
        #expect(store.press(Key(.up)).contains(.cancel(.listHistory)) && !store.state.history.isSeekingEnd)
    }

    @Test func `a last page that follows the listed rows is appended`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let listed = store.state.history.rows
        store.press(.character("G"))
        let last = [Sample.row("z", -2), Sample.row("y", -1)]
        store.send(.history(.store(.listedEnd(last + listed.suffix(9).reversed(), before: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == listed.map(\.id) + ["y", "z"])
        #expect(store.state.history.start == nil && !store.state.history.hasMore && store.state.history.current?.id == "z")
    }

    @Test func `a page of the newest rows that comes late does not follow the last ones`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let end = store.state.history.end
        store.press(.character("G"))
        let oldest = page("a", from: -9_000)
        store.send(.history(.store(.listedEnd(oldest, before: nil, query: HistoryFilter()))))
        store.send(.history(.store(.listed(page("b", from: -900).reversed(), after: end, query: HistoryFilter()))))
        #expect(store.state.history.rows == Array(oldest.reversed()))
    }

    @Test func `a page that was on its way when the jump began is left out`() {
        var store = TestStore.withHistory(HistoryState.pageSize)
        let end = store.state.history.end
        store.press(.character("G"))
        store.send(.history(.store(.listed(page("b", from: -900).reversed(), after: end, query: HistoryFilter()))))
        #expect(store.state.history.rows.count == HistoryState.pageSize && store.state.history.isLoading)
    }

    @Test(arguments: ["", "people"]) func `a new entry does not lead away from the last rows`(filter: String) {
        var store = TestStore.withHistory(HistoryState.pageSize)
        store.send(.history(.filters(.use(filter))))
        let query = store.state.history.query
        store.send(.history(.store(.listed(page("b", from: -900).reversed(), after: nil, query: query))))
        store.press(.character("G"))
        let oldest = page("a", from: -9_000)
        store.send(.history(.store(.listedEnd(oldest, before: nil, query: query))))
        #expect(store.send(.history(.store(.recorded))).isEmpty)
        #expect(store.state.history.current?.id == "a0")
        #expect(store.press(.character("g"), .character("g")).contains(.history(.list(after: nil, filter: query))))
    }

    @Test func `the store is asked for the last page alone`() async {
        let history = InMemoryHistoryStore()
        for index in 0..<HistoryState.pageSize + 5 {
            var exchange = Sample.exchange("id\(index)")
            exchange.startedAt += Double(index)
            await history.record(exchange)
        }
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: history) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        await effects.run(.listEnd(before: nil, filter: HistoryFilter()))
        guard case .store(.listedEnd(let rows, _, _))? = posted.withLock({ $0.first }) else {
            return #expect(Bool(false), "nothing was read")
        }
        #expect(rows.first?.id == "id0" && rows.count == HistoryState.pageSize)
    }
}
