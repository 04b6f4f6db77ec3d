internal import HTTP

extension ExchangeScript {
    /// What is asked for again, and after which wait. Without a word of the server's it is one second.
    static let retries = attempts + retryAfter

    private static let busy = "https://a.example/busy"

    private static let attempts = [
        retrying("an answer that may pass is asked for again", [.status(503), .status(502), .ok], 200, waits: [1, 1]),
        retrying("429 is asked for again", [.status(429), .ok], 200, waits: [1]),
        retrying("a refusal is not asked for again", [.status(403)], 403), retrying("a missing page is not", [.status(404)], 404),
        retrying("a connection that ends without an answer is tried again", [.nothing, .ok], 200, waits: [1]),
        retrying("the last result is returned", [.status(503), .status(500), .status(503), .status(500)], 500, waits: [1, 1, 1]),
        retrying("a body is sent with every attempt", [.status(503), .ok], 200, waits: [1], body: TextBody("x")),
        retrying("a body that can be read once is not sent twice", [.status(503)], 503, body: TextStream.body("x")),
        ExchangeScript(
            "the request's strategy beats the chain's", chain: { $0.retryStrategy = Backoff(.constant(.seconds(1))) },
            [
                .ask(
                    busy, with: { $0.retryStrategy = Backoff(.exponential(first: .seconds(2), most: .seconds(3)), mostAttempts: 3) },
                    leadsTo: [503, 503, 503].map { ScriptTurn("GET \(busy)", answer: .status($0)) }, gets: .answer(503),
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
        let busy = ScriptAnswer.status(503, ["Retry-After": value])
        return wait.map { retrying("Retry-After: \(value) is honoured", [busy, .ok], 200, waits: [$0]) }
            ?? retrying("Retry-After: \(value) is too long", [busy], 503)
    }

    private static func retrying(
        _ name: String, _ answers: [ScriptAnswer], _ status: HTTPStatus, waits: [Int] = [], body: (any HTTPBody)? = nil
    ) -> ExchangeScript {
        let method: HTTPMethod = body == nil ? .get : .post
        return ExchangeScript(
            name, chain: { $0.retryStrategy = Backoff(.constant(.seconds(1)), mostAttempts: 4) },
            [
                .ask(
                    busy, method, body: body,
                    leadsTo: answers.map { ScriptTurn("\(method) \(busy)", body: body == nil ? "" : "x", answer: $0) },
                    gets: .answer(status), waits: waits.map { .seconds($0) })
            ])
    }
}
