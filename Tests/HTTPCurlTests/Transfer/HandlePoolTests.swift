import CCurl
import HTTP
import HTTPConformance
import Testing

@testable import HTTPCurl

@Suite struct HandlePoolTests {
    private let loader = CurlLoader()

    @Test func reusesAHandleOnlyForTheSameShape() throws {
        let library = try CurlLibrary.shared()
        let (plain, other) = (shape("Accept:"), shape("Accept:", "A: b"))
        var pool = HandlePool<EasyHandle>()
        let handles = try (0..<2).map { _ in try #require(EasyHandle(library.functions)) }
        for handle in handles { pool.store(handle, plain) }
        #expect(pool.removeHandle(other) == nil)
        #expect(pool.removeHandle(plain) === handles[1])
        #expect(pool.removeHandle(plain) === handles[0])
        #expect(pool.removeHandle(plain) == nil)
    }

    @Test func sendsTheBytesOfEachRequest() async throws {
        let server = try Self.server { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" }
        for value in ["\u{E9}", "e\u{301}"] {
            var request = server.request("/")
            request.headers["X-Name"] = value
            #expect(try await loader.load(request).body.collect(upTo: 2) == Array("ok".utf8))
        }
        let sent = server.requests.map { String(decoding: $0.head, as: UTF8.self).unicodeScalars.contains("\u{301}") }
        #expect(sent == [false, true])
    }

    @Test func releasesTheOldestHandle() throws {
        let library = try CurlLibrary.shared()
        var pool = HandlePool<EasyHandle>()
        for index in 0...HandlePool<EasyHandle>.capacity {
            pool.store(try #require(EasyHandle(library.functions)), shape("A: \(index)"))
        }
        #expect(pool.removeHandle(shape("A: 0")) == nil)
        #expect(pool.removeHandle(shape("A: 1")) != nil)
    }

    /// libcurl 7.88 would append the line to the last header of the previous transfer, whose memory is freed.
    @Test func refusesAFirstLineThatContinuesAnother() async throws {
        let server = try Self.server { path in
            path == "/bad" ? "HTTP/1.1 200 OK\r\n x: y\r\nContent-Length: 2\r\n\r\nno" : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        }
        for _ in 0..<4 {
            #expect(try await loader.load(server.request("/good")).body.collect(upTo: 2) == Array("ok".utf8))
            let error = await #expect(throws: HTTPError.self) { try await loader.load(server.request("/bad")) }
            #expect(error?.code == .invalidResponse)
            #expect(error?.message.hasPrefix("The response header is not valid HTTP") == true)
        }
    }

    @Test func foldsLaterLines() async throws {
        let server = try Self.server { _ in "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n" }
        for _ in 0..<2 { #expect(try await loader.load(server.request()).headers["A"] == "b c") }
    }

    @Test func transfersShareNoState() async throws {
        let server = try Self.server { path in
            switch path {
            case "/long": "HTTP/1.1 203 Fine\r\nX-Long: \(String(repeating: "x", count: 5000))\r\nContent-Length: 2\r\n\r\nok"
            case "/short": "HTTP/1.1 204\r\n\r\n"
            default: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut"
            }
        }
        for _ in 0..<3 {
            let long = try await follow(server.request("/long"))
            #expect(long.metrics.byteCounts.receivedBody == 2)
            #expect(long.metrics.byteCounts.receivedHeader > 5000)
            let short = try await follow(server.request("/short"))
            #expect(short.response.headers.isEmpty)
            #expect(short.metrics.byteCounts.receivedBody == 0)
            #expect(short.metrics.responseHeaderBytes == Array("HTTP/1.1 204\r\n\r\n".utf8))
            #expect(short.metrics.requestHeaderBytes.starts(with: Array("GET /short HTTP/1.1\r\n".utf8)))
            #expect(short.metrics.connection?.isReused == true)
        }
        let cut = try await loader.load(server.request("/cut"))
        let error = await #expect(throws: HTTPError.self) { try await cut.body.collect(upTo: 9) }
        #expect(error?.code == .invalidResponse)
        #expect(try await loader.load(server.request("/short")).status == 204)
    }

    @Test func sendsItsOwnHeader() async throws {
        let server = try Self.server { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
        for value in ["a", "b", "a"] {
            var request = server.request("/\(value)")
            request.headers["X-Value"] = value
            _ = try await loader.load(request)
            request.method = "PURGE"
            _ = try await loader.load(request)
        }
        #expect(server.requests.map { $0["X-Value"] } == ["a", "a", "b", "b", "a", "a"])
        #expect(server.requests.map(\.method) == ["GET", "PURGE", "GET", "PURGE", "GET", "PURGE"])
    }

    /// From its second transfer on, a handle keeps its URL in parts.
    @Test func sendsTheSameURLEachTime() async throws {
        let server = try Self.server { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
        let targets = [
            "/", "/?", "/a?", "/a?b=c&d", "/../a/./b//c", "/%2f%41%e9?%00", "/a;b:c@d?e?f/g", "/'a'(b)|\"{}^`?[c]\\", "/?a=%20+b",
        ]
        var sent: [String] = []
        for target in targets + targets.reversed() {
            for _ in 0..<3 {
                _ = try await loader.load(server.request(target))
                sent.append(target)
            }
        }
        #expect(server.requests.map(\.target) == sent)
        #expect(Set(server.requests.map { $0["Host"] }) == ["127.0.0.1:\(server.port)"])
        // On a busy machine a connection may idle too long to be used again.
        #expect(server.connectionCount < targets.count)
    }

    private func follow(_ request: HTTPRequest) async throws -> (response: HTTPResponse, metrics: HTTPMetrics) {
        let task = loader.start(request)
        let response = try await task.value
        _ = try await response.body.collect(upTo: 100)
        var metrics = HTTPMetrics()
        for await event in task.events {
            if case .finished(let finished) = event { metrics = finished }
        }
        return (response, metrics)
    }

    private func shape(_ lines: String...) -> HandleShape {
        HandleShape(
            headers: HTTPHeaders(lines.map { HTTPHeaderField(name: $0, value: "") }), acceptEncodingLine: nil, settings: [])
    }

    /// Answers each request on a connection by its path; a body that is cut ends it.
    private static func server(_ response: @escaping @Sendable (String) -> String) throws -> FaultServer {
        try FaultServer { connection in
            while let request = try connection.readRequest() {
                try connection.send(response(request.target))
                if request.target == "/cut" { return }
            }
        }
    }
}
