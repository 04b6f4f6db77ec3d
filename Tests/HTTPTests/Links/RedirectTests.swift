import HTTP
import HTTPTesting
import Testing

@Suite struct RedirectTests {
    static func redirecting(_ status: HTTPStatus, to location: String) -> MockLoader {
        MockLoader().then(status, headers: ["Location": location]).then(200)
    }

    @Test(arguments: [
        (HTTPStatus(rawValue: 301), HTTPMethod.get, HTTPMethod.get, false), (301, .post, .get, false), (301, .put, .put, true),
        (302, .post, .get, false), (302, .head, .head, false), (302, .delete, .delete, true), (303, .post, .get, false),
        (303, .put, .get, false), (303, .head, .head, false), (307, .post, .post, true), (308, .post, .post, true),
        (308, .get, .get, false),
    ])
    func methodAndBodyFollowTheStatus(status: HTTPStatus, method: HTTPMethod, expected: HTTPMethod, keepsBody: Bool) async throws {
        let mock = Self.redirecting(status, to: "/next")
        let body: any HTTPBody = method == .get || method == .head ? EmptyBody() : TextBody("x")
        _ = try await (Redirect() --> mock).load(HTTPRequest(method: method, url: "https://host/", body: body))
        #expect(mock.requests.last?.method == expected)
        #expect(mock.requests.last?.body.isEmpty == !keepsBody)
        #expect(mock.requests.last?.headers.contains("Content-Type") == keepsBody)
    }

    @Test(arguments: [
        ("/b?c#d", "https://host/b?c"), ("b", "https://host/a/b"), ("../b", "https://host/b"), ("//other/x", "https://other/x"),
        ("https://other:8443/é", "https://other:8443/%C3%A9"), ("?q", "https://host/a/z?q"), ("HTTPS://HOST:443/x", "https://host/x"),
    ])
    func locationsAreResolved(location: String, expected: String) async throws {
        let mock = Self.redirecting(302, to: location)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: "https://host/a/z"))
        #expect(mock.requests.last?.url == expected)
    }

    @Test(arguments: [
        ("https://host/x", true), ("https://host:443/x", true), ("https://host:8443/x", false), ("https://other/x", false),
        ("https://sub.host/x", false),
    ])
    func credentialsStayAtTheirOrigin(location: String, areKept: Bool) async throws {
        let mock = Self.redirecting(307, to: location)
        let environment = ServerEnvironment(host: "host", headers: ["X-Key": "k"])
        let headers: HTTPHeaders = ["Authorization": "a", "Cookie": "c", "Proxy-Authorization": "p", "X-Other": "o"]
        var request = HTTPRequest(url: "x", headers: headers)
        request.authenticate(with: .bearer("t"))
        request.clientCertificate = HTTPClientCertificate(path: "/c.pem")
        _ = try await (ApplyEnvironment(environment) --> Redirect() --> mock).load(request)
        let last = try #require(mock.requests.last)
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Key"] {
            #expect(last.headers.contains(name) == areKept, "\(name)")
        }
        #expect(last.headers["X-Other"] == "o")
        #expect((last.authenticationMethod != nil) == areKept)
        #expect((last.clientCertificate != nil) == areKept)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let name: String
        let location: String
        let code: HTTPError.Code
        var change: @Sendable (inout HTTPRequest) -> Void = { _ in }
        var testDescription: String { name }
    }

    @Test(arguments: [
        Refusal(name: "downgrade", location: "http://host/", code: .insecureConnection),
        Refusal(name: "other scheme", location: "ftp://host/", code: .invalidResponse),
        Refusal(name: "no URL", location: "https://[", code: .invalidResponse),
        Refusal(name: "body read once", location: "/x", code: .bodyNotReplayable) {
            $0.method = .post
            $0.body = StreamBody(length: .known(1), replay: .once) { throw CancellationError() }
        },
        Refusal(name: "no hop allowed", location: "/x", code: .tooManyRedirects) { $0.redirectPolicy.limit = 0 },
    ])
    func whatMustNotBeFollowedFailsWithTheAnswer(_ example: Refusal) async {
        var request = HTTPRequest(url: "https://host/")
        example.change(&request)
        let mock = Self.redirecting(307, to: example.location)
        let error = await #expect(throws: HTTPError.self) { try await (Redirect() --> mock).load(request) }
        #expect(error?.code == example.code)
        #expect(error?.response?.status == 307)
        #expect(mock.requests.count == 1)
    }

    @Test func optionsAllowWhatIsRefusedElse() async throws {
        var request = HTTPRequest(method: .post, url: "https://host/", body: TextBody("x"))
        request.redirectPolicy = HTTPRedirectPolicy(keepsMethod: true, allowsDowngrade: true)
        let mock = Self.redirecting(301, to: "http://host/")
        _ = try await (Redirect() --> mock).load(request)
        #expect(mock.requests.last?.method == .post)
        request.redirectPolicy.isFollowing = false
        #expect(try await (Redirect() --> Self.redirecting(302, to: "/x")).load(request).status == 302)
    }

    @Test func aCircleEndsAtTheLimit() async {
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: 302, headers: ["Location": "/"])
        }
        let error = await #expect(throws: HTTPError.self) { try await (Redirect() --> mock).load(HTTPRequest(url: "https://host/")) }
        #expect(error?.code == .tooManyRedirects)
        #expect(mock.requests.count == 11)
    }

    @Test func everyHopIsTraced() async {
        let task = (Redirect() --> MockLoader().then(302, headers: ["Location": "/2"]).then(200)).start(
            HTTPRequest(url: "https://host/1#f"))
        let hops = await task.allEvents().compactMap { event -> String? in
            if case .redirected(let from, let answer, let to) = event {
                "\(from.url) \(answer.status) \(to.url)#\(to.fragment ?? "")"
            } else {
                nil
            }
        }
        #expect(hops == ["https://host/1 302 https://host/2#f"])
    }

    @Test func aStatusWithoutLocationIsAnAnswer() async throws {
        #expect(try await (Redirect() --> MockLoader().then(302)).load(HTTPRequest(url: "https://host/")).status == 302)
        #expect(
            try await (Redirect() --> MockLoader().then(304, headers: ["Location": "/"])).load(HTTPRequest(url: "https://host/")).status
                == 304)
    }
}
