internal import HTTP

extension ConformanceCase {
    /// Reuse of connections.
    static let connections: [ConformanceCase] = [
        ConformanceCase("a connection is used again, and the metrics say so") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            var (reuse, setUps): ([Bool?], [Bool]) = ([], [])
            for _ in 0..<3 {
                let task = loader.start(server.request())
                _ = try await task.value.body.collect(upTo: 10)
                let metrics = await task.finishedMetrics()
                reuse.append(metrics?.connection?.isReused)
                setUps.append(metrics?.timings.nameLookup != nil && metrics?.timings.connection != nil)
            }
            try expect("connections", server.connectionCount, is: 1)
            try expect("reuse", reuse, is: [false, true, true])
            try expect("times of a set-up", setUps, is: [true, false, false])
        },
        ConformanceCase("an HTTP/1.0 connection is used again only where it says so") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok")
            for _ in 0..<2 {
                var request = server.request(headers: ["Connection": "keep-alive"])
                request.versionPreference = .http10
                try expect("answer", await Exchange.of(request, on: loader).text, is: "ok")
            }
            try expect("version", server.requests.map(\.version), is: ["HTTP/1.0", "HTTP/1.0"])
            try expect("connections", server.connectionCount, is: 1)
        },
        ConformanceCase("Connection: close ends a connection") { loader in
            let server = try FaultServer(keepingAlive: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
            for _ in 0..<2 { try expect("answer", await Exchange.of(server.request(), on: loader).text, is: "ok") }
            try expect("connections", server.connectionCount, is: 2)
        },
        ConformanceCase("a kept connection that the server has closed is replaced") { loader in
            let server = try FaultServer { connection in
                guard try connection.readRequest() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            for _ in 0..<3 { try expect("answer", await Exchange.of(server.request(), on: loader).text, is: "ok") }
            try expect("connections", server.connectionCount, is: 3)
        },
        ConformanceCase("fifty requests at once are all answered, over at most six connections") { loader in
            let server = try FaultServer { connection in
                while let request = try connection.readRequest() {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)")
                }
            }
            let responses = await withTaskGroup(of: (Int, String).self) { group in
                for number in 0..<50 {
                    let request = server.request("/\(number)")
                    group.addTask { (number, await Exchange.of(request, on: loader).text) }
                }
                return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
            }
            for number in 0..<50 { try expect("answer", responses[number], is: "/\(number)") }
            try expect("\(server.connectionCount) connections, at most six", server.connectionCount <= 6)
        },
        ConformanceCase("metrics are complete") { loader in
            let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\nhello")
            let task = loader.start(server.request("/m", method: .post, body: DataBody(Array("content".utf8))))
            _ = try await task.value.body.collect(upTo: 10)
            let metrics = try await need("metrics", task.finishedMetrics())
            try expect("sent header", metrics.requestHeaderBytes, is: need("request", server.requests.first).head)
            try expect(
                "received header", metrics.responseHeaderBytes, is: Array("HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\n".utf8))
            let counts = metrics.byteCounts
            try expect("counts", [counts.sentBody, counts.receivedBody, counts.decodedBody], is: [7, 5, 5])
            let headerCounts = [metrics.requestHeaderBytes.count, metrics.responseHeaderBytes.count].map { Int64($0) }
            try expect("counts of headers", [counts.sentHeader, counts.receivedHeader], is: headerCounts)
            let timings = metrics.timings
            let times = [timings.nameLookup, timings.connection, timings.requestSent, timings.firstByte, timings.lastByte]
            try expect("every phase has a time", !times.contains(nil))
            try expect(
                "times are of microseconds", times.contains { ($0?.components.attoseconds ?? 0) % 1_000_000_000_000_000 != 0 })
            try expect(
                "a connection comes after its name", try need("a name", timings.nameLookup) < need("a connection", timings.connection))
            try expect("server's end", metrics.connection?.remote?.description, is: "127.0.0.1:\(server.port)")
            try expect("own end", metrics.connection?.local?.address, is: "127.0.0.1")
            try expect("version", metrics.connection?.version, is: .http11)
        },
    ]
}

