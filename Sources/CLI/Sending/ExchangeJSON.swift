import HTTP
import JSON
import Platform
import Workspace

/// Exchanges as JSON, secrets masked.
enum ExchangeJSON {
    /// The maximum size of a body that is written.
    private static let limit = 16 << 20

    /// The request, the response, the timings and the results of checks, `inWords` for people.
    /// - Parameter mask: the secrets in the bodies. A body is masked before it is a part of other JSON, which escapes it once more.
    static func value(of exchange: Exchange, checks: CheckReport? = nil, mask: SecretMask = .init(), inWords: Bool = false) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("id", .string(exchange.id)), JSONMember("startedAt", time(exchange.startedAt)),
            JSONMember("name", .string(exchange.origin.name)),
            JSONMember("environment", exchange.origin.environment.map(JSONValue.string) ?? .null),
            JSONMember("milliseconds", milliseconds(exchange.duration)),
            JSONMember(
                "request",
                .object(
                    JSONObject(
                        [
                            JSONMember("method", .string(exchange.request.method)), JSONMember("url", .string(exchange.request.url)),
                            JSONMember("headers", headers(exchange.request.headers)),
                        ] + body(exchange.request.body, mask)))),
        ]
        if let response = exchange.response {
            let parts = HTTPHeaderParts(response.headerBytes)
            let interim = parts.interim.map { ["statusLine": .string($0.statusLine), "headers": headers($0.headers)] as JSONValue }
            members.append(
                JSONMember(
                    "response",
                    .object(
                        JSONObject(
                            [
                                JSONMember("status", .number(response.status)), JSONMember("reason", .string(response.reason)),
                                JSONMember("headers", headers(response.headers)),
                                JSONMember("byteCount", .number(Int(response.body.byteCount))),
                            ] + body(response.body, mask)
                                + (interim.isEmpty ? [] : [JSONMember("interim", .array(interim))])
                                + (parts.trailers.isEmpty ? [] : [JSONMember("trailers", headers(parts.trailers))])
                                + [JSONMember("isBodyComplete", .bool(response.body.isComplete && exchange.error == nil))]))))
        }
        if let error = exchange.error {
            members.append(JSONMember("error", ["code": .string(error.code), "message": .string(error.message)]))
        }
        if let offline = exchange.offline { members.append(JSONMember("offline", .string(ResolutionPlace.naming(offline)))) }
        if let checks { members.append(JSONMember("checks", value(of: checks, inWords: inWords))) }
        return .object(JSONObject(members))
    }

    /// An entry of the history with the request, the response and the error of its exchange.
    static func value(of row: ExchangeSummary, _ exchange: Exchange) -> JSONValue {
        var members = value(of: row).object ?? JSONObject()
        for member in value(of: exchange).object?.members ?? [] { members[member.name] = member.value }
        return .object(members)
    }

    /// An entry of the history without headers and bodies.
    static func value(of row: ExchangeSummary) -> JSONValue {
        [
            "id": .string(row.id), "startedAt": time(row.startedAt), "milliseconds": milliseconds(row.duration),
            "method": .string(row.method), "url": .string(row.url), "status": row.status.map { .number($0) } ?? .null,
            "error": row.errorCode.map { ["code": .string($0)] } ?? .null, "byteCount": .number(Int(row.byteCount)),
            "name": .string(row.origin.name),
            "file": text(row.origin.requestPath), "environment": text(row.origin.environment),
            "workspace": .string(row.origin.workspace),
            "pinned": .bool(row.isPinned), "note": .string(row.notes.text), "tags": .array(row.notes.tags.map { .string($0) }),
            "repeats": text(row.repeats),
        ]
    }

    /// Whole milliseconds; an imported archive may have any number of seconds.
    private static func milliseconds(_ seconds: Double) -> JSONValue { .number(Int(min(max(seconds * 1000, 0), 1e15).rounded())) }

    private static func time(_ date: Date) -> JSONValue { .string(CivilTime.iso8601(secondsSince1970: date.timeIntervalSince1970)) }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// A request that was not sent, with the headers that its transport would send.
    static func value(of request: HTTPRequest, _ sent: HTTPHeaders, mask: SecretMask) -> JSONValue {
        // A longer body is left out, as in the history.
        let bytes = (try? request.body.bytes(upTo: ResponsePrinter.longestRequestBody)) ?? nil
        return [
            "method": .string(request.method.rawValue), "url": .string(mask.masked(request.url)),
            "headers": headers(HTTPHeaders(sent.fields.map { HTTPHeaderField(name: mask.masked($0.name), value: mask.masked($0.value)) })),
            "body": bytes.map { text(of: ExchangeBody(mask.masked($0))) } ?? .null,
        ]
    }

    /// Assertions and captures with their results.
    static func value(of report: CheckReport, inWords: Bool = false) -> JSONValue {
        let checks = report.assertions.map { check -> JSONValue in
            [
                "assertion": .string(inWords ? check.sentence : check.written), "kind": .string(check.kind.rawValue),
                "passed": .bool(check.problem == nil), "problem": check.problem.map(JSONValue.string) ?? .null,
            ]
        }
        let captures = report.captures.map { capture -> JSONValue in
            [
                "capture": .string(capture.variable), "passed": .bool(capture.problem == nil),
                "value": capture.value.map { .string($0.shown) } ?? .null,
            ]
        }
        return .array(checks + captures)
    }

    private static func headers(_ headers: HTTPHeaders) -> JSONValue {
        .array(headers.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    /// The body as text; one that is not text also in Base64.
    private static func body(_ body: ExchangeBody, _ mask: SecretMask) -> [JSONMember] {
        let text = text(of: body, mask)
        guard text.isNull, body.isComplete, body.byteCount > 0, body.byteCount <= limit else { return [JSONMember("body", text)] }
        let bytes = Data(mask.masked(body.beginning(limit)))
        return [JSONMember("body", text), JSONMember("bodyBase64", .string(bytes.base64EncodedString()))]
    }

    /// The body as text, or the stored beginning of it; null if it is not text, or too long.
    private static func text(of body: ExchangeBody, _ mask: SecretMask = SecretMask()) -> JSONValue {
        guard body.byteCount <= limit || !body.isComplete else { return .null }
        if body.isComplete { return String(validating: body.beginning(limit), as: UTF8.self).map { .string(mask.masked($0)) } ?? .null }
        // The end may be the beginning of a secret.
        return body.beginningOfText(limit).map { .string(String(decoding: mask.masked(cut: Array($0.utf8)), as: UTF8.self)) } ?? .null
    }
}

extension CheckReport {
    /// The results as lines of text.
    var lines: String {
        let checks = assertions.map { check in
            check.problem.map { "✗ \(check.sentence): \($0)\n" } ?? "\(check.kind == .note ? "•" : "✓") \(check.sentence)\n"
        }
        let missing = captures.compactMap { capture in
            capture.problem.map { "✗ capture \(capture.variable) from \(capture.place): \($0)\n" }
        }
        return (checks + missing).joined()
    }
}
