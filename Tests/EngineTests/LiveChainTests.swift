import HTTP
import HTTPTesting
import Testing

@testable import Engine

/// What `config.json` says of the loaders.
@Suite struct LiveChainTests {
    private struct Nobody: HTTPRecorder {
        func record(_ exchange: HTTPExchange) {}
    }

    private func chain(_ mock: MockLoader, _ change: (inout ChainSettings) -> Void) -> any HTTPLoader {
        var settings = ChainSettings()
        change(&settings)
        return LiveChain.loader(recorder: Nobody(), settings: settings, transport: mock)
    }

    private func send(_ loader: any HTTPLoader, times: Int) async throws {
        for _ in 0..<times { _ = try await loader.load(HTTPRequest(url: "http://h/a")).body.collect(upTo: 100) }
    }

    @Test(arguments: [(true, 1), (false, 2)])
    func `stored answers are used where that is asked for`(_ usesCache: Bool, _ count: Int) async throws {
        let mock = MockLoader()
        for _ in 0..<count { _ = mock.then(200, headers: ["Cache-Control": "max-age=86400"], body: "hello") }
        try await send(chain(mock) { $0.usesCache = usesCache }, times: 2)
        #expect(mock.requests.count == count)
    }

    @Test func `the limit of an answer reaches the transport`() async throws {
        let mock = MockLoader().then(200)
        try await send(chain(mock) { $0.responseByteCount = 1000 }, times: 1)
        #expect(mock.requests.map(\.responseLimits.bodyByteCount) == [1000])
    }

    @Test func `a limit of the request's own is nearer`() async throws {
        let mock = MockLoader().then(200)
        var request = HTTPRequest(url: "http://h/a")
        request.responseLimits.bodyByteCount = 5000
        _ = try await chain(mock) { $0.responseByteCount = 1000 }.load(request)
        #expect(mock.requests.map(\.responseLimits.bodyByteCount) == [5000])
    }
}
