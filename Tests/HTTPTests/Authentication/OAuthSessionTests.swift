import HTTPTesting
import Synchronization
import Testing

@testable import HTTP

/// Concurrent requests that share a login.
@Suite(.timeLimit(.minutes(5))) struct OAuthSessionTests {
    /// A store of one set of credentials.
    final class CredentialStore: OAuthDelegate {
        let saved = Mutex<OAuthCredentials?>(nil)

        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { saved.withLock { $0 } }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async { saved.withLock { $0 = credentials } }
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async {}
    }

    static let endpoints = OAuthEndpoints(token: "https://as.example/token", deviceAuthorization: "https://as.example/device")

    func request(_ grant: OAuthConfiguration.Grant = .clientCredentials, client: String = "id") -> HTTPRequest {
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: grant, clientID: client, endpoints: Self.endpoints)))
        return request
    }

    static func answer(_ request: HTTPRequest, _ body: String = #"{"access_token":"one"}"#) -> HTTPResponse {
        HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
    }

    /// A server that responds to everything, with a test's closure for tokens.
    func server(token: @escaping @Sendable (HTTPRequest, HTTPTask) async throws(HTTPError) -> HTTPResponse) -> StubLoader {
        StubLoader { request, task throws(HTTPError) in
            request.path == "/token" ? try await token(request, task) : Self.answer(request, "")
        }
    }

    func waitForTheOther(_ task: HTTPTask) async {
        for await event in task.events { if case .waiting(_, let reason) = event, reason.hasPrefix("the token") { break } }
    }

    @Test func aCancelledRequestLeavesTheLoginToOthers() async {
        let gate = Gate()
        let count = Mutex(0)
        let loader =
            OAuth()
            --> server { request, task throws(HTTPError) in
                count.withLock { $0 += 1 }
                await gate.enter()
                if task.isCancelled { throw HTTPError(.cancelled, request: request) }
                return Self.answer(request)
            }
        let first = loader.start(request())
        await gate.waitUntilEntered()
        let second = loader.start(request())
        await waitForTheOther(second)
        first.cancel()
        #expect(await first.result.failure?.code == .cancelled)
        gate.open()
        #expect(await second.result.response?.status == 200)
        #expect(count.withLock { $0 } == 1)
    }

    /// A request that arrives while an abandoned login ends starts its own.
    @Test func startsANewLoginWhileAnAbandonedOneEnds() async {
        let (entered, mayEnd) = (Gate(), Gate())
        let count = Mutex(0)
        entered.open()
        let loader =
            OAuth()
            --> server { request, task throws(HTTPError) in
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else { return Self.answer(request) }
                await entered.enter()
                await task.untilCancelled()
                await mayEnd.enter()
                throw HTTPError(.cancelled, request: request)
            }
        let first = loader.start(request())
        await entered.waitUntilEntered()
        first.cancel()
        let second = loader.start(request())
        await waitForTheOther(second)
        mayEnd.open()
        #expect(await second.result.response?.status == 200)
        #expect(count.withLock { $0 } == 2)
    }

    /// Work without waiters is cancelled.
    @Test func cancellingTheLastWaiterEndsTheLogin() async {
        let clock = ManualClock()
        let server = MockLoader().when({ $0.path == "/device" }) { request throws(HTTPError) in
            Self.answer(request, #"{"device_code":"d","user_code":"U","verification_uri":"https://v","expires_in":1800}"#)
        }
        let loader = OAuth(clock: clock.clock) --> server
        for _ in 0..<2 {
            let task = loader.start(request(.deviceCode))
            await clock.waitForSleepers()
            task.cancel()
            #expect(await task.result.failure?.code == .cancelled)
        }
        #expect(server.requests.map(\.path) == ["/device", "/device"])
    }

    /// A token that comes after the log-out would log in again.
    @Test func aResetWaitsForTheLoginThatItEnds() async {
        let (entered, store) = (Gate(), CredentialStore())
        let hasEnded = Mutex(false)
        entered.open()
        let loader =
            OAuth(delegate: store)
            --> server { request, task throws(HTTPError) in
                await entered.enter()
                await task.untilCancelled()
                hasEnded.withLock { $0 = true }
                return Self.answer(request)
            }
        let task = loader.start(request())
        await entered.waitUntilEntered()
        await loader.reset()
        #expect(hasEnded.withLock { $0 })
        #expect(store.saved.withLock { $0 } == nil)
        task.cancel()
        #expect(await task.result.response == nil)
    }

    @Test func aStoppedSessionAcceptsNoRequests() async throws {
        let configuration = try #require(request().oauthConfiguration)
        let session = OAuthSession(configuration, clock: .system) { OAuthSeed.random() }
        let mock = MockLoader()
        let client = OAuthClient(configuration: configuration, delegate: nil, clock: .system, loader: mock, model: request())
        await session.stop()
        await #expect(throws: OAuthClientError.self) { try await session.credentials(client: client, task: HTTPTask()).get() }
        #expect(mock.requests.isEmpty)
    }

    @Test func eachClientHasItsOwnToken() async throws {
        let server = server { request, _ throws(HTTPError) in
            let client = try String(decoding: Self.body(of: request), as: UTF8.self).contains("client_id=a") ? "a" : "b"
            return Self.answer(request, #"{"access_token":"\#(client)"}"#)
        }
        let loader = OAuth() --> server
        for client in ["a", "b", "a"] {
            #expect(try await loader.load(request(client: client)).request.headers["Authorization"] == "Bearer \(client)")
        }
    }

    static func body(of request: HTTPRequest) throws(HTTPError) -> [UInt8] {
        do { return try request.body.encode() } catch { throw HTTPError(.invalidRequest, request: request, underlyingError: error) }
    }

    /// The body was read for the first attempt.
    @Test func aBodyThatCanBeReadOnceIsNotSentAgainWithANewToken() async throws {
        let mock = MockLoader().then { request throws(HTTPError) in Self.answer(request) }.then(401)
        var once = request()
        (once.method, once.body) = (.post, StreamBody(replay: .once) { DataBody([1]).makeBytes() })
        #expect(try await (OAuth() --> mock).load(once).status == 401)
        #expect(mock.requests.map(\.path) == ["/token", "/"])
        #expect(mock.requests.first?.headers["Accept"] == "application/json")
    }

    @Test(arguments: [
        (String(repeating: " ", count: OAuthClient.responseLimit + 1), "larger than a token may be"), ("<html>", "JSON"),
        ("{}", "/token returned no access token"), (#"{"access_token": "a\r\nX-Other: b"}"#, "/token returned no access token"),
    ])
    func reportsAnInvalidTokenResponse(body: String, reason: String) async {
        let loader = OAuth() --> server { request, _ in Self.answer(request, body) }
        let error = await loader.start(request()).result.failure
        #expect(error?.code == .cannotAuthenticate)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    /// OpenID Connect Discovery section 4.3.
    @Test func aDocumentOfAnotherIssuerIsRefused() async {
        let mock = MockLoader().then { request throws(HTTPError) in
            Self.answer(request, #"{"issuer":"https://evil.example","token_endpoint":"https://evil.example/token"}"#)
        }
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: .clientCredentials, clientID: "c", issuer: "https://as.example")))
        let error = await (OAuth() --> mock).start(request).result.failure
        #expect(error?.code == .cannotAuthenticate)
        #expect(error?.message.contains("another issuer") == true)
        #expect(error?.message.contains("https://evil.example") == true && error?.message.contains("https://as.example") == true)
        #expect(mock.requests.count == 1)
    }

    /// The first of the two addresses tells why; nothing listens at the second either if no answer came.
    @Test(
        arguments: [
            (nil, nil, "nothing listens", 1), (404, "", "/.well-known/openid-configuration returned status 404", 2),
            (200, "<html>", "/.well-known/openid-configuration did not return the JSON", 2),
        ] as [(HTTPStatus?, String?, String, Int)])
    func aMissingDiscoveryDocumentIsExplained(status: HTTPStatus?, body: String?, reason: String, count: Int) async {
        let urls = Mutex<[String]>([])
        let server = StubLoader { request, _ throws(HTTPError) in
            urls.withLock { $0.append(request.url) }
            guard let status, let body else { throw HTTPError(.cannotConnect, request: request, message: "nothing listens") }
            return HTTPResponse(request: request, status: urls.withLock { $0.count } == 1 ? status : 500, bytes: Array(body.utf8))
        }
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: .clientCredentials, clientID: "c", issuer: "https://as.example")))
        let error = await (OAuth() --> server).start(request).result.failure
        #expect(error?.code == .cannotAuthenticate)
        #expect(error?.message.contains(reason) == true && error?.message.contains("https://as.example") == true, "\(error?.message ?? "")")
        #expect(urls.withLock { $0.count } == count)
    }
}
