import HTTP
import JSON
import Workspace

/// Exchanges as JSON, secrets masked.
enum ExchangeJSON {
    /// The most bytes of a body that are written.
    private static let limit = 16 << 20

    /// The request, the response, the timings and the results of checks.
    static func value(of exchange: Exchange, checks: CheckReport? = nil) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("name", .string(exchange.origin.name)),
            JSONMember("environment", exchange.origin.environment.map(JSONValue.string) ?? .null),
            JSONMember("milliseconds", .number(Int((exchange.duration * 1000).rounded()))),
            JSONMember(
                "request",
                [
                    "method": .string(exchange.request.method), "url": .string(exchange.request.url),
                    "headers": headers(exchange.request.headers), "body": body(exchange.request.body),
                ]),
        ]
        if let response = exchange.response {
            members.append(
                JSONMember(
                    "response",
                    [
                        "status": .number(response.status), "reason": .string(response.reason), "headers": headers(response.headers),
                        "byteCount": .number(Int(response.body.byteCount)), "body": body(response.body),
                    ]))
        }
        if let error = exchange.error {
            members.append(JSONMember("error", ["code": .string(error.code), "message": .string(error.message)]))
        }
        if let checks { members.append(JSONMember("checks", value(of: checks))) }
        return .object(JSONObject(members))
    }

    /// A request that is not sent.
    static func value(of request: HTTPRequest, mask: SecretMask) -> JSONValue {
        let bytes = (try? request.body.encode()) ?? []
        return [
            "method": .string(request.method.rawValue), "url": .string(mask.masked(request.url)),
            "headers": headers(HTTPHeaders(request.headers.fields.map { HTTPHeaderField(name: $0.name, value: mask.masked($0.value)) })),
            "body": body(ExchangeBody(mask.masked(bytes))),
        ]
    }

    /// Assertions and captures with what came of them.
    static func value(of report: CheckReport) -> JSONValue {
        let checks = report.assertions.map { check -> JSONValue in
            [
                "assertion": .string(check.sentence), "passed": .bool(check.problem == nil),
                "problem": check.problem.map(JSONValue.string) ?? .null,
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

    /// The body as text; nil where it is none, or too long.
    private static func body(_ body: ExchangeBody) -> JSONValue {
        guard body.byteCount <= limit, let text = String(validating: body.beginning(limit), as: UTF8.self) else { return .null }
        return .string(text)
    }
}

/// The results of checks as lines of text.
enum CheckText {
    static func lines(of report: CheckReport) -> String {
        let checks = report.assertions.map { check in
            check.problem.map { "✗ \(check.sentence): \($0)\n" } ?? "✓ \(check.sentence)\n"
        }
        let missing = report.captures.compactMap { capture in
            capture.problem.map { "✗ capture \(capture.variable) from \(capture.place): \($0)\n" }
        }
        return TerminalText.escaped((checks + missing).joined(), keepsColors: false)
    }
}
