import Hashing
import HTTP
import JSON
import Platform
public import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes history entries as an HTTP Archive 1.2. What the history masks stays masked.
public struct HistoryArchive: Sendable {
    /// The most bytes of a body that are written; of a longer one the beginning, with a comment.
    private static let bodyLimit = 16 << 20
    private var entries: [JSONValue] = []

    /// An archive without entries.
    public init() {}

    /// The number of entries.
    public var count: Int { entries.count }

    /// Adds an entry. Reads body files: not for the main actor.
    public mutating func add(_ exchange: Exchange) { entries.append(entry(exchange)) }

    /// The archive, the entries in the order of adding.
    public var text: String {
        let log: JSONValue = [
            "version": "1.2", "creator": ["name": "Apus", "version": .string(Version.number)], "entries": .array(entries),
        ]
        return JSONValue.object(["log": log]).prettyText
    }

    private func entry(_ exchange: Exchange) -> JSONValue {
        let metrics = exchange.hops.last?.metrics
        var object: JSONObject = [
            "startedDateTime": .string(Self.time(exchange.startedAt)), "time": Self.milliseconds(exchange.duration),
            "request": request(exchange.request, exchange.response?.version),
            "response": response(exchange.response, location: exchange.response?.headers["Location"]), "cache": [:],
            "timings": timings(metrics?.timings ?? HTTPTimings()),
        ]
        if let remote = metrics?.connection?.remote { object["serverIPAddress"] = .string(remote.address) }
        let notes = [exchange.notes.text, exchange.notes.tags.map { "#" + $0 }.joined(separator: " "), exchange.error?.message ?? ""]
        let comment = notes.filter { !$0.isEmpty }.joined(separator: " ")
        if !comment.isEmpty { object["comment"] = .string(comment) }
        return .object(object)
    }

    private func request(_ request: Exchange.Request, _ version: HTTPVersion?) -> JSONValue {
        let query = HTTPRequest(url: request.url).queryItems
        var object: JSONObject = [
            "method": .string(request.method), "url": .string(request.url), "httpVersion": Self.text(version), "cookies": [],
            "headers": Self.fields(request.headers),
            "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value ?? "")] }),
            "headersSize": .number(request.headerBytes.isEmpty ? -1 : request.headerBytes.count),
            "bodySize": .number(Int(request.body.byteCount)),
        ]
        if !request.body.isEmpty {
            object["postData"] = .object(content(request.body, type: request.headers["Content-Type"]))
        }
        return .object(object)
    }

    /// The response; without one, one of status 0, as browsers write.
    private func response(_ response: Exchange.Response?, location: String?) -> JSONValue {
        var content = response.map { self.content($0.body, type: $0.headers["Content-Type"]) } ?? ["mimeType": ""]
        content["size"] = .number(Int(response?.body.byteCount ?? 0))
        return [
            "status": .number(response?.status ?? 0), "statusText": .string(response?.reason ?? ""),
            "httpVersion": Self.text(response?.version), "cookies": [], "headers": Self.fields(response?.headers ?? [:]),
            "content": .object(content), "redirectURL": .string(location ?? ""),
            "headersSize": .number(response.map { $0.headerBytes.isEmpty ? -1 : $0.headerBytes.count } ?? -1), "bodySize": -1,
        ]
    }

    /// Text as it is, other bytes in Base64.
    private func content(_ body: ExchangeBody, type: String?) -> JSONObject {
        let bytes = body.beginning(Self.bodyLimit)
        var object: JSONObject = ["mimeType": .string(type ?? "")]
        if let text = String(validating: bytes, as: UTF8.self) {
            object["text"] = .string(text)
        } else {
            object["text"] = .string(Base64.encode(bytes))
            object["encoding"] = "base64"
        }
        if Int64(bytes.count) < body.byteCount { object["comment"] = "the beginning of a longer body" }
        return object
    }

    /// Phases that did not take place are -1; the format has no phase between TLS and sending.
    private func timings(_ timings: HTTPTimings) -> JSONValue {
        var last = Duration.zero
        func phase(_ end: Duration?) -> JSONValue {
            guard let end, end >= last else { return -1 }
            defer { last = end }
            return Self.milliseconds((end - last) / .seconds(1))
        }
        let (dns, connect, tls) = (phase(timings.nameLookup), phase(timings.connection), phase(timings.tls))
        let (send, wait, receive) = (phase(timings.requestSent), phase(timings.firstByte), phase(timings.lastByte))
        // These three must not be negative.
        func atLeastZero(_ value: JSONValue) -> JSONValue { value == -1 ? 0 : value }
        return [
            "blocked": -1, "dns": dns, "connect": connect, "ssl": tls, "send": atLeastZero(send), "wait": atLeastZero(wait),
            "receive": atLeastZero(receive),
        ]
    }

    private static func fields(_ headers: HTTPHeaders) -> JSONValue {
        .array(headers.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private static func text(_ version: HTTPVersion?) -> JSONValue { .string(version.map { "\($0)" } ?? "") }

    /// Whole microseconds are kept.
    private static func milliseconds(_ seconds: Double) -> JSONValue {
        JSONNumber((seconds * 1_000_000).rounded() / 1_000).map { .number($0) } ?? 0
    }

    private static func time(_ date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let fraction = String(1000 + (milliseconds % 1000 + 1000) % 1000).dropFirst()
        let seconds = Int((Double(milliseconds) / 1000).rounded(.down))
        return "\(CivilTime(secondsSince1970: seconds).iso8601.dropLast()).\(fraction)Z"
    }
}
