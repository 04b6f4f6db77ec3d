import Foundation
import HTTP
import Workspace

@testable import HistorySQLite

extension HistoryStore {
    /// The newest rows.
    func latest(_ limit: Int, filter: HistoryFilter = HistoryFilter()) async throws(HistoryError) -> [ExchangeSummary] {
        try await list(after: nil, limit: limit, filter: filter)
    }
}

extension Database {
    /// The number of exchanges that are not in the index.
    func unindexedCount() throws -> Int { Int(try integer("SELECT count(*) FROM unindexed") ?? 0) }
}

extension Exchange {
    /// An exchange sent `second` seconds after the beginning of 2026.
    static func sample(
        _ id: String = UUID().uuidString.lowercased(), at second: Double = 0, method: String = "GET", url: String = "https://example.org/",
        status: Int? = 200, origin: Origin = Origin(), requestBody: ExchangeBody = ExchangeBody(), body: ExchangeBody = ExchangeBody(),
        error: Failure? = nil, isPinned: Bool = false
    ) -> Exchange {
        Exchange(
            id: id, startedAt: Date(timeIntervalSince1970: 1_767_225_600 + second), duration: 0.25, origin: origin,
            request: Request(method: method, url: url, headers: ["Accept": "*/*"], body: requestBody),
            response: status.map { Response(status: $0, reason: "Reason", headers: ["Server": "test"], body: body) }, error: error,
            isPinned: isPinned)
    }

    /// An exchange with something in every field.
    static var full: Exchange {
        var exchange = Exchange.sample(
            "0a1b2c3d-0000-4000-8000-000000000000", at: 0.123456789, method: "POST", url: "https://example.org/people?name=Ada",
            status: 201,
            origin: .init(workspace: "/work", requestPath: "collections/a/b.request.json", name: "Create ☃", environment: "local"),
            requestBody: ExchangeBody(Array("{\"name\":\"Ada\"}".utf8)), body: ExchangeBody([0, 1, 2, 255]),
            error: Failure(code: "timedOut", message: "It took too long."), isPinned: true)
        exchange.request.headers = ["Accept": "a", "accept": "b", "X-Empty": ""]
        exchange.request.jarCookies = ["sid", "team"]
        exchange.request.hasOneTimeCredentials = true
        exchange.request.environmentHeaders = ["X-Team"]
        exchange.options = RequestOptions()
        exchange.options?.redirects.limit = 3
        exchange.options?.tls.passphrase = SecretMask.sign
        exchange.request.headerBytes = Array("POST /people HTTP/1.1\r\n\r\n".utf8)
        exchange.response?.version = .http2
        exchange.response?.headerBytes = [1, 2, 3]
        exchange.hops = [
            Hop(method: "POST", url: "https://example.org/", status: 307, reason: "Elsewhere", metrics: .full),
            Hop(
                method: "POST", url: "https://example.org/people", error: Failure(code: "cannotConnect", message: "No."), attempt: 2,
                pause: 1.5),
        ]
        exchange.draft = RequestDraft(
            name: "Create", method: "POST", url: "people", query: [Row("a", "{{b}}", isEnabled: false)],
            auth: AuthDraft(.bearer, fields: ["token": "{{token}}"]), body: BodyDraft(kind: .json, json: "{\n}"), tags: ["x"])
        exchange.trace = [TraceLine(offset: 0.000_25, text: "started"), TraceLine(offset: 1.5, text: "failed")]
        return exchange
    }
}

extension HTTPMetrics {
    fileprivate static var full: HTTPMetrics {
        var metrics = HTTPMetrics()
        metrics.timings.nameLookup = .microseconds(10)
        metrics.timings.connection = .microseconds(20)
        metrics.timings.tls = .microseconds(30)
        metrics.timings.requestSent = .microseconds(40)
        metrics.timings.firstByte = .microseconds(50)
        metrics.timings.lastByte = .seconds(60)
        metrics.byteCounts.sentHeader = 1
        metrics.byteCounts.sentBody = 2
        metrics.byteCounts.receivedHeader = 3
        metrics.byteCounts.receivedBody = 4
        metrics.byteCounts.decodedBody = 5_000_000_000
        var connection = HTTPConnectionDetails()
        connection.local = HTTPEndpoint(address: "127.0.0.1", port: 50_000)
        connection.remote = HTTPEndpoint(address: "::1", port: 443)
        connection.version = .http11
        connection.isReused = true
        let certificate = HTTPCertificate(
            subject: "CN=example", issuer: "CN=ca", names: ["example.org"], notBefore: "a", notAfter: "b",
            details: [HTTPHeaderField(name: "Serial", value: "1")])
        connection.tls = HTTPTLSDetails(
            version: "TLSv1.3", cipher: "X", applicationProtocol: "h2", isVerified: false, verifyProblem: "certificate has expired (10)",
            certificates: [certificate])
        metrics.connection = connection
        metrics.requestHeaderBytes = [71, 69, 84]
        metrics.responseHeaderBytes = [72, 84, 84, 80]
        return metrics
    }
}
