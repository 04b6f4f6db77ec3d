import HTTP
import HTTPTesting
import Synchronization
import Testing

/// A mock behaves like a transport in all but the network.
@Suite(.timeLimit(.minutes(5))) struct MockLoaderTests {
    private let request = HTTPRequest(method: .post, url: "https://host/x", body: TextBody("hello"))

    /// The events of a transfer, in short.
    private func course(of task: HTTPTask) async -> [String] {
        await task.allEvents().map { event in
            switch event {
            case .started: "started"
            case .sent(let count, let all): "sent \(count) of \(all ?? -1)"
            case .responded(let head): "responded \(head.status.rawValue)"
            case .received(let count, let all): "received \(count) of \(all ?? -1)"
            case .finished(let metrics):
                "finished \(metrics.byteCounts.sentBody) \(metrics.byteCounts.receivedBody) \(metrics.byteCounts.decodedBody)"
            case .failed(let error): "failed \(error.code.name)"
            default: "\(event)"
            }
        }
    }

    @Test func verifyReportsUnusedHandlers() async throws {
        let mock = MockLoader().then(200).then(200)
        _ = try await mock.load(HTTPRequest(url: "https://host/"))
        let error = #expect(throws: MockLoader.UnansweredHandlers.self) { try mock.verify() }
        #expect(error?.count == 1)
        _ = try await mock.load(HTTPRequest(url: "https://host/"))
        try mock.verify()
    }

    @Test func verifyReportsUnexpectedRequests() async throws {
        let mock = MockLoader().then(503)
        _ = try? await (Retry(.immediate()) --> mock).load(HTTPRequest(url: "https://host/x"))
        let error = #expect(throws: MockLoader.UnexpectedRequests.self) { try mock.verify() }
        #expect(error?.requests == ["GET https://host/x"])
    }

    @Test func countsTheBytesOfBothBodies() async {
        let task = MockLoader().then(200, body: "good day").start(request)
        #expect(await course(of: task) == ["started", "sent 5 of 5", "responded 200", "received 8 of 8", "finished 5 8 8"])
    }

    @Test func omitsByteEventsWithoutABody() async {
        let task = MockLoader().then(204).start(HTTPRequest(url: "https://host/x"))
        #expect(await course(of: task) == ["started", "responded 204", "finished 0 0 0"])
    }

    /// Two chunks, and then the end or an error.
    private final class Stream: HTTPResponseBodySource {
        private let left = Mutex([Array("good ".utf8), Array("day".utf8)])
        private let failure: HTTPError?

        init(failingWith failure: HTTPError? = nil) { self.failure = failure }

        func next() async throws(HTTPError) -> [UInt8]? {
            if let chunk = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return chunk }
            if let failure { throw failure }
            return nil
        }

        func cancel() {}
    }

    private func streaming(_ stream: Stream) -> MockLoader {
        MockLoader().then { request throws(HTTPError) in
            HTTPResponse(request: request, status: 200, body: HTTPResponseBody(stream, expectedByteCount: 8, for: request))
        }
    }

    @Test func aStreamIsCountedWhileItIsRead() async throws {
        let task = streaming(Stream()).start(HTTPRequest(url: "https://host/x"))
        var iterator = try await task.value.body.makeAsyncIterator()
        var counts: [String] = []
        while try await iterator.next() != nil {
            for await event in task.events {
                guard case .received(let count, _) = event else { continue }
                counts.append("\(count)")
                break
            }
        }
        #expect(counts == ["5", "8"])
        #expect(await course(of: task) == ["started", "responded 200", "received 8 of 8", "finished 0 8 8"])
    }

    @Test func aFailedOrCancelledStreamEndsItsTransfer() async throws {
        let failing = streaming(Stream(failingWith: HTTPError(.timedOut, request: request))).start(HTTPRequest(url: "https://host/x"))
        #expect(await course(of: failing).suffix(2) == ["finished 0 8 8", "failed timedOut"])
        let left = streaming(Stream()).start(HTTPRequest(url: "https://host/x"))
        try await left.value.body.cancel()
        #expect(await course(of: left).suffix(2) == ["finished 0 0 0", "failed cancelled"])
    }

    @Test func anErrorEndsTheTransfer() async {
        let task = MockLoader().then { request throws(HTTPError) in throw HTTPError(.cannotConnect, request: request) }.start(request)
        #expect(await course(of: task) == ["started", "finished 0 0 0", "failed cannotConnect"])
    }

    @Test func aCancelDoesNotWaitForTheHandler() async {
        let gate = Gate()
        let task = MockLoader().then { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: 200)
        }.start(request)
        await gate.waitUntilEntered()
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
        gate.open()
    }

    @Test(.timeLimit(.minutes(5))) func `waits of a test end when it is cancelled, as its time limit does`() async {
        await withTaskGroup { group in
            group.addTask { await Gate().waitUntilEntered() }
            group.addTask { await ManualClock().waitForSleepers() }
            group.cancelAll()
        }
    }

    @Test func aCancelledTaskSendsNothing() async {
        let (mock, task) = (MockLoader().then(200), HTTPTask())
        task.cancel()
        let result = await HTTPResult.of { () throws(HTTPError) in try await mock.load(request, task: task) }
        #expect(result.failure?.code == .cancelled)
        #expect(mock.requests.isEmpty)
    }

    @Test func failsForAnUnexpectedRequest() async {
        let mock = MockLoader().when({ $0.path == "/known" }) { request throws(HTTPError) in HTTPResponse(request: request, status: 200) }
        let result = await HTTPResult.of { () throws(HTTPError) in try await mock.load(request) }
        #expect(result.failure?.message == "The mock did not expect POST https://host/x.")
    }

    private func asking(_ path: String) -> HTTPRequest { HTTPRequest(url: "https://host\(path)") }

    @Test func usesHandlersInOrderAndOnce() async throws {
        let mock = MockLoader().then(200).then(201)
        #expect(try await mock.load(asking("/a")).status == 200)
        #expect(try await mock.load(asking("/b")).status == 201)
        let error = await #expect(throws: HTTPError.self) { try await mock.load(asking("/c")) }
        #expect(error?.code == .unknown)
        #expect(error?.message.contains("GET https://host/c") == true)
        #expect(mock.requests.map(\.path) == ["/a", "/b", "/c"])
    }

    @Test func matchersRepeatAndLeaveTheScriptUnused() async throws {
        let mock = MockLoader().then(200)
        for status in [201, 202] as [HTTPStatus] {
            mock.when({ $0.path == "/matched" }) { request throws(HTTPError) in HTTPResponse(request: request, status: status) }
        }
        for _ in 0..<2 { #expect(try await mock.load(asking("/matched")).status == 201) }
        #expect(try await mock.load(asking("/other")).status == 200)
    }
}
