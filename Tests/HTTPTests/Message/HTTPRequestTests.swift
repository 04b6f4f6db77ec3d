import Foundation
import HTTP
import Testing

@Suite struct HTTPRequestTests {
    @Test(arguments: [
        "https://host/a|b?x[]=1&y={z}", "http://host:8080/a%2Fb/../c;d?q=%20+'\"", "https://[::1]:9/", "https://host", "https://host?x",
        "a/b?c=d",
        "https://host/%7Euser//x?",
    ])
    func keepsTheTargetAsWritten(url: String) {
        #expect(HTTPRequest(url: url).url == url)
    }

    @Test func encodesCharactersThatARequestLineCannotHold() {
        let request = HTTPRequest(url: "https://host/a b/é?q=\u{7}")
        #expect(request.requestTarget == "/a%20b/%C3%A9?q=%07")
    }

    @Test func aURLIsSplitIntoParts() {
        let request = HTTPRequest(url: "HTTP://me:pw@Host.example:81/p%20q?a=1&b#frag")
        #expect(request.scheme == "http")
        #expect(request.host == "Host.example")
        #expect(request.port == 81)
        #expect(request.percentEncodedUserInfo == "me:pw")
        #expect(request.path == "/p q")
        #expect(request.queryItems == [URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "b", value: nil)])
        #expect(request.fragment == "frag")
        #expect(request.origin == HTTPOrigin(scheme: "http", host: "host.example", port: 81))
    }

    @Test func aRequestUsesHTTPSByDefault() {
        var request = HTTPRequest()
        request.host = "host"
        request.path = "/x"
        #expect(request.url == "https://host/x")
        #expect(request.effectivePort == 443)
    }

    @Test func queryItemsRoundTrip() {
        var request = HTTPRequest(url: "https://host/")
        let items = [URLQueryItem(name: "a&b", value: "c=d+e f#é"), URLQueryItem(name: "", value: ""), URLQueryItem(name: "n", value: nil)]
        request.queryItems = items
        #expect(request.queryItems == items)
        #expect(request.percentEncodedQuery == "a%26b=c%3Dd%2Be%20f%23%C3%A9&=&n")
    }

    @Test func appendingToAQueryKeepsItsItems() {
        var request = HTTPRequest(url: "https://host/?a=[1]")
        request.appendQueryItems([URLQueryItem(name: "b", value: "2")])
        #expect(request.requestTarget == "/?a=[1]&b=2")
    }

    @Test(arguments: [
        ("http://h:1*", "h", "*"), ("http://u:p@h*", "h", "*"), ("http://[::1]*", "[::1]", "*"), ("http://h/*", "h", "/*"),
        ("http://*", "*", "/"), ("http://h*?q", "h*", "/?q"), ("http://h*/", "h*", "/"),
    ])
    func aServerItselfHasAnAsteriskAsItsPath(_ url: String, _ host: String, _ target: String) {
        let request = HTTPRequest(method: .options, url: url)
        #expect(request.host == host && request.requestTarget == target && request.url == url)
    }

    @Test func aCopyKeepsItsIdentityUnlessANewOneIsRequested() {
        let request = HTTPRequest(url: "https://host/")
        var copy = request
        copy.method = .put
        #expect(copy.id == request.id)
        #expect(copy.withNewIdentity().id != request.id)
    }

    @Test func changingACopyKeepsTheOriginal() {
        let request = HTTPRequest(method: .post, url: "https://host/a?b#c", headers: ["A": "1"], body: DataBody([1]))
        var copy = request
        copy.method = .put
        copy.headers["A"] = "2"
        copy.body = EmptyBody()
        copy.host = "other"
        copy.unixSocketPath = "/run/x"
        #expect((copy.method, copy.url, copy.headers["A"], copy.body.isEmpty) == (.put, "https://other/a?b", "2", true))
        #expect((request.method, request.url, request.headers["A"], request.body.isEmpty) == (.post, "https://host/a?b", "1", false))
        #expect((copy.unixSocketPath, request.unixSocketPath) == ("/run/x", nil))
    }

    @Test func aDescriptionMasksSecrets() throws {
        var request = HTTPRequest(
            method: .post, url: try #require(URL(string: "https://leia:hunter2@host/a?page=1&api_key=hunter2&x")),
            headers: ["Accept": "text/html", "X-API-Key": "hunter2"], body: TextBody("hunter2"))
        request.bearerToken = "hunter2"
        #expect(
            "\(request)" == """
                POST https://leia:••••@host/a?page=1&api_key=••••&x
                Accept: text/html
                X-API-Key: ••••
                TextBody, 7 bytes
                """)
        var dumped = ""
        dump(HTTPResponse(request: request, status: .notFound, headers: ["Set-Cookie": "id=hunter2"]), to: &dumped)
        #expect(dumped.contains("404 Not Found") && !dumped.contains("hunter2"))
    }

    @Test func anEnvironmentIsAnOption() {
        var request = HTTPRequest()
        #expect(request[option: ServerEnvironment.self] == nil)
        request.serverEnvironment = ServerEnvironment(host: "h")
        #expect(request[option: ServerEnvironment.self]?.host == "h")
    }

    @Test func optionsHaveDefaultsAndAreKeptByType() {
        var request = HTTPRequest()
        #expect(request.versionPreference == .automatic)
        request.versionPreference = .http2
        request.unixSocketPath = "/run/x"
        #expect(request.versionPreference == .http2)
        #expect(request.unixSocketPath == "/run/x")
        #expect(request.withNewIdentity().versionPreference == .http2)
    }

    @Test func adoptsTheOptionsOfAnotherRequest() {
        var (request, model) = (HTTPRequest(), HTTPRequest())
        (request.versionPreference, request.unixSocketPath) = (.http2, "/run/x")
        (model.versionPreference, model.networkInterface) = (.http10, "lo")
        request.adoptOptions(of: model)
        #expect(request.versionPreference == .http10)
        #expect((request.unixSocketPath, request.networkInterface) == ("/run/x", "lo"))
    }

    /// Whatever contains headers can be printed and dumped.
    @Test func printingShowsNoSecret() {
        var request = HTTPRequest(url: "https://host/")
        request.headers = ["Authorization": "hunter2", "Proxy-Authorization": "hunter2", "Cookie": "a=hunter2", "Accept": "shown"]
        let head = HTTPResponseHead(status: .ok, headers: ["Set-Cookie": "a=hunter2", "ETag": "shown"])
        let metrics = HTTPMetrics(headerBytes: Array("hunter2".utf8), requestHeaderByteCount: 7)
        let hop = HTTPHop(request: request, response: head, metrics: metrics)
        let trace = [HTTPTraceEntry(offset: .zero, event: .responded(head)), HTTPTraceEntry(offset: .zero, event: .finished(metrics))]
        let exchange = HTTPExchange(startedAt: Date(), duration: .zero, request: request, hops: [hop], response: head, trace: trace)
        let response = HTTPResponse(request: request, status: .ok, headers: head.headers)
        let change = HTTPRequestChange(link: "Link", before: request, after: request)
        let values: [Any] = [
            request, head, head.headers, head.headers.fields, metrics, exchange, response, change, HTTPTaskEvent.responded(head),
            HTTPError(.timedOut, request: request, response: response), HTTPResult.success(response),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            let all = dumped + "\(value)" + String(reflecting: value)
            let leaks = ["hunter2", "104, 117, 110"].filter { all.contains($0) }
            #expect(leaks.isEmpty, "\(all)")
        }
        #expect(head.description == "200 OK\nSet-Cookie: ••••\nETag: shown")
    }
}
