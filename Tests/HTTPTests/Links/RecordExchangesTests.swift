import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct RecordExchangesTests {
    let request = HTTPRequest(method: .post, url: "https://host/x", body: TextBody("hi"))

    @Test func recordsRequestHopsResponseAndBody() async throws {
        let recorder = ListRecorder()
        let loader = RecordExchanges(to: recorder) --> MockLoader().then(201, headers: ["A": "1"], body: "done")
        let response = try await loader.load(request)
        #expect(recorder.exchanges.isEmpty)
        _ = try await response.body.collect(upTo: 100)
        let exchange = try #require(recorder.exchanges.first)
        #expect(exchange.request.id == request.id)
        #expect(exchange.hops.map(\.request.headers) == [["Content-Type": "text/plain; charset=utf-8"]])
        #expect(exchange.hops.first?.response?.status == 201)
        #expect(exchange.hops.first?.metrics != nil)
        #expect(exchange.response?.headers == ["A": "1"])
        #expect(exchange.body == HTTPRecordedBody(storage: .memory(Array("done".utf8)), byteCount: 4, isComplete: true))
        #expect(exchange.error == nil)
    }

    /// A login that is polled for days must not fill the memory.
    @Test func aTraceHasItsLimit() async throws {
        let recorder = ListRecorder()
        let talkative = StubLoader { request, task throws(HTTPError) in
            for number in 0..<1_500 { task.report(.noted("\(number)")) }
            return HTTPResponse(request: request, status: .ok)
        }
        _ = try await (RecordExchanges(to: recorder) --> talkative).load(request).body.collect(upTo: 1)
        #expect(recorder.exchanges.first?.trace.count == 1_000)
    }

    @Test func aFailureIsRecordedAtOnce() async throws {
        let recorder = ListRecorder()
        let mock = MockLoader().then { request throws(HTTPError) in throw HTTPError(.timedOut, request: request) }
        await #expect(throws: HTTPError.self) { try await (RecordExchanges(to: recorder) --> mock).load(request) }
        let exchange = try #require(recorder.exchanges.first)
        #expect(exchange.error?.code == .timedOut)
        #expect(exchange.hops.first?.error?.code == .timedOut)
        #expect(exchange.response == nil)
    }

    @Test func recordsACancelledBodyAsIncomplete() async throws {
        let recorder = ListRecorder()
        try await (RecordExchanges(to: recorder) --> MockLoader().then(200, body: "x")).load(request).body.cancel()
        #expect(recorder.exchanges.map(\.error?.code) == [.cancelled])
    }

    @Test func aLongBodyIsKeptUpToTheSinksLimit() async throws {
        let recorder = ListRecorder(limit: 2)
        _ = try await (RecordExchanges(to: recorder) --> MockLoader().then(200, body: "long")).load(request).body.collect(upTo: 9)
        #expect(recorder.exchanges.first?.body == HTTPRecordedBody(storage: .memory(Array("lo".utf8)), byteCount: 4, isComplete: false))
    }

    @Test func theDurationRunsUntilTheBodyHasEnded() async throws {
        let clock = ManualClock()
        let recorder = ListRecorder()
        let response = try await (RecordExchanges(to: recorder, clock: clock.clock) --> MockLoader().then(200, body: "x")).load(request)
        clock.advance(by: .seconds(3))
        _ = try await response.body.collect(upTo: 9)
        #expect(recorder.exchanges.first?.duration == .seconds(3))
        #expect(recorder.exchanges.first?.startedAt == ManualClock().now)
    }

    @Test(
        arguments: [
            ([[65]], [65], true), ([[65, 66], [67]], [65, 66, 67], true), ([[65, 66], [67, 68]], [65, 66, 67], false),
            ([[65, 66, 67, 68]], [65, 66, 67], false), ([], [], true),
        ] as [([[UInt8]], [UInt8], Bool)])
    func memoryKeepsTheBeginning(chunks: [[UInt8]], kept: [UInt8], isComplete: Bool) {
        let sink = MemorySink(limit: 3)
        for chunk in chunks { sink.write(chunk) }
        let count = Int64(chunks.joined().count)
        #expect(sink.finish() == HTTPRecordedBody(storage: .memory(kept), byteCount: count, isComplete: isComplete))
    }
}
