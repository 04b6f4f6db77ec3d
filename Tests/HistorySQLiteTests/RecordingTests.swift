import Foundation
import HTTP
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

struct RecordingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteHistoryStore

    init() throws {
        folder = TemporaryFolder()
        store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
    }

    @Test func everyFieldRoundTrips() async throws {
        try await store.record(.full)
        #expect(try await store.exchange(Exchange.full.id) == .full)
    }

    @Test func aFailedExchangeHasNoResponse() async throws {
        let failed = Exchange.sample("a", status: nil, error: .init(code: "cannotConnect", message: "Refused."))
        try await store.record(failed)
        #expect(try await store.exchange("a") == failed)
    }

    @Test func `a thread stores exchanges itself, beside others that use the same store`() async throws {
        try store.openHere()
        var large = Exchange.sample("large")
        large.response?.body = ExchangeBody([UInt8](repeating: 7, count: 100_000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask { [store] in
                    let exchange = Exchange.sample("\(index)")
                    if index.isMultiple(of: 2) { try store.recordHere(exchange) } else { try await store.record(exchange) }
                }
            }
            group.addTask { [store, large] in try store.recordHere(large) }
            try await group.waitForAll()
        }
        #expect(try await store.count(HistoryFilter()) == 21)
        #expect(try await store.exchange("large")?.response?.body.byteCount == 100_000)
    }

    @Test func returnsNilForAnUnknownID() async throws {
        #expect(try await store.exchange("nobody") == nil)
    }

    @Test func recordsAndReadsSeveralAtOnce() async throws {
        try await store.record(["a", "b", "c"].map { .sample($0) })
        #expect(try await store.exchanges(["c", "nobody", "a"]).map(\.id) == ["c", "a"])
    }

    @Test func `the request is read without the response`() async throws {
        try await store.record(.full)
        var sent = try #require(try await store.requests([Exchange.full.id, "nobody"]).first)
        let full = Exchange.full
        #expect(sent.response == nil && sent.hops.isEmpty && sent.trace.isEmpty && sent.error?.message == "")
        (sent.response, sent.hops, sent.trace, sent.error) = (full.response, full.hops, full.trace, full.error)
        #expect(sent == full)
    }

    @Test func `headers that a transfer shares with the exchange come back`() async throws {
        var exchange = Exchange.full
        exchange.hops[0].metrics.requestHeaderBytes = exchange.request.headerBytes
        exchange.hops[0].metrics.responseHeaderBytes = try #require(exchange.response?.headerBytes)
        #expect(!exchange.request.headerBytes.isEmpty && exchange.response?.headerBytes.isEmpty == false)
        try await store.record(exchange)
        #expect(try await store.exchange(exchange.id) == exchange)
    }

    @Test func `the last one of exchanges with the same id that are stored together is kept`() async throws {
        try await store.record([
            .sample("a", url: "https://example.org/first"), .sample("b"), .sample("a", url: "https://example.org/last"),
        ])
        #expect(try await store.count(HistoryFilter()) == 2)
        #expect(try await store.latest(9, filter: HistoryFilter(text: "last")).map(\.id) == ["a"])
        #expect(try await store.latest(9, filter: HistoryFilter(text: "first")).isEmpty)
    }

    @Test(arguments: ["", "abc abcd ABCDE x-yz12", "naïve façade", "\u{E000}wwork \u{E000}a \u{E000}h127 \u{E03F}", "\u{F000}abcd", "ende"])
    func `the words of a text are found with and without decoding`(text: String) {
        let decoded = HistoryFilter.words(of: text).filter { $0.unicodeScalars.count > WordList.prefixLength }.compactMap(WordList.folded)
        var list = WordList()
        for _ in 0..<2 { list.add(text) }
        #expect(Set(list.words) == Set(decoded) && list.words.count == Set(decoded).count)
    }

    @Test(arguments: [true, false]) func `any error of SQLite counts as cancelled in a search that is cancelled`(isCancelled: Bool) async {
        let location = store.location
        let codes = await Task {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            let cause = SQLError(code: 1, message: "vtable constructor failed: search")
            let codes = [HistoryError.Code.unreadable, .unwritable]
            return codes.map { HistoryError.failed($0, location, cause).code }
        }.value
        #expect(codes == (isCancelled ? [.cancelled, .unwritable] : [.unreadable, .unwritable]))
    }

    @Test func recordsTheOthersWhenOneCannotBeRead() async throws {
        var broken = Exchange.sample("broken")
        broken.response?.body = ExchangeBody(storage: .file(folder.path + "/nowhere"), byteCount: 9, isComplete: true)
        let all = [Exchange.sample("a"), broken, .sample("b")]
        await #expect(throws: HistoryError.self) { try await store.record(all) }
        #expect(try await store.count(HistoryFilter()) == 2)
    }

    @Test func theSameIdReplaces() async throws {
        try await store.record(.sample("a", at: 1))
        try await store.record(.sample("a", at: 2, status: 404))
        #expect(try await store.latest(10).map(\.status) == [404])
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func findsEntriesAfterReopening() async throws {
        try await store.record(.full)
        await store.close()
        let other = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        #expect(try await other.exchange(Exchange.full.id) == .full)
    }

    @Test(arguments: [(count: 1, isKept: true), (count: 40, isKept: false)])
    func `a short log stays with the closed database, a long one is merged`(count: Int, isKept: Bool) async throws {
        let body = ExchangeBody(Array(repeating: 1, count: 60_000))
        for index in 0..<count { try await store.record(.sample("\(index)", at: Double(index), body: body)) }
        await store.close()
        #expect(folder.names.contains("history.sqlite-wal") == isKept)
        let other = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        #expect(try await other.count(HistoryFilter()) == count)
        #expect(try await other.exchange("0")?.response?.body.byteCount == 60_000)
    }

    @Test func setsAndRemovesPins() async throws {
        try await store.record(.sample("a"))
        try await store.setPinned(true, ["a", "nobody"])
        #expect(try await store.exchange("a")?.isPinned == true)
        try await store.setPinned(false, ["a"])
        #expect(try await store.exchange("a")?.isPinned == false)
    }

    @Test func deletedEntriesAreFoundByNoQuery() async throws {
        try await store.record(.sample("a", url: "https://example.org/needle"))
        try await store.record(.sample("b"))
        try await store.delete(["a"])
        #expect(try await store.exchange("a") == nil)
        #expect(try await store.latest(10).map(\.id) == ["b"])
        #expect(try await store.latest(10, filter: HistoryFilter(text: "needle")).isEmpty)
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func onlyTheOwnerCanRead() async throws {
        try await store.record(.sample("a", body: ExchangeBody(Array(repeating: 1, count: 100_000))))
        for name in ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm", "history.lock"] {
            #expect(folder.mode(of: name) == 0o600, "\(name)")
        }
        for name in ["history-bodies", "history-incoming"] { #expect(folder.mode(of: name) == 0o700, "\(name)") }
        let body = try #require(folder.names(in: "history-bodies").first)
        #expect(folder.mode(of: "history-bodies/\(body)") == 0o600)
    }

    @Test func aFolderThatIsMissingIsMade() async throws {
        let deep = SQLiteHistoryStore(HistoryLocation(folder: folder.path + "/a/b"))
        try await deep.record(.sample("a"))
        #expect(folder.mode(of: "a/b") == 0o700)
    }

    @Test func aCancelledQueryThrows() async throws {
        let store = store
        try await store.record(.sample("a"))
        let asking = Task { () throws(HistoryError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.latest(10)
        }
        let result = await asking.result
        #expect(throws: HistoryError.self) { try result.get() }
        #expect((result.failure as? HistoryError)?.code == .cancelled)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
