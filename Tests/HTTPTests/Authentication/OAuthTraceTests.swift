import HTTP
import HTTPTesting
import Testing

/// OAuth's own requests are in the trace of the request that waits for them.
@Suite(.timeLimit(.minutes(5))) struct OAuthTraceTests {
    private let recorder = ListRecorder()

    /// A store with a token that the server no longer accepts.
    private final class CredentialStore: OAuthDelegate {
        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? {
            OAuthCredentials(accessToken: "old", refreshToken: "kept-refresh")
        }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {}
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async {}
    }

    private func request(_ path: String = "/", issuer: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(url: "https://api.example\(path)")
        let endpoints = issuer == nil ? OAuthEndpoints(token: "https://as.example/token") : OAuthEndpoints()
        request.authenticate(
            with: .oauth(
                OAuthConfiguration(
                    grant: .password(BasicCredentials(username: "ann", password: "hunter2")), clientID: "id", clientSecret: "shared-secret",
                    clientAuthentication: .body, issuer: issuer, endpoints: endpoints)))
        return request
    }

    /// An API that takes the token `new` only, and a token endpoint that gives it.
    private func server(tokens: Gate? = nil) -> MockLoader {
        MockLoader()
            .when({ $0.path == "/token" }) { request throws(HTTPError) in
                await tokens?.enter()
                let body = #"{"access_token":"new","refresh_token":"next-refresh"}"#
                return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
            }
            .when({ $0.path == "/.well-known/oauth-authorization-server" }) { request throws(HTTPError) in
                let body = #"{"issuer":"https://as.example","token_endpoint":"https://as.example/token"}"#
                return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
            }
            .when({ $0.host == "api.example" }) { request throws(HTTPError) in
                HTTPResponse(request: request, status: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
            }
            .when({ _ in true }) { request throws(HTTPError) in HTTPResponse(request: request, status: 404) }
    }

    private func exchange(_ path: String) throws -> HTTPExchange {
        try #require(recorder.exchanges.first { $0.request.path == path })
    }

    private func hops(_ exchange: HTTPExchange) -> [String] {
        exchange.hops.map { "\($0.request.url) \($0.response.map { "\($0.status.rawValue)" } ?? $0.error?.code.name ?? "")" }
    }

    @Test func recordsDiscoveryAndTokenAsHops() async throws {
        let loader = RecordExchanges(to: recorder) --> OAuth() --> server()
        #expect(try await loader.load(request(issuer: "https://as.example")).text().isEmpty)
        let exchange = try exchange("/")
        #expect(
            hops(exchange) == [
                "https://as.example/.well-known/openid-configuration 404",
                "https://as.example/.well-known/oauth-authorization-server 200", "https://as.example/token 200", "https://api.example/ 200",
            ])
        #expect(exchange.hops.map(\.request.isForAuthentication) == [true, true, true, false])
        #expect(exchange.hops.allSatisfy { $0.metrics != nil })
    }

    /// Passwords, secrets and refresh tokens are in the form and in the response.
    @Test func recordsNoBodiesOfALogin() async throws {
        let loader = RecordExchanges(to: recorder) --> OAuth() --> server()
        let task = loader.start(request())
        var text = ""
        dump(await task.allEvents(), to: &text)
        dump(recorder.exchanges, to: &text)
        #expect(text.contains("as.example"))
        for secret in ["hunter2", "shared-secret", "next-refresh"] { #expect(!text.contains(secret)) }
        for hop in try exchange("/").hops { #expect(hop.request.body.isEmpty) }
    }

    private func notes(_ exchange: HTTPExchange) -> [String] {
        exchange.trace.compactMap { if case .noted(let text) = $0.event { text } else { nil } }
    }

    @Test func `the form and the token are described without secrets`() async throws {
        _ = try await (RecordExchanges(to: recorder) --> OAuth() --> server()).load(request()).text()
        #expect(
            try notes(exchange("/")) == [
                "Form: client_id=id, client_secret=••••, grant_type=password, password=••••, username=ann",
                "Token: Bearer, no expiry date, can be refreshed",
            ])
    }

    @Test(arguments: [
        (429, "text/plain", "slow down\n please", #"returned status 429, Retry-After: "7": "slow down please"."#),
        (500, "text/html", "<h1>Oops</h1>", #"returned status 500, Retry-After: "7"."#),
        (200, "text/html", "<form>Log in</form>", "did not return the JSON that OAuth requires."),
        (401, "text/plain", "refused here", "did not return the JSON that OAuth requires (status 401)."),
        (200, "application/json", #"{"id_token":"eyJ.secret","x":"y"}"#, "returned no access token that can be sent."),
        (401, "application/json", #"{"x":"y"}"#, "returned no access token that can be sent (status 401)."),
        (400, "application/json", #"{"error":"invalid_client","error_uri":"https://as/e"}"#, "where the secret is sent."),
    ])
    func `an unusable response of the token endpoint is in the trace`(status: Int, type: String, body: String, message: String) async throws
    {
        let server = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(
                request: request, status: HTTPStatus(rawValue: status), headers: ["Content-Type": type, "Retry-After": "7"],
                bytes: Array(body.utf8))
        }
        _ = await (RecordExchanges(to: recorder) --> OAuth() --> server).start(request()).allEvents()
        let exchange = try exchange("/")
        #expect(exchange.error?.message.hasSuffix(message) == true, "\(exchange.error?.message ?? "")")
        let note = try #require(notes(exchange).last)
        let shown = body.replacing("eyJ.secret", with: "••••").replacing("\n ", with: " ").replacing(#""x":"y""#, with: #""x":"••••""#)
        #expect(note.hasSuffix(shown), "\(note)")
    }

    @Test(arguments: [
        (#"{"client_secret":"ab,cd}ef gh","access_token":{"value":"eyJ"},"q":"a\"b"}"#, ["ab,cd", "ef gh", "eyJ", "a\\\"b"]),
        (#"{"error":"x","error_description":"the password hunter2 of shared-secret"}"#, ["hunter2", "shared-secret"]),
        (#"<input name="password" value="hunter2"> code: 4/0A-x"#, ["hunter2", "4/0A-x"]), ("token = abc.def, password='x y'", ["abc.def"]),
    ])
    func `an answer never shows a secret`(body: String, secrets: [String]) async throws {
        for status in [403, 500] {
            let server = MockLoader().when({ _ in true }) { request throws(HTTPError) in
                HTTPResponse(request: request, status: HTTPStatus(rawValue: status), bytes: Array(body.utf8))
            }
            let recorder = ListRecorder()
            _ = await (RecordExchanges(to: recorder) --> OAuth() --> server).start(request()).allEvents()
            let exchange = try #require(recorder.exchanges.first)
            let texts = notes(exchange) + [exchange.error?.message ?? ""]
            for secret in secrets { #expect(!texts.contains { $0.contains(secret) }, "\(texts)") }
        }
    }

    @Test func `a long answer is cut in the trace`() async throws {
        let word = String(repeating: "tokentoken-", count: 90_000)
        _ = await (RecordExchanges(to: recorder) --> OAuth() --> MockLoader().then(500, body: word)).start(request()).allEvents()
        let exchange = try exchange("/")
        #expect(notes(exchange).last?.hasSuffix(" \(word.prefix(4_000))") == true)
    }

    @Test func laterWaitersRecordTheRunningTransfer() async throws {
        let gate = Gate()
        let loader = RecordExchanges(to: recorder) --> OAuth() --> server(tokens: gate)
        let first = loader.start(request("/first"))
        await gate.waitUntilEntered()
        let second = loader.start(request("/second"))
        for await event in second.events { if case .started = event { break } }
        gate.open()
        for task in [first, second] { _ = await task.allEvents() }
        for path in ["/first", "/second"] {
            #expect(try hops(exchange(path)) == ["https://as.example/token 200", "https://api.example\(path) 200"])
        }
    }

    /// Events of a refresh started by another request are not attributed to the request's own transfer.
    @Test func recordsASharedRefreshAfterTheRefusal() async throws {
        let (tokens, refusal) = (Gate(), Gate())
        let server = server(tokens: tokens)
        let api = StubLoader { request, task throws(HTTPError) in
            let response = try await server.load(request, task: task)
            if request.path == "/second", response.status == .unauthorized { await refusal.enter() }
            return response
        }
        let loader = RecordExchanges(to: recorder) --> OAuth(delegate: CredentialStore()) --> api
        let second = loader.start(request("/second"))
        await refusal.waitUntilEntered()
        let first = loader.start(request("/first"))
        await tokens.waitUntilEntered()
        refusal.open()
        for await event in second.events { if case .waiting = event { break } }
        tokens.open()
        for task in [first, second] { _ = await task.allEvents() }
        for path in ["/first", "/second"] {
            let own = "https://api.example\(path)"
            #expect(try hops(exchange(path)) == ["\(own) 401", "https://as.example/token 200", "\(own) 200"])
        }
    }

    @Test func recordsAFailedTransfer() async throws {
        let server = MockLoader().then { request throws(HTTPError) in throw HTTPError(.timedOut, request: request) }
        _ = await (RecordExchanges(to: recorder) --> OAuth() --> server).start(request()).allEvents()
        let exchange = try exchange("/")
        #expect(hops(exchange) == ["https://as.example/token timedOut"])
        #expect(exchange.hops.first?.error?.request.body.isEmpty == true)
        #expect(exchange.error?.code == .cannotAuthenticate)
    }

    /// An error says what was received before it.
    @Test func aFailedRefreshReportsTheRefusalBeforeIt() async throws {
        let server = MockLoader().then(401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
            .then(400, body: #"{"error":"invalid_grant"}"#).then(400, body: #"{"error":"invalid_grant"}"#)
        let result = await HTTPResult.of { () throws(HTTPError) in
            try await (OAuth(delegate: CredentialStore()) --> server).load(request())
        }
        #expect(result.failure?.code == .cannotAuthenticate)
        #expect(result.failure?.response?.status == .unauthorized)
        #expect(result.failure?.response?.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
    }

    @Test func observersMayCancel() async throws {
        let loader = OAuth() --> server()
        let task = HTTPTask()
        task.observe { [weak execution = task.execution] event in if case .responded = event { execution?.cancel() } }
        let result = await HTTPResult.of { () throws(HTTPError) in try await loader.load(request(), task: task) }
        #expect(result.failure?.code == .cancelled)
        #expect(try await loader.load(request()).status == .ok)
    }
}
