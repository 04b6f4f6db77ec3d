import Foundation
import HTTP
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

struct ListingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteHistoryStore

    init() throws {
        folder = TemporaryFolder()
        store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
    }

    @Test func listsTheNewestFirst() async throws {
        for second in [3.0, 1, 2, -1e9, 0.5] { try await store.record(.sample("\(second)", at: second)) }
        #expect(try await store.latest(10).map(\.id) == ["3.0", "2.0", "1.0", "0.5", "-1000000000.0"])
    }

    @Test(arguments: ["", "needle"]) func pagesJoinWithoutGapsOrRepetitions(text: String) async throws {
        for index in 0..<25 { try await store.record(.sample(at: Double(index / 5), url: "https://example.org/needle/\(index)")) }
        let filter = HistoryFilter(text: text)
        var cursor: HistoryCursor?
        var pages: [ExchangeSummary] = []
        repeat {
            let page = try await store.list(after: cursor, limit: 4, filter: filter)
            pages += page
            cursor = page.last?.cursor
        } while cursor != nil
        #expect(pages == (try await store.latest(100, filter: filter)))
        #expect(Set(pages.map(\.id)).count == 25)
    }

    /// A part of a word is found neither by a filter nor by its negation, in the index and outside it.
    @Test(arguments: [
        "-host:xample", "-host:example", "-path:eople", "-path:people", "-\"ople\"", "-\"people\"", "-host:xample method:post",
    ])
    func negationsAgreeWithTheStoreInMemory(text: String) async throws {
        let memory = InMemoryHistoryStore()
        for exchange in Self.mixture { await memory.record(exchange) }
        for exchange in Self.mixture.dropLast(2) { try await store.record(exchange) }
        // Writes the index.
        _ = try await store.latest(1, filter: HistoryFilter(text: "people"))
        for exchange in Self.mixture.suffix(2) { try await store.record(exchange) }
        let filter = HistoryFilter(text: text)
        #expect(try await store.latest(100, filter: filter) == memory.list(after: nil, limit: 100, filter: filter))
        #expect(try await store.count(filter) == memory.count(filter))
    }

    /// Rows of the index, and those that are not indexed yet, come in order.
    @Test(arguments: ["", "needle", "status:200", "pinned"]) func pagesFromTheEndJoinToo(text: String) async throws {
        for index in 0..<25 {
            try await store.record(.sample(at: Double(index / 5), url: "https://example.org/needle/\(index)", isPinned: true))
        }
        let filter = HistoryFilter(text: text)
        var cursor: HistoryCursor?
        var pages: [ExchangeSummary] = []
        repeat {
            let page = try await store.list(before: cursor, limit: 4, filter: filter)
            pages += page
            cursor = page.last?.cursor
        } while cursor != nil
        let newest = try await store.latest(100, filter: filter)
        #expect(pages == Array(newest.reversed()) && pages.count == 25)
    }

    @Test func aPageContinuesAfterADeletedRow() async throws {
        for index in 0..<6 { try await store.record(.sample("\(index)", at: Double(index))) }
        let cursor = try #require(try await store.latest(2).last?.cursor)
        try await store.delete(["4"])
        #expect(try await store.list(after: cursor, limit: 2, filter: HistoryFilter()).map(\.id) == ["3", "2"])
    }

    static let filters = [
        "", "peop", "PEOPLE ada", "\"ada\" OR (x* -y", "ünïcödé", "हिन्दी", "snow☃man", "☃", "x-token secret", "nothing", "env:local",
        "env:LO", "env:ocal", "method:POST", "method:po", "-method:post", "status:4xx", "status:200-404", "status:>=300", "-status:200",
        "failed", "-failed", "pinned", "-pinned", "pinned example", "after:\"2026-01-01 00:00\"", "before:2026-01-01", "on:2026-01-01",
        "-on:2026-01-01", "example method:POST status:2xx after:2026-01-01", "host:example", "host:EXAMPLE.org", "host:xample",
        "host:people", "path:/people", "path:/people?name", "path:eople", "time:>200ms", "time:<200ms", "time:100ms-1s", "time:250ms",
        "size:>0b", "size:>1b", "size:<1b", "size:4b", "workspace:a", "workspace:B/", "workspace:wo", "-workspace:a", "workspace:b",
        "collection:a", "collection:b", "request:create", "request:a", "request:list", "-request:create", "request:\"Create ☃\"",
        "request:a/b", "request:\"List people\"", "\"example.org/people\"", "\"ople\"", "tag:bug", "tag:later pinned", "-tag:bug", "why",
        "-people", "-people method:post", "bogus:value", "status:abc", "status:", "-", "\"", ":",
    ]

    @Test(arguments: filters) func agreesWithTheStoreInMemory(text: String) async throws {
        let memory = InMemoryHistoryStore()
        for exchange in Self.mixture {
            try await store.record(exchange)
            await memory.record(exchange)
        }
        for id in ["2", "4"] {
            let notes = Exchange.Notes(text: "find out why", tags: id == "2" ? ["bug"] : ["bug", "later"])
            try await store.setNotes(notes, id)
            await memory.setNotes(notes, id)
        }
        let filter = HistoryFilter(text: text, now: Date(timeIntervalSince1970: 1_767_300_000))
        #expect(try await store.latest(100, filter: filter) == memory.list(after: nil, limit: 100, filter: filter))
        #expect(try await store.count(filter) == memory.count(filter))
        let cursor = try await store.latest(3).last?.cursor
        #expect(
            try await store.list(after: cursor, limit: 2, filter: filter).map(\.id)
                == memory.list(after: cursor, limit: 2, filter: filter).map(\.id))
        let second = try await store.list(before: nil, limit: 2, filter: filter).last?.cursor
        for end in [nil, second] {
            #expect(
                try await store.list(before: end, limit: 3, filter: filter) == memory.list(before: end, limit: 3, filter: filter))
        }
    }

    /// A prefix matches all words that begin with it, however many and old they are.
    @Test(arguments: [3, 400]) func findsEveryWordByALongPrefix(count: Int) async throws {
        for index in 0..<count { try await store.record(.sample("\(index)", at: Double(index), url: "https://h/number\(index)x")) }
        let filter = HistoryFilter(text: "numb")
        #expect(try await store.count(filter) == count)
        #expect(try await store.count(HistoryFilter(text: "path:numb")) == count)
        #expect(try await store.count(HistoryFilter(text: "number1")) == (0..<count).count { "\($0)".hasPrefix("1") })
        #expect(try await store.count(HistoryFilter(text: "numbers")) == 0)
        try await store.setNotes(.init(text: "numbering"), "0")
        #expect(try await store.latest(9, filter: HistoryFilter(text: "numberi")).map(\.id) == ["0"])
    }

    /// The list of words does not grow for ever.
    @Test func wordsOfRemovedExchangesAreForgotten() async throws {
        try await store.record(.sample("stays", url: "https://h/staying"))
        try await store.record(.sample("goes", url: "https://h/leaving"))
        #expect(try await store.count(HistoryFilter(text: "ing")) == 0)
        try await store.delete(["goes"])
        let database = try Database(path: store.location.database)
        func words() throws -> [String] { try database.rows("SELECT text FROM word WHERE text LIKE '%ing'") { $0.text(0) } }
        try await store.open()
        #expect(try words().contains("leaving"))
        try database.execute("UPDATE total SET removedCount = 5000")
        try await store.open()
        #expect(try words().contains("staying") && !words().contains("leaving"))
        #expect(try await store.latest(9, filter: HistoryFilter(text: "stayi")).map(\.id) == ["stays"])
    }

    @Test func notesAreReplacedAndFound() async throws {
        try await store.record(.sample("a"))
        try await store.setNotes(.init(text: "first words", tags: ["one", "two"]), "a")
        try await store.setNotes(.init(text: "other words", tags: ["two"]), "a")
        #expect(try await store.latest(1, filter: HistoryFilter(text: "first")).isEmpty)
        #expect(
            try await store.latest(1, filter: HistoryFilter(text: "other tag:two")).first?.notes
                == .init(text: "other words", tags: ["two"]))
        #expect(try await store.exchange("a")?.notes.tags == ["two"])
    }

    @Test func savesFiltersByName() async throws {
        try await store.saveFilter(SavedFilter(name: "slow", text: "time:>1s"))
        try await store.saveFilter(SavedFilter(name: "slow", text: "time:>2s"))
        try await store.saveFilter(SavedFilter(name: "bad", text: "failed"))
        #expect(try await store.savedFilters().map(\.text) == ["failed", "time:>2s"])
        try await store.saveFilter(SavedFilter(name: "bad", text: ""))
        #expect(try await store.savedFilters().map(\.name) == ["slow"])
    }

    private static var mixture: [Exchange] {
        var header = Exchange.sample("5", at: 5)
        header.request.headers.append("X-Token", "secret")
        return [
            .sample("0", at: 0, url: "https://example.org/people", origin: .init(workspace: "/a", requestPath: "r", name: "List people")),
            .sample(
                "1", at: 1, method: "POST", url: "https://example.org/people", requestBody: ExchangeBody(Array("{\"name\":\"Ada\"}".utf8))),
            .sample("2", at: 2, status: 404, origin: .init(workspace: "/a/b/Back End", name: "Ünïcödé", environment: "local")),
            .sample("3", at: 3, status: nil, error: .init(code: "timedOut", message: "…")),
            .sample("4", at: 4, body: ExchangeBody(Array("हिन्दी snow☃man".utf8)), isPinned: true),
            header, .full,
        ]
    }
}
