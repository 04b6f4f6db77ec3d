import Foundation
import HTTP
import Testing
import Workspace

/// Cookies in the history.
@Suite struct ExchangeCookiesTests {
    private func exchange(_ headers: HTTPHeaders) -> Exchange {
        Exchange(
            startedAt: Date(timeIntervalSince1970: 0),
            request: Exchange.Request(method: "GET", url: "http://h/", headers: headers, jarCookies: ["sid", "flag"]),
            response: Exchange.Response(status: 200))
    }

    @Test(arguments: [
        ("own=1; sid=s3cret; flag=a=b", "own=1; sid=••••; flag=••••"), ("own=1", "own=1"), ("sid=", "sid="), ("sid=••••", "sid=••••"),
    ])
    func `the history stores names of the jar's cookies and the request's own cookies whole`(_ sent: String, _ kept: String) {
        var exchange = exchange(["Cookie": sent, "X-Cookie": "sid=1"])
        exchange.request.headerBytes = Array("GET / HTTP/1.1\r\nX: sid=1\r\ncookie: \(sent)\r\n\r\n".utf8)
        var metrics = HTTPMetrics()
        metrics.requestHeaderBytes = exchange.request.headerBytes
        exchange.hops = [Exchange.Hop(method: "GET", url: "http://h/", metrics: metrics)]
        let concealed = exchange.concealingCookies()
        #expect(concealed.request.headers == ["Cookie": kept, "X-Cookie": "sid=1"])
        let bytes = Array("GET / HTTP/1.1\r\nX: sid=1\r\ncookie: \(kept)\r\n\r\n".utf8)
        #expect(concealed.request.headerBytes == bytes)
        #expect(concealed.hops[0].metrics.requestHeaderBytes == bytes)
    }

    @Test(arguments: [
        ("sid=s3cret; Path=/; HttpOnly", "sid=••••; Path=/; HttpOnly"), ("sid=; Max-Age=0", "sid=; Max-Age=0"), ("s3cret", "••••"),
        ("", ""),
    ])
    func `cookies set by a response are stored by name, with their attributes`(_ set: String, _ kept: String) {
        var exchange = exchange([:])
        exchange.response?.headers = ["Set-Cookie": set, "set-cookie": "other=s3cret"]
        exchange.response?.headerBytes = Array("HTTP/1.1 200\r\nSet-Cookie:\(set)\r\n\r\n".utf8)
        var metrics = HTTPMetrics()
        metrics.responseHeaderBytes = exchange.response?.headerBytes ?? []
        exchange.hops = [Exchange.Hop(method: "GET", url: "http://h/", metrics: metrics)]
        let concealed = exchange.concealingCookies()
        #expect(concealed.response?.headers == ["Set-Cookie": kept, "set-cookie": "other=••••"])
        let bytes = Array("HTTP/1.1 200\r\nSet-Cookie:\(kept)\r\n\r\n".utf8)
        #expect(concealed.response?.headerBytes == bytes)
        #expect(concealed.hops[0].metrics.responseHeaderBytes == bytes)
    }

    @Test func `removing the jar's cookies keeps the request's own`() {
        #expect(exchange(["Cookie": "own=1; sid=••••", "A": "b"]).request.headersWithoutJar == ["Cookie": "own=1", "A": "b"])
        #expect(exchange(["Cookie": "flag=••••; sid=••••", "A": "b"]).request.headersWithoutJar == ["A": "b"])
    }
}
