internal import HTTP

extension ConformanceCase {
    /// Limits of size: each ends the transfer with a message that names it.
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
        ConformanceCase("informational answers without an end end at the limit") { loader in
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

    private static func expectTooLarge(_ request: HTTPRequest, on loader: any HTTPLoader, naming limit: String) async throws {
        let exchange = await Exchange.of(request, on: loader)
        let error = try need("an error", exchange.error)
        try expect("code", error.code, is: .responseTooLarge)
        try expect("the message names the limit (\(limit)): \(error.message)", error.message.contains(limit))
    }
}
