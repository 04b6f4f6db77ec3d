import Foundation
import HTTP
import Testing
import Workspace

@testable import HistorySQLite

struct ListingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteHistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
    }

    @Test func theNewestComesFirstWhateverTheOrderOfWriting() async throws {
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

    @Test func aPageGoesOnAfterARowThatWasDeleted() async throws {
        for index in 0..<6 { try await store.record(.sample("\(index)", at: Double(index))) }
        let cursor = try #require(try await store.latest(2).last?.cursor)
        try await store.delete(["4"])
        #expect(try await store.list(after: cursor, limit: 2, filter: HistoryFilter()).map(\.id) == ["3", "2"])
    }

    static let filters = [
        HistoryFilter(), HistoryFilter(text: "peop"), HistoryFilter(text: "PEOPLE ada"), HistoryFilter(text: "\"ada\" OR (x* -y"),
        HistoryFilter(text: "ünïcödé"), HistoryFilter(text: "हिन्दी"), HistoryFilter(text: "snow☃man"), HistoryFilter(text: "☃"),
        HistoryFilter(text: "x-token secret"), HistoryFilter(text: "nothing"), HistoryFilter(workspace: "/a"),
        HistoryFilter(workspace: "/a", requestPath: "r"), HistoryFilter(environment: "local"), HistoryFilter(method: "POST"),
        HistoryFilter(statuses: 400...499), HistoryFilter(onlyFailed: true), HistoryFilter(onlyPinned: true),
        HistoryFilter(since: Date(timeIntervalSince1970: 1_767_225_602)), HistoryFilter(until: Date(timeIntervalSince1970: 1_767_225_602)),
        HistoryFilter(text: "example", method: "POST", statuses: 200...299, since: Date(timeIntervalSince1970: 1_767_225_600)),
    ]

    @Test(arguments: filters) func theStoreInMemoryAgrees(filter: HistoryFilter) async throws {
        let memory = InMemoryHistoryStore()
        for exchange in Self.mixture {
            try await store.record(exchange)
            await memory.record(exchange)
        }
        #expect(try await store.latest(100, filter: filter) == memory.list(after: nil, limit: 100, filter: filter))
        #expect(try await store.count(filter) == memory.count(filter))
    }

    private static var mixture: [Exchange] {
        var header = Exchange.sample("5", at: 5)
        header.request.headers.append("X-Token", "secret")
        return [
            .sample("0", at: 0, url: "https://example.org/people", origin: .init(workspace: "/a", requestPath: "r", name: "List people")),
            .sample(
                "1", at: 1, method: "POST", url: "https://example.org/people", requestBody: ExchangeBody(Array("{\"name\":\"Ada\"}".utf8))),
            .sample("2", at: 2, status: 404, origin: .init(workspace: "/a", name: "Ünïcödé", environment: "local")),
            .sample("3", at: 3, status: nil, error: .init(code: "timedOut", message: "…")),
            .sample("4", at: 4, body: ExchangeBody(Array("हिन्दी snow☃man".utf8)), isPinned: true),
            header, .full,
        ]
    }
}
