internal import HTTP

extension ExchangeScript {
    /// Every status, method and body, to the same origin and to another; where a `Location` leads; what is not followed (RFC 9110 section 15.4).
    static let redirects = methods + locations + refusals + redirectOptions

    private static let statuses: [HTTPStatus] = [301, 302, 303, 307, 308]

    /// The method of the redirected request, by status in the order of `statuses`. The body is kept with the method, except for 303.
    private static let methodAfter: [(HTTPMethod, [HTTPMethod])] = [
        (.get, [.get, .get, .get, .get, .get]),
        (.head, [.head, .head, .head, .head, .head]),
        (.post, [.get, .get, .get, .post, .post]),
        (.put, [.put, .put, .get, .put, .put]),
        (.patch, [.patch, .patch, .get, .patch, .patch]),
        (.delete, [.delete, .delete, .get, .delete, .delete]),
        ("PROPFIND", ["PROPFIND", "PROPFIND", "GET", "PROPFIND", "PROPFIND"]),
    ]

    private static let methods = methodAfter.flatMap { method, results in
        zip(statuses, results).map { status, next in
            ExchangeScript(
                "\(status.rawValue) turns \(method) into \(next)",
                (method == .head ? [""] : ["", "x"]).flatMap { body in
                    ["https://a.example/2", "https://b.example/2"].map { redirected(method, body, status, to: $0, next) }
                })
        }
    }

    private static func redirected(_ method: HTTPMethod, _ body: String, _ status: HTTPStatus, to url: String, _ next: HTTPMethod)
        -> ScriptAsk
    {
        let isKept = !body.isEmpty && next == method && status != 303
        let type = "text/plain; charset=utf-8"
        return .ask(
            "https://a.example/1", method, headers: ["X-Own": "1"], body: body.isEmpty ? nil : TextBody(body),
            leadsTo: [
                ScriptTurn(
                    "\(method) https://a.example/1", ["Content-Type": body.isEmpty ? nil : type], body: body,
                    response: .redirect(status, to: url)),
                ScriptTurn(
                    "\(next) \(url)", ["Content-Type": isKept ? type : nil, "X-Own": "1"], body: isKept ? body : "",
                    response: .status(200, ["X-Done": "yes"])),
            ], gets: .response(200, "", ["X-Done": "yes"]))
    }

    private static let locations = [
        ("/b?c#d", "https://a.example/b?c"), ("b", "https://a.example/x/b"), ("../b", "https://a.example/b"),
        ("//b.example/x", "https://b.example/x"), ("https://b.example:8443/é", "https://b.example:8443/%C3%A9"),
        ("?q", "https://a.example/x/z?q"), ("HTTPS://A.EXAMPLE:443/x", "https://a.example/x"), ("", "https://a.example/x/z"),
    ].map { location, url in
        ExchangeScript(
            "the location \(location.debugDescription) is resolved",
            [
                .ask(
                    "https://a.example/x/z#f",
                    leadsTo: [
                        ScriptTurn("GET https://a.example/x/z", response: .redirect(302, to: location)),
                        ScriptTurn("GET \(url)", response: .status(200, [:], "there")),
                    ], gets: .response(200, "there"))
            ])
    }

    private static let refusals = [
        refusal("https that leads to http", to: "http://a.example/", .insecureConnection),
        refusal("a location of another scheme", to: "ftp://a.example/", .invalidResponse),
        refusal("a location that is no URL", to: "https://[", .invalidResponse),
        refusal("a redirect where none is allowed", to: "/x", .tooManyRedirects) { $0.redirectPolicy.limit = 0 },
        ExchangeScript(
            "a body that can be read once is not redirected",
            [
                .ask(
                    "https://a.example/", .post, body: TextStream.body("x"),
                    leadsTo: [ScriptTurn("POST https://a.example/", body: "x", response: .redirect(307, to: "/x"))],
                    gets: .error(.bodyNotReplayable, 307))
            ]),
        ExchangeScript(
            "a circle ends at the limit",
            [
                .ask(
                    "https://a.example/",
                    leadsTo: (0...10).map { _ in ScriptTurn("GET https://a.example/", response: .redirect(302, to: "/")) },
                    gets: .error(.tooManyRedirects, 302))
            ]),
    ]

    private static func refusal(
        _ what: String, to location: String, _ code: HTTPError.Code, with change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> ExchangeScript {
        ExchangeScript(
            "\(what) is not followed",
            [
                .ask(
                    "https://a.example/", with: change,
                    leadsTo: [ScriptTurn("GET https://a.example/", response: .redirect(307, to: location))], gets: .error(code, 307))
            ])
    }

    private static let redirectOptions = [
        ExchangeScript(
            "the request may keep its method and go to http",
            [
                .ask(
                    "https://a.example/", .post, body: TextBody("x"),
                    with: { $0.redirectPolicy = HTTPRedirectPolicy(methodKeepingStatuses: [301], allowsDowngrade: true) },
                    leadsTo: [
                        ScriptTurn("POST https://a.example/", body: "x", response: .redirect(301, to: "http://a.example/")),
                        ScriptTurn("POST http://a.example/", body: "x", response: .ok),
                    ], gets: .response(200)),
                .ask(
                    "https://a.example/", .put, body: TextBody("x"), with: { $0.redirectPolicy.methodKeepingStatuses = [303] },
                    leadsTo: [
                        ScriptTurn("PUT https://a.example/", body: "x", response: .redirect(303, to: "/b")),
                        ScriptTurn("PUT https://a.example/b", body: "x", response: .ok),
                    ], gets: .response(200)),
                .ask(
                    "https://a.example/", .post, body: TextBody("x"), with: { $0.redirectPolicy.methodKeepingStatuses = [301, 303] },
                    leadsTo: [
                        ScriptTurn("POST https://a.example/", body: "x", response: .redirect(302, to: "/b")),
                        ScriptTurn("GET https://a.example/b", response: .ok),
                    ], gets: .response(200)),
            ]),
        ExchangeScript(
            "a response that does not redirect stays",
            [
                staying(.redirect(302, to: "/x"), "see /x") { $0.redirectPolicy.isFollowing = false },
                staying(.status(302, [:], "nowhere"), "nowhere"), staying(.redirect(300, to: "/x"), "see /x"),
                staying(.redirect(304, to: "/x"), ""), staying(.redirect(201, to: "/x"), "see /x"),
            ]),
    ]

    private static func staying(
        _ response: ScriptResponse, _ body: String, with change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> ScriptAsk {
        .ask(
            "https://a.example/", with: change, leadsTo: [ScriptTurn("GET https://a.example/", response: response)],
            gets: .response(response.status ?? 0, body))
    }
}

/// A text that can be read once.
struct TextStream: HTTPByteStream {
    private var rest: [UInt8]

    static func body(_ text: String) -> StreamBody {
        StreamBody(length: .known(Int64(text.utf8.count)), replay: .once) { TextStream(rest: Array(text.utf8)) }
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(rest.count, buffer.count)
        for index in 0..<count { buffer[index] = rest[index] }
        rest.removeFirst(count)
        return count
    }
}
