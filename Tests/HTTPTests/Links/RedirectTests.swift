import HTTP
import HTTPTesting
import Testing

/// What the wire does not show; the rest stands in ``ExchangeScript``.
@Suite struct RedirectTests {
    @Test(arguments: [("https://host/x", true), ("https://host:8443/x", false), ("https://other/x", false)])
    func whatTheTransportProvesStaysAtItsOrigin(location: String, isKept: Bool) async throws {
        let mock = MockLoader().then(307, headers: ["Location": location]).then(200)
        var request = HTTPRequest(url: "https://host/")
        request.authenticate(
            with: .transport(HTTPTransportAuthentication(scheme: .ntlm, credentials: BasicCredentials(user: "u", password: "p"))))
        request.clientCertificate = HTTPClientCertificate(path: "/c.pem")
        _ = try await (Redirect() --> mock).load(request)
        let last = try #require(mock.requests.last)
        #expect((last.authenticationMethod != nil) == isKept)
        #expect((last.transportAuthentication != nil) == isKept)
        #expect((last.clientCertificate != nil) == isKept)
    }

    @Test(arguments: [
        ("Authorization", true), ("proxy-authorization", true), ("Cookie", true), ("X-API-Key", true), ("apikey", true),
        ("PRIVATE-TOKEN", true), ("X-Auth-Token", true), ("Ocp-Apim-Subscription-Key", true), ("X-CSRFToken", true), ("X-Session-ID", true),
        ("Idempotency-Key", false), ("Sec-WebSocket-Key", false), ("Accept", false), ("X-Author", false), ("X-Keyboard", false),
        ("Authority", false),
    ])
    func headersCalledLikeCredentialsAreDropped(name: String, isDropped: Bool) async throws {
        let mock = MockLoader().then(302, headers: ["Location": "https://other/"]).then(200)
        _ = try await (Redirect() --> mock).load(HTTPRequest(url: "https://host/", headers: [name: "v"]))
        #expect(mock.requests.map { $0.headers.contains(name) } == [true, !isDropped])
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
}
