internal import HTTP

extension ConformanceCase {
    /// Bodies in both directions.
    static let bodies: [ConformanceCase] = [
        body("a length tells", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        body("the same length twice tells", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
        body(
            "chunks with extensions and trailers tell",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: t\r\n\r\n"),
        body("the end of the connection tells, in HTTP/1.1", "HTTP/1.1 200 OK\r\n\r\nhello"),
        body("the end of the connection tells, in HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello"),
        body("bytes after the length are not part of it", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more"),
        ConformanceCase("answers without a body have none, whatever they say") { loader in
            for (method, answer) in [
                (HTTPMethod.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
                (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
                (.head, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            ] {
                let server = try FaultServer(answering: answer)
                let exchange = await Exchange.of(server.request(method: method), on: loader)
                try expect("error for \(answer)", exchange.error?.description, is: nil)
                try expect("body", exchange.body, is: [])
            }
        },
        ConformanceCase("HEAD may carry a body and its answer has none") { loader in
            let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            let exchange = await Exchange.of(server.request(method: .head, body: DataBody(Array("content".utf8))), on: loader)
            try expect("error", exchange.error?.description, is: nil)
            try expect("method", server.requests.first?.method, is: "HEAD")
            try expect("sent", server.requests.first?.body, is: Array("content".utf8))
        },
        ConformanceCase("a body of known length is sent whole") { loader in
            let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let server = try FaultServer(answering: noContent)
            _ = try await loader.load(server.request(method: .post, body: DataBody(bytes)))
            try expect("sent", server.requests.first?.body == bytes, is: true)
            try expect("length", server.requests.first?["Content-Length"], is: "2000000")
            try expect("expect", server.requests.first?["Expect"], is: nil)
        },
        ConformanceCase("a body of unknown length is sent in chunks") { loader in
            let server = try FaultServer(answering: noContent)
            let body = StreamBody(replay: .once) { CountingStream(pieces: 40, size: 10_000) }
            _ = try await loader.load(server.request(method: .put, body: body))
            try expect("coding", server.requests.first?["Transfer-Encoding"], is: "chunked")
            try expect("sent", server.requests.first?.body.count, is: 400_000)
        },
        ConformanceCase("a body that ends before its length is an error") { loader in
            let server = try FaultServer(answering: noContent)
            let body = StreamBody(length: .known(1_000_000), replay: .once) { CountingStream(pieces: 10, size: 1000) }
            let exchange = await Exchange.of(server.request(method: .put, body: body), on: loader)
            try expect("code", exchange.error?.code, is: .unknown)
        },
        ConformanceCase("a body that fails while it is read is an error with its cause") { loader in
            let server = try FaultServer(answering: noContent)
            let body = StreamBody(replay: .once) { CountingStream(pieces: 10, size: 1000, failsAtEnd: true) }
            let exchange = await Exchange.of(server.request(method: .put, body: body), on: loader)
            try expect("a cause of the stream", exchange.error?.underlyingError is CountingStream.Failure)
        },
        ConformanceCase("an answer may come while the body is still sent") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readHead()
                try connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
                connection.waitForClose()
            }
            let body = StreamBody(length: .known(50_000_000), replay: .once) { CountingStream(pieces: 50_000, size: 1000) }
            let exchange = await Exchange.of(server.request(method: .put, body: body), on: loader)
            try exchange.expectStatus(413)
        },
    ]

    /// An answer whose body is `hello`, and how its end is told.
    private static func body(_ what: String, _ answer: String) -> ConformanceCase {
        ConformanceCase("\(what) where a body ends") { loader in
            let server = try FaultServer(answering: answer)
            let exchange = await Exchange.of(server.request(), on: loader)
            try expect("error", exchange.error?.description, is: nil)
            try expect("body", exchange.text, is: "hello")
        }
    }
}

/// A stream of counted bytes that may fail at its end.
struct CountingStream: HTTPByteStream {
    struct Failure: Error {}
    var pieces: Int
    let size: Int
    var failsAtEnd = false

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard pieces > 0 else {
            if failsAtEnd { throw Failure() }
            return 0
        }
        pieces -= 1
        let count = min(size, buffer.count)
        for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index) }
        return count
    }
}
