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

    @Test func removesTheOldestEntriesOverTheSize() async throws {
        let store = store(HistoryLimits(count: nil, byteCount: 250_000))
        for index in 0..<4 {
            let bytes = Array(repeating: 0xF0 + UInt8(index), count: 100_000)
            try await store.record(.sample("\(index)", at: Double(index), body: ExchangeBody(bytes)))
        }
        #expect(try await store.latest(10).map(\.id) == ["3", "2"])
        #expect(folder.names(in: "history-bodies").count == 2)
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
