import HTTP
import HTTPConformance
import HTTPTesting
import Testing

/// Behaviour not visible on the wire; the rest is tested by ``ExchangeScript``.
@Suite struct RedirectTests {
    @Test(arguments: [("https://host/x", true), ("https://host:8443/x", false), ("https://other/x", false)])
    func transportCredentialsStayAtTheirOrigin(location: String, isKept: Bool) async throws {
        let mock = MockLoader().then(307, headers: ["Location": location]).then(200)
        var request = HTTPRequest(url: "https://host/")
        request.authenticate(
            with: .transport(HTTPTransportAuthentication(scheme: .ntlm, credentials: BasicCredentials(username: "u", password: "p"))))
        request.clientCertificate = HTTPClientCertificate(path: "/c.pem")
        _ = try await (Redirect() --> mock).load(request)
        let last = try #require(mock.requests.last)
        #expect((last.authenticationMethod != nil) == isKept)
        #expect((last.transportAuthentication != nil) == isKept)
        #expect((last.clientCertificate != nil) == isKept)
    }

    /// A redirect's URL is normalized; the request's own is sent as typed.
    @Test(arguments: [
        "https://bücher.example/", "https://HOST.example/", "https://host.example./", "http://127.1/", "http://0x7f.0.0.1:80/",
        "http://[0:0:0:0:0:0:0:1]/",
    ])
    func ignoresHostSpellingWhenComparingOrigins(url: String) async throws {
        let mock = MockLoader().then(302, headers: ["Location": "/2"]).then(200)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: url, headers: ["Authorization": "Basic eDp5"]))
        #expect(mock.requests.map { $0.headers.contains("Authorization") } == [true, true])
    }

    /// The user info of a URL is credentials too.
    @Test(arguments: [
        ("/2", "Basic dTpw"), ("https://HOST:443/2", "Basic dTpw"), ("https://other:pass@host/2", "Basic b3RoZXI6cGFzcw=="),
        ("https://host:8443/2", nil), ("https://other/", nil),
    ])
    func dropsUserInfoAtAnotherOrigin(location: String, authorization: String?) async throws {
        let mock = MockLoader().then(302, headers: ["Location": location]).then(200)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: "https://u:p@host/1"))
        #expect(mock.requests.last?.headers["Authorization"] == authorization)
    }

    /// Trust is not restored on the way back, which another server chose.
    @Test func dropsTrustAtAnotherOriginAndOnTheWayBack() async throws {
        let mock = MockLoader().then(307, headers: ["Location": "/2"]).then(307, headers: ["Location": "https://other/3"])
            .then(307, headers: ["Location": "https://host/4"]).then(200)
        var request = HTTPRequest(url: "https://host/1")
        request.serverTrust = HTTPServerTrust(isVerified: false, pinnedPublicKeys: ["sha256//a"])
        _ = try await (Redirect() --> mock).load(request)
        let own = request.serverTrust
        #expect(mock.requests.map(\.serverTrust) == [own, own, HTTPServerTrust(), own])
    }

    @Test(.timeLimit(.minutes(5))) func aStalledBodyDoesNotDelayTheRedirect() async throws {
        let clock = ManualClock(advancesBySleeping: true)
        let stalled = StalledSource()
        let mock = MockLoader().then { request throws(HTTPError) in
            HTTPResponse(
                request: request, status: 302, headers: ["Location": "/2"],
                body: HTTPResponseBody(stalled, expectedByteCount: 10, for: request))
        }
        .then(200)
        #expect(try await (Redirect(clock: clock.clock) --> mock).load(HTTPRequest(url: "https://host/1")).status == 200)
        #expect(stalled.isCancelled)
    }

    @Test(arguments: [
        ("Authorization", true), ("proxy-authorization", true), ("Cookie", true), ("X-API-Key", true), ("apikey", true),
        ("PRIVATE-TOKEN", true), ("X-Auth-Token", true), ("Ocp-Apim-Subscription-Key", true), ("X-CSRFToken", true), ("X-Session-ID", true),
        ("Idempotency-Key", false), ("Sec-WebSocket-Key", false), ("Accept", false), ("X-Author", false), ("X-Keyboard", false),
        ("Authority", false), ("X-Functions-Key", true), ("X-GitHub-OTP", true), ("X-Bearer", true), ("X-Idempotency-Key", false),
        // A user, a time or a hash is a part of the credential; a word about its kind is none.
        ("X-Auth-User", true), ("X-Auth-Username", true), ("X-Auth-Email", true), ("X-Auth-Nonce", true), ("X-Auth-Timestamp", true),
        ("X-Signature", true), ("X-Sig", true), ("X-HMAC-SHA256", true), ("X-SAML-Assertion", true), ("Signature-Input", true),
        ("X-Auth-Type", false), ("X-Auth-Method", false), ("X-Auth-Version", false), ("X-Auth-Policy", false), ("X-Auth-Status", false),
        ("X-Signature-Algorithm", false), ("X-Token-Type", false), ("X-Session-Timeout", false), ("X-Api-Key-Version", false),
        ("X-Secret-Name", false), ("X-Signal", false), ("X-Username", false),
    ])
    func dropsCredentialHeadersAtAnotherOrigin(name: String, isDropped: Bool) async throws {
        let mock = MockLoader().then(302, headers: ["Location": "https://other/"]).then(200)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: "https://host/", headers: [name: "v"]))
        #expect(mock.requests.map { $0.headers.contains(name) } == [true, !isDropped])
    }

    @Test(arguments: [("https://host/2", true), ("https://other/", false), ("http://host:443/", false)])
    func `a confined header stays at its origin`(location: String, isKept: Bool) async throws {
        let mock = MockLoader().then(302, headers: ["Location": location]).then(200)
        var request = HTTPRequest(url: "https://host/", headers: ["X-Thing": "hunter2"])
        request.redirectPolicy.allowsDowngrade = true
        request.confinement.headerNames = ["x-thing"]
        _ = try await (Redirect() --> mock).load(request)
        #expect(mock.requests.last?.headers.contains("X-Thing") == isKept)
    }

    @Test(arguments: [(307, "https://other/", true), (307, "/2", false), (303, "https://other/", false)] as [(HTTPStatus, String, Bool)])
    func `a confined body is not sent to another origin`(status: HTTPStatus, location: String, isRefused: Bool) async throws {
        let mock = MockLoader().then(status, headers: ["Location": location]).then(200)
        var request = HTTPRequest(method: .post, url: "https://host/", body: DataBody([1]))
        request.confinement.includesBody = true
        let response = try? await (Redirect() --> mock).load(request)
        #expect((response == nil) == isRefused && mock.requests.count == (isRefused ? 1 : 2))
    }

    /// Headers that the user wrote are removed too.
    @Test(arguments: [(303, "GET", false), (307, "POST", true)] as [(HTTPStatus, HTTPMethod, Bool)])
    func removesContentHeadersWithTheBody(status: HTTPStatus, method: HTTPMethod, isKept: Bool) async throws {
        let names = [
            "Content-Type", "Content-Encoding", "Content-Language", "Digest", "Content-Digest", "Repr-Digest", "content-md5", "Expect",
        ]
        let headers = HTTPHeaders(names.map { HTTPHeaderField(name: $0, value: "x") } + [HTTPHeaderField(name: "Accept", value: "y")])
        let mock = MockLoader().then(status, headers: ["Location": "/2"]).then(200)
        _ = try await (Redirect() --> mock).load(
            HTTPRequest(method: .post, url: "https://host/1", headers: headers, body: DataBody([1])))
        #expect(mock.requests.last?.method == method)
        #expect(mock.requests.last?.headers.map(\.name) == (isKept ? names : []) + ["Accept"])
    }

    /// The handler sees each hop, without credentials for another origin, and may change or stop it, but not add another request.
    @Test func aHandlerDecidesAboutEachHop() async throws {
        let mock = MockLoader().then(302, headers: ["Location": "https://other/2"]).then(302, headers: ["Location": "/3"])
        var request = HTTPRequest(url: "https://host/1", headers: ["Authorization": "x"])
        request.redirectHandler = { head, next in
            guard next.path == "/2" else { return nil }
            var next = next
            next.headers["X"] = "\(head.status) \(next.headers.contains("Authorization"))"
            return next
        }
        let response = try await (Redirect() --> mock).load(request)
        #expect(response.status == 302)
        #expect(mock.requests.map(\.path) == ["/1", "/2"])
        #expect(mock.requests.last?.headers["X"] == "302 false")
    }

    @Test func aHandlerCannotSendCredentialsToOtherOrigins() async throws {
        let mock = MockLoader().then(302, headers: ["Location": "/2"]).then(200)
        var request = HTTPRequest(url: "https://host/1", headers: ["Authorization": "x"])
        request.redirectHandler = { _, next in
            var next = next
            next.host = "other"
            return next
        }
        _ = try await (Redirect() --> mock).load(request)
        #expect(mock.requests.last?.headers.contains("Authorization") == false)
        request.redirectHandler = { _, _ in HTTPRequest(url: "https://elsewhere/") }
        let error = await #expect(throws: HTTPError.self) {
            try await (Redirect() --> MockLoader().then(302, headers: ["Location": "/2"])).load(request)
        }
        #expect(error?.code == .invalidRequest)
    }

    /// A site that leads to another one, and on within that, is still who asks.
    @Test func remembersTheOriginOfTheFirstRequest() async throws {
        let mock = MockLoader().then(302, headers: ["Location": "https://b.example/"]).then(302, headers: ["Location": "/2"]).then(200)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: "https://a.example/"))
        #expect(mock.requests.map { $0.redirectedFrom?.host } == [nil, "a.example", "a.example"])
    }

    /// The next 401 would be a riddle.
    @Test(
        arguments: [
            (
                "https://other/",
                ["The other origin does not get Authorization, X-Functions-Key, the authentication, the client certificate."]
            ),
            ("https://host/2", []),
        ] as [(String, [String])])
    func namesWhatTheOtherOriginDoesNotGet(location: String, expected: [String]) async {
        let mock = MockLoader().then(303, headers: ["Location": location]).then(200)
        var request = HTTPRequest(
            method: .post, url: "https://host/", headers: ["Authorization": "Bearer s3cret", "X-Functions-Key": "s3cret"])
        request.headers["Accept"] = "*/*"
        request.body = DataBody([1])
        request.authenticate(with: .basic(BasicCredentials(username: "u", password: "s3cret")))
        request.clientCertificate = HTTPClientCertificate(path: "/c.pem")
        let events = await (Redirect() --> mock).start(request).allEvents()
        #expect(events.compactMap { event -> String? in if case .noted(let text) = event { text } else { nil } } == expected)
    }

    @Test func everyHopIsTraced() async {
        let task = (Redirect() --> MockLoader().then(302, headers: ["Location": "/2"]).then(200)).start(
            HTTPRequest(url: "https://host/1#f"))
        let hops = await task.allEvents().compactMap { event -> String? in
            if case .redirected(let from, let response, let to) = event {
                "\(from.url) \(response.status) \(to.url)#\(to.fragment ?? "")"
            } else {
                nil
            }
        }
        #expect(hops == ["https://host/1 302 https://host/2#f"])
    }
}
