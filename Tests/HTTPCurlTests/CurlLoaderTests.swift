import HTTP
@testable import HTTPConformance
import HTTPCurl
import Testing

@Suite struct CurlLoaderTests {
    private let loader = CurlLoader()

    @Test func getsAResponse() async throws {
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

    /// libcurl sends a request again that a server answers with 417 before it has the body; it must not be sent for ever.
    @Test(.timeLimit(.minutes(5)), arguments: [0, 4]) func aRefusedExpectationIsTheAnswer(length: Int) async throws {
        let server = try FaultServer { connection in
            while try connection.readHead() != nil {
                try connection.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: \(length)\r\n\r\n\("nope".prefix(length))")
            }
        }
        var request = server.request(method: .post, body: DataBody([UInt8](repeating: 1, count: 2000)))
        request.headers["Expect"] = "100-continue"
        let response = try await loader.load(request)
        #expect(response.status == .expectationFailed)
        #expect(try await response.body.collect(upTo: 10) == [])
        #expect(response.body.isTruncated == (length > 0))
        #expect(server.connectionCount == 1)
    }

    /// A kept connection that breaks once the body is on its way: libcurl sends the body again, on a new one.
    @Test(.timeLimit(.minutes(5))) func countsABodyThatIsSentTwiceOnce() async throws {
        let server = try FaultServer { connection in
            while let request = try connection.readRequest() {
                if request.method == "PUT", connection.index == 0 { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        _ = try await loader.load(server.request()).body.collect(upTo: 10)
        let content = Array(repeating: UInt8(ascii: "x"), count: 300_000)
        let body = StreamBody(length: .known(300_000), replay: .restartable) { DataBody(content).makeBytes() }
        let task = loader.start(server.request(method: .put, body: body))
        #expect(try await task.value.body.collect(upTo: 10) == Array("ok".utf8))
        #expect(server.connectionCount == 2)
        #expect(server.requests.dropFirst().map(\.body.count) == [300_000, 300_000])
        var counts: [Int64] = []
        for await event in task.events { if case .sent(let count, of: 300_000) = event { counts.append(count) } }
        #expect(counts.last == 300_000)
        #expect(counts.allSatisfy { $0 <= 300_000 })
    }

    /// Bytes that wait for their reader hold the transfer up, not the server.
    @Test(.timeLimit(.minutes(5))) func theReadersTimeIsNotIdleTime() async throws {
        let gate = FaultGate()
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            gate.wait()
            try connection.send("again")
        }
        var request = server.request()
        request.timeouts.idle = .milliseconds(50)
        let response = try await loader.load(request)
        try await Task.sleep(for: .milliseconds(200))
        gate.open()
        #expect(try await response.body.collect(upTo: 100) == Array("helloagain".utf8))
    }

    @Test(.timeLimit(.minutes(5))) func everyTransferHasItsOwnIdleLimit() async throws {
        let server = try FaultServer(thatHangsAfter: "")
        let tasks = [Duration.milliseconds(200), .milliseconds(50), .milliseconds(100)].map { limit in
            var request = server.request()
            request.timeouts.idle = limit
            return loader.start(request)
        }
        for (task, seconds) in zip(tasks, ["0.2", "0.05", "0.1"]) {
            let error = try #require(await task.result.failure)
            #expect(error.code == .timedOut)
            #expect(error.message.contains(seconds), "\(error.message)")
        }
    }

    /// The whole compressed body may arrive before its reader has read a thousandth of the decompressed data.
    @Test(.timeLimit(.minutes(5)), arguments: [50, 300], [false, true])
    func `a body that is a thousand times its size is read whole`(count: Int, isReaderSlow: Bool) async throws {
        let bytes = DecompressionBomb.pieces(count)
        let server = try FaultServer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(bytes.count)\r\n\r\n")
                try connection.send(bytes)
            }
        }
        for _ in 0..<2 {
            var (received, chunkCount) = (0, 0)
            for try await chunk in try await loader.load(server.request()).body {
                received += chunk.count
                chunkCount += 1
                // With many parallel tests, each pause may take a second.
                if isReaderSlow, chunkCount.isMultiple(of: 256) { await Task.yield() }
            }
            #expect(received == count * (1 << 20 + 100))
        }
    }

    /// libcurl removes a transfer coding itself, as much as it has read at once, and keeps at most 64 MB for a slow reader.
    @Test(.timeLimit(.minutes(5))) func `a transfer coding is read whole or ends at the limit of libcurl`() async throws {
        let (count, bytes) = (300, DecompressionBomb.pieces(300))
        let server = try FaultServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: deflate\r\nConnection: close\r\n\r\n")
            try connection.send(bytes)
        }
        let response = try await loader.load(server.request())
        do {
            #expect(try await response.body.collect(upTo: 1 << 30).count == count * (1 << 20 + 100))
        } catch {
            #expect(error.code == .responseTooLarge)
            #expect(error.message.contains("limit"))
        }
    }

