import HTTP
import Testing

@testable import Engine

@Suite struct TraceTextTests {
    private let request = HTTPRequest(url: "http://localhost:1/x")

    private func lines(_ events: [HTTPTaskEvent]) -> [String] {
        TraceText.lines(of: events.map { HTTPTraceEntry(offset: .zero, event: $0) }).map(\.text)
    }

    private var refused: [HTTPTaskEvent] {
        let error = HTTPError(.cannotConnect, request: request, message: "Nothing listens there.")
        return [.started(request), .finished(HTTPMetrics()), .failed(error)]
    }

    private var answered: [HTTPTaskEvent] {
        let head = HTTPResponseHead(status: 200, version: .http11)
        return [.started(request), .connected(HTTPConnectionDetails()), .responded(head), .finished(HTTPMetrics())]
    }

    @Test func `a request that never connected has sent and received nothing`() {
        #expect(lines(refused) == ["Connection attempt for GET http://localhost:1/x", "Failed: Nothing listens there."])
    }

    @Test func `a connected request has sent and received bytes`() {
        #expect(lines(answered).first == "Request GET http://localhost:1/x")
        #expect(lines(answered).last == "Received 0 B")
    }

    @Test func `a proxy is named in place of its address`() {
        var details = HTTPConnectionDetails()
        details.remote = HTTPEndpoint(address: "127.0.0.1", port: 3128)
        #expect(lines([.started(request), .connected(details)]).last == "Connected to 127.0.0.1:3128")
        details.proxy = "the proxy localhost:3128 of http_proxy, tunnel to h:443 (200)"
        #expect(
            lines([.started(request), .connected(details)]).last
                == "Connected to the proxy localhost:3128 of http_proxy, tunnel to h:443 (200)")
    }

    @Test func `the trace reports every transfer separately`() {
        let again = HTTPTaskEvent.retrying(attempt: 2, after: .zero, reason: "refused")
        let all = lines(refused + [again] + answered)
        #expect(all.filter { $0.hasPrefix("Connection attempt") }.count == 1)
        #expect(all.filter { $0.hasPrefix("Request ") }.count == 1)
        #expect(all.filter { $0.hasPrefix("Received ") }.count == 1)
    }
}
