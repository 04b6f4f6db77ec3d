import Foundation
import HTTP
import HTTPTesting
import Synchronization
import Testing
import Workspace

@testable import Engine

/// Credentials that a server puts into the address of a redirect.
@Suite struct RedirectSecretsTests {
    private static let secrets = ["REDIRPW88", "LOCTOK88", "dTpSRURJUlBXODg=", "SIG+1/x", "SIG%2B1%2Fx", "otp=1234", "FRAGTOK8"]
    private static let location =
        "http://u:REDIRPW88@other/reflect?access_token=LOCTOK88&X-Amz-Signature=SIG%2B1%2Fx&otp=1234&page=plain-text#id_token=FRAGTOK8"

    /// The exchange as it is shown, and as it is stored.
    private func sent(isFollowing: Bool) async throws -> (shown: Exchange, stored: Exchange) {
        let mock = MockLoader().then(302, headers: ["Location": Self.location]).then(200, body: "page: plain-text, token: LOCTOK88")
        let sender = LiveSender { LiveChain.loader(recorder: $0, transport: mock) }
        var request = HTTPRequest(url: "http://h/a")
        request.redirectPolicy.isFollowing = isFollowing
        let result = try await sender.send(
            ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: "A")), draft: nil)
        #expect(mock.requests.count == (isFollowing ? 2 : 1))
        return (result.exchange, await CapturedSecrets().masked(result.exchange, result.mask))
    }

    private func found(in exchange: Exchange) -> [String] {
        var text = ""
        dump(exchange, to: &text)
        return Self.secrets.filter(text.contains)
    }

    @Test func `a followed redirect is shown and stored without its credentials`() async throws {
        let (shown, stored) = try await sent(isFollowing: true)
        #expect(found(in: shown).isEmpty && found(in: stored).isEmpty)
        #expect(stored.hops.last?.url.contains("page=plain-text") == true && stored.hops.last?.url.contains(SecretMask.sign) == true)
        #expect(stored.response?.body.storage == .bytes(Array("page: plain-text, token: \(SecretMask.sign)".utf8)))
        #expect(stored.trace.contains { $0.text.contains("page=plain-text") })
    }

    @Test func `an unfollowed redirect is shown whole and stored without credentials`() async throws {
        let (shown, stored) = try await sent(isFollowing: false)
        #expect(shown.response?.headers["Location"] == Self.location)
        #expect(found(in: stored).isEmpty)
    }

    @Test func `the heads of the transfers are masked`() throws {
        let head = "GET /reflect?access_token=LOCTOK88 HTTP/1.1\r\nAuthorization: Basic dTpSRURJUlBXODg=\r\n\r\n"
        var request = HTTPRequest(url: "http://h/")
        request.exchangeContext = ExchangeContext(id: "one", origin: Exchange.Origin(), draft: nil, mask: SecretMask())
        let answer = HTTPResponseHead(status: 302, headers: ["Location": Self.location])
        var (first, last) = (HTTPMetrics(), HTTPMetrics())
        first.responseHeaderBytes = Array("HTTP/1.1 302 Found\r\nLocation: \(Self.location)\r\n\r\n".utf8)
        last.requestHeaderBytes = Array(head.utf8)
        let next = HTTPRequest(url: Self.location)
        let hops = [HTTPHop(request: request, response: answer, metrics: first), HTTPHop(request: next, metrics: last)]
        let trace = [HTTPTraceEntry(offset: .zero, event: .redirected(from: request, response: answer, to: next))]
        let recorded = Mutex<Exchange?>(nil)
        ExchangeRecorder(makeBodyPath: { nil }, finished: { exchange, _ in recorded.withLock { $0 = exchange } }).record(
            HTTPExchange(startedAt: Date(timeIntervalSince1970: 0), duration: .seconds(1), request: request, hops: hops, trace: trace))
        let exchange = try #require(recorded.withLock { $0 })
        let heads = exchange.hops.flatMap { $0.metrics.requestHeaderBytes + $0.metrics.responseHeaderBytes }
        let text = String(decoding: heads, as: UTF8.self)
        #expect(Self.secrets.filter(text.contains).isEmpty)
        #expect(text.contains("Authorization: Basic \(SecretMask.sign)") && text.contains("page=plain-text"))
    }
}