    /// A server whose compressed data is complete for HTTP, but lacks its own end.
    private func truncating(_ coded: CodedText, by count: Int) throws -> FaultServer {
        let bytes = Array(coded.bytes.dropLast(count))
        let fields = "Content-Encoding: \(coded.codings[0])\r\nContent-Length: \(bytes.count)\r\n"
        return try FaultServer(answering: Array("HTTP/1.1 200 OK\r\n\(fields)\r\n".utf8) + bytes)
    }

    @Test(arguments: CodedText.all, [1, 9]) func `a truncated compressed body is an error`(_ coded: CodedText, missing: Int) async throws {
        let server = try truncating(coded, by: missing)
        let task = loader.start(server.request())
        let error = await #expect(throws: HTTPError.self) { try await task.value.body.collect(upTo: 10_000) }
        #expect(error?.code == .invalidResponse && error?.message.contains("`responseParsing`") == true)
        #expect(error?.response?.status == 200)
    }

    @Test func `a lenient request gets a truncated compressed body with a mark`() async throws {
        let server = try truncating(.gzip, by: 10)
        var request = server.request()
        request.responseParsing = .lenient
        let task = loader.start(request)
        let response = try await task.value
        let body = try await response.body.collect(upTo: 10_000)
        #expect(!body.isEmpty && CodedText.text.starts(with: body))
        #expect(response.body.isTruncated)
        var remarks: [String] = []
        for await event in task.events { if case .noted(let remark) = event { remarks.append(remark) } }
        #expect(remarks.count == 1)
    }

