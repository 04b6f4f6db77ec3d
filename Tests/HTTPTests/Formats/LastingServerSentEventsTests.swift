import HTTP
import HTTPTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LastingServerSentEventsTests {
    private static let stream: HTTPHeaders = ["Content-Type": "text/event-stream; charset=utf-8"]
    private let clock = ManualClock(advancesBySleeping: true)

    private func events(_ mock: MockLoader) async throws -> [String] {
        var data: [String] = []
        for try await event in mock.serverSentEvents(for: HTTPRequest(url: "https://host/"), clock: clock.clock) { data.append(event.data) }
        return data
    }

    @Test func aStreamThatEndsIsRequestedAgain() async throws {
        let mock = MockLoader().then(200, headers: Self.stream, body: "retry: 50\nid: 7\ndata: a\n\n")
            .then(200, headers: Self.stream, body: "data: b\n\n").then(204)
        #expect(try await events(mock) == ["a", "b"])
        #expect(mock.requests.map { $0.headers["Last-Event-ID"] } == [nil, "7", "7"])
        #expect(mock.requests.map { $0.headers["Accept"] } == Array(repeating: "text/event-stream", count: 3))
        #expect(mock.requests.map(\.timeouts.idle) == [nil, nil, nil])
        #expect(clock.requestedSleeps == [.milliseconds(50), .milliseconds(50)])
    }

    @Test func aStreamThatBreaksOffIsRequestedAgain() async throws {
        let mock = MockLoader().then { request throws(HTTPError) in
            let source = ListSource([Array("data: a\n\ndata: lost".utf8)], failingWith: HTTPError(.invalidResponse, request: request))
            return HTTPResponse(request: request, status: .ok, headers: Self.stream, body: HTTPResponseBody(source, for: request))
        }
        .then { request throws(HTTPError) in throw HTTPError(.cannotConnect, request: request) }.then(204)
        #expect(try await events(mock) == ["a"])
        #expect(clock.requestedSleeps == [.seconds(3), .seconds(3)])
    }

    @Test func aFailedFirstRequestThrows() async {
        let mock = MockLoader().then { request throws(HTTPError) in throw HTTPError(.cannotConnect, request: request) }
        let error = await #expect(throws: HTTPError.self) { try await events(mock) }
        #expect(error?.code == .cannotConnect)
    }

    @Test(arguments: [(HTTPStatus.ok, "text/html"), (.notFound, "text/event-stream")])
    func anotherResponseIsAnError(status: HTTPStatus, type: String) async {
        let error = await #expect(throws: HTTPError.self) { try await events(MockLoader().then(status, headers: ["Content-Type": type])) }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.status == status)
    }
}
