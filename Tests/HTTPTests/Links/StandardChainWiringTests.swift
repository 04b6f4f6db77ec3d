import HTTP
import HTTPTesting
import Testing

/// Each setting of the chain reaches its link.
@Suite(.timeLimit(.minutes(5))) struct StandardChainWiringTests {
    let request = HTTPRequest(url: "https://host/x")
    let mock = MockLoader()
    let clock = ManualClock(advancesBySleeping: true)

    func chain(_ change: (inout StandardChain) -> Void = { _ in }) -> HTTPChain {
        var standard = StandardChain()
        standard.defaultHeaders = [:]
        standard.clock = clock.clock
        change(&standard)
        return standard.loader(over: mock)
    }

    func read(_ loader: HTTPChain, _ request: HTTPRequest? = nil) async throws -> String {
        try await loader.load(request ?? self.request).text()
    }

    struct TestUser: BasicAuthDelegate, OAuthDelegate {
        func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
            BasicCredentials(username: "Aladdin", password: "open sesame")
        }
        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { OAuthCredentials(accessToken: "saved") }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {}
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async {}
    }

    @Test(arguments: [HTTPCachePolicy.ignore, .useProtocol]) func usesTheCachePolicy(policy: HTTPCachePolicy) async throws {
        mock.then(200, headers: ["Cache-Control": "max-age=9"], body: "1").then(200, body: "2")
        let loader = chain { $0.cachePolicy = policy }
        #expect(try await read(loader) == "1")
        #expect(try await read(loader) == (policy == .ignore ? "2" : "1"))
    }

    @Test func usesTheGivenJar() async throws {
        let jar = CookieJar(clock: clock.clock)
        mock.then(200, headers: ["Set-Cookie": "a=1"]).then(200)
        _ = try await read(chain { $0.cookieJar = jar })
        _ = try await read(jar --> mock)
        #expect(mock.requests.last?.headers["Cookie"] == "a=1")
    }

    @Test func retriesOnlyWithAStrategy() async throws {
        mock.then(503, body: "1").then(503).then(200, body: "2")
        #expect(try await read(chain()) == "1")
        #expect(try await read(chain { $0.retryStrategy = Backoff(.constant(.seconds(3))) }) == "2")
        #expect(clock.requestedSleeps == [.seconds(3)])
    }

    @Test func asksTheDelegates() async throws {
        mock.then(200).then(200)
        var basic = request
        basic.authenticationMethod = .basic
        _ = try await read(chain { $0.basicDelegate = TestUser() }, basic)
        var oauth = request
        let endpoints = OAuthEndpoints(token: "https://host/token")
        oauth.authenticate(with: .oauth(OAuthConfiguration(grant: .clientCredentials, clientID: "id", endpoints: endpoints)))
        _ = try await read(chain { $0.oauthDelegate = TestUser() }, oauth)
        #expect(mock.requests.map { $0.headers["Authorization"] } == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Bearer saved"])
    }

    @Test func limitsRequestsInFlight() async throws {
        let gate = Gate()
        mock.then { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: .ok, bytes: Array("1".utf8))
        }
        .then(200, body: "2")
        let loader = chain { $0.maximumNumberOfRequests = 1 }
        let first = loader.start(request)
        await gate.waitUntilEntered()
        let second = loader.start(request)
        for await event in second.events { if case .queued = event { break } }
        #expect(mock.requests.count == 1)
        gate.open()
        #expect(try await first.value.text() == "1")
        #expect(try await second.value.text() == "2")
    }

    @Test func environmentAppliesToRequestsWithoutOne() async throws {
        mock.then(200).then(200)
        let loader = chain { $0.environment = ServerEnvironment(host: "ours") }
        var other = HTTPRequest(url: "/x")
        other.serverEnvironment = ServerEnvironment(host: "theirs")
        _ = try await read(loader, HTTPRequest(url: "/x"))
        _ = try await read(loader, other)
        #expect(mock.requests.map(\.host) == ["ours", "theirs"])
    }

    /// Stored data of one link would be used after the reset.
    @Test func aResetClearsEveryLink() async throws {
        mock.then(200, headers: ["Cache-Control": "max-age=9", "Set-Cookie": "a=1"], body: "1").then(200, body: "2")
        let loader = chain { $0.cachePolicy = .useProtocol }
        #expect(try await read(loader) == "1")
        await loader.reset()
        #expect(try await read(loader) == "2")
        #expect(mock.requests.last?.headers["Cookie"] == nil)
        #expect(mock.resetCount == 1)
    }
}
