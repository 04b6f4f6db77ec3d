internal import HTTP

extension ExchangeScript {
    /// Behaviour of every transport that does not depend on bytes, so that a mock must have it too.
    static let transfers = statuses + methods + targets + [fieldsGoOut, fieldsComeBack, bodiesAreStreamed] + mistakes

    private static let page = "https://a.example/page"

    private static let statuses = [200, 204, 301, 302, 304, 400, 401, 404, 407, 418, 500, 503, 599, 999].map { (status: Int) in
        let status = HTTPStatus(rawValue: status)
        return ExchangeScript(
            "\(status) is a response",
            [.ask(page, leadsTo: [ScriptTurn("GET \(page)", response: .status(status))], gets: .response(status))])
    }

    private static let methods = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "get", "M-SEARCH",
    ].map { (method: HTTPMethod) in
        ExchangeScript(
            "\(method) goes out, with and without a body",
            ["", "content"].map { text in
                .ask(
                    page, method, body: DataBody(Array(text.utf8)),
                    leadsTo: [ScriptTurn("\(method) \(page)", body: text, response: .status(200, [:], "ok"))], gets: .response(200, "ok"))
            })
    }

    private static let targets =
        [
            "/a/../b/./c", "/%7euser/%2F?q=%20&&x", "/a|b[c]^d`{e}", "//double//slash", "/?", "/a?b?c=d/../e", "/;p=1/'\"<>\\",
        ].map { target in
            ExchangeScript(
                "the target \(target) goes out as it was written",
                [
                    .ask(
                        "https://a.example" + target, leadsTo: [ScriptTurn("GET https://a.example\(target)", response: .ok)],
                        gets: .response(200))
                ])
        } + [
            ExchangeScript(
                "OPTIONS * goes out",
                [
                    .ask(
                        "https://a.example", .options, with: { $0.percentEncodedPath = "*" },
                        leadsTo: [ScriptTurn("OPTIONS https://a.example*", response: .ok)], gets: .response(200))
                ])
        ]

    private static let fieldsGoOut: ExchangeScript = {
        let own: HTTPHeaders = [
            "x-two": "2", "X-One": "1", "X-One": "again", "X-Empty": "", "aCCept": "text/plain", "User-Agent": "mine/1",
        ]
        let names = Set(own.map(\.name))
        let turn = ScriptTurn(
            "GET \(page)",
            problem: { seen in
                let sent = HTTPHeaders(seen.headers.fields.filter { names.contains($0.name) })
                return sent == own ? nil : "sent \(sent.map { "\($0.name): \($0.value)" })"
            }, response: .ok)
        return ExchangeScript(
            "fields go out in the order and case written", [.ask(page, headers: own, leadsTo: [turn], gets: .response(200))])
    }()

    private static let fieldsComeBack = ExchangeScript(
        "fields of the response are found whatever their case",
        [
            .ask(
                page, leadsTo: [ScriptTurn("GET \(page)", response: .status(200, ["x-ONE": "1", "Empty": ""]))],
                gets: .response(200, "", ["X-One": "1", "empty": "", "X-Two": nil]))
        ])

    private static let bodiesAreStreamed = ExchangeScript(
        "a body of unknown length is sent whole",
        [
            .ask(
                page, .put, body: TextStream.body("piece by piece"),
                leadsTo: [ScriptTurn("PUT \(page)", body: "piece by piece", response: .ok)],
                gets: .response(200))
        ])

    /// An invalid request is not sent.
    private static let mistakes = RequestMistake.inMessages.map { mistake in
        ExchangeScript("\(mistake.what) is refused", [.ask(page, with: mistake.change, leadsTo: [], gets: .refused(mistake.words))])
    }
}

extension ExchangeScript {
    /// Retries and their waits. Without `Retry-After` the wait is one second.
    static let retries = attempts + retryAfter

    private static let busy = "https://a.example/busy"

    private static let attempts = [
        retrying("a response that may pass is asked for again", [.status(503), .status(502), .ok], 200, waits: [1, 1]),
        retrying("429 is asked for again", [.status(429), .ok], 200, waits: [1]),
        retrying("a refusal is not asked for again", [.status(403)], 403), retrying("a missing page is not", [.status(404)], 404),
        retrying("a connection that ends without a response is tried again", [.nothing, .ok], 200, waits: [1]),
        retrying("the last result is returned", [.status(503), .status(500), .status(503), .status(500)], 500, waits: [1, 1, 1]),
        retrying("a body is sent with every attempt", [.status(503), .ok], 200, waits: [1], body: TextBody("x")),
        retrying("a body that can be read once is not sent twice", [.status(503)], 503, body: TextStream.body("x")),
        ExchangeScript(
            "the request's strategy beats the chain's", chain: { $0.retryStrategy = Backoff(.constant(.seconds(1))) },
            [
                .ask(
                    busy, with: { $0.retryStrategy = Backoff(.exponential(first: .seconds(2), maximum: .seconds(3)), maxAttempts: 3) },
                    leadsTo: [503, 503, 503].map { ScriptTurn("GET \(busy)", response: .status($0)) }, gets: .response(503),
                    waits: [.seconds(2), .seconds(3)])
            ]),
    ]

    /// Values of the field and the wait in seconds that they lead to; nil for no further attempt. The clock stands at 2026-01-01.
    private static let retryAfter = [
        ("5", 5), ("0", 1), ("Thu, 01 Jan 2026 00:00:07 GMT", 7), ("Thursday, 01-Jan-26 00:00:07 GMT", 7),
        ("Thu Jan  1 00:00:07 2026", 7), ("Wed, 31 Dec 2025 00:00:00 GMT", 1), ("soon", 1), ("-5", 1), ("600", 600), ("601", nil),
        ("99999", nil),
        ("Thu, 01 Jan 2026 01:00:00 GMT", nil),
    ].map { (value: String, wait: Int?) in
        let busy = ScriptResponse.status(503, ["Retry-After": value])
        return wait.map { retrying("Retry-After: \(value) is honoured", [busy, .ok], 200, waits: [$0]) }
            ?? retrying("Retry-After: \(value) is too long", [busy], 503)
    }

    private static func retrying(
        _ name: String, _ responses: [ScriptResponse], _ status: HTTPStatus, waits: [Int] = [], body: (any HTTPBody)? = nil
    ) -> ExchangeScript {
        let method: HTTPMethod = body == nil ? .get : .post
        return ExchangeScript(
            name, chain: { $0.retryStrategy = Backoff(.constant(.seconds(1)), maxAttempts: 4) },
            [
                .ask(
                    busy, method, body: body,
                    leadsTo: responses.map { ScriptTurn("\(method) \(busy)", body: body == nil ? "" : "x", response: $0) },
                    gets: .response(status), waits: waits.map { .seconds($0) })
            ])
    }
}
