internal import HTTP
import Platform

extension ConformanceCase {
    /// Heads in both directions.
    static let messages: [ConformanceCase] = [
        ConformanceCase("headers go out in the order and case written, nothing else but what HTTP needs") { loader in
            let server = try FaultServer(answering: noContent)
            var request = server.request(
                "/path?b=1&a", headers: ["x-two": "2", "X-One": "1", "X-One": "again", "X-Empty": "", "aCCept": "text/plain"])
            request.decompression = .none
            _ = try await loader.load(request)
            let expected =
                "GET /path?b=1&a HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nx-two: 2\r\nX-One: 1\r\nX-One: again\r\nX-Empty:\r\naCCept: text/plain\r\n\r\n"
            try expect("request head", server.requests.first.map { String(decoding: $0.head, as: UTF8.self) }, is: expected)
        },
        ConformanceCase("a Host header stands where it was written") { loader in
            let server = try FaultServer(answering: noContent)
            _ = try await loader.load(server.request(headers: ["X-First": "1", "host": "other.example"]))
            let names = server.requests.first?.headers.map(\.name)
            try expect("names", names?.filter { $0 != "Accept-Encoding" }, is: ["X-First", "host"])
            try expect("host", server.requests.first?["Host"], is: "other.example")
        },
        ConformanceCase("headers that curl treats specially are the user's own") { loader in
            let server = try FaultServer(answering: noContent)
            let own: HTTPHeaders = [
                "Accept-Encoding": "identity", "User-Agent": "mine/1", "Accept": "a/b", "Connection": "close", "Cookie": "a=b",
                "Range": "bytes=0-1", "TE": "trailers",
                "Authorization": "Bearer x", "Content-Type": "x/y", "Referer": "http://r/", "Expect": "", "Transfer-Encoding": "",
            ]
            _ = try await loader.load(server.request(headers: own))
            let received = server.requests.first?.headers.dropFirst().map { "\($0.name): \($0.value)" }
            try expect("headers", received.map { Array($0) }, is: own.map { "\($0.name): \($0.value)" })
        },
        ConformanceCase("the request target goes out as it was written") { loader in
            for target in [
                "/a/../b/./c", "/%7euser/%2F?q=%20&&x", "/a|b[c]^d`{e}", "//double//slash", "/?", "/a?b?c=d/../e", "/;p=1/'\"<>\\",
            ] {
                let server = try FaultServer(answering: noContent)
                _ = try await loader.load(server.request(target))
                try expect("target", server.requests.first?.target, is: target)
            }
        },
        ConformanceCase("any method goes out, with and without a body") { loader in
            for method: HTTPMethod in [
                "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "get", "M-SEARCH",
            ] {
                for body in ["", "content"] {
                    let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    let exchange = await Exchange.of(server.request(method: method, body: DataBody(Array(body.utf8))), on: loader)
                    try expect("\(method) error", exchange.error?.description, is: nil)
                    try expect("\(method) answer", exchange.text, is: "ok")
                    try expect("method", server.requests.first?.method, is: method.rawValue)
                    try expect("\(method) body", server.requests.first?.body, is: Array(body.utf8))
                    let length = body.isEmpty ? ([.post, .put, .patch].contains(method) ? "0" : nil) : "7"
                    try expect("\(method) length", server.requests.first?["Content-Length"], is: length)
                }
            }
        },
        ConformanceCase("a head is read as it came: order, case, duplicates, folds, Latin-1, phrase") { loader in
            let head =
                "HTTP/1.1 299 Quite  fine\r\nB: 1\r\na:2  \r\nB:\t3\r\nFold: one\r\n  two\r\n\tthree\r\nEmpty:\r\nContent-Length: 0\r\nLatin: "
            let server = try FaultServer(answering: Array(head.utf8) + [0xE9] + Array("\r\nUnicode: é\r\n\r\n".utf8))
            let response = try await loader.load(server.request())
            try expect("status", response.status, is: 299)
            try expect("phrase", response.message, is: "Quite  fine")
            try expect("version", response.version, is: .http11)
            let lines = response.headers.map { "\($0.name)=\($0.value)" }
            try expect(
                "fields", lines, is: ["B=1", "a=2", "B=3", "Fold=one two three", "Empty=", "Content-Length=0", "Latin=é", "Unicode=é"])
        },
        ConformanceCase("interim responses come before the final one and are not it") { loader in
            let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
            let server = try FaultServer(answering: interim + "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            let response = try await loader.load(server.request())
            try expect("status", response.status, is: 201)
            try expect("headers", response.headers.map(\.name), is: ["Content-Length"])
        },
    ]

    static let noContent = "HTTP/1.1 204 No Content\r\n\r\n"
}

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
        ConformanceCase("a response without a body has none, whatever it announces") { loader in
            for (method, response) in [
                (HTTPMethod.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
                (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
                (.head, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            ] {
                let server = try FaultServer(answering: response)
                let exchange = await Exchange.of(server.request(method: method), on: loader)
                try expect("error for \(response)", exchange.error?.description, is: nil)
                try expect("body", exchange.body, is: [])
            }
        },
        ConformanceCase("HEAD may carry a body and its response has none") { loader in
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
        ConformanceCase("a response may come while the body is still sent") { loader in
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

    /// A response whose body is `hello`, with one way to mark its end.
    private static func body(_ what: String, _ response: String) -> ConformanceCase {
        ConformanceCase("\(what) where a body ends") { loader in
            let server = try FaultServer(answering: response)
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

extension ConformanceCase {
    /// Compressed responses.
    static let codings: [ConformanceCase] =
        CodedSample.all.map { sample in
            ConformanceCase("\(sample.name) is decoded, with its size on the wire counted") { loader in
                let server = try FaultServer(answering: sample.response())
                let task = loader.start(server.request())
                let response = try await task.value
                let body = try await response.body.collect(upTo: 10_000)
                try expect("body", String(decoding: body, as: UTF8.self), is: CodedSample.text)
                let metrics = try await need("metrics", task.finishedMetrics())
                try expect("bytes on the wire", metrics.byteCounts.receivedBody, is: Int64(sample.bytes.count))
                try expect("bytes unpacked", metrics.byteCounts.decodedBody, is: Int64(CodedSample.text.utf8.count))
            }
        } + [
            ConformanceCase("compressed responses are asked for, unless the request says otherwise") { loader in
                let server = try FaultServer(answering: noContent)
                _ = try await loader.load(server.request())
                var plain = server.request()
                plain.decompression = .none
                _ = try await loader.load(plain)
                var some = server.request()
                some.decompression = .codings(["gzip"])
                _ = try await loader.load(some)
                try expect("by default", server.requests[0]["Accept-Encoding"], is: "gzip, deflate, br, zstd")
                try expect("switched off", server.requests[1]["Accept-Encoding"], is: nil)
                try expect("chosen", server.requests[2]["Accept-Encoding"], is: "gzip")
            },
            ConformanceCase("with decompression off the bytes are passed on as they came") { loader in
                let sample = CodedSample.all[0]
                let server = try FaultServer(answering: sample.response())
                var request = server.request()
                request.decompression = .none
                let exchange = await Exchange.of(request, on: loader)
                try expect("body", exchange.body, is: sample.bytes)
            },
            ConformanceCase("bytes that are not in the coding they claim are an invalid response") { loader in
                for coding in ["gzip", "deflate", "br", "zstd"] {
                    let server = try FaultServer(
                        answering: "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 16\r\n\r\nthis is not that")
                    let exchange = await Exchange.of(server.request(), on: loader)
                    try expect("code for \(coding)", exchange.error?.code, is: .invalidResponse)
                    try expect("status of the head in the error", exchange.error?.response?.status ?? exchange.response?.status, is: 200)
                }
            },
            ConformanceCase("compressed bytes that are cut off are an invalid response") { loader in
                let bytes = Array(CodedSample.all[0].bytes.dropLast(20))
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count + 20)\r\n\r\n"
                let server = try FaultServer(answering: Array(head.utf8) + bytes)
                let exchange = await Exchange.of(server.request(), on: loader)
                try expect("code", exchange.error?.code, is: .invalidResponse)
            },
        ]
}

/// One text in every content coding.
struct CodedSample: Sendable {
    static let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 4)

    let name: String
    let coding: String
    let bytes: [UInt8]

    init(_ name: String, coding: String, base64: String) {
        self.name = name
        self.coding = coding
        bytes = Data(base64Encoded: base64).map { Array($0) } ?? []
    }

    static let all = [
        CodedSample(
            "gzip", coding: "gzip", base64: "H4sIAAAAAAACAwvJSFUoLM1MzlZIKsovz1NIy69QyCrNLShWyC9LLVIoAUrnJFZVKqTkp+sphAwOxQAbjf9EtAAAAA=="),
        CodedSample(
            "deflate with its header", coding: "deflate",
            base64: "eNoLyUhVKCzNTM5WSCrKL89TSMuvUMgqzS0oVsgvSy1SKAFK5yRWVSqk5KfrKYQMDsUA+mBAnQ=="),
        CodedSample(
            "deflate without its header", coding: "deflate", base64: "C8lIVSgszUzOVkgqyi/PU0jLr1DIKs0tKFbIL0stUigBSuckVlUqpOSn6ymEDA7FAA=="),
        CodedSample("br", coding: "br", base64: "G7MAiCwOeNPQlV2XELsXK6nK0JLMjK1BXObyNsgZnp4Ke4MNOHBIIG8ku0GnFc4cHieqKTjCCfZpMA=="),
        CodedSample(
            "zstd", coding: "zstd", base64: "KLUv/QRotQEA1AJUaGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nLiABACVASpUBpHCQDQ=="),
    ]

    /// 1,000,000 zeros in 1003 bytes of gzip.
    static let megabyteOfZeros: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 1]
        + [UInt8](repeating: 0, count: 968) + [0xAF, 6, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0]

    func response() -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
    }
}

extension HTTPTask {
    /// The metrics of the transfer, from the events of an execution whose body was read.
    func finishedMetrics() async -> HTTPMetrics? {
        for await event in events {
            if case .finished(let metrics) = event { return metrics }
        }
        return nil
    }
}
