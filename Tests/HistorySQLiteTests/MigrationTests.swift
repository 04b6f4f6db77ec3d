import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

struct MigrationTests {
    /// A database as the first version of the schema wrote it.
    private static func makeFirstVersion(_ location: HistoryLocation) throws {
        let database = try Database(path: location.database)
        try database.execute(HistorySchema.migrations[0])
        try database.execute("PRAGMA user_version = 1; PRAGMA application_id = \(HistorySchema.applicationID)")
        let rows = [
            "(1, 'a', 1, 0.25, '/w', 'collections/star-wars/people.request.json', 'People', 'local', 'GET', 'https://x.example/people', 200, NULL, 12, 0, 9)",
            "(2, 'b', 2, 1234.5, '/w', NULL, '', NULL, 'M-SEARCH', 'https://y.example/', NULL, 'timedOut', 0, 1, 9)",
        ]
        for (index, row) in rows.enumerated() {
            try database.execute("INSERT INTO exchange VALUES \(row)")
            let detail = index == 0 ? #"{"response":{}}"# : #"{"error":"late"}"#
            try database.execute("INSERT INTO detail VALUES (\(index + 1), '\(detail)')")
            try database.execute("INSERT INTO search (rowid, text) VALUES (\(index + 1), 'old words')")
        }
        try database.execute("INSERT INTO body VALUES (1, 1, 12, 1, 'hello, world', NULL)")
    }

    private static let filters: [(String, [String])] = [
        ("", ["b", "a"]), ("people", ["a"]), ("status:200", ["a"]), ("method:get", ["a"]), ("method:m-s", ["b"]), ("failed", ["b"]),
        ("env:local", ["a"]), ("collection:star-wars", ["a"]), ("time:>1s", ["b"]), ("time:<1s", ["a"]), ("size:>10b", ["a"]),
        ("workspace:w", ["b", "a"]), ("workspace:v", []),
        ("size:<10b", ["b"]), ("-people", ["b"]), ("-\"hello, world\"", ["b"]), ("world", ["a"]), ("late", ["b"]), ("old", []),
        ("host:y.example", ["b"]), ("path:/peop", ["a"]), ("host:people", []),
    ]

    @Test func entriesOfTheFirstVersionAreFoundAndKept() async throws {
        let folder = TemporaryFolder()
        let location = HistoryLocation(folder: folder.path)
        try Self.makeFirstVersion(location)
        let store = SQLiteHistoryStore(location)
        #expect(try await store.latest(9).count == 2)
        // A long history opens as fast as a short one.
        #expect(try Database(path: location.database).unindexedCount() == 2)
        // Nothing is found twice while its old words are still in the index.
        let lock = try Database(path: location.database)
        try lock.execute("BEGIN IMMEDIATE")
        #expect(try await store.latest(9, filter: HistoryFilter(text: "people")).map(\.id) == ["a"])
        #expect(try await store.latest(9, filter: HistoryFilter(text: "old")).isEmpty)
        #expect(try await store.count(HistoryFilter(text: "path:/")) == 2)
        try lock.execute("ROLLBACK")
        for (text, ids) in Self.filters {
            #expect(try await store.latest(9, filter: HistoryFilter(text: text)).map(\.id) == ids, "\(text)")
        }
        try await store.setNotes(.init(text: "new", tags: ["tag"]), "a")
        #expect(try await store.exchange("a")?.notes == .init(text: "new", tags: ["tag"]))
        try await store.record(.sample("c", at: 1))
        #expect(try await store.count(HistoryFilter()) == 3)
    }

