import HTTP
import HTTPTesting
import Testing

@Suite struct DeduplicateTests {
    func request(_ identifier: String?) -> HTTPRequest {
        var request = HTTPRequest(url: "https://host/")
        request.deduplicationIdentifier = identifier
        return request
    }

    /// Answers once the gate is open.
    func mock(_ gate: Gate) -> MockLoader {
        MockLoader().when({ _ in true }) { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: 200, bytes: Array("body".utf8))
        }
    }

    @Test func theSameRequestIsSentOnceAndEachGetsTheBody() async throws {
        let gate = Gate()
        let mock = mock(gate)
        let loader = Deduplicate() --> mock
        let requests = [request("a"), request("a"), request("a")]
        let first = loader.start(requests[0])
        await gate.waitUntilEntered()
        let others = requests.dropFirst().map { loader.start($0) }
        for other in others { for await event in other.events { if case .answeredFromStore = event { break } } }
        gate.open()
        for (task, request) in zip([first] + others, requests) {
            let response = try await task.value
            #expect(response.request.id == request.id)
            #expect(try await response.text() == "body")
        }
        #expect(mock.requests.count == 1)
    }

    @Test func othersAreSentEach() async throws {
        let gate = Gate()
        gate.open()
        let mock = mock(gate)
        let loader = Deduplicate() --> mock
        for identifier in ["a", "b", nil, nil, "a"] { _ = try await loader.load(request(identifier)) }
        #expect(mock.requests.count == 5)
    }

    @Test func whoCancelsLeavesTheOthersTheirAnswer() async throws {
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

    @Test func aBodyOverTheLimitFails() async {
        let gate = Gate()
        gate.open()
        let error = await #expect(throws: HTTPError.self) { try await (Deduplicate(mostBodyBytes: 3) --> mock(gate)).load(request("a")) }
        #expect(error?.code == .responseTooLarge)
    }
}
