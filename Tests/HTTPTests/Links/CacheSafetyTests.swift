import HTTP
import HTTPTesting
import Testing

/// Requests for which a stored response must not be used.
@Suite struct CacheSafetyTests {
    let request = HTTPRequest(url: "https://host/x")
    let clock = ManualClock()
    static let fresh: HTTPHeaders = ["Cache-Control": "max-age=9"]

    /// Loads, reads the body, and says what came.
    func get(_ loader: HTTPChain, _ request: HTTPRequest? = nil) async throws -> String {
        let response = try await loader.load(request ?? self.request)
        return "\(response.status) \(try await response.text())"
    }

    func cache(_ mock: MockLoader) -> HTTPChain { CacheResponses(clock: clock.clock) --> mock }

    @Test func redirectedResponsesAreNotStoredUnderTheFirstURL() async throws {
        let mock = MockLoader().then(302, headers: ["Location": "/y"]).then(200, headers: Self.fresh, body: "1")
            .then(302, headers: ["Location": "/z"]).then(200, headers: Self.fresh, body: "2")
        let loader = CacheResponses(clock: clock.clock) --> Redirect() --> mock
        #expect(try await get(loader) == "200 1")
        #expect(try await get(loader) == "200 2")
        #expect(mock.requests.map(\.path) == ["/x", "/y", "/x", "/z"])
    }

