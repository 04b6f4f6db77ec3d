import Foundation
import HTTPCurl
import Synchronization
import Testing

@testable import DemoServer
@testable import HTTP

/// The project's own client against its own server, which share no code: what one says the other must understand.
@Suite struct ClientChainTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    /// A clock whose waits are over at once, at the server's own time.
    private var clock: HTTPClock {
        HTTPClock(
            now: { [clock = server.clock] in Date(timeIntervalSince1970: Double(clock.now)) }, uptime: { .zero },
            sleep: { [clock = server.clock] duration in clock.advance(by: Int(duration.components.seconds)) })
    }

    private func request(_ path: String, method: HTTPMethod = .get, body: any HTTPBody = EmptyBody()) -> HTTPRequest {
        HTTPRequest(method: method, url: server.server.url + path, body: body)
    }

    private func load(_ request: HTTPRequest, through loader: any HTTPLoader) async throws -> RawResponse {
        let response = try await loader.load(request)
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return RawResponse(status: response.status.rawValue, headers: [], body: Array(bytes))
    }

    @Test func redirectsAreFollowed() async throws {
        let response = try await load(request("/redirect/3"), through: Redirect() --> CurlLoader())
        #expect(try response.json("url").hasSuffix("/anything"))
    }

    @Test func cookiesComeBack() async throws {
        let loader = Redirect() --> CookieJar() --> CurlLoader()
        let set = try await load(request("/cookies/set?a=1&b=2"), through: loader)
        #expect(try set.json("cookies", as: [String: String].self) == ["a": "1", "b": "2"])
        let deleted = try await load(request("/cookies/delete?a"), through: loader)
        #expect(try deleted.json("cookies", as: [String: String].self) == ["b": "2"])
    }

    @Test(arguments: ["", "&format=date"])
    func failuresAreTriedAgainAfterTheTimeThatTheServerNames(format: String) async throws {
        let start = server.clock.now
        let loader = Retry(Backoff(.immediate, maxAttempts: 3), clock: clock) --> CurlLoader()
        let response = try await load(request("/flaky/2?retry_after=30\(format)"), through: loader)
        #expect(try response.json("attempt", as: Int.self) == 3)
        #expect(server.clock.now == start + 60)
    }

    @Test func freshResponsesComeFromTheCache() async throws {
        let loader = CacheResponses() --> CurlLoader()
        _ = try await load(request("/cache/60"), through: loader)
        let second = try await load(request("/cache/60"), through: loader)
        #expect(try second.json("answers", as: Int.self) == 1)
    }

    @Test(arguments: ["auth", "auth-int", "both", "none"], ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256"])
    func respondsToDigestChallenges(qop: String, algorithm: String) async throws {
        guard qop != "none" || !algorithm.hasSuffix("-sess") else { return }
        var request = request("/digest-auth/\(qop)/u/p%20q/\(algorithm)", method: .post, body: TextBody("content"))
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p q")))
        let loader = Authenticate() --> CurlLoader()
        for _ in 0..<2 {
            let response = try await load(request.withNewIdentity(), through: loader)
            #expect(response.status == 200)
        }
    }

    /// The server refuses a session whose client draws a new nonce, and a client that is refused would be challenged again.
    @Test(arguments: ["MD5-sess", "SHA-256-sess", "SHA-512-256-sess"])
    func aDigestSessionIsChallengedOnce(algorithm: String) async throws {
        var request = request("/digest-auth/auth/u/p/\(algorithm)")
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p")))
        let recorder = OneExchange()
        let loader = RecordExchanges(to: recorder) --> Authenticate() --> CurlLoader()
        for statuses in [[401, 200], [200], [200]] {
            _ = try await load(request.withNewIdentity(), through: loader)
            #expect(recorder.exchange?.hops.map { $0.response?.status.rawValue } == statuses)
        }
    }

    @Test func aStaleNonceIsReplaced() async throws {
        var request = request("/digest-auth/auth/u/p/SHA-256/1")
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p")))
        let loader = Authenticate() --> CurlLoader()
        for _ in 0..<3 {
            let response = try await load(request.withNewIdentity(), through: loader)
            #expect(response.status == 200)
        }
    }

    @Test(arguments: [
        OAuthConfiguration.Grant.authorizationCode(redirectURL: "http://127.0.0.1:7777/done"), .deviceCode,
        .password(BasicCredentials(username: "pilot", password: "clear-skies")),
    ])
    func everyGrantReturnsATokenThatCanBeRefreshed(grant: OAuthConfiguration.Grant) async throws {
        let user = TestUser(server: server)
        let loader = Authenticate(oauth: user, clock: user.clock(at: clock)) --> CurlLoader()
        var request = request("/oauth/userinfo")
        request.authenticate(
            with: .oauth(OAuthConfiguration(grant: grant, clientID: "demo-app", issuer: server.server.url, scopes: ["profile"])))
        let first = try await load(request, through: loader)
        #expect(try first.json("sub") == "pilot")
        let token = user.saved?.accessToken
        server.clock.advance(by: 3600)
        let second = try await load(request.withNewIdentity(), through: loader)
        #expect(try second.json("scope") == "profile")
        #expect(user.saved?.accessToken != token)
    }

    @Test(arguments: [
        (OAuthConfiguration.Grant.deviceCode, ["device_authorization", "token"]),
        (.password(BasicCredentials(username: "pilot", password: "clear-skies")), ["token"]),
    ])
    func recordsTheTransfersOfALogin(grant: OAuthConfiguration.Grant, endpoints: [String]) async throws {
        let (user, recorder) = (TestUser(server: server), OneExchange())
        let loader = RecordExchanges(to: recorder) --> Authenticate(oauth: user, clock: user.clock(at: clock)) --> CurlLoader()
        var request = request("/oauth/userinfo")
        request.authenticate(
            with: .oauth(OAuthConfiguration(grant: grant, clientID: "demo-app", issuer: server.server.url, scopes: ["profile"])))
        _ = try await load(request, through: loader)
        let hops = try #require(recorder.exchange).hops
        let paths = ["/.well-known/openid-configuration"] + (endpoints + ["userinfo"]).map { "/oauth/" + $0 }
        #expect(hops.map(\.request.path) == paths)
        #expect(hops.map { $0.response?.status } == paths.map { _ in 200 })
        #expect(hops.allSatisfy { $0.metrics?.timings.lastByte != nil })
        #expect(hops.map(\.request.isForAuthentication) == paths.map { $0 != "/oauth/userinfo" })
        for secret in ["clear-skies", try #require(user.saved?.refreshToken).value] {
            var text = ""
            dump(hops, to: &text)
            #expect(!text.contains(secret))
        }
    }

    /// RFC 8252 section 7.3: the server gets the free port, and the browser reaches the listener on it.
    @Test(arguments: ["http://127.0.0.1/done", "http://localhost:0/done?a=b", "http://[::1]:0/done"])
    func aBrowserComesBackToAnyFreePort(redirectURL: String) async throws {
        // Not every machine has the address of version 6.
        guard LoopbackListener(redirectURL: redirectURL) != nil else { return }
        let login = BrowserLogin(store: nil) { prompt in
            guard case .openURL(let page) = prompt else { return nil }
            // A browser whose user allows everything.
            _ = try? await (Redirect() --> CurlLoader()).load(HTTPRequest(url: page + "&decision=allow"))
            return nil
        }
        var request = request("/oauth/userinfo")
        let grant = OAuthConfiguration.Grant.authorizationCode(redirectURL: redirectURL)
        request.authenticate(
            with: .oauth(OAuthConfiguration(grant: grant, clientID: "demo-app", issuer: server.server.url, scopes: ["profile"])))
        let response = try await load(request, through: Authenticate(oauth: login, clock: clock) --> CurlLoader())
        #expect(try response.json("sub") == "pilot")
    }

    @Test(arguments: OAuthConfiguration.ClientAuthentication.allCases)
    func clientCredentialsGrantAuthenticatesAService(authentication: OAuthConfiguration.ClientAuthentication) async throws {
        var request = request("/oauth/userinfo")
        request.authenticate(
            with: .oauth(
                OAuthConfiguration(
                    grant: .clientCredentials, clientID: "demo-service", clientSecret: "demo-secret", clientAuthentication: authentication,
                    endpoints: OAuthEndpoints(token: server.server.url + "/oauth/token"))))
        let response = try await load(request, through: Authenticate(clock: clock) --> CurlLoader())
        #expect(try response.json("sub") == "demo-service")
    }

    @Test func aRevokedTokenIsReplaced() async throws {
        let user = TestUser(server: server)
        let loader = Authenticate(oauth: user, clock: clock) --> CurlLoader()
        var request = request("/oauth/userinfo")
        let login = BasicCredentials(username: "pilot", password: "clear-skies")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: .password(login), clientID: "demo-app", issuer: server.server.url)))
        _ = try await load(request, through: loader)
        let token = try #require(user.saved?.accessToken)
        _ = try server.postForm("/oauth/revoke", [("client_id", "demo-app"), ("token", token.value)])
        let response = try await load(request.withNewIdentity(), through: loader)
        #expect(response.status == 200)
        #expect(user.saved?.accessToken != token)
    }
}

/// Keeps the last exchange.
private final class OneExchange: HTTPRecorder {
    private let last = Mutex<HTTPExchange?>(nil)

    var exchange: HTTPExchange? { last.withLock { $0 } }
    func record(_ exchange: HTTPExchange) { last.withLock { $0 = exchange } }
}
