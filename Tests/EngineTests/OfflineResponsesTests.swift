import Foundation
import HTTP
import HTTPTesting
import TestFixtures
import Testing
import Workspace

@testable import Engine

/// Stored responses and examples in place of the network.
@Suite struct OfflineResponsesTests {
    private static let path = "collections/c/list.request.json"
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }
    private let history = InMemoryHistoryStore()
    private let mock = MockLoader()
    private let clock = ManualClock(advancesBySleeping: true)

    init() throws {
        try write("collection.json", #"{"name": "C"}"#)
        try write("list.request.json", #"{"name": "List", "url": "http://h/list"}"#)
    }

    private func write(_ name: String, _ text: String) throws { try temporary.write(text, to: "collections/c/\(name)") }

    private func writeExamples() throws {
        try write(
            "list.examples.json",
            #"{"examples": [{"name": "full", "status": 200, "body": ["one"]}, {"name": "none", "status": 404, "headers": [{"name": "X-A", "value": "b"}], "body": ["gone"]}]}"#
        )
    }

    /// Stores a response of the request, this number of seconds after the first.
    private func store(
        _ body: ExchangeBody, id: String, after seconds: Double, url: String = "http://h/list", method: String = "GET",
        path: String? = OfflineResponsesTests.path, offline: String? = nil
    ) async {
        var exchange = Exchange(
            id: id, startedAt: Date(timeIntervalSince1970: 1_700_000_000 + seconds),
            origin: Exchange.Origin(workspace: folder.path, requestPath: path, name: "List"),
            request: Exchange.Request(method: method, url: url),
            response: Exchange.Response(status: 200, reason: "OK", headers: ["X-Stored": id], body: body))
        exchange.offline = offline
        if offline != nil { exchange.notes.tags = [Exchange.offlineTag] }
        await history.record(exchange)
    }

    private func send(
        _ offline: [String: String], url: String = "http://h/list", path: String? = OfflineResponsesTests.path, isForAll: Bool = false,
        chance: Double = 0, sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) async throws -> Exchange {
        var options = RequestOptions()
        for (name, text) in offline { #expect(RequestOption.named("offline.\(name)")?.setText(text, in: &options) == nil) }
        var clock = clock.clock
        if let sleep { clock.sleep = sleep }
        let responses = OfflineResponses({ [history] () throws(HistoryError) in history }, clock: clock, chance: { chance })
        responses.isForAll = isForAll
        let sender = LiveSender { [mock] in LiveChain.loader(recorder: $0, offline: responses, transport: mock) }
        let origin = Exchange.Origin(workspace: folder.path, requestPath: path, name: "List")
        let resolved = ResolvedSend(request: HTTPRequest(url: url), mask: SecretMask(), origin: origin, options: options)
        return try await sender.send(resolved, draft: RequestDraft(name: "List", url: url)).exchange
    }

    private func text(_ exchange: Exchange) -> String {
        String(decoding: exchange.response?.body.beginning(1000) ?? [], as: UTF8.self)
    }

    @Test func `the network responds by default`() async throws {
        await store(ExchangeBody(Array("old".utf8)), id: "a", after: 0)
        for options in [[:], ["from": "no"], ["delay": "3", "faults": "503"]] {
            mock.then(200, body: "live")
            let exchange = try await send(options)
            #expect(text(exchange) == "live" && exchange.offline == nil && exchange.notes.isEmpty)
        }
        #expect(clock.requestedSleeps.isEmpty)
    }

    @Test func `an example for any status is the last resort`() async throws {
        let spare = #"{"name": "default", "status": 0, "body": ["no"]}"#
        try write("list.examples.json", #"{"examples": [\#(spare), {"name": "full", "status": 203, "body": ["one"]}]}"#)
        #expect(try await send(["from": "examples"]).response?.status == 203)
        #expect(try await send(["from": "examples", "example": "default"]).response?.status == 500)
        try write("list.examples.json", #"{"examples": [\#(spare)]}"#)
        let exchange = try await send(["from": "examples"])
        #expect(exchange.response?.status == 500 && text(exchange) == "no")
    }

    @Test func `the response of the URL is found among hundreds with another query`() async throws {
        await store(ExchangeBody(Array("first".utf8)), id: "first", after: 0, url: "http://h/list?p=1")
        for page in 10..<450 {
            await store(ExchangeBody(Array("other".utf8)), id: "id\(page)", after: Double(page), url: "http://h/list?p=\(page)")
        }
        #expect(text(try await send(["from": "history"], url: "http://h/list?p=1")) == "first")
        #expect(text(try await send(["from": "history"], url: "http://h/list?p=1", path: nil)) == "first")
    }

    @Test func `the newest complete response of the URL is returned and marked`() async throws {
        await store(ExchangeBody(Array("old".utf8)), id: "a", after: 0)
        await store(ExchangeBody(Array("new".utf8)), id: "b", after: 1)
        await store(ExchangeBody(storage: .bytes([]), byteCount: 9, isComplete: false), id: "c", after: 2)
        await store(ExchangeBody(Array("posted".utf8)), id: "d", after: 3, method: "POST")
        await store(ExchangeBody(Array("other".utf8)), id: "e", after: 4, url: "http://h/list/other")
        await store(ExchangeBody(Array("given".utf8)), id: "f", after: 5, offline: "an example")
        let exchange = try await send(["from": "history"])
        #expect(text(exchange) == "new" && exchange.response?.headers["X-Stored"] == "b" && exchange.response?.reason == "OK")
        #expect(exchange.offline?.contains("2023-11-14 22:13") == true)
        #expect(exchange.notes.tags == [Exchange.offlineTag] && exchange.hops.isEmpty)
        #expect(mock.requests.isEmpty)
    }

    @Test func `a response to another URL of the same request serves as a fallback`() async throws {
        await store(ExchangeBody(Array("two".utf8)), id: "a", after: 0, url: "http://h/list?page=2")
        #expect(try await text(send(["from": "history"], url: "http://h/list?page=3")) == "two")
        // A request that was never saved has its URL alone.
        #expect(try await send(["from": "history"], url: "http://h/list?page=3", path: nil).error?.code == "noStoredResponse")
        #expect(try await text(send(["from": "history"], url: "http://h/list?page=2", path: nil)) == "two")
    }

    @Test func `a body in a file is returned completely`() async throws {
        let file = folder.appending(path: "body").path
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(bytes).write(to: URL(filePath: file))
        await store(ExchangeBody(storage: .file(file), byteCount: Int64(bytes.count)), id: "a", after: 0)
        let exchange = try await send(["from": "history"])
        #expect(exchange.response?.body.byteCount == Int64(bytes.count) && exchange.error == nil)
        try FileManager.default.removeItem(atPath: file)
        #expect(try await send(["from": "history"]).error?.code == "noStoredResponse")
    }

    @Test(arguments: [
        (["from": "examples"], "one", 200), (["from": "examples", "example": "none"], "gone", 404),
        (["from": "history", "example": "none"], "gone", 404), (["from": "examples", "example": "missing"], "stored", 200),
        (["from": "history"], "stored", 200),
    ])
    func `an example is chosen by its name, or the first one`(options: [String: String], body: String, status: Int) async throws {
        try writeExamples()
        await store(ExchangeBody(Array("stored".utf8)), id: "a", after: 0)
        let exchange = try await send(options)
        #expect(text(exchange) == body && exchange.response?.status == status && exchange.offline != nil)
    }

    @Test func `examples are used if the history has no response`() async throws {
        try writeExamples()
        #expect(try await text(send(["from": "history"])) == "one")
    }

    @Test(arguments: [true, false])
    func `a missing stored response sends nothing and names the alternative`(isForAll: Bool) async throws {
        let exchange = try await send(isForAll ? [:] : ["from": "history"], isForAll: isForAll)
        #expect(exchange.error?.code == "noStoredResponse" && exchange.offline != nil)
        #expect(exchange.error?.message.contains(isForAll ? "Toggle offline mode" : "Options → Offline") == true)
        #expect(mock.requests.isEmpty)
    }

    @Test func `offline mode applies to all requests, even without a context`() async throws {
        await store(ExchangeBody(Array("old".utf8)), id: "a", after: 0)
        #expect(try await text(send(["from": "no"], isForAll: true)) == "old")
        let responses = OfflineResponses()
        responses.isForAll = true
        await #expect(throws: HTTPError.self) {
            _ = try await (responses --> self.mock).load(HTTPRequest(url: "http://h/import"), task: HTTPTask())
        }
        #expect(mock.requests.isEmpty)
    }

    @Test func `delays and faults are tried`() async throws {
        await store(ExchangeBody(Array("old".utf8)), id: "a", after: 0)
        #expect(try await text(send(["from": "history", "delay": "2.5"])) == "old")
        #expect(clock.requestedSleeps == [.milliseconds(2500)])
        let cancelled = try await send(["from": "history", "delay": "2.5"]) { _ in throw CancellationError() }
        #expect(cancelled.offline != nil && cancelled.error?.code == "cancelled")
        let faults = ["from": "history", "faults": "503=20 reset=30 timeout=10"]
        #expect(try await send(faults, chance: 0.1).response?.status == 503)
        #expect(try await send(faults, chance: 0.3).error?.code == "invalidResponse")
        let late = try await send(faults, chance: 0.55)
        #expect(late.error?.code == "timedOut" && late.offline != nil)
        #expect(clock.requestedSleeps.last == .seconds(60))
        #expect(try await text(send(faults, chance: 0.7)) == "old")
    }
}
