import Engine
import Foundation
import Screen
import Synchronization
import Testing
import Workspace

@testable import App

/// Deletions that end with the program, and are continued by a later one.
@Suite struct HistoryDeletionTests {
    private static let rows = (0..<4_000).map { Sample.row("id\($0)", Double($0)) }
    private static let all = EntrySet.matching(
        MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: "")))

    private func run(_ effect: HistoryEffect, in store: NotingHistory) async -> [HistoryMessage] {
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        await effects.run(effect)
        return posted.withLock { $0 }
    }

    @Test func `a deletion is kept until it is over`() async {
        let store = NotingHistory(Self.rows)
        let messages = await run(.delete(Self.all), in: store)
        #expect(messages == [.store(.deleted(Self.all, keptCount: 0))])
        let notes = await store.notes
        #expect(notes == [Self.all.storedText: 4_000])
        #expect(await store.rows.isEmpty)
        #expect(await store.unfinishedDeletions().isEmpty)
    }

    @Test func `a short deletion is one write and not kept`() async {
        let store = NotingHistory(Self.rows)
        _ = await run(.delete(["id1", "id2"]), in: store)
        #expect(await store.notes.isEmpty)
        #expect(await store.rows.count == 3_998)
    }

    @Test func `a deletion that an earlier program left is continued`() async throws {
        let store = NotingHistory(Self.rows, unfinished: [Self.all.storedText, "another form"])
        let messages = await run(.continueDeletions, in: store)
        #expect(messages == [.store(.continued(Self.all)), .store(.deleted(Self.all, keptCount: 0))])
        #expect(await store.rows.isEmpty)
        #expect(await store.unfinishedDeletions() == ["another form"])
    }

    @Test func `entries whose deletion is continued are not listed`() {
        var store = TestStore.withHistory()
        let effects = store.send(.history(.store(.continued(["id1"]))))
        #expect(effects.first == .history(.list(after: nil, filter: HistoryFilter())))
        store.send(.history(.store(.listed([Sample.row("id1", 1), Sample.row("id0", 0)], after: nil, query: HistoryFilter()))))
        #expect(store.state.history.rows.map(\.id) == ["id0"])
        store.send(.history(.store(.deleted(["id1"], keptCount: 0))))
        #expect(store.state.history.leaving.isEmpty)
    }

    @Test(arguments: [(1_000, false), (1_001, true)]) func `a long list is marked by its filter`(count: Int, isByFilter: Bool) {
        var store = TestStore.withHistory(count)
        let effects = store.press(.character("A"))
        #expect((store.state.history.marks.all != nil) == isByFilter && store.state.history.marks.rows.isEmpty == isByFilter)
        #expect(effects.contains { if case .history(.count) = $0 { true } else { false } } == isByFilter)
        let pins = store.press(.character("P")).compactMap { effect -> EntrySet? in
            if case .history(.setPinned(true, let entries)) = effect { entries } else { nil }
        }
        #expect(pins.count == 1 && (pins.first?.count == 1_000) != isByFilter)
        let areAllPinned = store.state.history.rows.allSatisfy { $0.isPinned }
        #expect(areAllPinned)
    }

    @Test func `entries that are being deleted by a filter are not marked with a long list`() {
        var store = TestStore.withHistory(1_001)
        store.state.history.deletions = [Self.all]
        store.press(.character("A"))
        #expect(store.state.history.marks.all == nil && store.state.history.marks.rows.count == 1_001)
    }

    @Test func `pinning marked entries includes the shown entry`() throws {
        var store = TestStore.withHistory(1_001)
        let tab = store.state.tabs.front.id
        store.send(.history(.store(.opened(Sample.exchange("id7"), owner: tab, as: .beside))))
        store.send(.application(.focus(.history)))
        store.press(.character("A"), .character("P"))
        #expect(store.state.response.exchange?.isPinned == true)
    }

    @Test func `deletions are continued at the start`() {
        #expect(TestStore().state.startEffects().contains(.history(.continueDeletions)))
    }
}

/// A history that keeps the texts of deletions.
private actor NotingHistory: PartialHistory {
    private(set) var rows: [ExchangeSummary]
    /// The number of rows at the time at which each deletion was kept.
    private(set) var notes: [String: Int] = [:]
    private var unfinished: [String]

    init(_ rows: [ExchangeSummary], unfinished: [String] = []) { (self.rows, self.unfinished) = (rows, unfinished) }

    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        Array(rows.drop { row in cursor.map { !row.cursor.isBefore($0) } ?? false }.prefix(limit))
    }

    func delete(_ ids: [Exchange.ID]) async -> Int {
        let ids = Set(ids)
        rows.removeAll { ids.contains($0.id) }
        return 0
    }

    func noteDeletion(_ text: String, isOver: Bool) async {
        if isOver { return unfinished.removeAll { $0 == text } }
        notes[text] = rows.count
        unfinished.append(text)
    }

    func unfinishedDeletions() async -> [String] { unfinished }
    func count(_ filter: HistoryFilter) async -> Int { rows.count }
}
