import HTTP
import Testing

@testable import HTTPCurl

/// The result for a reader of a transfer that is cancelled while it ends. The test takes the place of the engine, so that the order is fixed.
@Suite struct TransferTests {
    private let engine: CurlEngine
    private let transfer: Transfer

    init() throws {
        engine = try CurlEngine(HTTPConnectionLimits(), longestCall: .seconds(10))
        transfer = Transfer(
            try TransferPlan(HTTPRequest(url: "http://host/"), version: engine.library.version), execution: HTTPTask().execution,
            engine: engine)
        transfer.deliver(HTTPResponseHead(status: 200))
        _ = [1, 2, 3].withUnsafeBytes { transfer.append($0) }
    }

    /// Hops, attempts and challenges of a request do not extend its limit; another request of the task has its own.
    @Test func transfersOfARequestShareItsDeadline() throws {
        var request = HTTPRequest(url: "http://host/")
        request.timeouts.total = .seconds(60)
        var hop = request
        hop.url = "http://other/"
        var other = HTTPRequest(url: "http://host/")
        other.timeouts.total = .seconds(90)
        let execution = HTTPTask().execution
        let deadlines = try [request, hop, other].map { request in
            Transfer(try TransferPlan(request, version: engine.library.version), execution: execution, engine: engine).deadline
        }
        #expect(deadlines[0] != nil && deadlines[0] == deadlines[1])
        #expect(deadlines[2] != deadlines[0])
        #expect(transfer.deadline == nil)
        engine.send(.retire)
    }

    private func read() async -> (byteCount: Int, code: HTTPError.Code?) {
        var byteCount = 0
        do throws(HTTPError) {
            while let chunk = try await transfer.next() { byteCount += chunk.count }
            return (byteCount, nil)
        } catch {
            return (byteCount, error.code)
        }
    }

    @Test func aBodyCutOffByACancelIsIncomplete() async {
        transfer.cancel()
        transfer.end(.success(()))
        #expect(await read() == (0, .cancelled))
        engine.send(.retire)
    }

    @Test func aReceivedButCancelledBodyIsIncomplete() async {
        transfer.end(.success(()))
        transfer.cancel()
        #expect(await read() == (0, .cancelled))
        engine.send(.retire)
    }

    @Test func keepsAFailureAfterACancel() async {
        transfer.cancel()
        transfer.end(.failure(HTTPError(.timedOut, request: transfer.plan.request)))
        #expect(await read() == (0, .timedOut))
        engine.send(.retire)
    }

    @Test func aCancelAfterTheEndChangesNothing() async throws {
        _ = try await transfer.next()
        transfer.cancel()
        transfer.end(.success(()))
        transfer.cancel()
        #expect(await read() == (0, nil))
        engine.send(.retire)
    }
}
