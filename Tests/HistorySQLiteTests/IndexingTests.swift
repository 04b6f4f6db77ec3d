import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// Exchanges that are stored, and come into the full-text index later.
struct IndexingTests {
    private let folder: TemporaryFolder
    private let location: HistoryLocation

    init() throws {
        folder = TemporaryFolder()
        location = HistoryLocation(folder: folder.path)
    }

    private var unindexedCount: Int {
        get throws { try Database(path: location.database).unindexedCount() }
    }

    private func ids(_ text: String, in store: SQLiteHistoryStore) async throws -> [Exchange.ID] {
        try await store.latest(999, filter: HistoryFilter(text: text)).map(\.id)
    }

    @Test func `storing does not index, the first query does`() async throws {
        let store = SQLiteHistoryStore(location)
        let count = 2 * Database.indexedAtOnce + 1
        try await store.record((0..<count).map { .sample("\($0)", at: Double($0), url: "https://h/needle\($0)") })
        #expect(try unindexedCount == count)
        #expect(try await store.latest(1).map(\.id) == ["\(count - 1)"])
        #expect(try unindexedCount == count)
        let other = SQLiteHistoryStore(location)
        #expect(try await ids("needle", in: other).count == count)
        #expect(try unindexedCount == 0)
        #expect(try await store.count(HistoryFilter(text: "needle7")) == 11)
    }

    @Test func `a running program indexes old and new entries`() async throws {
        try await SQLiteHistoryStore(location).record([.sample("old"), .sample("new", at: 1)])
        let store = SQLiteHistoryStore(location)
        try await store.open(keepsIndexed: true)
        await store.indexing?.value
        #expect(try unindexedCount == 0)
        for index in 1..<Database.indexedAtOnce { try await store.record(.sample("\(index)", at: 2)) }
        await store.indexing?.value
        #expect(try unindexedCount == Database.indexedAtOnce - 1)
        try await store.record(.sample("last", at: 3))
        await store.indexing?.value
        #expect(try unindexedCount == 0)
    }

