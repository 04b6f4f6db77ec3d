internal import HTTP

extension ExchangeScript {
    /// A private cache by RFC 9111: what is stored, how long it is fresh, how it is validated, and for whom. The clock stands at 2026-01-01.
    static let caching =
        freshness.map { headers, age, isUsed in
            let fields = headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            return cached(
                "“\(fields)” is \(isUsed ? "" : "not ")used after \(age) s",
                [miss(headers, "1"), isUsed ? hit("1", after: .seconds(age)) : miss([:], "2", after: .seconds(age))])
        } + validation + requestDirectives + otherAnswers + variants + cachePolicies

    private static let resource = "https://a.example/x"

    /// The fields of a response, the seconds until the next request, and true if the stored response is used then.
    private static let freshness: [(HTTPHeaders, Int, Bool)] = [
        (["Cache-Control": "max-age=10"], 9, true), (["Cache-Control": "max-age=10"], 10, false),
        (["Cache-Control": "max-age=0"], 0, false),
        (["Cache-Control": "MAX-AGE=\"10\""], 5, true), (["Cache-Control": "max-age=x"], 0, false),
        (["Cache-Control": "private, max-age=10"], 5, true), (["Cache-Control": "s-maxage=99"], 0, false),
        (["Cache-Control": "no-store"], 0, false), (["Cache-Control": "no-store, max-age=10"], 0, false),
        (["Cache-Control": "no-cache, max-age=10"], 0, false), (["Expires": "Thu, 01 Jan 2026 00:00:10 GMT"], 9, true),
        (["Expires": "Thu, 01 Jan 2026 00:00:10 GMT"], 11, false), (["Expires": "0"], 0, false),
        (["Expires": "Thu, 01 Jan 2026 01:00:00 GMT", "Cache-Control": "max-age=5"], 6, false),
        (["Last-Modified": "Wed, 31 Dec 2025 23:58:20 GMT"], 9, true),
        (["Last-Modified": "Wed, 31 Dec 2025 23:58:20 GMT"], 11, false), (["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], 86_399, true),
        (["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], 86_401, false),
        (["Cache-Control": "max-age=10", "Age": "8"], 1, true),
        (["Cache-Control": "max-age=10", "Age": "8"], 3, false), (["Cache-Control": "max-age=10", "Age": "inf"], 9, true),
        (["Cache-Control": "max-age=10", "Age": "nan"], 9, true), (["Cache-Control": "max-age=10", "Age": "1e300"], 9, true),
        (["Cache-Control": "max-age=10", "Age": "-1e300"], 11, false),
        (["Cache-Control": "max-age=10", "Age": "99999999999999999999"], 0, false),
        (["Cache-Control": "max-age=10", "Date": "Wed, 31 Dec 2025 23:59:55 GMT"], 4, true),
        (["Cache-Control": "max-age=10", "Date": "Wed, 31 Dec 2025 23:59:55 GMT"], 6, false),
        (["Expires": "Thu, 01 Jan 2027 00:00:10 GMT", "Vary": "*"], 0, false),
        (["Expires": "Thu, 01 Jan 2027 00:00:10 GMT", "Cache-Control": "no-store"], 0, false), ([:], 0, false),
    ]

    private static func cached(_ name: String, _ asks: [ScriptAsk]) -> ExchangeScript {
        ExchangeScript(name, chain: { $0.cachePolicy = .useProtocol }, asks)
    }

    /// A request that is sent, since nothing stored answers it.
    private static func miss(
        _ headers: HTTPHeaders, _ body: String, asking: HTTPHeaders = [:], sends fields: [String: String?] = [:],
        after delay: Duration = .zero, with change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> ScriptAsk {
        .ask(
            resource, headers: asking, after: delay, with: change,
            leadsTo: [ScriptTurn("GET \(resource)", fields, response: .status(200, headers, body))], gets: .response(200, body))
    }

    /// A request that is answered without one on the wire.
    private static func hit(
        _ body: String, asking: HTTPHeaders = [:], after delay: Duration = .zero, _ fields: [String: String?] = [:],
        with change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> ScriptAsk {
        .ask(resource, headers: asking, after: delay, with: change, leadsTo: [], gets: .response(200, body, fields))
    }

    private static let validation = [
        cached(
            "a stale response is validated, and lives on with the new fields",
            [
                miss(
                    [
                        "Cache-Control": "max-age=1", "ETag": "\"v1\"", "X": "old", "Content-Type": "text/plain",
                        "Last-Modified": "Wed, 31 Dec 2025 00:00:00 GMT",
                    ], "1"),
                .ask(
                    resource, after: .seconds(2),
                    leadsTo: [
                        ScriptTurn(
                            "GET \(resource)", ["If-None-Match": "\"v1\"", "If-Modified-Since": "Wed, 31 Dec 2025 00:00:00 GMT"],
                            response: .status(304, ["Cache-Control": "max-age=100", "X": "new", "Content-Type": "x/y"]))
                    ], gets: .response(200, "1", ["X": "new", "Age": "0", "Content-Type": "text/plain"])),
                hit("1", after: .seconds(50), ["Age": "50"]),
            ]),
        cached(
            "a stale response that was changed is replaced",
            [
                miss(["Cache-Control": "max-age=1", "ETag": "\"v1\""], "1"),
                miss(["Cache-Control": "max-age=9"], "2", sends: ["If-None-Match": "\"v1\""], after: .seconds(2)), hit("2"),
            ]),
        cached(
            "no-cache is stored, and validated each time",
            [
                miss(["Cache-Control": "no-cache", "ETag": "\"v1\""], "1"),
                .ask(
                    resource, leadsTo: [ScriptTurn("GET \(resource)", ["If-None-Match": "\"v1\""], response: .status(304))],
                    gets: .response(200, "1")),
            ]),
        cached(
            "a condition of the caller's own passes by",
            [
                miss(["Cache-Control": "max-age=9", "ETag": "\"v1\""], "1"),
                .ask(
                    resource, headers: ["If-None-Match": "\"v1\""],
                    leadsTo: [ScriptTurn("GET \(resource)", ["If-None-Match": "\"v1\""], response: .status(304))], gets: .response(304)),
            ]),
        cached(
            "changing a resource forgets it",
            [
                miss(["Cache-Control": "max-age=9"], "1"),
                .ask(resource, .put, leadsTo: [ScriptTurn("PUT \(resource)", response: .status(204))], gets: .response(204)),
                miss([:], "2"),
            ]),
        cached(
            "a change forgets what its Location names too",
            [
                miss(["Cache-Control": "max-age=9"], "1"),
                .ask(
                    "https://a.example/list", .post,
                    leadsTo: [ScriptTurn("POST https://a.example/list", response: .status(201, ["Location": "/x"]))], gets: .response(201)),
                miss([:], "2"),
            ]),
        cached(
            "a change that was refused forgets nothing",
            [
                miss(["Cache-Control": "max-age=9"], "1"),
                .ask(resource, .delete, leadsTo: [ScriptTurn("DELETE \(resource)", response: .status(403))], gets: .response(403)),
                hit("1"),
            ]),
    ]

    /// After a response with `max-age=10` and seven seconds.
    private static let requestDirectives =
        [
            ("max-age=5", false), ("no-cache", false), ("min-fresh=5", false), ("min-fresh=1", true), ("max-stale=100", true),
        ].map { directive, isUsed in
            let asking: HTTPHeaders = ["Cache-Control": directive]
            let next = isUsed ? hit("1", asking: asking, after: .seconds(7)) : miss([:], "2", asking: asking, after: .seconds(7))
            return cached(
                "a request with \(directive) \(isUsed ? "takes" : "does not take") it", [miss(["Cache-Control": "max-age=10"], "1"), next])
        } + [
            cached(
                "only-if-cached asks nobody",
                [
                    miss(["Cache-Control": "max-age=1", "ETag": "\"v1\""], "1"), hit("1", asking: ["Cache-Control": "only-if-cached"]),
                    .ask(
                        resource, headers: ["Cache-Control": "only-if-cached"], after: .seconds(2), leadsTo: [],
                        gets: .response(.gatewayTimeout)),
                ])
        ]

    private static let otherAnswers = [
        cached(
            "what is not found is stored too, where it says how long",
            [answered(404, "none"), .ask(resource, leadsTo: [], gets: .response(404, "none"))]),
        cached(
            "a part is neither stored nor asked for in vain",
            [
                answered(206, "1"), miss(lasting, "whole"),
                .ask(
                    resource, headers: ["Range": "bytes=0-1"],
                    leadsTo: [ScriptTurn("GET \(resource)", ["Range": "bytes=0-1"], response: .status(206, [:], "wh"))],
                    gets: .response(206, "wh")),
                hit("whole"),
            ]),
        cached(
            "a response to another method is not stored",
            [answered(200, "2", to: .post), answered(200, "3", to: "QUERY"), miss(lasting, "4"), hit("4")]),
        cached(
            "a response that must be validated is not used beyond its time, whatever the request takes",
            [
                miss(["Cache-Control": "max-age=10, must-revalidate"], "1"),
                miss([:], "2", asking: ["Cache-Control": "max-stale"], after: .seconds(12)),
            ]),
        cached(
            "a stale response is taken by whom it is not too old for",
            [
                miss(["Cache-Control": "max-age=10"], "1"), hit("1", asking: ["Cache-Control": "max-stale=5"], after: .seconds(14)),
                miss(["Cache-Control": "max-age=10"], "2", asking: ["Cache-Control": "max-stale=5"], after: .seconds(2)),
                hit("2", asking: ["Cache-Control": "max-stale"], after: .seconds(1_000)),
            ]),
        cached(
            "a response to a request with no-store is not kept",
            [miss(lasting, "1", asking: ["Cache-Control": "no-store"]), miss(lasting, "2")]),
        cached(
            "Pragma stands in for Cache-Control in a request", [miss(lasting, "1"), miss([:], "2", asking: ["Pragma": "no-cache"])]),
    ]

    /// A request with a response that is fresh for nine seconds.
    private static func answered(_ status: HTTPStatus, _ body: String, to method: HTTPMethod = .get) -> ScriptAsk {
        .ask(
            resource, method, leadsTo: [ScriptTurn("\(method) \(resource)", response: .status(status, lasting, body))],
            gets: .response(status, body))
    }

    private static let lasting: HTTPHeaders = ["Cache-Control": "max-age=9"]

    private static let variants = [
        cached(
            "variants are kept apart",
            [
                miss(["Cache-Control": "max-age=9", "Vary": "Accept"], "json", asking: ["Accept": "json"]),
                miss(["Cache-Control": "max-age=9", "Vary": "Accept"], "html", asking: ["accept": "html"]),
                hit("json", asking: ["Accept": "json"]), hit("html", asking: ["Accept": "html"]),
            ]),
        cached(
            "what depends on the jar's cookies is not stored",
            [miss(["Cache-Control": "max-age=9", "Vary": "Accept, cookie"], "1"), miss(["Cache-Control": "max-age=9"], "2")]),
        // In halves, since the number of responses for one URL is limited.
        cached("nobody gets the response of another", [false, true].flatMap { isKnown in (0..<6).map { asker($0, isKnown: isKnown) } }),
        cached(
            "nobody gets the response to another's key", [false, true].flatMap { isKnown in (5..<11).map { asker($0, isKnown: isKnown) } }),
    ]

    /// Different identities of a request for the same URL.
    private static let people: [@Sendable (inout HTTPRequest) -> Void] = [
        { _ in }, { $0.authenticate(with: .bearer("leia")) }, { $0.authenticate(with: .bearer("luke")) },
        { $0.authenticate(with: .basic(BasicCredentials(username: "a", password: "b"))) }, { $0.headers["Authorization"] = "Basic x" },
        { $0.headers["Cookie"] = "a=b" }, { $0.headers["X-API-Key"] = "leia" }, { $0.headers["x-api-key"] = "luke" },
        { $0.headers["X-Auth-Token"] = "leia" }, { $0.authenticate(with: .apiKey(APIKey(name: "k", value: "v", place: .query))) },
        { $0.serverEnvironment = ServerEnvironment(name: "other", host: nil, headers: ["X-API-Key": "han"]) },
    ]

    private static func asker(_ number: Int, isKnown: Bool) -> ScriptAsk {
        let url = resource + (number == 9 ? "?k=v" : "")
        let turns = isKnown ? [] : [ScriptTurn("GET \(url)", response: .status(200, lasting, "\(number)"))]
        return .ask(resource, with: people[number], leadsTo: turns, gets: .response(200, "\(number)"))
    }

    /// Five seconds after a response with `max-age=1`.
    private static let cachePolicies =
        [
            (HTTPCachePolicy.ignore, false), (.reload, false), (.preferStored, true), (.onlyStored, true), (.useProtocol, false),
        ].map { policy, isUsed in
            let next =
                isUsed
                ? hit("1", after: .seconds(5)) { $0.cachePolicy = policy } : miss([:], "2", after: .seconds(5)) { $0.cachePolicy = policy }
            return cached(
                "the policy \(policy) \(isUsed ? "takes" : "does not take") a stale response",
                [miss(["Cache-Control": "max-age=1"], "1"), next])
        }
        + [HTTPCachePolicy.ignore, .reload].map { policy in
            cached(
                "the policy \(policy) does not take a fresh response either",
                [miss(lasting, "1"), miss(lasting, "2") { $0.cachePolicy = policy }, hit(policy == .reload ? "2" : "1")])
        } + [
            cached(
                "onlyStored without anything is a gateway timeout",
                [.ask(resource, with: { $0.cachePolicy = .onlyStored }, leadsTo: [], gets: .response(.gatewayTimeout))])
        ]
}
