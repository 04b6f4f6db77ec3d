import Comparison
import Foundation
import HTTP
import Testing
import Workspace

@testable import Engine

/// The comparison of two responses.
@Suite struct ExchangeComparisonTests {
    private static func exchange(_ body: [UInt8], _ type: String) -> Exchange {
        var exchange = Exchange(
            id: "x", startedAt: Date(timeIntervalSince1970: 0), request: .init(method: "GET", url: "http://h/"))
        exchange.response = Exchange.Response(
            status: 200, reason: "OK", version: .http11, headers: ["Content-Type": type], body: ExchangeBody(body))
        return exchange
    }

    @Test(arguments: [("text/plain; charset=iso-8859-1", true), ("text/plain", false), ("text/plain; charset=UTF-8", false)])
    func `bodies are compared in the character set of their media type`(type: String, isLatin1: Bool) throws {
        let latin1 = Array("h".utf8) + [0xE9] + Array("llo".utf8)
        let comparison = try ExchangeComparison(
            Self.exchange(latin1, type), Self.exchange(Array("héllo".utf8), "text/plain"), rules: IgnoreRules())
        #expect(comparison.bodies.isEqual == isLatin1)
    }
}
