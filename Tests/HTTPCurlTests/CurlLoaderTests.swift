import HTTP
import HTTPCurl
import HTTPTesting
import Testing

@Suite struct CurlLoaderTests {
    private let loader = CurlLoader()

    @Test func answersAPlainRequest() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 203 Fine\r\nX-One: a\r\nContent-Length: 5\r\nx-one: b\r\n\r\nhello")
        var request = server.request("/a%2fb?c=d|e")
        request.headers = ["X-Second": "2", "x-First": "1", "X-Empty": ""]
        let response = try await loader.load(request)
        #expect(response.status == 203)
        #expect(response.message == "Fine")
        #expect(response.headers.values(for: "X-One") == ["a", "b"])
        #expect(try await response.body.collect(upTo: 100) == Array("hello".utf8))
        let received = try #require(server.requests.first)
        #expect(
            String(decoding: received.head, as: UTF8.self)
                == "GET /a%2fb?c=d|e HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
                + "X-Second: 2\r\nx-First: 1\r\nX-Empty:\r\n\r\n")
    }

    @Test func sendsABodyInMemory() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let request = server.request(method: .put, body: DataBody(Array("content".utf8)))
        let response = try await loader.load(request)
        #expect(response.status == 204)
        let received = try #require(server.requests.first)
        #expect(received.body == Array("content".utf8))
        #expect(received["Content-Length"] == "7")
        #expect(received["Content-Type"] == nil)
        #expect(received["Expect"] == nil)
    }

    @Test func streamsABody() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let response = try await loader.load(server.request(method: "QUERY", body: DataBody(bytes)))
        #expect(response.status == 204)
        #expect(server.requests.first?.body == bytes)
        #expect(server.requests.first?.method == "QUERY")
    }
}
