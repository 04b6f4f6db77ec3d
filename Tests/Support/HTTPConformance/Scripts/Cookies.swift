internal import HTTP

extension ExchangeScript {
    /// Acceptance and sending of cookies (RFC 6265bis section 5). `example` and `co.uk` are public suffixes here.
    static let cookies =
        cookieRows.map { fields, from, to, expected in
            ExchangeScript(
                "\(fields.joined(separator: " and ")) of \(from) gives \(expected.isEmpty ? "nothing" : expected) to \(to)",
                [setting(fields, at: from), sending(expected.isEmpty ? nil : expected, to: to)])
        } + cookieStories

    private static let page = "https://www.shop.example/a/b"
    private static let root = "https://www.shop.example/"

    /// `Set-Cookie` fields, the URL that sets them, the URL of the next request, and its expected `Cookie`.
    private static let cookieRows: [([String], String, String, String)] = [
        (["a=1"], page, "https://www.shop.example/a/c", "a=1"), (["a=1"], page, "https://www.shop.example/x", ""),
        (["a=1"], page, "https://www.shop.example/ab", ""), (["a=1; Path=/a"], page, "https://www.shop.example/a?q", "a=1"),
        (["a=1; Path=relative"], page, "https://www.shop.example/a/", "a=1"), (["a=1; Path=/"], page, "https://shop.example/", ""),
        (["a=1; Path=/"], "https://shop.example/", root, ""),
        (["a=1; Domain=co.uk; Path=/"], "https://co.uk/", "https://co.uk/x", "a=1"),
        (["a=1; Domain=co.uk; Path=/"], "https://co.uk/", "https://x.co.uk/", ""),
        (["a=1; Path=/"], page, "https://www.shop.example:8443/", "a=1"),
        (["a=1; Domain=shop.example; Path=/"], page, "https://shop.example/", "a=1"),
        (["a=1; Domain=.SHOP.example; Path=/"], page, "https://x.y.shop.example/", "a=1"),
        (["a=1; Domain=shop.example; Path=/"], page, "https://workshop.example/", ""),
        (["a=1; Domain=example; Path=/"], page, root, ""), (["a=1; Domain=co.uk"], "https://x.co.uk/", "https://y.co.uk/", ""),
        (["a=1; Domain=other.example"], page, "https://www.shop.example/a/", ""),
        (["a=1; Domain=other.example; Path=/"], page, "https://other.example/", ""),
        (["a=1; Domain=0.0.1"], "http://127.0.0.1/", "http://127.0.0.1/", ""),
        (["a=1; Path=/; Secure"], page, "http://www.shop.example/", ""), (["a=1; Path=/; Secure"], page, root, "a=1"),
        (["a=1; Path=/; Secure"], "http://www.shop.example/", root, ""),
        (["a=1; Path=/"], "http://www.shop.example/", root, "a=1"), (["a=1; Path=/"], page, "http://www.shop.example/", "a=1"),
        (["a=1; Secure"], "http://localhost/", "http://localhost/", "a=1"),
        (["a=1; Secure"], "http://127.0.0.1:8080/", "http://127.0.0.1:8080/", "a=1"),
        (["a=1; Path=/; Max-Age=0"], page, root, ""), (["a=1; Path=/; Max-Age=-1"], page, root, ""),
        (["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], page, root, ""),
        (["a=1; Path=/; Expires=Thu, 01 Jan 2026 00:00:10 GMT"], page, root, "a=1"),
        (["a=1; Path=/; Expires=Thu, 01-Jan-26 00:00:10 GMT"], page, root, "a=1"),
        (["a=1; Path=/; Expires=Fri, 01-Jan-99 00:00:10 GMT"], page, root, ""),
        (["a=1; Path=/; Max-Age=5; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], page, root, "a=1"),
        (["a=1; Path=/; SameSite=None"], page, root, ""), (["a=1; Path=/; SameSite=None; Secure"], page, root, "a=1"),
        (["__Host-a=1; Path=/; Secure"], page, root, "__Host-a=1"), (["__Host-a=1; Secure"], page, "https://www.shop.example/a/", ""),
        (["__Host-a=1; Secure"], root, root, ""),
        (["__Host-a=1; Path=/"], page, root, ""), (["__Host-a=1; Path=/; Secure; Domain=www.shop.example"], page, root, ""),
        (["__Secure-a=1; Path=/; Secure"], page, root, "__Secure-a=1"), (["__Secure-a=1; Path=/"], page, root, ""),
        (["__SECURE-a=1; Path=/"], page, root, ""), (["=__Secure-a=1; Path=/"], page, root, ""), (["a; Path=/"], page, root, ""),
        (["a=1\u{1}x; Path=/"], page, root, ""), (["a\u{1}b=1; Path=/"], page, root, ""), (["a=1\u{7F}; Path=/"], page, root, ""),
        (["a=1; Path=/; X=\u{1}"], page, root, ""), (["a=1\t2; Path=/"], page, root, "a=1\t2"),
        (["a=1\u{1F}; Path=/", "b=2; Path=/"], page, root, "b=2"),
        (["a=1; Path=/", "a=2; Path=/"], page, root, "a=2"), (["a=1; Path=/", "b=2; Path=/", "a=3; Path=/"], page, root, "a=3; b=2"),
        (["a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/a"], page, "https://www.shop.example/a/b/c", "b=2; c=3; a=1"),
    ]

    private static func setting(_ fields: [String], at url: String, sent: String? = nil) -> ScriptAsk {
        let headers = HTTPHeaders(fields.map { HTTPHeaderField(name: "Set-Cookie", value: $0) })
        return .ask(url, leadsTo: [ScriptTurn("GET \(url)", ["Cookie": sent], response: .status(200, headers))], gets: .response(200))
    }

    private static func sending(
        _ cookies: String?, to url: String, headers: HTTPHeaders = [:], after delay: Duration = .zero,
        with change: @Sendable (inout HTTPRequest) -> Void = { _ in }
    ) -> ScriptAsk {
        .ask(
            url, headers: headers, after: delay, with: change, leadsTo: [ScriptTurn("GET \(url)", ["Cookie": cookies], response: .ok)],
            gets: .response(200))
    }

    private static let cookieStories = [
        ExchangeScript(
            "a cookie ends at its time",
            [
                setting(["a=1; Path=/; Max-Age=10"], at: root), sending("a=1", to: root, after: .seconds(9)),
                sending(nil, to: root, after: .seconds(1)),
            ]),
        ExchangeScript(
            "a cookie is taken back by one that is over",
            [setting(["a=1; Path=/"], at: root), setting(["a=; Path=/; Max-Age=0"], at: root, sent: "a=1"), sending(nil, to: root)]),
        ExchangeScript(
            "plain http cannot replace a secure cookie, nor stand before it",
            [
                setting(["a=1; Path=/; Secure; Domain=shop.example"], at: root),
                setting(["a=2; Path=/; Domain=shop.example"], at: "http://www.shop.example/"),
                setting(["a=3; Path=/x"], at: "http://www.shop.example/x/"),
                setting(["a=; Path=/; Domain=shop.example; Max-Age=0"], at: "http://shop.example/"),
                sending("a=1", to: "https://www.shop.example/x"),
                setting(["a=4; Path=/; Secure; Domain=shop.example"], at: root, sent: "a=1"), sending("a=4", to: root),
            ]),
        ExchangeScript(
            "a written Cookie stands before the jar's",
            [setting(["a=1; Path=/", "b=2; Path=/"], at: root), sending("own=0; a=1; b=2", to: root, headers: ["Cookie": "own=0"])]),
        ExchangeScript(
            "a request without cookies neither sends nor takes any",
            [
                .ask(
                    root, with: { $0.usesCookies = false },
                    leadsTo: [ScriptTurn("GET \(root)", response: .status(200, ["Set-Cookie": "a=1"]))], gets: .response(200)),
                sending(nil, to: root), setting(["a=1"], at: root), sending(nil, to: root) { $0.usesCookies = false },
            ]),
        ExchangeScript(
            "every environment has its jar",
            [
                setting(["a=1"], at: root), sending("a=1", to: root),
                sending(nil, to: root) { $0.serverEnvironment = ServerEnvironment(name: "other", host: nil) },
            ]),
        ExchangeScript(
            "only what may cross sites follows another site's redirect",
            [
                setting(
                    ["s=1; SameSite=Strict", "l=2; SameSite=Lax", "d=3", "n=4; SameSite=None; Secure"].map { $0 + "; Path=/" }, at: root),
                led(.get, 302, sent: "l=2; d=3; n=4"), led(.post, 307, sent: "n=4"), led(.post, 302, sent: "l=2; d=3; n=4"),
            ]),
        ExchangeScript(
            "another scheme is another site, another name of one domain is not",
            [
                setting(["s=1; SameSite=Strict; Path=/"], at: root), ledHere(from: "https://api.shop.example/", sent: "s=1"),
                ledHere(from: "http://www.shop.example/", sent: nil),
            ]),
    ]

    private static func ledHere(from url: String, sent: String?) -> ScriptAsk {
        .ask(
            url,
            leadsTo: [
                ScriptTurn("GET \(url)", response: .redirect(302, to: root)), ScriptTurn("GET \(root)", ["Cookie": sent], response: .ok),
            ],
            gets: .response(200))
    }

    private static func led(_ method: HTTPMethod, _ status: HTTPStatus, sent: String) -> ScriptAsk {
        let next = status == 307 ? method : .get
        return .ask(
            "https://other.example/", method,
            leadsTo: [
                ScriptTurn("\(method) https://other.example/", ["Cookie": nil], response: .redirect(status, to: root)),
                ScriptTurn("\(next) \(root)", ["Cookie": sent], response: .ok),
            ], gets: .response(200))
    }
}
