import HTTP
import HTTPTesting
import Testing
import Workspace

@testable import Engine

/// The loader settings of `config.json`.
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

    @Test(arguments: [AuthDraft.Kind.digest, .awsSignature, .basic])
    func `a replay makes credentials anew that are valid once`(_ kind: AuthDraft.Kind) async throws {
        let sender = LiveSender { LiveChain.loader(recorder: $0, transport: MockLoader().then(200)) }
        let draft = RequestDraft(url: "http://h/a", auth: AuthDraft(kind, fields: ["username": "a", "password": "b"]))
        var request = HTTPRequest(url: "http://h/a")
        request.authenticationMethod = AuthenticationMethod(rawValue: kind.rawValue)
        let resolved = ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: "A"))
        let exchange = try await sender.send(resolved, draft: draft).exchange
        guard case .resolved(let job)? = Replay(exchange).way else { return #expect(kind == .basic) }
        #expect(kind != .basic && job.requestAsSent == exchange.request)
        // Without the draft there is nothing to make them from.
        var old = exchange
        old.draft = nil
        guard case .asSent? = Replay(old).way else { return #expect(Bool(false)) }
    }

    @Test(arguments: [(true, 1), (false, 2)])
    func `stored responses are used if requested`(_ usesCache: Bool, _ count: Int) async throws {
        let mock = MockLoader()
        for _ in 0..<count { _ = mock.then(200, headers: ["Cache-Control": "max-age=86400"], body: "hello") }
        try await send(chain(mock) { $0.usesCache = usesCache }, times: 2)
        #expect(mock.requests.count == count)
    }

    /// Each part, or all of them.
    @Test(arguments: [
        (ChainPart.connections, 1, 1, 1), (.responses, 0, 2, 1), (.logins, 0, 1, 1), (.cookies, 0, 1, 0), (.everything, 1, 2, 0),
    ])
    func `a part of the chain is reset`(_ part: ChainPart, _ resets: Int, _ requests: Int, _ cookies: Int) async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=86400", "Set-Cookie": "a=1"]
        let mock = MockLoader().then(200, headers: headers, body: "hello").then(200, body: "hello")
        let jar = CookieJar()
        var settings = ChainSettings()
        settings.usesCache = true
        let chain = LiveChain.loader(recorder: Nobody(), cookies: jar, settings: settings, transport: mock)
        let loader = LazyLoader { chain }
        try await send(loader, times: 1)
        await loader.reset(part)
        #expect(mock.resetCount == resets)
        #expect(jar.cookies().count == cookies)
        try await send(loader, times: 1)
        #expect(mock.requests.count == requests)
    }

    @Test func `a pause delays requests until it ends`() async throws {
        let mock = MockLoader().then(200).then(200)
        let chain = chain(mock) { $0.requestsAtOnce = 3 }
        let loader = LazyLoader { chain }
        loader.setPace(.paused)
        let task = loader.start(HTTPRequest(url: "http://h/a"))
        for await event in task.events { if case .queued = event { break } }
        #expect(mock.requests.isEmpty)
        loader.setPace(.perSecond(2))
        #expect(try await task.value.status == .ok)
        let throttle = (chain as? HTTPChain)?.stages.compactMap { $0 as? Throttle }.first
        #expect(throttle?.requestsPerSecond == 2)
        loader.setPace(.full)
        #expect((throttle?.requestsPerSecond, throttle?.maximumNumberOfRequests, throttle?.isPaused) == (nil, 3, false))
    }

    @Test func `the limit of a response reaches the transport`() async throws {
        let mock = MockLoader().then(200)
        try await send(chain(mock) { $0.responseByteCount = 1000 }, times: 1)
        #expect(mock.requests.map(\.responseLimits.bodyByteCount) == [1000])
    }

    @Test func `a request's limit overrides the chain's limit`() async throws {
        let mock = MockLoader().then(200)
        var request = HTTPRequest(url: "http://h/a")
        request.responseLimits.bodyByteCount = 5000
        _ = try await chain(mock) { $0.responseByteCount = 1000 }.load(request)
        #expect(mock.requests.map(\.responseLimits.bodyByteCount) == [5000])
    }
}
