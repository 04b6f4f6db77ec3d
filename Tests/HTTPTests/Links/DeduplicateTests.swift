import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeduplicateTests {
    func request(_ identifier: String?) -> HTTPRequest {
        var request = HTTPRequest(url: "https://host/")
        request.deduplicationIdentifier = identifier
        return request
    }

    /// Responds once the gate is open.
    func mock(_ gate: Gate) -> MockLoader {
        MockLoader().when({ _ in true }) { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: 200, bytes: Array("body".utf8))
        }
    }

    /// Starts requests that wait for the response to the first one, and opens the gate once all wait.
    private func share(_ requests: [HTTPRequest], _ gate: Gate, _ loader: any HTTPLoader) async -> [HTTPTask] {
        let first = loader.start(requests[0])
        await gate.waitUntilEntered()
        let others = requests.dropFirst().map { loader.start($0) }
        for other in others { for await event in other.events { if case .answeredFromStore = event { break } } }
        gate.open()
        return [first] + others
    }

    @Test func sharesOneTransferAndItsBody() async throws {
        let gate = Gate()
        let mock = mock(gate)
        let loader = Deduplicate() --> mock
        let requests = [request("a"), request("a"), request("a")]
        for (task, request) in zip(await share(requests, gate, loader), requests) {
            let response = try await task.value
            #expect(response.request.id == request.id)
            #expect(try await response.text() == "body")
        }
        #expect(mock.requests.count == 1)
    }

    @Test func aSharedBodyIsReadInItsCharacterSet() async throws {
        let mock = MockLoader().then { request throws(HTTPError) in
            HTTPResponse(request: request, status: 200, headers: ["Content-Type": "text/plain; charset=iso-8859-1"], bytes: [0xE9])
        }
        #expect(try await (Deduplicate() --> mock).load(request("a")).body.text() == "é")
    }

    @Test func doesNotShareDifferentRequests() async throws {
        let gate = Gate()
        gate.open()
        let mock = mock(gate)
        let loader = Deduplicate() --> mock
        for identifier in ["a", "b", nil, nil, "a"] { _ = try await loader.load(request(identifier)) }
        #expect(mock.requests.count == 5)
    }

    @Test func aCancelledRequestLeavesTheResponseToOthers() async throws {
        let gate = Gate()
        let loader = Deduplicate() --> mock(gate)
        let first = loader.start(request("a"))
        await gate.waitUntilEntered()
        let second = loader.start(request("a"))
        for await event in second.events { if case .answeredFromStore = event { break } }
        first.cancel()
        #expect(await first.result.failure?.code == .cancelled)
        gate.open()
        #expect(try await second.value.text() == "body")
    }

    /// The request that everybody has left ends when another one has taken its place.
    @Test func endingAnAbandonedTransferKeepsTheNextOneShared() async throws {
        let gates = [Gate(), Gate(), Gate()]
        let count = Mutex(0)
        let playing = StubLoader { request, _ throws(HTTPError) in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            await gates[number].enter()
            return HTTPResponse(request: request, status: 200, bytes: Array("body".utf8))
        }
        let loader = Deduplicate() --> playing
        let abandoned = loader.start(request("a"))
        await gates[0].waitUntilEntered()
        abandoned.cancel()
        _ = await abandoned.result
        let next = loader.start(request("a"))
        await gates[1].waitUntilEntered()
        gates[0].open()
        for _ in 0..<1000 { await Task.yield() }
        gates[2].open()
        let joined = loader.start(request("a"))
        for await event in joined.events {
            if case .answeredFromStore = event { break }
        }
        gates[1].open()
        for task in [next, joined] { #expect(try await task.value.text() == "body") }
        #expect(count.withLock { $0 } == 2)
    }

    @Test func aBodyOverTheLimitFails() async {
        let gate = Gate()
        gate.open()
        let error = await #expect(throws: HTTPError.self) { try await (Deduplicate(maxBodyBytes: 3) --> mock(gate)).load(request("a")) }
        #expect(error?.code == .responseTooLarge)
        #expect(error?.message.contains("3 bytes that can be shared: send it without `deduplicationIdentifier`") == true)
    }

    @Test func eachFailureNamesItsOwnRequest() async throws {
        let gate = Gate()
        let failing = StubLoader { request, _ throws(HTTPError) in
            await gate.enter()
            let head = HTTPResponse(request: request, status: 200)
            throw HTTPError(.timedOut, request: request, response: head, message: "slow")
        }
        let loader = Deduplicate() --> failing
        let requests = [request("a"), request("a")]
        let first = loader.start(requests[0])
        await gate.waitUntilEntered()
        let second = loader.start(requests[1])
        for await event in second.events { if case .answeredFromStore = event { break } }
        gate.open()
        for (task, request) in zip([first, second], requests) {
            let error = try #require(await task.result.failure)
            #expect(error.code == .timedOut)
            #expect(error.message == "slow")
            #expect(error.request.id == request.id)
            #expect(error.response?.request.id == request.id)
        }
    }

    @Test func `a shared body that breaks gives each request the same error`() async throws {
        let gate = Gate()
        let breaking = StubLoader { request, _ throws(HTTPError) in
            await gate.enter()
            let error = HTTPError(.invalidResponse, request: request, message: "broken")
            let body = HTTPResponseBody(ListSource([Array("par".utf8)], failingWith: error), for: request)
            return HTTPResponse(request: request, status: 200, body: body)
        }
        let loader = Deduplicate() --> breaking
        let requests = (0..<4).map { _ in request("a") }
        for (task, request) in zip(await share(requests, gate, loader), requests) {
            let error = try #require(await task.result.failure)
            #expect(error.code == .invalidResponse && error.message == "broken" && error.request.id == request.id)
            let received = try #require(error.response)
            #expect(received.request.id == request.id && received.status == 200)
            var reader = received.body.makeAsyncIterator()
            #expect(try await reader.next() == Array("par".utf8))
            let ending = await #expect(throws: HTTPError.self) { try await reader.next() }
            #expect(ending?.code == .invalidResponse)
        }
    }

    /// Each request may have a progress bar.
    @Test func allRequestsGetTheEvents() async throws {
        let gate = Gate()
        let loader = Deduplicate() --> mock(gate)
        let first = loader.start(request("a"))
        await gate.waitUntilEntered()
        let second = loader.start(request("a"))
        for await event in second.events { if case .answeredFromStore = event { break } }
        gate.open()
        for task in [first, second] {
            let responses = await task.allEvents().filter { if case .responded = $0 { true } else { false } }
            #expect(responses.count == 1)
        }
    }

    @Test func cancellingTheLastWaiterEndsTheTransfer() async {
        let (ended, gate) = (Gate(), Gate())
        let loader = Deduplicate() --> untilCancelled(entering: gate, ending: ended)
        let tasks = [loader.start(request("a")), loader.start(request("a"))]
        await gate.waitUntilEntered()
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.result.failure?.code == .cancelled) }
        await ended.waitUntilEntered()
        ended.open()
    }

    /// The transfer is awaited even if an outer link has cancelled its waiters, since it still uses links that are reset.
    @Test(arguments: [true, false]) func aResetWaitsForTheTransfer(isCancelledOutside: Bool) async {
        let (ended, gate) = (Gate(), Gate())
        let order = Mutex<[String]>([])
        let sending = StubLoader { request, task throws(HTTPError) in
            await gate.enter()
            await task.untilCancelled()
            await ended.enter()
            order.withLock { $0.append("ended") }
            throw HTTPError(.cancelled, request: request)
        }
        gate.open()
        let inner = Deduplicate() --> sending
        let loader = isCancelledOutside ? AutoCancel() --> inner : inner
        let task = loader.start(request("a"))
        await gate.waitUntilEntered()
        async let reset: Void = {
            await loader.reset()
            order.withLock { $0.append("reset") }
        }()
        await ended.waitUntilEntered()
        if isCancelledOutside { #expect(await task.result.failure?.code == .cancelled) }
        ended.open()
        await reset
        #expect(await task.result.failure?.code == .cancelled)
        #expect(order.withLock { $0 } == ["ended", "reset"])
    }

    /// Sent, cancelled, sent again: late events of the first transfer do not belong to the second.
    @Test func eventsOfACancelledTransferDoNotReachTheNextOne() async throws {
        let (entered, mayEnd, notified) = (Gate(), Gate(), Gate())
        entered.open()
        notified.open()
        let count = Mutex(0)
        let loader =
            Deduplicate()
            --> StubLoader { request, task throws(HTTPError) in
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                await entered.enter()
                guard isFirst else {
                    await notified.waitUntilEntered()
                    return HTTPResponse(request: request, status: .ok)
                }
                await mayEnd.enter()
                task.report(.noted("too late"))
                await notified.enter()
                throw HTTPError(.cancelled, request: request)
            }
        let first = loader.start(request("a"))
        await entered.waitUntilEntered()
        first.cancel()
        _ = await first.result
        let second = loader.start(request("a"))
        await entered.waitUntilEntered(2)
        mayEnd.open()
        let remarks = await second.allEvents().filter { if case .noted = $0 { true } else { false } }
        #expect(remarks.isEmpty)
    }

    private func untilCancelled(entering gate: Gate, ending ended: Gate) -> StubLoader {
        gate.open()
        return StubLoader { request, task throws(HTTPError) in
            await gate.enter()
            await task.untilCancelled()
            await ended.enter()
            throw HTTPError(.cancelled, request: request)
        }
    }
}