    /// The target of the redirect may use the same tag for different content.
    @Test func redirectedResponsesValidateNothing() async throws {
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=1", "ETag": "\"1\""], body: "old")
            .then(302, headers: ["Location": "/y"]).then(304)
            .then(302, headers: ["Location": "/y"]).then(200, body: "new")
        let loader = CacheResponses(clock: clock.clock) --> Redirect() --> mock
        #expect(try await get(loader) == "200 old")
        clock.advance(by: .seconds(5))
        #expect(try await get(loader) == "200 new")
        #expect(mock.requests.last?.headers["If-None-Match"] == nil)
    }

    /// It would be returned as a whole one.
    @Test(arguments: ["shared", nil]) func `a truncated body is not stored, and is recorded as such`(identifier: String?) async throws {
        let recorder = ListRecorder()
        let mock = MockLoader().then { request throws(HTTPError) in
            let body = HTTPResponseBody(ListSource([Array("par".utf8)], isTruncated: true), for: request)
            return HTTPResponse(request: request, status: 200, headers: Self.fresh, body: body)
        }.then(200, body: "whole")
        let throttled = Throttle(maximumNumberOfRequests: 1) --> mock
        let loader = RecordExchanges(to: recorder) --> Deduplicate() --> CacheResponses(clock: clock.clock) --> throttled
        var request = request
        request.deduplicationIdentifier = identifier
        let response = try await loader.load(request)
        #expect(try await response.text() == "par")
        #expect(response.body.isTruncated)
        #expect(try await get(loader, request) == "200 whole")
        #expect(recorder.exchanges.map(\.body?.isComplete) == [false, true])
        #expect(recorder.exchanges.allSatisfy { $0.error == nil })
    }

    /// A stored response with `Vary: *` after a validation is not used again.
    @Test func revalidatesAfterVaryBecomesEverything() async throws {
        let tag: HTTPHeaders = ["ETag": "\"1\"", "Cache-Control": "max-age=1"]
        let mock = MockLoader().then(200, headers: tag, body: "1").then(304, headers: ["Vary": "*", "Cache-Control": "max-age=9"])
            .then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(5))
        #expect(try await get(loader) == "200 1")
        #expect(try await get(loader) == "200 2")
    }

    /// Each would be the response to other credentials, of another server, in another form, or without verification.
    static let differences: [@Sendable (inout HTTPRequest) -> Void] = [
        { $0.clientCertificate = HTTPClientCertificate(path: "/a.pem") }, { $0.serverTrust.isVerified = false },
        { $0.headers["Host"] = "other" },
        { $0.serverTrust.pinnedPublicKeys = ["sha256//a"] }, { $0.certificateAuthoritiesPath = "/ca.pem" },
        { $0.unixSocketPath = "/a.sock" }, { $0.serverEnvironment = ServerEnvironment(name: "other", host: nil) },
        { $0.connectOverrides = [HTTPConnectOverride(newHost: "other")] },
        { $0.addressOverrides = [HTTPAddressOverride(host: "host", port: 443, addresses: ["127.0.0.1"])] }, { $0.decompression = .none },
        { $0.decompression = .codings(["gzip"]) },
        {
            let nobody = BasicCredentials(username: "", password: "")
            $0.transportAuthentication = HTTPTransportAuthentication(scheme: .negotiate, credentials: nobody)
        },
    ]

    @Test func differentRequestsGetSeparateResponses() async throws {
        for change in Self.differences {
            let loader = cache(MockLoader().then(200, headers: Self.fresh, body: "1").then(200, headers: Self.fresh, body: "2"))
            var other = request
            change(&other)
            #expect(try await get(loader, other) == "200 1")
            #expect(try await get(loader) == "200 2")
            #expect(try await get(loader, other) == "200 1")
        }
    }

    /// Private data must not survive a logout.
    @Test func aBodyReadAfterAResetIsNotStored() async throws {
        let loader = cache(MockLoader().then(200, headers: Self.fresh, body: "1").then(200, body: "2"))
        let early = try await loader.load(request)
        await loader.reset()
        #expect(try await early.text() == "1")
        #expect(try await get(loader) == "200 2")
    }

    @Test func aValidationFinishedAfterAResetIsNotStored() async throws {
        let gate = Gate()
        let mock = MockLoader().then(200, headers: ["Cache-Control": "max-age=1", "ETag": "\"1\""], body: "1")
            .then { request throws(HTTPError) in
                await gate.enter()
                return HTTPResponse(request: request, status: .notModified, headers: Self.fresh)
            }
            .then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        clock.advance(by: .seconds(5))
        let late = loader.start(request)
        await gate.waitUntilEntered()
        await loader.reset()
        gate.open()
        #expect(try await late.value.text() == "1")
        #expect(try await get(loader) == "200 2")
    }

    static let validators: [HTTPHeaders] = [["ETag": "\"1\""], ["Last-Modified": "Wed, 31 Dec 2025 23:58:20 GMT"]]

    /// A later 304 would bring it back (RFC 9111 section 3).
    @Test(arguments: [500, 403, 302] as [HTTPStatus], validators)
    func doesNotStoreAFailureWithAValidator(status: HTTPStatus, validator: HTTPHeaders) async throws {
        let mock = MockLoader().then(status, headers: validator, body: "1").then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        _ = try await get(loader)
        #expect(mock.requests.last?.headers.isEmpty == true)
    }

    /// They were for that one connection (section 3.1).
    @Test func doesNotReplayConnectionHeaders() async throws {
        let headers: HTTPHeaders = [
            "Cache-Control": "max-age=9", "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "timeout=5", "X-End": "2",
            "Proxy-Authenticate": "Basic", "Transfer-Encoding": "chunked",
        ]
        let loader = cache(MockLoader().then(200, headers: headers, body: "1"))
        _ = try await get(loader)
        #expect(try await loader.load(request).headers.map(\.name) == ["Cache-Control", "X-End", "Age"])
    }

    @Test(arguments: ["Location", "Content-Location"]) func aChangeInvalidatesTheNamedResource(field: String) async throws {
        let mock = MockLoader().then(200, headers: Self.fresh, body: "1").then(201, headers: [field: "/x"]).then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        _ = try await get(loader, HTTPRequest(method: .post, url: "https://host/list"))
        #expect(try await get(loader) == "200 2")
    }

    /// RFC 9111 section 4.4: a redirect is a success of the change, an error is not.
    @Test(arguments: [(201, true), (303, true), (399, true), (400, false), (503, false)])
    func onlyASuccessfulChangeInvalidates(status: HTTPStatus, invalidates: Bool) async throws {
        let mock = MockLoader().then(200, headers: Self.fresh, body: "1").then(status).then(200, body: "2")
        let loader = cache(mock)
        _ = try await get(loader)
        _ = try await get(loader, HTTPRequest(method: .post, url: request.url))
        #expect(try await get(loader) == (invalidates ? "200 2" : "200 1"))
    }

    @Test func aChangeAtAnotherOriginInvalidatesNothing() async throws {
        let mock = MockLoader().then(200, headers: Self.fresh, body: "1").then(201, headers: ["Location": "https://host/x"])
        let loader = cache(mock)
        _ = try await get(loader)
        _ = try await get(loader, HTTPRequest(method: .post, url: "https://evil/list"))
        #expect(try await get(loader) == "200 1")
    }

    @Test func aBodyOverTheLimitIsNotStored() async throws {
        let mock = MockLoader().then(200, headers: Self.fresh, body: "123").then(200, headers: Self.fresh, body: "45")
        let loader = CacheResponses(maxBodyBytes: 2, clock: clock.clock) --> mock
        #expect(try await get(loader) == "200 123")
        #expect(try await get(loader) == "200 45")
        #expect(try await get(loader) == "200 45")
    }

    @Test func evictsTheOldestVariants() async throws {
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: .ok, headers: ["Cache-Control": "max-age=9", "Vary": "Accept"])
        }
        let loader = cache(mock)
        func load(_ number: Int) async throws {
            var asking = request
            asking.headers["Accept"] = "\(number)"
            _ = try await get(loader, asking)
        }
        for number in 0...8 { try await load(number) }
        for number in 1...8 { try await load(number) }
        #expect(mock.requests.count == 9)
        try await load(0)
        #expect(mock.requests.count == 10)
    }

    /// The directives of a request, 12 seconds after a response that was fresh for 9; whether the stored response serves it.
    @Test(arguments: [
        ([("Cache-Control", "max-stale=3")], true), ([("Cache-Control", "max-stale=2")], false), ([("Cache-Control", "max-stale")], true),
        ([("Cache-Control", "max-stale"), ("Pragma", "no-cache")], true), ([("Pragma", "no-cache")], false),
    ])
    func `a stale response serves only requests that allow it`(fields: [(String, String)], isServed: Bool) async throws {
        let loader = cache(MockLoader().then(200, headers: Self.fresh, body: "1").then(200, body: "2"))
        _ = try await get(loader)
        clock.advance(by: .seconds(12))
        var asking = request
        for (name, value) in fields { asking.headers.append(name, value) }
        #expect(try await get(loader, asking) == (isServed ? "200 1" : "200 2"))
    }

    @Test func `a 304 without a stored response is not stored`() async throws {
        let loader = cache(MockLoader().then(304, headers: Self.fresh).then(200, body: "1"))
        var asking = request
        asking.headers["If-None-Match"] = "\"1\""
        #expect(try await get(loader, asking) == "304 ")
        #expect(try await get(loader) == "200 1")
    }
}
