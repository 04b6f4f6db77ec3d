import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

struct LimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = TemporaryFolder() }

    private func store(_ limits: HistoryLimits, now second: Double = 0) -> SQLiteHistoryStore {
        SQLiteHistoryStore(HistoryLocation(folder: folder.path), limits: limits) { Date(timeIntervalSince1970: 1_767_225_600 + second) }
    }

    @Test func removesTheOldestEntriesOverTheCount() async throws {
        let store = store(HistoryLimits(count: 3))
        for index in 0..<5 { try await store.record(.sample("\(index)", at: Double(index))) }
        #expect(try await store.latest(10).map(\.id) == ["4", "3", "2"])
    }

    @Test func `storing many exchanges at once removes as many old ones`() async throws {
        let store = store(HistoryLimits(count: 200))
        for round in 0..<3 {
            let new = (0..<400).map { Exchange.sample("\(round)-\($0)", at: Double(round * 1000 + $0)) }
            try await store.record(new)
        }
        #expect(try await store.count(HistoryFilter()) == 400)
        try await store.record(.sample("one", at: 9999))
        try await store.record(.sample("two", at: 10000))
        #expect(try await store.count(HistoryFilter()) == 202)
        try await store.record(.sample("three", at: 10001))
        #expect(try await store.latest(300).map(\.id).prefix(4) == ["three", "two", "one", "2-399"])
        #expect(try await store.count(HistoryFilter(text: "status:200")) == 200)
    }

    @Test func keepsPinnedEntriesAndDoesNotCountThem() async throws {
        let store = store(HistoryLimits(count: 2))
        try await store.record(.sample("pinned", at: 0, isPinned: true))
        for index in 1..<4 { try await store.record(.sample("\(index)", at: Double(index))) }
        #expect(try await store.latest(10).map(\.id) == ["3", "2", "pinned"])
    }

    @Test func removesOldEntries() async throws {
        let store = store(HistoryLimits(age: .seconds(60)), now: 100)
        for second in [10.0, 39, 41, 99] { try await store.record(.sample("\(second)", at: second)) }
        #expect(try await store.latest(10).map(\.id) == ["99.0", "41.0"])
    }

    /// A body that is stored in a file, of one byte repeated.
    private func body(_ byte: UInt8, _ count: Int = 100_000) -> ExchangeBody { ExchangeBody(Array(repeating: byte, count: count)) }

    /// The ids of the entries whose bodies are stored, the newest first.
    private func whole(_ store: SQLiteHistoryStore) async throws -> [String] {
        var ids: [String] = []
        for row in try await store.latest(500) {
            if try await store.exchange(row.id)?.response?.body.isComplete == true { ids.append(row.id) }
        }
        return ids
    }

    @Test func `over the size the oldest large bodies are removed, and all entries stay`() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 250_000))
        try await store.record(.sample("small", at: -1, body: ExchangeBody([1])))
        for index in 0..<4 { try await store.record(.sample("\(index)", at: Double(index), body: body(UInt8(index)))) }
        #expect(try await store.latest(10).map(\.id) == ["3", "2", "1", "0", "small"])
        #expect(try await whole(store) == ["3", "2", "small"])
        #expect(folder.names(in: "history-bodies").count == 2)
        let removed = try #require(try await store.exchange("0")?.response?.body)
        #expect(removed.byteCount == 100_000 && !removed.isComplete && removed.beginning(1).isEmpty)
        // The list still has the size of the response, and the entry can be deleted.
        #expect(try await store.latest(10).last { $0.id == "0" }?.byteCount == 100_000)
        try await store.delete(["0", "3"])
        #expect(try await whole(store) == ["2", "small"] && folder.names(in: "history-bodies").count == 1)
    }

    @Test func `bodies of pinned entries stay, and a shared body stays for its newest entry`() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 350_000))
        try await store.record(.sample("pinned", at: 0, body: body(1), isPinned: true))
        try await store.record(.sample("shared", at: 1, body: body(2)))
        try await store.record(.sample("alone", at: 2, body: body(3)))
        try await store.record(.sample("again", at: 3, body: body(2)))
        try await store.record(.sample("new", at: 4, body: body(4)))
        #expect(try await whole(store) == ["new", "again", "shared", "pinned"])
    }

    @Test func `unpinned entries go in steps of a 64th when pinned bodies take all the room`() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 12_800_000))
        try await store.record(.sample("pinned", at: 0, body: body(1, 13_000_000), isPinned: true))
        func record(_ index: Int) async throws {
            try await store.record(.sample("\(index)", at: Double(index), body: body(UInt8(index + 1), 80_000)))
        }
        for index in 1...2 { try await record(index) }
        #expect(try await whole(store) == ["2", "1", "pinned"])
        try await record(3)
        #expect(try await whole(store) == ["3", "pinned"])
        try await record(4)
        try await store.setPinned(false, ["pinned"])
        try await store.record(.sample("5", at: 5))
        #expect(try await whole(store) == ["5", "4", "3"])
    }

    @Test func `small bodies do not make room for one large body`() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 7_000_000))
        for index in 0..<3 { try await store.record(.sample("\(index)", at: Double(index), body: body(UInt8(index), 70_000))) }
        try await store.record(.sample("large", at: 3, body: body(9, 8_000_000)))
        #expect(try await whole(store) == ["large", "2", "1", "0"])
        // The next one displaces it.
        try await store.record(.sample("next", at: 4))
        #expect(try await whole(store) == ["next", "2", "1", "0"])
    }

    @Test func `the oldest entries over the size are removed if they have no large bodies`() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 150_000))
        for index in 0..<4 { try await store.record(.sample("\(index)", at: Double(index), body: body(UInt8(index), 60_000))) }
        #expect(try await store.latest(10).map(\.id) == ["3", "2"])
    }

    @Test func keepsTheNewestEntryOfAnySize() async throws {
        let store = store(HistoryLimits(byteCount: 10))
        try await store.record(.sample("a", at: 0))
        try await store.record(.sample("b", at: -5, body: ExchangeBody(Array(repeating: 1, count: 100_000))))
        #expect(try await store.latest(10).map(\.id) == ["b"])
    }

    @Test func appliesLoweredLimitsInSteps() async throws {
        let generous = store(HistoryLimits())
        for index in 0..<150 { try await generous.record(.sample("\(index)", at: Double(index))) }
        let strict = store(HistoryLimits(count: 10))
        try await strict.record(.sample("first", at: 200))
        #expect(try await strict.count(HistoryFilter()) == 51)
        try await strict.record(.sample("second", at: 201))
        #expect(try await strict.count(HistoryFilter()) == 10)
    }
}
