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

    /// A transport that measures the head of its response before or after the response is handed over, or ends the body with it.
    enum Measuring: CaseIterable {
        case early, late, never
    }

    @Test(arguments: Measuring.allCases) func passesOnWhatIsKnownWhileTheBodyArrives(measuring: Measuring) async throws {
        let (recorder, task) = (ListRecorder(), HTTPTask())
        let metrics = HTTPMetrics(headerBytes: Array("POST".utf8), requestHeaderByteCount: 4)
        let transport = StubLoader { request, task throws(HTTPError) in
            task.report(.started(request))
            let response = HTTPResponse(request: request, status: .ok, bytes: Array("done".utf8))
            task.report(.responded(response.head))
            if measuring != .late { task.report(.measured(metrics)) }
            if measuring == .never { task.report(.finished(HTTPMetrics())) }
            return response
        }
        let response = try await (RecordExchanges(to: recorder) --> transport).load(request, task: task)
        #expect(recorder.arrivals.count == (measuring == .early ? 1 : 0))
        if measuring == .late { task.report(.measured(metrics)) }
        task.report(.finished(HTTPMetrics()))
        _ = try await response.body.collect(upTo: 9)
        #expect(recorder.arrivals.count == (measuring == .never ? 0 : 1))
        #expect(recorder.exchanges.map(\.hops.count) == [1])
        #expect(recorder.exchanges.first?.hops.first?.metrics?.requestHeaderBytes == [])
        guard let arrival = recorder.arrivals.first else { return }
        #expect(arrival.hops.map(\.metrics?.requestHeaderBytes) == [Array("POST".utf8)])
        #expect(arrival.response?.status == .ok && arrival.body == nil && arrival.error == nil)
        #expect(arrival.trace.count == 2 && recorder.exchanges.first?.trace.count == 3)
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
