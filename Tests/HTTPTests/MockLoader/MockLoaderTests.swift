import HTTP
import HTTPTesting
import Testing

/// The transport of all other tests (part 5 of the series).
@Suite struct MockLoaderTests {
    func request(_ path: String) -> HTTPRequest { HTTPRequest(url: "https://host\(path)") }

    @Test func handlersAnswerInTheirOrderAndOnce() async throws {
        let mock = MockLoader().then(200).then(201)
        #expect(try await mock.load(request("/a")).status == 200)
        #expect(try await mock.load(request("/b")).status == 201)
        let error = await #expect(throws: HTTPError.self) { try await mock.load(request("/c")) }
        #expect(error?.code == .unknown)
        #expect(error?.message.contains("GET https://host/c") == true)
        #expect(mock.requests.map(\.path) == ["/a", "/b", "/c"])
    }

    @Test func whatMatchesIsAnsweredAgainAndAgainAndLeavesTheScriptAlone() async throws {
        let mock = MockLoader().then(200)
        for status in [201, 202] as [HTTPStatus] {
            mock.when({ $0.path == "/matched" }) { request throws(HTTPError) in HTTPResponse(request: request, status: status) }
        }
        for _ in 0..<2 { #expect(try await mock.load(request("/matched")).status == 201) }
        #expect(try await mock.load(request("/other")).status == 200)
    }
}