extension FaultServer {
    /// A server that gives the same response to each request on a connection, until the client closes it or the response has `Connection: close`.
    convenience init(keepingAlive response: String) throws {
        let closes = response.contains("Connection: close")
        try self.init { connection in
            while try connection.readRequest() != nil {
                try connection.send(response)
                if closes { return }
            }
        }
    }
}

extension ConformanceCase {
    /// Proxies of all kinds that a script can imitate.
    static let proxies: [ConformanceCase] = [
        ConformanceCase("an HTTP proxy gets the absolute URL, and no headers of its own making") { loader in
            let proxy = try FaultServer(ScriptedProxy.http(response: viaProxy))
            var request = through(proxy, .http)
            request.headers = ["X-Own": "1"]
            request.decompression = .none
            let exchange = await Exchange.of(request, on: loader)
            try expect("answer", exchange.text, is: "proxied")
            let expected = "GET http://somewhere.example/path?q HTTP/1.1\r\nHost: somewhere.example\r\nX-Own: 1\r\n\r\n"
            try expect("request", proxy.requests.first.map { String(decoding: $0.head, as: UTF8.self) }, is: expected)
        },
        ConformanceCase("an HTTP proxy gets its credentials, and the server does not") { loader in
            let server = try FaultServer(answering: noContent)
            let proxy = try FaultServer(ScriptedProxy.http(authorization: basic, response: viaProxy))
            let plain = await Exchange.of(through(proxy, .http, credentials), on: loader)
            try expect("answer", plain.text, is: "proxied")
            let tunnelled = await Exchange.of(through(proxy, .http, credentials, tunnels: true, to: server), on: loader)
            try tunnelled.expectStatus(204)
            try expect("seen by the server", server.requests.first?["Proxy-Authorization"], is: nil)
        },
        ConformanceCase("on a redirect the proxy's credentials go to the proxy alone, and the server's no further than their origin") {
            loader in
            for tunnels in [false, true] {
                let responses: FaultServer.Script = { connection in
                    while let request = try connection.readRequest() {
                        let isLast = request["Host"]?.hasPrefix("b.example") == true
                        let port = request["Host"]?.split(separator: ":").last ?? ""
                        try connection.send(
                            isLast ? viaProxy : "HTTP/1.1 302 Found\r\nLocation: http://b.example:\(port)/\r\nContent-Length: 0\r\n\r\n")
                    }
                }
                let server = try FaultServer(responses)
                let proxy = tunnels ? try FaultServer(ScriptedProxy.http(authorization: basic, response: "")) : server
                var request = through(proxy, .http, credentials, tunnels: tunnels, to: server)
                request.host = "a.example"
                request.authenticate(with: .bearer("t"))
                let exchange = await Exchange.of(request, on: Redirect() --> Authenticate() --> loader)
                try expect("answer", exchange.text, is: "proxied")
                try expect("seen by the server", server.requests.map { $0["Authorization"] }, is: ["Bearer t", nil])
                let wanted = [String?](repeating: basic, count: 2)
                try expect("seen by the proxy", proxy.requests.map { $0["Proxy-Authorization"] }, is: wanted)
                guard tunnels else { continue }
                try expect("proxy's at the server", server.requests.map { $0["Proxy-Authorization"] }, is: [nil, nil])
                try expect("server's at the proxy", proxy.requests.map { $0["Authorization"] }, is: [nil, nil])
            }
        },
        ConformanceCase("wrong credentials at an HTTP proxy are told apart") { loader in
            let server = try FaultServer(answering: noContent)
            let proxy = try FaultServer(ScriptedProxy.http(authorization: basic, response: viaProxy))
            let plain = await Exchange.of(through(proxy, .http), on: loader)
            try plain.expectStatus(407)
            let tunnelled = await Exchange.of(through(proxy, .http, tunnels: true, to: server), on: loader)
            try expect("code", tunnelled.error?.code, is: .cannotAuthenticate)
        },
        ConformanceCase("a tunnel carries the request as it is") { loader in
            let server = try FaultServer(answering: noContent)
            let proxy = try FaultServer(ScriptedProxy.http(response: viaProxy))
            var request = through(proxy, .http, tunnels: true, to: server)
            request.headers = ["X-Own": "1"]
            let exchange = await Exchange.of(request, on: loader)
            try exchange.expectStatus(204)
            try expect("target", server.requests.first?.target, is: "/path?q")
            try expect("method at the proxy", proxy.requests.first?.method, is: "CONNECT")
            try expect("own header at the proxy", proxy.requests.first?["X-Own"], is: nil)
            try expect("own header at the server", server.requests.first?["X-Own"], is: "1")
        },
        ConformanceCase("SOCKS 5 carries the request, with and without credentials") { loader in
            let server = try FaultServer(keepingAlive: noContent)
            for (wanted, given) in [(nil, nil), (("user", "secret"), credentials)] as [(ScriptedProxy.Credentials?, BasicCredentials?)] {
                let proxy = try FaultServer(ScriptedProxy.socks5(wanted))
                for kind in [HTTPProxy.Kind.socks5, .socks5h] {
                    let exchange = await Exchange.of(through(proxy, kind, given, to: server), on: loader)
                    try exchange.expectStatus(204)
                }
            }
            try expect("connections", server.connectionCount, is: 4)
        },
        ConformanceCase("SOCKS 4 gets an address and SOCKS 4a a name, both with the user") { loader in
            let server = try FaultServer(keepingAlive: noContent)
            for kind in [HTTPProxy.Kind.socks4, .socks4a] {
                let proxy = try FaultServer(ScriptedProxy.socks4(user: "user", takesNames: kind == .socks4a))
                var request = through(proxy, kind, credentials, to: server)
                request.host = "localhost"
                request.addressFamily = .ipv4
                try await Exchange.of(request, on: loader).expectStatus(204)
                let refused = await Exchange.of(through(proxy, kind, to: server), on: loader)
                try expect("code without the user", refused.error?.code, is: .cannotConnect)
            }
            try expect("connections", server.connectionCount, is: 2)
        },
        ConformanceCase("wrong credentials at a SOCKS 5 proxy cannot authenticate") { loader in
            let server = try FaultServer(answering: noContent)
            let proxy = try FaultServer(ScriptedProxy.socks5(("user", "other")))
            let exchange = await Exchange.of(through(proxy, .socks5h, credentials, to: server), on: loader)
            try expect("code", exchange.error?.code, is: .cannotAuthenticate)
        },
        ConformanceCase("a host that is an exception is reached without the proxy") { loader in
            let server = try FaultServer(answering: noContent)
            let proxy = try FaultServer(ScriptedProxy.http(response: viaProxy))
            var request = server.request()
            request.proxy = .through(HTTPProxy(host: "127.0.0.1", port: Int(proxy.port), exceptions: ["127.0.0.1"]))
            try await Exchange.of(request, on: loader).expectStatus(204)
            try expect("requests at the proxy", proxy.requests.count, is: 0)
        },
        ConformanceCase("a proxy that is not there cannot be connected to") { loader in
            let proxy = try FaultServer(ScriptedProxy.http(response: viaProxy))
            proxy.stop()
            let error = try need("an error", await Exchange.of(through(proxy, .http), on: loader).error)
            try expect("code", error.code, is: .cannotConnect)
            try expect("the message names the proxy: \(error.message)", error.message.contains("proxy 127.0.0.1:\(proxy.port)"))
        },
    ]

    private static let viaProxy = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nproxied"
    private static let credentials = BasicCredentials(username: "user", password: "secret")
    private static let basic = "Basic dXNlcjpzZWNyZXQ="

    private static func through(
        _ proxy: FaultServer, _ kind: HTTPProxy.Kind, _ credentials: BasicCredentials? = nil, tunnels: Bool = false,
        to server: FaultServer? = nil
    ) -> HTTPRequest {
        var request = server?.request("/path?q") ?? HTTPRequest(url: "http://somewhere.example/path?q")
        proxy.hold(in: &request)
        request.proxy = .through(
            HTTPProxy(kind: kind, host: "127.0.0.1", port: Int(proxy.port), credentials: credentials, tunnels: tunnels))
        return request
    }
}
