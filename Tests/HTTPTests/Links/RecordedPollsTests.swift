import Foundation
import Testing

@testable import HTTP

/// A login on another device, which is asked for again and again.
@Suite struct RecordedPollsTests {
    private func hop(_ url: String, _ status: HTTPStatus) -> [HTTPTaskEvent] {
        [.started(HTTPRequest(method: .post, url: url)), .responded(HTTPResponseHead(status: status)), .finished(HTTPMetrics())]
    }

    private func poll() -> [HTTPTaskEvent] {
        [.polling(after: .seconds(5), reason: "somebody")] + hop("http://as/token", .badRequest)
    }

    private func recorded(polls: Int) -> HTTPExchange {
        recorded(hop("http://as/device", .ok) + (0..<polls).flatMap { _ in poll() } + hop("http://api/", .ok))
    }

    private func recorded(_ events: [HTTPTaskEvent]) -> HTTPExchange {
        var builder = ExchangeBuilder(startedAt: .distantPast, request: HTTPRequest(url: "http://api/"))
        for event in events { builder.add(event, at: .zero) }
        return builder.finished(duration: .zero, body: nil, error: nil)
    }

    private func summary(_ hop: HTTPHop) -> String {
        "\(hop.attempt) +\(hop.pause) \(hop.request.url) \(hop.response?.status.rawValue ?? 0)"
    }

    @Test(arguments: [1, 2, 3, 600]) func `all polls are one hop`(polls: Int) {
        #expect(recorded(polls: polls).hops.map(\.request.url) == ["http://as/device", "http://as/token", "http://api/"])
    }

    @Test(arguments: [1, 2, 3, 600]) func `the trace lists the first, the number of others, and the newest`(polls: Int) {
        let trace = recorded(polls: polls).trace
        let recorded = min(polls, 2)
        #expect(trace.count == 6 + 4 * recorded + (polls > 2 ? 1 : 0))
        let notes = trace.compactMap { entry in if case .noted(let text) = entry.event { text } else { nil } }
        #expect(notes == (polls > 2 ? ["asked \(polls - 2) more times whether the login is complete"] : []))
    }

    @Test(arguments: [1, 2, 600]) func `requests after the polls are separate attempts`(polls: Int) {
        let login = hop("http://as/device", .ok) + (0..<polls).flatMap { _ in poll() }
        let again = HTTPTaskEvent.retrying(attempt: 2, after: .seconds(2), reason: "503")
        let exchange = recorded(login + hop("http://api/", .serviceUnavailable) + [again] + hop("http://api/", 302) + hop("http://b/", .ok))
        #expect(
            exchange.hops.map(summary) == [
                "1 +0.0 seconds http://as/device 200", "1 +0.0 seconds http://as/token 400", "1 +0.0 seconds http://api/ 503",
                "2 +2.0 seconds http://api/ 302", "2 +0.0 seconds http://b/ 200",
            ])
    }

    /// Of a login that another request began.
    @Test func `the polls of the next attempt are another hop, which starts with the pause`() {
        let again = HTTPTaskEvent.retrying(attempt: 2, after: .seconds(2), reason: "400")
        let exchange = recorded(poll() + poll() + [again] + poll() + poll() + hop("http://api/", .ok))
        #expect(
            exchange.hops.map(summary) == [
                "1 +0.0 seconds http://as/token 400", "2 +2.0 seconds http://as/token 400", "2 +0.0 seconds http://api/ 200",
            ])
    }
}