    /// A column that is in the table alone, or in the program alone, would be lost or break each query.
    @Test(arguments: ["", "history-2.sqlite", "history-4.sqlite"])
    func `the table has exactly the columns that the program names`(fixture: String) async throws {
        let folder = TemporaryFolder()
        let location = HistoryLocation(folder: folder.path)
        let kept = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(fixture)")
        if !fixture.isEmpty { try FileManager.default.copyItem(at: kept, to: URL(filePath: location.database)) }
        _ = try await SQLiteHistoryStore(location).latest(1)
        let database = try Database(path: location.database)
        let columns = try database.rows("PRAGMA table_info(exchange)") { $0.text(1) }
        #expect(columns.sorted() == (["key", "storedByteCount"] + ExchangeColumn.allCases.map { "\($0)" }).sorted())
    }

    /// The file of the second version, as the program wrote it: `history-2.sqlite` holds five exchanges, a pin, a note, a tag and a saved filter.
    @Test func theFileOfTheLastVersionIsReadWhole() async throws {
        let folder = TemporaryFolder()
        let location = HistoryLocation(folder: folder.path)
        let kept = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/history-2.sqlite")
        try FileManager.default.copyItem(at: kept, to: URL(filePath: location.database))
        let store = SQLiteHistoryStore(location)
        let rows = try await store.latest(9)
        #expect(rows.map(\.method) == ["POST", "GET", "GET", "GET", "POST"])
        #expect(rows.map(\.status) == [200, nil, 200, 404, 200])
        #expect(rows.map(\.isPinned) == [true, false, false, false, false])
        #expect(rows[0].repeats == rows[4].id)
        #expect(rows[1].notes == .init(text: "slow today", tags: ["bug"]))
        #expect(try await store.savedFilters() == [SavedFilter(name: "missing", text: "status:404")])
        for (text, found) in [
            ("needle", [2]), ("people", [0, 4]), ("path:/json", [2]), ("host:127.0.0.1:8099", [0, 2, 3, 4]), ("today tag:bug", [1]),
            ("request:star-wars/people", [0, 4]), ("anyth", [0, 4]), ("status:404", [3]), ("-people", [1, 2, 3]),
        ] {
            #expect(try await store.latest(9, filter: HistoryFilter(text: text)).map(\.id) == found.map { rows[$0].id }, "\(text)")
        }
        let exchange = try #require(try await store.exchange(rows[4].id))
        #expect(exchange.draft?.name == "People" && exchange.response?.body.isComplete == true && !exchange.trace.isEmpty)
        try await store.delete([rows[4].id])
        try await store.record(.sample("new"))
        #expect(try await store.count(HistoryFilter()) == 5)
        #expect(try Database(path: location.database).rows("PRAGMA quick_check") { $0.text(0) } == ["ok"])
    }

    /// The file of the fourth version, as the program wrote it: what it indexed is found beside what is indexed later.
    @Test func `entries that were indexed when they were stored are found with new ones`() async throws {
        let folder = TemporaryFolder()
        let location = HistoryLocation(folder: folder.path)
        let kept = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/history-4.sqlite")
        try FileManager.default.copyItem(at: kept, to: URL(filePath: location.database))
        let store = SQLiteHistoryStore(location)
        try await store.record(.sample("new", at: 1e9, url: "https://example.org/small"))
        let rows = try await store.latest(9)
        #expect(rows.map(\.method) == ["GET", "POST", "GET", "GET"])
        for (text, found) in [
            ("small", [0, 1, 3]), ("needle", [1]), ("failed", [2]), ("status:204", [1]), ("workspace:w", [1, 2, 3]), ("-post", [0, 2, 3]),
        ] {
            #expect(try await store.latest(9, filter: HistoryFilter(text: text)).map(\.id) == found.map { rows[$0].id }, "\(text)")
        }
        #expect(try await store.exchange(rows[3].id)?.response?.body.byteCount == 1024)
        #expect(try await store.exchange(rows[3].id)?.request.body == ExchangeBody())
        try await store.delete(rows.map(\.id))
        #expect(try await store.count(HistoryFilter()) == 0)
        #expect(try Database(path: location.database).rows("PRAGMA quick_check") { $0.text(0) } == ["ok"])
    }
}
