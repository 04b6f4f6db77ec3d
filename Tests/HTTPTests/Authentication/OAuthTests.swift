import Foundation
import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite struct OAuthTests {
    /// Keeps one set of credentials, and logs in by sending the state back.
    final class Delegate: OAuthDelegate {
        let saved = Mutex<OAuthCredentials?>(nil)
        let shown = Mutex<[String]>([])

        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { saved.withLock { $0 } }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async { saved.withLock { $0 = credentials } }
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? {
            shown.withLock { $0.append(login.url(redirectURL: login.redirectURL)) }
            return OAuthRedirect(url: "\(login.redirectURL)?code=the-code&state=st", redirectURL: login.redirectURL)
        }
        func show(_ code: OAuthDeviceCode) async { shown.withLock { $0.append(code.userCode) } }
    }

    /// Keeps nothing, and lets a test act when it is asked.
    final class HookedDelegate: OAuthDelegate {
        private let onLoad: @Sendable () async -> Void
        private let onSave: @Sendable () -> Void

        init(onLoad: @escaping @Sendable () async -> Void = {}, onSave: @escaping @Sendable () -> Void = {}) {
            self.onLoad = onLoad
            self.onSave = onSave
        }

        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? {
            await onLoad()
            return nil
        }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async { onSave() }
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async {}
    }

    static let endpoints = OAuthEndpoints(
        authorization: "https://as.example/login", token: "https://as.example/token", deviceAuthorization: "https://as.example/device")

    func request(_ grant: OAuthConfiguration.Grant = .clientCredentials, secret: HTTPSecret? = "s&t") -> HTTPRequest {
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(
            with: .oauth(OAuthConfiguration(grant: grant, clientID: "id:1", clientSecret: secret, endpoints: Self.endpoints)))
        return request
    }

    /// An API that takes the tokens, and a token endpoint that gives them, in order.
    func server(tokens: [String], taken: Set<String>) -> MockLoader {
        let left = Mutex(tokens)
        return MockLoader()
            .when({ $0.host == "as.example" && $0.path == "/token" }) { request throws(HTTPError) in
                let body = left.withLock { $0.isEmpty ? #"{"error":"invalid_grant"}"# : $0.removeFirst() }
                return HTTPResponse(request: request, status: body.contains("error") ? 400 : 200, bytes: Array(body.utf8))
            }
            .when({ $0.host == "api.example" }) { request throws(HTTPError) in
                let isTaken = taken.contains(request.headers["Authorization"] ?? "")
                return HTTPResponse(request: request, status: isTaken ? 200 : 401)
            }
    }

    @Test func manyRequestsShareOneLogin() async throws {
        let answer = #"{"access_token":"one","token_type":"bearer","expires_in":"3600","scope":["a","b"]}"#
        let server = server(tokens: [answer], taken: ["Bearer one"])
        let loader = Authenticate(oauth: Delegate()) --> server
        let tasks = (0..<20).map { _ in loader.start(request()) }
        for task in tasks { #expect(try await task.value.status == 200) }
        let logins = server.requests.filter { $0.path == "/token" }
        #expect(logins.count == 1)
        // Both parts are form-encoded first: id%3A1:s%26t
        #expect(logins.first?.headers["Authorization"] == "Basic aWQlM0ExOnMlMjZ0")
        #expect(try String(decoding: logins.first?.body.encode() ?? [], as: UTF8.self) == "grant_type=client_credentials")
    }

    @Test func aRepeatedParameterIsSentForEachValueAndReplacesNothing() async throws {
        let server = server(tokens: [#"{"access_token":"one"}"#], taken: ["Bearer one"])
        var request = request(secret: nil)
        request.authenticate(
            with: .oauth(
                OAuthConfiguration(
                    grant: .clientCredentials, clientID: "id", endpoints: Self.endpoints,
                    extraParameters: ["resource": ["https://b/", "https://a/"], "grant_type": ["x"], "client_id": ["other"]])))
        #expect(try await (Authenticate(oauth: Delegate()) --> server).load(request).status == 200)
        let form = try #require(server.requests.first { $0.path == "/token" }).body.encode()
        #expect(
            String(decoding: form, as: UTF8.self)
                == "client_id=id&grant_type=client_credentials&resource=https%3A%2F%2Fb%2F&resource=https%3A%2F%2Fa%2F")
    }

    @Test func logsInWithAnAuthorizationCode() async throws {
        let delegate = Delegate()
        let server = server(tokens: [#"{"access_token":"one"}"#], taken: ["Bearer one"])
        let link = OAuth(delegate: delegate, makeSeed: { OAuthSeed(state: "st", verifier: "v") })
        let request = request(.authorizationCode(redirectURL: "http://127.0.0.1/cb"), secret: nil)
        #expect(try await (link --> server).load(request).status == 200)
        let form = try String(decoding: #require(server.requests.first).body.encode(), as: UTF8.self)
        #expect(form.contains("code=the-code") && form.contains("code_verifier=v") && form.contains("client_id=id%3A1"))
        #expect(delegate.shown.withLock { $0.count } == 1)
    }

    @Test func requestsANewTokenAfterForgetting() async throws {
        let delegate = Delegate()
        let server = server(tokens: [#"{"access_token":"one"}"#, #"{"access_token":"two"}"#], taken: ["Bearer one", "Bearer two"])
        let link = OAuth(delegate: delegate)
        let request = request()
        let configuration = try #require(request.oauthConfiguration)
        #expect(await link.forget(configuration) == false)
        for isKept in [true, false] {
            _ = try await (link --> server).load(request)
            if !isKept { delegate.saved.withLock { $0 = nil } }
            #expect(await link.forget(configuration))
            #expect(delegate.saved.withLock { $0 } == nil)
        }
        #expect(server.requests.map(\.path) == ["/token", "/", "/token", "/"])
        #expect(await link.forget(configuration) == false)
    }

    @Test func showsAndPollsADeviceCode() async throws {
        let delegate = Delegate()
        let server = server(
            tokens: [#"{"error":"authorization_pending"}"#, #"{"access_token":"one"}"#], taken: ["Bearer one"])
        server.when({ $0.path == "/device" }) { request throws(HTTPError) in
            let body = #"{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://v","expires_in":1800,"interval":5}"#
            return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
        }
        let clock = ManualClock(advancesBySleeping: true)
        #expect(try await (OAuth(delegate: delegate, clock: clock.clock) --> server).load(request(.deviceCode)).status == 200)
        #expect(delegate.shown.withLock { $0 } == ["WDJB-MJHT"])
        #expect(clock.requestedSleeps == [.seconds(5), .seconds(5)])
    }

    /// GitHub answers with a form unless it is asked for JSON, older servers always.
    @Test func takesATokenInAForm() async throws {
        let server = server(tokens: ["access_token=o%2Bne&scope=a+b&token_type=bearer&expires_in=60"], taken: ["Bearer o+ne"])
        let delegate = Delegate()
        #expect(try await (OAuth(delegate: delegate) --> server).load(request()).status == 200)
        let saved = try #require(delegate.saved.withLock { $0 })
        #expect(saved.scope == "a b" && saved.lifetime == 60)
    }

    @Test(arguments: [(3600.0, 29.0, false), (3600, 31, true), (20, 6, true), (20, 4, false), (nil, 31, true), (nil, 29, false)])
    func `a token is renewed half a minute early, but not for its whole life`(lifetime: Double?, left: Double, isValid: Bool) {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let credentials = OAuthCredentials(accessToken: "a", expires: now.addingTimeInterval(left), lifetime: lifetime)
        #expect(credentials.isValid(at: now) == isValid)
    }

    /// Auth0 gives its errors the status 403.
    @Test func anErrorWithAnotherStatusIsRead() async throws {
        let server = MockLoader()
            .then(200, body: #"{"device_code":"d","user_code":"U","verification_uri":"https://v","expires_in":1800}"#)
            .then(403, body: #"{"error":"authorization_pending","error_description":"pending"}"#)
            .then(429, body: #"{"error":"slow_down"}"#)
            .then(503, body: "busy")
            .then(200, body: #"{"access_token":"one"}"#)
            .then(200)
        let clock = ManualClock(advancesBySleeping: true)
        #expect(try await (OAuth(delegate: Delegate(), clock: clock.clock) --> server).load(request(.deviceCode)).status == 200)
        #expect(clock.requestedSleeps == [.seconds(5), .seconds(5), .seconds(10), .seconds(20)])
    }

    @Test func aRefusedDeviceIsSaid() async {
        let server = MockLoader().then(400, body: #"{"error":"unauthorized_client","error_description":"no device grant"}"#)
        let error = await #expect(throws: HTTPError.self) { try await (OAuth(delegate: Delegate()) --> server).load(request(.deviceCode)) }
        #expect(error?.message.contains("unauthorized_client") == true)
    }

    @Test(arguments: [
        ("1e300", 300), ("\"inf\"", 300), ("\"nan\"", 5), ("-5", 5), ("0", 5), ("0.1", 1), ("\"soon\"", 5), ("null", 5), ("7", 7),
    ])
    func limitsTheIntervalOfAServer(interval: String, seconds: Int) async throws {
        let server = server(
            tokens: [#"{"error":"authorization_pending"}"#, #"{"access_token":"one","expires_in":1e300}"#], taken: ["Bearer one"])
        server.when({ $0.path == "/device" }) { request throws(HTTPError) in
            let body = #"{"device_code":"d","user_code":"U","verification_uri":"v","expires_in":"inf","interval":\#(interval)}"#
            return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
        }
        let clock = ManualClock(advancesBySleeping: true)
        #expect(try await (OAuth(delegate: Delegate(), clock: clock.clock) --> server).load(request(.deviceCode)).status == 200)
        #expect(clock.requestedSleeps == [.seconds(seconds), .seconds(seconds)])
    }

    /// The gate is opened once all wait, so that all get the same refusal.
    @Test func allWaitersFailWithTheSameReason() async {
        let gate = Gate()
        let loader = Authenticate(oauth: HookedDelegate(onLoad: { await gate.enter() })) --> server(tokens: [], taken: [])
        let tasks = (0..<8).map { _ in loader.start(request()) }
        await gate.waitUntilEntered()
        gate.open()
        for task in tasks {
            let error = await task.result.failure
            #expect(error?.code == .cannotAuthenticate)
            #expect(error?.message.contains("invalid_grant") == true)
        }
    }

    /// With rotating refresh tokens the old one is invalid: the new token is stored even if no request waits for it any more.
    @Test func keepsAGrantedTokenWhenItsRequestIsCancelled() async throws {
        let task = HTTPTask()
        let server = server(tokens: [#"{"access_token":"one"}"#], taken: ["Bearer one"])
        let loader = OAuth(delegate: HookedDelegate(onSave: { task.cancel() })) --> server
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request(), task: task) }
        #expect(error?.code == .cancelled)
        #expect(try await loader.load(request()).status == .ok)
        #expect(server.requests.filter { $0.path == "/token" }.count == 1)
    }

    /// Options for the API's server do not apply to the authorization server.
    @Test func apiOptionsDoNotReachTheAuthorizationServer() async throws {
        let server = server(tokens: [#"{"access_token":"one"}"#], taken: ["Bearer one"])
        var request = request()
        request.clientCertificate = HTTPClientCertificate(path: "/me.pem")
        request.transportAuthentication = HTTPTransportAuthentication(
            scheme: .ntlm, credentials: BasicCredentials(username: "u", password: "p"))
        request.serverTrust = HTTPServerTrust(isVerified: false, pinnedPublicKeys: ["sha256//AAAA"])
        request.unixSocketPath = "/api.sock"
        request.responseLimits = HTTPResponseLimits(headerByteCount: 10)
        request.timeouts.connect = .seconds(3)
        _ = try await (Authenticate() --> server).load(request)
        let asked = try #require(server.requests.first { $0.path == "/token" })
        #expect(asked.clientCertificate == nil && asked.transportAuthentication == nil && asked.unixSocketPath == nil)
        #expect(asked.serverTrust == HTTPServerTrust(isVerified: false))
        #expect(asked.responseLimits == HTTPResponseLimits())
        #expect(asked.timeouts.connect == .seconds(3))
    }

    @Test func endpointsAreFoundAtTheIssuer() async throws {
        let document = #"{"issuer":"https://as.example/t","token_endpoint":"https://as.example/token"}"#
        let server = server(tokens: [#"{"access_token":"one"}"#], taken: ["Bearer one"])
        server.when({ $0.path == "/.well-known/oauth-authorization-server/t" }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: 200, bytes: Array(document.utf8))
        }
        server.when({ $0.path.hasSuffix("openid-configuration") }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: 404)
        }
        var request = HTTPRequest(url: "https://api.example/")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: .clientCredentials, clientID: "c", issuer: "https://as.example/t")))
        #expect(try await (Authenticate() --> server).load(request).status == 200)
    }

    @Test func cancellingTheOnlyWaiterEndsTheLogin() async throws {
        let clock = ManualClock()
        let server = MockLoader().when({ $0.path == "/device" }) { request throws(HTTPError) in
            let body = #"{"device_code":"d","user_code":"U","verification_uri":"v","expires_in":1800}"#
            return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
        }
        let task = (OAuth(clock: clock.clock) --> server).start(request(.deviceCode))
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
    }

    @Test func aResetLogsOut() async throws {
        let delegate = Delegate()
        let server = server(tokens: [#"{"access_token":"one"}"#, #"{"access_token":"two"}"#], taken: ["Bearer one", "Bearer two"])
        let loader = Authenticate(oauth: delegate) --> server
        _ = try await loader.load(request())
        await loader.reset()
        #expect(delegate.saved.withLock { $0 } == nil)
        _ = try await loader.load(request())
        #expect(server.requests.filter { $0.path == "/token" }.count == 2)
    }
}
