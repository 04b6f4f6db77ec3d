import Foundation
import Synchronization
import Testing
import Workspace

@testable import Engine

/// Entries that are read and written many at once.
@Suite struct OriginalEntriesTests {
    private static func exchange(_ number: Int) -> Exchange {
        Exchange(
            id: "\(number)", startedAt: Date(timeIntervalSince1970: Double(number)),
            request: .init(method: "GET", url: "http://h/\(number)"))
    }

    @Test(arguments: [false, true]) func `entries of a set are read in groups, in any order`(areWhole: Bool) async throws {
        let store = CountingStore((0..<300).map(Self.exchange))
        let ids = (0..<300).map(String.init) + ["gone"]
        let entries = OriginalEntries(ids, in: store, areWhole: areWhole)
        for place in (0..<10).reversed() + (10..<300) { #expect(try await entries.exchange(at: place)?.id == ids[place]) }
        #expect(try await entries.exchange(at: 300) == nil)
        #expect(store.counts.reads == 5 && store.counts.wholeReads == (areWhole ? 5 : 0))
    }

    @Test func `exchanges that come during a write are written together, all of them before the end`() async throws {
        let (waits, wait) = AsyncStream<Void>.makeStream()
        let store = CountingStore([], writingAfter: Task { for await _ in waits {} })
        let queue = RecordQueue(store)
        try await RecordQueue.finish(queue) {
            for number in 0..<400 { try await queue.add(Self.exchange(number)) }
            wait.finish()
        }
        #expect(store.counts.written == 400 && store.counts.writes <= 2)
    }

    /// Only the queue itself delays the writes.
    @Test func `a fast set is written in few groups`() async throws {
        let store = CountingStore([])
        let queue = RecordQueue(store)
        try await RecordQueue.finish(queue) {
            for number in 0..<2000 { try await queue.add(Self.exchange(number)) }
        }
        #expect(store.counts.written == 2000 && store.counts.writes <= 12)
    }
}

/// A store that counts its calls.
private final class CountingStore: HistoryStore {
    struct Counts {
        var (reads, wholeReads, writes, written) = (0, 0, 0, 0)
    }

    private let known: [Exchange.ID: Exchange]
    private let state = Mutex(Counts())
    var counts: Counts { state.withLock(\.self) }

    /// Ends when writing may begin.
    private let disk: Task<Void, Never>?

    init(_ exchanges: [Exchange], writingAfter disk: Task<Void, Never>? = nil) {
        known = Dictionary(uniqueKeysWithValues: exchanges.map { ($0.id, $0) })
        self.disk = disk
    }

    func record(_ exchange: Exchange) async throws(HistoryError) { try await record([exchange]) }

    func record(_ exchanges: [Exchange]) async throws(HistoryError) {
        await disk?.value
        state.withLock { counts in
            counts.writes += 1
            counts.written += exchanges.count
        }
    }

    func exchanges(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] {
        state.withLock { counts in
            counts.reads += 1
            counts.wholeReads += 1
        }
        return ids.compactMap { known[$0] }
    }

    func requests(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] {
        state.withLock { $0.reads += 1 }
        return ids.compactMap { known[$0] }
    }

    func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange? { known[id] }
    func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary] { [] }
    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary] { [] }
    func ids(beginningWith text: String, limit: Int) async throws(HistoryError) -> [Exchange.ID] { [] }
    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async throws(HistoryError) {}
    func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) async throws(HistoryError) {}
    func savedFilters() async throws(HistoryError) -> [SavedFilter] { [] }
    func saveFilter(_ filter: SavedFilter) async throws(HistoryError) {}
    func delete(_ ids: [Exchange.ID]) async throws(HistoryError) -> Int { 0 }
    func count(_ filter: HistoryFilter) async throws(HistoryError) -> Int { 0 }
    func externalVersion() async throws(HistoryError) -> Int { 0 }
}