    @Test func `keeps the decoded bytes before an error`() async throws {
        let bytes = CodedText.gzip.bytes + Array("more".utf8)
        let server = try FaultServer(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
        let response = try await loader.load(server.request())
        let error = await #expect(throws: HTTPError.self) { try await response.body.collect(upTo: 10_000) }
        #expect(error?.code == .invalidResponse)
        #expect(error?.message.contains("bytes follow the end") == true)
        var received = error?.response?.body.makeAsyncIterator()
        #expect(try await received?.next() == CodedText.text)
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

    /// The progress is reported to its end, also of a body that is sent immediately.
    @Test(arguments: [StreamBody.short, DataBody(Array("content".utf8))] as [any HTTPBody]) func reportsTheProgress(body: any HTTPBody)
        async throws
    {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let task = loader.start(server.request(method: .put, body: body))
        _ = try await task.value.body.collect(upTo: 5)
        var events: [String] = []
        for await event in task.events {
            switch event {
            case .sent(let count, let all): events.append("sent \(count) of \(all.map { "\($0)" } ?? "?")")
            case .received(let count, let all): events.append("received \(count) of \(all.map { "\($0)" } ?? "?")")
            case .responded: events.append("responded")
            case .finished: events.append("finished")
            default: break
            }
        }
        let all = body.length == .unknown ? "?" : "7"
        #expect(events == ["sent 7 of \(all)", "responded", "received 5 of 5", "finished"])
    }

    @Test(arguments: [("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ["responded", "finished"]), ("", ["finished", "failed"])])
    func reportsEventsInOrder(response: String, ending: [String]) async throws {
        let server = try FaultServer(answering: response)
        let task = loader.start(server.request())
        _ = try? await task.value.body.collect(upTo: 1)
        var names: [String] = []
        for await event in task.events { names.append(String("\(event)".prefix { $0 != "(" })) }
        #expect(names == ["started", "connected"] + ending)
    }

    /// Remaining bytes affect only this connection: on a shared one they would start the next request.
    @Test func aWrongLengthAffectsNoOtherRequest() async throws {
        let server = try FaultServer(keepingAlive: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let wrong = server.request(method: .post, headers: ["Content-Length": "3"], body: DataBody(Array("content".utf8)))
        for request in [server.request("/first"), wrong, server.request("/next"), server.request("/last")] {
            _ = try await loader.load(request).body.collect(upTo: 1)
        }
        #expect(server.requests.filter { $0.method == "POST" }.map(\.body) == [Array("con".utf8)])
        #expect(server.requests.filter { $0.method != "POST" }.map(\.target) == ["/first", "/next", "/last"])
        // More on a machine so busy that a connection grows too old to be used again.
        #expect(server.connectionCount >= 2)
    }

    @Test func streamsABody() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let response = try await loader.load(server.request(method: "QUERY", body: DataBody(bytes)))
        #expect(response.status == 204)
        #expect(server.requests.first?.body == bytes)
        #expect(server.requests.first?.method == "QUERY")
    }

    /// Its bytes stay in the socket until the reader fetches them; until then only other requests are processed.
    @Test func servesOtherRequestsWhileABodyIsUnread() async throws {
        let large = try Self.serverOfALargeBody()
        let small = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let waiting = try await loader.load(large.request())
        for _ in 0..<3 {
            #expect(try await loader.load(small.request()).body.collect(upTo: 5) == Array("hello".utf8))
        }
        #expect(try await waiting.body.collect(upTo: 10_000_000).count == Self.largeCount)
    }

    @Test func endsABodyThatWaitsForItsReader() async throws {
        let server = try Self.serverOfALargeBody()
        let response = try await loader.load(server.request())
        response.body.cancel()
        await server.sees { if case .clientClosed = $0 { true } else { false } }
        let other = try await loader.load(server.request())
        await loader.reset()
        do {
            _ = try await other.body.collect(upTo: 10_000_000)
            Issue.record("the body survived the reset")
        } catch {
            #expect(error.code == .cancelled)
        }
    }

    /// Through links that remember it, as all of a standard chain do.
    @Test func endsAReleasedBody() async throws {
        let server = try Self.serverOfALargeBody()
        let chain = ResetGuard() --> AutoCancel() --> Throttle(maximumNumberOfRequests: 1) --> loader
        func letGo() async throws { #expect(try await chain.start(server.request()).value.status == 200) }
        try await letGo()
        await server.sees { if case .clientClosed = $0 { true } else { false } }
        try await letGo()
    }

    /// The transport ends only after its last transfer has.
    @Test func readsABodyAfterItsLoaderIsReleased() async throws {
        let server = try Self.serverOfALargeBody()
        let response = try await CurlLoader().load(server.request())
        #expect(try await response.body.collect(upTo: 10_000_000).count == Self.largeCount)
    }

    private static let largeCount = 5_000_000

    private static func serverOfALargeBody() throws -> FaultServer {
        try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(largeCount)\r\n\r\n")
            try? connection.send([UInt8](repeating: 1, count: largeCount))
            connection.waitForClose()
        }
    }
}

extension StreamBody {
    /// Seven bytes of unknown length.
    fileprivate static let short = StreamBody(length: .unknown, replay: .restartable) { DataBody(Array("content".utf8)).makeBytes() }
}
