import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// Deletions that a later program continues.
@Suite struct DeletionTests {
    private let folder = TemporaryFolder()

    private var store: SQLiteHistoryStore { SQLiteHistoryStore(HistoryLocation(folder: folder.path)) }

    @Test func `a deletion is known to later programs until it is over`() async throws {
        #expect(try await store.unfinishedDeletions().isEmpty)
        try await store.record(.sample("a"))
        try await store.noteDeletion("one", isOver: false)
        try await store.noteDeletion("two", isOver: false)
        try await store.noteDeletion("two", isOver: false)
        #expect(try await Set(store.unfinishedDeletions()) == ["one", "two"])
        try await store.noteDeletion("two", isOver: true)
        #expect(try await store.unfinishedDeletions() == ["one"])
        #expect(try await store.latest(2).map(\.id) == ["a"])
    }

    @Test func `a continued deletion removes the files of bodies`() async throws {
        var exchange = Exchange.sample("a")
        exchange.response?.body = ExchangeBody(Array(repeating: 7, count: 100_000))
        try await store.record(exchange)
        let bodies = HistoryLocation(folder: folder.path).bodies
        #expect(try FileManager.default.contentsOfDirectory(atPath: bodies).count == 1)
        try await store.noteDeletion(EntrySet.ids(["a"]).storedText, isOver: false)
        let later = store
        for text in try await later.unfinishedDeletions() {
            guard case .ids(let ids)? = EntrySet(storedText: text) else { return #expect(Bool(false), "\(text)") }
            try await later.delete(ids)
            try await later.noteDeletion(text, isOver: true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: bodies).isEmpty)
        #expect(try await store.unfinishedDeletions().isEmpty)
    }
}