    @Test(arguments: ["größe", "日本", "a/b"])
    func `a search finds words in escaped JSON`(word: String) async throws {
        let store = SQLiteHistoryStore(location)
        let body = ExchangeBody(Array(#"{"t":"\\x Gr\u00f6\u00dfe \u65e5\u672c \ud83d\ude00 a\/b"}"#.utf8))
        try await store.record([.sample("found", body: body), .sample("other")])
        #expect(try await ids(word, in: store) == ["found"])
    }

    @Test func `a search by prefix finds words with accents`() async throws {
        let store = SQLiteHistoryStore(location)
        for (index, text) in ["naturally", "naturl\u{E9}cole", "Natur\u{C9}COLE"].enumerated() {
            try await store.record(.sample("\(index)", at: Double(index), url: "https://h/\(text)"))
        }
        #expect(try await ids("natur", in: store) == ["2", "1", "0"])
        #expect(try await ids("natur\u{E9}", in: store) == ["2"])
        try await store.setNotes(Exchange.Notes(text: "naturschutz"), "0")
        try await store.setNotes(Exchange.Notes(text: "Natursch\u{FC}tzer"), "1")
        #expect(try await ids("naturs", in: store) == ["1", "0"])
        #expect(try await ids("path:natur", in: store) == ["2", "1", "0"])
    }

    @Test(arguments: ["path:/needle", "status:200 -method:post", "host:h time:<1s"])
    func `columns are filtered without indexing`(text: String) async throws {
        let store = SQLiteHistoryStore(location)
        try await store.record((0..<3).map { .sample("\($0)", at: Double($0), url: "https://h/needle\($0)") })
        _ = try await ids("needle", in: store)
        let count = Database.indexedAtOnce + 5
        try await store.record((3..<count).map { .sample("\($0)", at: Double($0), url: "https://h/needle\($0)") })
        #expect(try await ids(text, in: store) == (0..<count).reversed().map(String.init))
        #expect(try await store.count(HistoryFilter(text: text)) == count)
        let page = try await store.list(after: nil, limit: count - 2, filter: HistoryFilter(text: text), within: .seconds(60))
        #expect(page.rows.map(\.id) == (2..<count).reversed().map(String.init) && page.isWhole)
        let first = try await store.list(before: nil, limit: 5, filter: HistoryFilter(text: text))
        #expect(first.map(\.id) == (0..<5).map(String.init))
        let rest = try await store.list(before: first.last?.cursor, limit: count, filter: HistoryFilter(text: text))
        #expect(rest.map(\.id) == (5..<count).map(String.init))
        #expect(try unindexedCount == count - 3)
    }

    @Test func `a list that does not wait filters the newest unindexed entries and reports that it is partial`() async throws {
        let store = SQLiteHistoryStore(location)
        let count = 2 * Database.indexedAtOnce + 1
        try await store.record((0..<count).map { .sample("\($0)", at: Double($0), url: "https://h/needle\($0)") })
        let filter = HistoryFilter(text: "needle")
        let part = try await store.list(after: nil, limit: 3, filter: filter, within: .seconds(60))
        #expect(part.rows.map(\.id) == [count - 1, count - 2, count - 3].map(String.init) && !part.isWhole)
        #expect(try await store.list(after: nil, limit: 3, filter: filter, within: .zero) == HistoryPage(rows: [], isWhole: false))
        #expect(try unindexedCount == count)
        #expect(try await store.list(after: nil, limit: 3, filter: filter) == part.rows)
        let whole = try await store.list(after: nil, limit: 3, filter: filter, within: .seconds(60))
        #expect(whole == HistoryPage(rows: part.rows, isWhole: true))
    }

    /// All words of the phrase are in each entry, and the phrase is in few: each text is looked at.
    @Test(arguments: ["\"hay needle\"", "-\"needle hay\"", "-method:get", "time:<1s \"hay needle\""])
    func `a search continues at the row where its time ended`(text: String) async throws {
        let store = SQLiteHistoryStore(location)
        try await store.record(
            (0..<500).map { index in
                let words = index % 100 == 7 ? "hay needle" : "needle hay"
                return .sample("\(index)", at: Double(index), method: index % 100 == 7 ? "PUT" : "GET", url: "https://h/\(words)")
            })
        let filter = HistoryFilter(text: text)
        #expect(try await store.latest(9, filter: filter).map(\.id) == ["407", "307", "207", "107", "7"])
        #expect(try await !store.list(after: nil, limit: 9, filter: filter, within: .zero).isWhole)
        let database = try Database(path: location.database)
        var (found, ends, end) = ([Exchange.ID](), [Int64](), Int64?.none)
        repeat {
            var query = HistoryQuery(filter)
            if let end { query.restrict(toKeysBefore: end) }
            let page = try database.summaries(query, limit: 9, until: .now)
            found += page.rows.map(\.id)
            end = page.rest
            ends += [end].compactMap(\.self)
        } while end != nil
        #expect(found == ["407", "307", "207", "107", "7"])
        #expect(ends.count > 5 && ends == ends.sorted(by: >))
    }

    @Test func `an entry deleted before indexing leaves no words`() async throws {
        let store = SQLiteHistoryStore(location)
        try await store.record([.sample("a", url: "https://h/needle"), .sample("b", at: 1, url: "https://h/needle")])
        try await store.delete(["a"])
        #expect(try unindexedCount == 1)
        #expect(try await ids("needle", in: store) == ["b"])
    }

    @Test func `a note that was replaced is not found, whenever it was indexed`() async throws {
        let store = SQLiteHistoryStore(location)
        var noted = Exchange.sample("a")
        noted.notes = Exchange.Notes(text: "first", tags: ["one"])
        try await store.record(noted)
        try await store.setNotes(.init(text: "second", tags: ["two"]), "a")
        #expect(try await ids("first", in: store) == [])
        #expect(try await ids("second two", in: store) == ["a"])
        try await store.setNotes(.init(text: "third"), "a")
        #expect(try await ids("second", in: store) == [])
        #expect(try await ids("third", in: store) == ["a"])
    }

    /// Some are in the index and some are not; a page ends at one of these or those.
    @Test func `a search in a read-only history tests every unindexed entry`() async throws {
        let store = SQLiteHistoryStore(location)
        for index in 0..<10 {
            try await store.record(.sample("\(index)", at: Double((index * 7) % 10), url: "https://h/\(index % 3 == 0 ? "hay" : "needle")"))
            if index == 4 { _ = try await store.count(HistoryFilter(text: "needle")) }
        }
        await store.close()
        _ = try Database(path: location.database).integer("PRAGMA page_count")
        let reader = SQLiteHistoryStore(location)
        let lock = try Database(path: location.database)
        try lock.execute("BEGIN IMMEDIATE")
        try await expectPages(of: reader)
        try lock.execute("ROLLBACK")
        try await expectPages(of: reader)
    }

    private func expectPages(of store: SQLiteHistoryStore) async throws {
        let filter = HistoryFilter(text: "needle -status:404")
        var rows: [ExchangeSummary] = []
        while true {
            let page = try await store.list(after: rows.last?.cursor, limit: 4, filter: filter)
            if page.isEmpty { break }
            rows += page
        }
        #expect(rows.map(\.id) == ["7", "4", "1", "8", "5", "2"])
        #expect(try await store.count(filter) == 6)
    }
}
