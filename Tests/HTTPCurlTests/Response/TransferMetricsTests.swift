import HTTP
@testable import HTTPConformance
import HTTPCurl
import Testing

/// The start and end of each metric: a delayed phase takes at least the time of the delay.
@Suite(.timeLimit(.minutes(5))) struct TransferMetricsTests {
    private let loader = CurlLoader()

    /// The rounding error of libcurl.
    private static let rounding = Duration.microseconds(1)

    /// Takes as long as a request does.
    private func takeSomeTime() async throws {
        let other = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        _ = try await CurlLoader().load(other.request())
    }

    @Test func receiveTimeSpansTheFirstToTheLastByte() async throws {
        let gate = FaultGate()
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")
            gate.wait()
            try connection.send("k")
        }
        let task = loader.start(server.request())
        let body = try await task.value.body
        let begin = ContinuousClock.now
        try await takeSomeTime()
        let end = ContinuousClock.now
        gate.open()
        _ = try await body.collect(upTo: 2)
        let timings = try #require(await task.finishedMetrics()).timings
        #expect(try #require(timings.lastByte) - #require(timings.firstByte) + Self.rounding >= end - begin)
    }

    /// A stream may never end.
    @Test func theHeadIsMeasuredWhileTheBodyArrives() async throws {
        let gate = FaultGate()
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
            gate.wait()
            try connection.send("ok")
        }
        let task = loader.start(server.request())
        let body = try await task.value.body
        var known: HTTPMetrics?
        for await case .measured(let metrics) in task.events {
            known = metrics
            break
        }
        gate.open()
        #expect(try await body.collect(upTo: 2) == Array("ok".utf8))
        let metrics = try #require(known)
        #expect(metrics.requestHeaderBytes.starts(with: "GET ".utf8) && metrics.responseHeaderBytes.starts(with: "HTTP/1.1 200".utf8))
        #expect(metrics.connection?.version == .http11 && metrics.connection?.remote?.address == "127.0.0.1")
        #expect(metrics.timings.firstByte != nil && metrics.timings.lastByte == nil)
    }

    /// An interim response does not end the wait for the response.
    @Test(arguments: [nil, Duration.seconds(60)]) func theFirstByteIsThatOfTheFinalHead(idleLimit: Duration?) async throws {
        let gate = FaultGate()
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            gate.wait()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 9\r\n\r\n")
        }
        var request = server.request()
        request.timeouts.idle = idleLimit
        let task = loader.start(request)
        for await case .connected in task.events { break }
        let begin = ContinuousClock.now
        try await takeSomeTime()
        let end = ContinuousClock.now
        gate.open()
        _ = try await task.value.body.collect(upTo: 2)
        let metrics = try #require(await task.finishedMetrics())
        #expect(try #require(metrics.timings.firstByte) + Self.rounding >= end - begin)
        let parts = HTTPHeaderParts(metrics.responseHeaderBytes)
        #expect(parts.interim.map(\.headers) == [["Link": "</a>"]] && parts.trailers == ["X-Sum": "9"])
    }
}
