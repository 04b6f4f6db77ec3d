import Foundation
import HTTP
import Synchronization
import Testing
import Workspace

@testable import Engine

/// An exchange that is shown while its body arrives.
@Suite struct ArrivingExchangeTests {
    private func passedOn(context: Bool = true) -> Exchange? {
        var request = HTTPRequest(url: "http://h/")
        if context {
            request.exchangeContext = ExchangeContext(
                id: "one", origin: Exchange.Origin(name: "A"), draft: nil, mask: SecretMask(["HIDDEN88"]))
        }
        var metrics = HTTPMetrics()
        metrics.requestHeaderBytes = Array("GET / HTTP/1.1\r\nX-Key: HIDDEN88\r\n\r\n".utf8)
        metrics.timings.firstByte = .milliseconds(5)
        let head = HTTPResponseHead(status: 200)
        let recorded = Mutex<Exchange?>(nil)
        let recorder = ExchangeRecorder(makeBodyPath: { nil }) { _, _ in
            Issue.record("It has not ended.")
        } arriving: { exchange in
            recorded.withLock { $0 = exchange }
        }
        recorder.recordArrival(
            of: HTTPExchange(
                startedAt: Date(timeIntervalSince1970: 0), duration: .seconds(1), request: request,
                hops: [HTTPHop(request: request, response: head, metrics: metrics)], response: head,
                trace: [HTTPTraceEntry(offset: .zero, event: .started(request))]))
        return recorded.withLock { $0 }
    }

    @Test func `an arriving exchange has hops, trace and head with masked secrets`() throws {
        let exchange = try #require(passedOn())
        #expect(exchange.id == "one" && exchange.response?.status == 200 && exchange.response?.body.byteCount == 0)
        #expect(exchange.trace.count == 1 && exchange.error == nil)
        let hop = try #require(exchange.hops.first)
        #expect(hop.status == 200 && hop.metrics.timings.firstByte == .milliseconds(5))
        #expect(String(decoding: hop.metrics.requestHeaderBytes, as: UTF8.self).contains("X-Key: \(SecretMask.sign)"))
    }

    @Test func `a request that is not recorded is not passed on`() { #expect(passedOn(context: false) == nil) }
}
