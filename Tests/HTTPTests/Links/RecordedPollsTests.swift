import Foundation
import Testing

@testable import HTTP

/// A login on another device, which is asked for again and again.
@Suite struct RecordedPollsTests {
    private func hop(_ url: String, _ status: HTTPStatus) -> [HTTPTaskEvent] {
        [.started(HTTPRequest(method: .post, url: url)), .responded(HTTPResponseHead(status: status)), .finished(HTTPMetrics())]
    }

    private func recorded(polls: Int) -> HTTPExchange {
        var builder = ExchangeBuilder(startedAt: .distantPast, request: HTTPRequest(url: "http://api/"))
        let poll: [HTTPTaskEvent] = [.waiting(for: .seconds(5), reason: HTTPTaskEvent.pollReason)] + hop("http://as/token", .badRequest)
        let events = hop("http://as/device", .ok) + (0..<polls).flatMap { _ in poll } + hop("http://api/", .ok)
        for event in events { builder.add(event, at: .zero) }
        return builder.finished(duration: .zero, body: nil, error: nil)
    }

    @Test(arguments: [1, 2, 3, 600]) func `all polls are one hop`(polls: Int) {
        #expect(recorded(polls: polls).hops.map(\.request.url) == ["http://as/device", "http://as/token", "http://api/"])
    }

    @Test(arguments: [1, 2, 3, 600]) func `the trace tells the first, how many more, and the newest`(polls: Int) {
        let trace = recorded(polls: polls).trace
        let told = min(polls, 2)
        #expect(trace.count == 6 + 4 * told + (polls > 2 ? 1 : 0))
        let notes = trace.compactMap { entry in if case .noted(let text) = entry.event { text } else { nil } }
        #expect(notes == (polls > 2 ? ["asked again whether somebody has logged in, \(polls - 2) ×"] : []))
    }
}
