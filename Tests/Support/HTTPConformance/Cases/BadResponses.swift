internal import HTTP

extension ConformanceCase {
    /// Responses that break the protocol: each gives an error of a known code, with what had been received.
    static let badAnswers: [ConformanceCase] =
        [
            bad("nothing at all", ""),
            bad("text that is no HTTP", "hello\r\n\r\n"),
            bad("a status line of another protocol", "HTP/1.1 200 OK\r\n\r\n"),
            bad("a status line without a status", "HTTP/1.1 OK\r\n\r\n"),
            bad("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("an unknown version", "HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("a status behind two spaces", "HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n", head: 200),
            bad("a carriage return within a field", "HTTP/1.1 200 OK\r\nX: a\rY: b\r\nContent-Length: 0\r\n\r\n", head: 200),
            bad("a head that is cut off", "HTTP/1.1 200 OK\r\nX: y\r\nContent-Le", head: 200),
            bad("a header line without a colon", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nnonsense\r\n\r\n", head: 200),
            bad("a header that begins with a continuation", "HTTP/1.1 200 OK\r\n x: y\r\nContent-Length: 0\r\n\r\n"),
            bad("a header name with a space", "HTTP/1.1 200 OK\r\nX Y: z\r\nContent-Length: 0\r\n\r\n", head: 200),
            bad("a space before a colon", "HTTP/1.1 200 OK\r\nX-Y : z\r\nContent-Length: 0\r\n\r\n", head: 200),
            bad("a header without a name", "HTTP/1.1 200 OK\r\n: z\r\nContent-Length: 0\r\n\r\n", head: 200),
            bad("a NUL in the header", "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n"),
            bad(
                "length and chunks at once",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", head: 200),
            bad("two different lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", head: 200),
            bad("a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"),
            bad("a body shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", head: 200, body: "hello"),
            bad("a chunk size that is no number", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n", head: 200),
            bad(
                "chunks that are cut off", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo", head: 200,
                body: "hellowo"),
            bad("an interim answer and nothing more", "HTTP/1.1 100 Continue\r\n\r\n"),
        ] + [
            ConformanceCase("a reset instead of a response is an invalid response") { loader in
                let server = try FaultServer { connection in
                    _ = try connection.readRequest()
                    connection.resetAtEnd()
                }
                let exchange = await Exchange.of(server.request(), on: loader)
                try expect("code", exchange.error?.code, is: .invalidResponse)
            },
            ConformanceCase("a reset in the body is an invalid response, after what had arrived") { loader in
                let gate = FaultGate()
                let server = try FaultServer { connection in
                    _ = try connection.readRequest()
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                    gate.wait()
                    connection.resetAtEnd()
                }
                let response = try await loader.load(server.request())
                var iterator = response.body.makeAsyncIterator()
                try expect("first bytes", try await iterator.next(), is: Array("hello".utf8))
                gate.open()
                do {
                    _ = try await iterator.next()
                    throw ConformanceFailure("the reset was not noticed")
                } catch let error as HTTPError {
                    try expect("code", error.code, is: .invalidResponse)
                    try expect("status of the head in the error", error.response?.status, is: 200)
                }
            },
            ConformanceCase("a change of protocol needs a request for it") { loader in
                let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
                let server = try FaultServer(answering: head + "not HTTP any more")
                let refused = await Exchange.of(server.request(), on: loader)
                try expect("code", refused.error?.code, is: .invalidResponse)
                try expect("status of the head in the error", refused.error?.response?.status, is: 101)
                let request = server.request(headers: ["Connection": "Upgrade", "Upgrade": "echo"])
                let accepted = await Exchange.of(request, on: loader)
                try accepted.expectStatus(101)
                try expect("protocol", accepted.response?.headers["Upgrade"], is: "echo")
                try expect("bytes of the other protocol", accepted.text, is: "not HTTP any more")
                try expect("connections", server.connectionCount, is: 2)
            },
            ConformanceCase("an unsound header is passed on where the request says so") { loader in
                let response = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
                let server = try FaultServer(answering: response)
                var request = server.request()
                request.responseParsing = .lenient
                try expect("body", await Exchange.of(request, on: loader).text, is: "hello")
            },
            ConformanceCase("a plain server behind an https URL is an insecure connection") { loader in
                let server = try FaultServer { connection in
                    try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
                    connection.waitForClose()
                }
                var request = server.request()
                request.scheme = "https"
                let exchange = await Exchange.of(request, on: loader)
                try expect("code", exchange.error?.code, is: .insecureConnection)
            },
        ]

    /// A response that must be refused, with the head and the part of the body that were received.
    private static func bad(_ what: String, _ response: String, head: HTTPStatus? = nil, body: String = "") -> ConformanceCase {
        ConformanceCase("\(what) is an invalid response") { loader in
            let server = try FaultServer(answering: response)
            let exchange = await Exchange.of(server.request(), on: loader)
            let error = try need("an error", exchange.error)
            try expect("code", error.code, is: .invalidResponse)
            try expect("a sentence for a person", !error.message.isEmpty)
            if let head { try expect("status of the head in the error", error.response?.status, is: head) }
            try expect("body received before", exchange.text, is: body)
        }
    }
}

extension ConformanceCase {
    /// Size limits: each ends the transfer with a message that names it.
    static let bounds: [ConformanceCase] = [
        ConformanceCase("a flood of headers ends at the limit") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n")
                while true { try connection.send("X-Flood: 0123456789012345678901234567890123456789\r\n") }
            }
            try await expectTooLarge(server.request(), on: loader, naming: "headerByteCount")
        },
        ConformanceCase("a header line without an end ends at a limit") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nX: ")
                let piece = [UInt8](repeating: 0x61, count: 4096)
                while true { try connection.send(piece) }
            }
            try await expectTooLarge(server.request(), on: loader, naming: "header")
        },
        ConformanceCase("informational responses without an end end at the limit") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                while true { try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n") }
            }
            try await expectTooLarge(server.request(), on: loader, naming: "headerByteCount")
        },
        ConformanceCase("a header limit set by the request holds") { loader in
            let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 600))\r\n\r\n")
            var request = server.request()
            request.responseLimits.headerByteCount = 500
            try await expectTooLarge(request, on: loader, naming: "500")
        },
        ConformanceCase("a header limit is the number of bytes up to the empty line") { loader in
            let head = "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 600))\r\nContent-Length: 2\r\n\r\n"
            let server = try FaultServer(answering: head + "ok")
            var request = server.request()
            request.responseLimits.headerByteCount = head.utf8.count
            try expect("body at the limit", await Exchange.of(request, on: loader).text, is: "ok")
            request.responseLimits.headerByteCount -= 1
            try await expectTooLarge(request, on: loader, naming: "\(head.utf8.count - 1)")
        },
        ConformanceCase("a body limit set by the request holds") { loader in
            let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n\(String(repeating: "a", count: 2000))")
            var request = server.request()
            request.responseLimits.bodyByteCount = 1000
            try await expectTooLarge(request, on: loader, naming: "1000")
        },
        ConformanceCase("an endless body ends where its reader stops") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                let piece = [UInt8](repeating: 0x61, count: 65536)
                while true { try connection.send(piece) }
            }
            let response = try await loader.load(server.request())
            do {
                _ = try await response.body.collect(upTo: 1_000_000)
                throw ConformanceFailure("the limit of the reader was passed")
            } catch let error as HTTPError {
                try expect("code", error.code, is: .responseTooLarge)
            }
        },
        ConformanceCase("a header limit counts lines that are nearly empty too") { loader in
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n")
                let lines = String(repeating: "a:\r\n", count: 1000)
                while true { try connection.send(lines) }
            }
            try await expectTooLarge(server.request(), on: loader, naming: "headerByteCount")
        },
        ConformanceCase("a limit of the request counts the bytes of a bomb") { loader in
            for bomb in DecompressionBomb.all {
                let server = try FaultServer { try bomb.explode($0) }
                var request = server.request()
                request.responseLimits.bodyByteCount = 20 << 20
                let task = loader.start(request)
                let error = try await need("an error for \(bomb.coding)", Self.discard(task))
                try expect("code for \(bomb.coding)", error.code, is: .responseTooLarge)
                // Where the reader is slower than the transport decodes, the limit is that of what waits for it.
                try expect(
                    "the limit is named: \(error.message)", error.message.contains("bodyByteCount") || error.message.contains("24 MiB"))
                let byteCounts = try await need("metrics", task.finishedMetrics()).byteCounts
                try expect("decoded bytes of \(bomb.coding)", byteCounts.decodedBody <= 20 << 20)
            }
        },
        ConformanceCase("a decompression bomb ends where its reader stops") { loader in
            let member = CodedSample.megabyteOfZeros
            let server = try FaultServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(member.count)\r\n\r\n")
                try connection.send(member)
            }
            let response = try await loader.load(server.request())
            do {
                _ = try await response.body.collect(upTo: 100_000)
                throw ConformanceFailure("the limit of the reader was passed")
            } catch let error as HTTPError {
                try expect("code", error.code, is: .responseTooLarge)
            }
        },
    ]

    /// Reads the body and keeps nothing of it; returns the error that ends it.
    private static func discard(_ task: HTTPTask) async -> HTTPError? {
        do throws(HTTPError) {
            for try await _ in try await task.value.body {}
            return nil
        } catch {
            return error
        }
    }

    private static func expectTooLarge(_ request: HTTPRequest, on loader: any HTTPLoader, naming limit: String) async throws {
        let exchange = await Exchange.of(request, on: loader)
        let error = try need("an error", exchange.error)
        try expect("code", error.code, is: .responseTooLarge)
        try expect("the message names the limit (\(limit)): \(error.message)", error.message.contains(limit))
    }
}
