import Foundation
import HTTP
import Synchronization
import Testing
import Workspace

@testable import Engine

/// The one duration of an exchange, which the response pane, the history, comparisons and commands show.
@Suite struct RecordedDurationTests {
    /// The duration that is stored of an exchange of three seconds with these transfers, each with its end and the pause before it.
    private func duration(_ transfers: [(end: Duration?, pause: Duration)], error: HTTPError? = nil) throws -> Double {
        let whole = try exchange(.all, transfers, error)
        let outcome = try exchange(.outcome, transfers, error)
        #expect(whole.hops.count == transfers.count && outcome.hops.isEmpty && outcome.trace.isEmpty)
        #expect(outcome.duration == whole.duration && outcome.error == whole.error && outcome.request == whole.request)
        return whole.duration
    }

    private func exchange(
        _ content: ExchangeRecorder.Content, _ transfers: [(end: Duration?, pause: Duration)], _ error: HTTPError?
    ) throws -> Exchange {
        var request = HTTPRequest(url: "http://h/")
        request.exchangeContext = ExchangeContext(id: "one", origin: Exchange.Origin(), draft: nil, mask: SecretMask())
        let hops = transfers.map { transfer in
            var metrics = HTTPMetrics()
            metrics.timings.lastByte = transfer.end
            return HTTPHop(request: request, metrics: metrics, pause: transfer.pause)
        }
        let stored = Mutex<Exchange?>(nil)
        ExchangeRecorder(content, makeBodyPath: { nil }, finished: { exchange, _ in stored.withLock { $0 = exchange } }).record(
            HTTPExchange(startedAt: Date(timeIntervalSince1970: 0), duration: .seconds(3), request: request, hops: hops, error: error))
        return try #require(stored.withLock { $0 })
    }

    @Test func `the duration is the sum of transfers and pauses`() throws {
        #expect(try duration([(.seconds(1), .zero)]) == 1)
        #expect(try duration([(.milliseconds(500), .zero), (.milliseconds(250), .seconds(1))]) == 1.75)
    }

    @Test func `the duration of unknown transfers is the total time`() throws {
        #expect(try duration([]) == 3)
        #expect(try duration([(.seconds(1), .zero), (nil, .zero)]) == 3)
        #expect(
            try duration([(.seconds(1), .zero)], error: HTTPError(.cancelled, request: HTTPRequest(url: "http://h/"), message: "")) == 3)
    }
}
