internal import HTTP

extension ExchangeScript {
    /// What every transport makes of a request and an answer, as far as it can be said without bytes: a mock keeps it too.
    static let transfers = statuses + methods + targets + [fieldsGoOut, fieldsComeBack, bodiesAreStreamed] + mistakes

    private static let page = "https://a.example/page"

    private static let statuses = [200, 204, 301, 302, 304, 400, 401, 404, 407, 418, 500, 503, 599, 999].map { (status: Int) in
        let status = HTTPStatus(rawValue: status)
        return ExchangeScript(
            "\(status) is an answer", [.ask(page, leadsTo: [ScriptTurn("GET \(page)", answer: .status(status))], gets: .answer(status))])
    }

    private static let methods = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "get", "M-SEARCH",
    ].map { (method: HTTPMethod) in
        ExchangeScript(
            "\(method) goes out, with and without a body",
            ["", "content"].map { text in
                .ask(
                    page, method, body: DataBody(Array(text.utf8)),
                    leadsTo: [ScriptTurn("\(method) \(page)", body: text, answer: .status(200, [:], "ok"))], gets: .answer(200, "ok"))
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
                        "https://a.example" + target, leadsTo: [ScriptTurn("GET https://a.example\(target)", answer: .ok)],
                        gets: .answer(200))
                ])
        } + [
            ExchangeScript(
                "OPTIONS * goes out",
                [
                    .ask(
                        "https://a.example", .options, with: { $0.percentEncodedPath = "*" },
                        leadsTo: [ScriptTurn("OPTIONS https://a.example*", answer: .ok)], gets: .answer(200))
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
                let sent = HTTPHeaders(seen.headers.filter { names.contains($0.name) })
                return sent == own ? nil : "sent \(sent.map { "\($0.name): \($0.value)" })"
            }, answer: .ok)
        return ExchangeScript(
            "fields go out in the order and case written", [.ask(page, headers: own, leadsTo: [turn], gets: .answer(200))])
    }()

    private static let fieldsComeBack = ExchangeScript(
        "fields of the answer are found whatever their case",
        [
            .ask(
                page, leadsTo: [ScriptTurn("GET \(page)", answer: .status(200, ["x-ONE": "1", "Empty": ""]))],
                gets: .answer(200, "", ["X-One": "1", "empty": "", "X-Two": nil]))
        ])

    private static let bodiesAreStreamed = ExchangeScript(
        "a body of unknown length is sent whole",
        [
            .ask(
                page, .put, body: TextStream.body("piece by piece"),
                leadsTo: [ScriptTurn("PUT \(page)", body: "piece by piece", answer: .ok)],
                gets: .answer(200))
        ])

    /// Nothing is sent of a request that is wrong.
    private static let mistakes = RequestMistake.inMessages.map { mistake in
        ExchangeScript("\(mistake.what) is refused", [.ask(page, with: mistake.change, leadsTo: [], gets: .refused(mistake.words))])
    }
}
