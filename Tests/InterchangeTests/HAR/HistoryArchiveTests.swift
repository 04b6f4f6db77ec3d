import Foundation
import HTTP
import Interchange
import JSON
import Testing
import Workspace

/// History entries as an HTTP Archive.
@Suite struct HistoryArchiveTests {
    private var exchange: Exchange {
        var metrics = HTTPMetrics()
        (metrics.timings.connection, metrics.timings.requestSent) = (.milliseconds(2), .milliseconds(3))
        (metrics.timings.firstByte, metrics.timings.lastByte) = (.milliseconds(13), .milliseconds(34))
        let request = Exchange.Request(
            method: "POST", url: "https://h/a?x=%20&y", headers: ["Content-Type": "application/json"], body: ExchangeBody(Array("{}".utf8)))
        let response = Exchange.Response(
            status: 200, reason: "OK", version: .http11, headers: ["A": "b", "Content-Type": "image/png"],
            body: ExchangeBody([0xFF, 0x00]))
        return Exchange(
            startedAt: Date(timeIntervalSince1970: 43_260.25), duration: 0.034, request: request,
            hops: [Exchange.Hop(method: "POST", url: "https://h/a", status: 200, metrics: metrics)], response: response,
            notes: Exchange.Notes(text: "slow", tags: ["bug"]))
    }

    private func archive(_ exchanges: [Exchange]) -> [UInt8] {
        var archive = HistoryArchive()
        return exchanges.flatMap { archive.text(of: $0) } + archive.end
    }

    private func written(_ exchange: Exchange) throws -> JSONValue {
        let value = try JSONValue(parsing: archive([exchange]))
        return try #require(value.object?["log"]?.object?["entries"]?.array?.first)
    }

    @Test func `an entry has its time, phases, bodies and notes`() throws {
        let entry = try #require(try written(exchange).object)
        #expect(entry["startedDateTime"] == "1970-01-01T12:01:00.250Z" && entry["time"] == 34)
        #expect(
            entry["timings"] == [
                "blocked": -1, "dns": -1, "connect": 2, "ssl": -1, "send": 1, "wait": 10, "receive": 21,
            ])
        #expect(entry["comment"] == "slow #bug")
        #expect(entry["request"]?.object?["queryString"] == [["name": "x", "value": " "], ["name": "y", "value": ""]])
        #expect(entry["request"]?.object?["postData"] == ["mimeType": "application/json", "text": "{}"])
        #expect(
            entry["response"]?.object?["content"] == ["mimeType": "image/png", "text": "/wA=", "encoding": "base64", "size": 2])
    }

    @Test func `an archive that is written entry by entry is one document`() throws {
        for count in 0...2 {
            let bytes = archive(Array(repeating: exchange, count: count))
            let value = try JSONValue(parsing: bytes)
            #expect(value.object?["log"]?.object?["entries"]?.array?.count == count)
            #expect(value.object?["log"]?.object?["creator"]?.object?["name"] == "Apus")
            #expect(count == 0 || value.prettyBytes == bytes)
        }
    }

    @Test func `an entry without a response has status 0 and the reason`() throws {
        var failed = exchange
        (failed.response, failed.error) = (nil, Exchange.Failure(code: "cannotConnect", message: "Nothing listens there."))
        let entry = try #require(try written(failed).object)
        #expect(entry["response"]?.object?["status"] == 0)
        #expect(entry["response"]?.object?["_error"] == "Nothing listens there.")
    }

    @Test func `an archive is read back as requests with examples`() throws {
        let tree = try Importer().read(name: "a.har", bytes: archive([exchange])).collections[0]
        let request = tree.requests[0].request
        #expect((request.draft.method, request.draft.url) == ("POST", "https://h/a"))
        #expect(request.draft.body == BodyDraft(kind: .json, json: "{}"))
        #expect(request.examples.map(\.body) == [[0xFF, 0x00]])
    }

    @Test func `an archive is read back as history entries`() throws {
        let bytes = archive([exchange])
        let (read, issues) = try HistoryArchive.exchanges(named: "a.har", bytes: bytes)
        let entry = try #require(read.first)
        #expect(issues.isEmpty && read.count == 1)
        #expect((entry.startedAt, entry.duration) == (exchange.startedAt, exchange.duration))
        #expect(entry.request == exchange.request)
        #expect(entry.response == exchange.response)
        #expect(entry.hops.map(\.metrics.timings) == exchange.hops.map(\.metrics.timings))
        #expect(entry.notes.tags == ["imported"])
        #expect(try HistoryArchive.exchanges(named: "b", bytes: bytes).exchanges.first?.id == entry.id)
    }

    @Test func `an incomplete response keeps its error`() throws {
        var failed = exchange
        failed.error = Exchange.Failure(code: "invalidResponse", message: "The response ended too soon.")
        let entry = try #require(try HistoryArchive.exchanges(named: "a", bytes: archive([failed])).exchanges.first)
        #expect(entry.error == failed.error && entry.response?.status == failed.response?.status)
        #expect(entry.notes.text == "slow #bug")
    }

    @Test(arguments: ["1e300", "-1e300", "1e15", "-5"]) func `impossible times are left out`(_ number: String) throws {
        let text = """
            {"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "time": \(number),
            "timings": {"connect": 5, "ssl": \(number), "wait": \(number)},
            "request": {"method": "GET", "url": "http://h/"}, "response": {"status": 200}}]}}
            """
        let entry = try #require(try HistoryArchive.exchanges(named: "a", bytes: Array(text.utf8)).exchanges.first)
        #expect(entry.duration == 0 && entry.hops.first?.metrics.timings.connection == .milliseconds(5))
    }

    @Test func `a JSON body recorded as parameters is one of the entry`() throws {
        let text =
            #"{"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "request": {"method": "POST", "url": "http://h/", "postData": {"mimeType": "application/json", "params": [{"name": "a", "value": 1}]}}, "response": {"status": 200}}]}}"#
        let entry = try #require(try HistoryArchive.exchanges(named: "a", bytes: Array(text.utf8)).exchanges.first)
        #expect(entry.request.body.beginning(100) == Array(#"{"a":1}"#.utf8))
    }
}
