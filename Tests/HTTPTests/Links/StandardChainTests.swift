import HTTP
import HTTPTesting
import Testing

@Suite struct StandardChainTests {
    @Test func linksAreInOrder() {
        var standard = StandardChain()
        standard.recorder = ListRecorder()
        let names = standard.loader(over: MockLoader()).stages.map { "\(type(of: $0))" }
        #expect(
            names == [
                "RecordExchanges", "ResetGuard", "AutoCancel", "ApplyEnvironment", "DefaultHeaders", "Deduplicate", "CacheResponses",
                "Retry", "Redirect",
                "CookieJar", "Authenticate",
                "Throttle", "MockLoader",
            ])
    }

    /// One request that meets an environment, a redirect, a challenge, a cookie and a repetition leaves one exchange with every hop.
    @Test func recordsAllHopsInOneExchange() async throws {
        let recorder = ListRecorder()
        var standard = StandardChain()
        standard.recorder = recorder
        standard.clock = ManualClock(advancesBySleeping: true).clock
        standard.environment = ServerEnvironment(host: "host", pathPrefix: "api")
        standard.retryStrategy = Backoff(.constant(.seconds(1)))
        let mock = MockLoader().then(503).then(302, headers: ["Location": "/b", "Set-Cookie": "a=1; Path=/"])
            .then(401, headers: ["WWW-Authenticate": "Digest realm=r, nonce=n"]).then(200, body: "done")
        var request = HTTPRequest(url: "a")
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p")))
        let response = try await standard.loader(over: mock).load(request)
        #expect(try await response.text() == "done")
        let exchange = try #require(recorder.exchanges.first)
        #expect(recorder.exchanges.count == 1)
        #expect(exchange.hops.map(\.request.url) == ["https://host/api/a", "https://host/api/a", "https://host/b", "https://host/b"])
        #expect(exchange.hops.map { $0.response?.status } == [503, 302, 401, 200])
        #expect(exchange.hops.last?.request.headers.map(\.name) == ["User-Agent", "Cookie", "Authorization"])
        #expect(exchange.response?.status == 200)
    }

    /// Recorders are notified of the end of every exchange.
    @Test func `a request that a reset refuses is recorded`() async throws {
        let (recorder, slow) = (ListRecorder(), ResetGuardTests.SlowToReset())
        var standard = StandardChain()
        standard.recorder = recorder
        let loader = standard.loader(over: slow)
        async let reset: Void = loader.reset()
        await slow.gate.waitUntilEntered()
        await #expect(throws: HTTPError.self) { try await loader.load(HTTPRequest(url: "https://host/")) }
        #expect(recorder.exchanges.map { $0.error?.code } == [.resetInProgress])
        slow.gate.open()
        await reset
    }

    /// Responds to requests, and records its position in the chain.
    struct Mark: HTTPLoaderLink {
        let name: String

        func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
            var request = request
            request.headers.append("Mark", "\(name) \(request.host ?? "")")
            return try await nextLoader.load(request, task: task)
        }
    }

    @Test func placesCustomLinksAndMethods() async throws {
        var standard = StandardChain()
        standard.environment = ServerEnvironment(host: "host")
        standard.ownLinks = [Mark(name: "outer"), Mark(name: "inner")]
        standard.authenticationLinks = ["mine": Mark(name: "method")]
        let throttle = Throttle(maximumNumberOfRequests: 0)
        standard.throttle = throttle
        let mock = MockLoader().then(200)
        var request = HTTPRequest(url: "/")
        request.authenticationMethod = "mine"
        let task = standard.loader(over: mock).start(request)
        while throttle.waitingCount == 0 { await Task.yield() }
        throttle.maximumNumberOfRequests = 1
        #expect(try await task.value.status == .ok)
        #expect(mock.requests.first?.headers.values(for: "Mark") == ["outer host", "inner host", "method host"])
    }

    /// The request wins over its environment, that over the chain; an empty list adds nothing.
    @Test(
        arguments: [
            (nil, nil, "Apus-HTTP"), ("mine", nil, "mine"), (nil, "theirs", "theirs"), ("mine", "theirs", "mine"),
        ] as [(String?, String?, String)])
    func everyRequestHasOneUserAgent(own: String?, environments: String?, sent: String) async throws {
        var standard = StandardChain()
        standard.environment = ServerEnvironment(host: "host", headers: environments.map { ["user-agent": $0] } ?? [:])
        let mock = MockLoader().then(200).then(200)
        var request = HTTPRequest(url: "/")
        request.headers[.userAgent] = own
        _ = try await standard.loader(over: mock).load(request)
        standard.defaultHeaders = [:]
        _ = try await standard.loader(over: mock).load(request)
        #expect(mock.requests.map { $0.headers.values(for: "User-Agent") } == [[sent], [own ?? environments].compactMap(\.self)])
    }
}
