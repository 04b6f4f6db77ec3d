internal import HTTP

/// A credential, and the field or query in which its origin expects it.
private struct CrossingCredential: Sendable {
    let name: String
    let field: String
    var value: String?
    var query = ""
    let put: @Sendable (inout HTTPRequest) -> Void

    static func written(_ field: String) -> CrossingCredential {
        CrossingCredential(name: "a hand-written \(field)", field: field, value: "s3cret") { $0.headers[field] = "s3cret" }
    }

    static func scheme(
        _ name: String, _ auth: HTTPAuthentication, field: String = "Authorization", _ value: String?, query: String = ""
    ) -> CrossingCredential {
        CrossingCredential(name: name, field: field, value: value, query: query) { $0.authenticate(with: auth) }
    }

    static let user = BasicCredentials(username: "Aladdin", password: "open sesame")

    static let all: [CrossingCredential] =
        ["Authorization", "Cookie", "Proxy-Authorization", "X-API-Key", "X-Auth-Token", "PRIVATE-TOKEN", "Host"].map(written) + [
            scheme("Basic", .basic(user), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), scheme("Bearer", .bearer("t"), "Bearer t"),
            scheme("an API key in a header", .apiKey(APIKey(name: "X-Key", value: "k")), field: "X-Key", "k"),
            scheme("an API key in the query", .apiKey(APIKey(name: "key", value: "k", place: .query)), nil, query: "?key=k"),
            CrossingCredential(name: "a header of the environment", field: "X-Team", value: "rebels") {
                $0.serverEnvironment = ServerEnvironment(host: nil, headers: ["X-Team": "rebels"])
            },
        ]
}

extension ExchangeScript {
    /// Credentials stay at their origin: scheme, host and port (RFC 6454).
    ///
    /// A dropped credential does not come back if a redirect leads to the first origin again, as in the Fetch standard: another origin chose
    /// that request.
    static let crossings =
        CrossingCredential.all.map(crossing) + [
            digestCrossing, oauthCrossing, signedCrossing, retriedCrossing, delegateCrossing, jarCrossing,
        ]

    private static let first = "https://a.example/1"

    private static func crossing(of credential: CrossingCredential) -> ExchangeScript {
        let same = [
            first: "https://a.example/2", "https://a.example:443/1": "HTTPS://A.EXAMPLE/2", "http://a.example:80/1": "http://a.example/2",
        ]
        let other = [
            (first, "https://b.example/2"), (first, "https://sub.a.example/2"), (first, "https://a.example:8443/2"),
            (first, "http://a.example/2"), ("http://a.example/1", "https://a.example/2"),
            ("https://sub.a.example/1", "https://a.example/2"),
            ("https://127.0.0.1/1", "https://127.0.0.2/2"),
        ]
        let kept = same.sorted { $0.key < $1.key }.map { way(of: credential, from: $0.key, through: [$0.value], keptUntil: 1) }
        let dropped = other.map { way(of: credential, from: $0.0, through: [$0.1], keptUntil: 0) }
        let long = [
            way(of: credential, from: first, through: ["https://b.example/2", "https://a.example/3"], keptUntil: 0),
            way(of: credential, from: first, through: ["https://a.example/2", "https://b.example/3", "https://b.example/4"], keptUntil: 1),
        ]
        return ExchangeScript("\(credential.name) stays at its origin", kept + dropped + long)
    }

    /// - Parameter lastKept: the last hop that carries the credential.
    private static func way(of credential: CrossingCredential, from start: String, through hops: [String], keptUntil lastKept: Int)
        -> ScriptAsk
    {
        let urls = [start] + hops
        let turns = urls.indices.map { index -> ScriptTurn in
            let isKept = index <= lastKept
            let url = HTTPRequest(url: urls[index])
            let line = "GET \(ScriptedTransport.origin(of: url).lowercased())\(url.requestTarget)\(isKept ? credential.query : "")"
            return ScriptTurn(
                line, ["X-Own": "1"],
                problem: { seen in
                    let value = seen.headers[credential.field]
                    if isKept { return value == credential.value ? nil : "\(credential.field) is \(value ?? "none")" }
                    let isThere = value != nil && value == credential.value
                    return isThere || "\(seen.line)\(seen.headers)".contains("s3cret") ? "\(credential.field) came along" : nil
                }, response: index + 1 < urls.count ? .redirect(307, to: urls[index + 1]) : .ok)
        }
        return .ask(
            start, headers: ["X-Own": "1"],
            with: { request in
                credential.put(&request)
                request.redirectPolicy.allowsDowngrade = true
            }, leadsTo: turns, gets: .response(200))
    }

    private static let digestCrossing = ExchangeScript(
        "Digest answers no other origin's challenge",
        [
            .ask(
                first, with: { $0.authenticate(with: .digest(CrossingCredential.user)) },
                leadsTo: [
                    ScriptTurn("GET \(first)", ["Authorization": nil], response: DigestScript.challenge("n1")),
                    ScriptTurn("GET \(first)", problem: DigestScript.answers("n1"), response: .redirect(307, to: "https://b.example/2")),
                    ScriptTurn("GET https://b.example/2", ["Authorization": nil], response: DigestScript.challenge("n2")),
                ], gets: .response(401, "who?")),
            .ask(
                first, with: { $0.authenticate(with: .digest(CrossingCredential.user)) },
                leadsTo: [
                    ScriptTurn("GET \(first)", problem: DigestScript.answers("n1", count: 2), response: .redirect(307, to: "/2")),
                    ScriptTurn(
                        "GET https://a.example/2", problem: DigestScript.answers("n1", count: 3, uri: "/2"),
                        response: .redirect(307, to: "https://a.example:8443/3")),
                    ScriptTurn("GET https://a.example:8443/3", ["Authorization": nil], response: .redirect(307, to: first)),
                    ScriptTurn("GET \(first)", ["Authorization": nil], response: .ok),
                ], gets: .response(200)),
        ])

    private static let oauthCrossing = ExchangeScript(
        "a token of OAuth stays at its origin", chain: { $0.oauthDelegate = SavedTokens() },
        [
            .ask(
                first, with: { $0.authenticate(with: .oauth(OAuthConfiguration(grant: .clientCredentials, clientID: "c"))) },
                leadsTo: [
                    ScriptTurn("GET \(first)", ["Authorization": "Bearer old"], response: .redirect(302, to: "https://b.example/2")),
                    // A refusal of another's token must not renew it.
                    ScriptTurn("GET https://b.example/2", ["Authorization": nil], response: .status(401)),
                ], gets: .response(401))
        ])

    private static let signedCrossing = ExchangeScript(
        "a signature stays at its origin",
        [
            .ask(
                first,
                with: { request in
                    let key = AWSCredentials(
                        accessKeyID: "id", secretAccessKey: "key", sessionToken: "t", region: "us-east-1", service: "service")
                    request.authenticate(with: .awsSignature(key))
                },
                leadsTo: [
                    ScriptTurn(
                        "GET \(first)", ["X-Amz-Security-Token": "t", "X-Amz-Date": "20260101T000000Z"],
                        problem: { $0.headers["Authorization"]?.hasPrefix("AWS4-HMAC-SHA256 ") == true ? nil : "it is not signed" },
                        response: .redirect(302, to: "https://b.example/2")),
                    ScriptTurn(
                        "GET https://b.example/2", ["Authorization": nil, "X-Amz-Security-Token": nil, "X-Amz-Date": nil], response: .ok),
                ], gets: .response(200))
        ])

    private static let retriedCrossing = ExchangeScript(
        "a retry begins with the credentials at their origin, and carries them no further than the first attempt",
        [
            .ask(
                first,
                with: { request in
                    request.authenticate(with: .bearer("t"))
                    request.retryStrategy = Backoff(.immediate, maxAttempts: 2)
                },
                leadsTo: [503, 200].flatMap { (status: HTTPStatus) in
                    [
                        ScriptTurn("GET \(first)", ["Authorization": "Bearer t"], response: .redirect(302, to: "https://b.example/2")),
                        ScriptTurn("GET https://b.example/2", ["Authorization": nil], response: .status(status)),
                    ]
                }, gets: .response(200), waits: [.zero])
        ])

    private static let delegateCrossing = ExchangeScript(
        "the delegate is asked for the credentials of one origin", chain: { $0.basicDelegate = PassForA() },
        [
            .ask(
                first, with: { $0.authenticationMethod = .basic },
                leadsTo: [
                    ScriptTurn("GET \(first)", ["Authorization": "Basic YTpw"], response: .redirect(307, to: "https://b.example/")),
                    ScriptTurn("GET https://b.example/", ["Authorization": nil], response: .ok),
                ], gets: .response(200)),
            .ask("https://b.example/", with: { $0.authenticationMethod = .basic }, leadsTo: [], gets: .error(.cannotAuthenticate)),
        ])

    /// The jar adds cookies to every hop, so that they come back although a header would not.
    private static let jarCrossing = ExchangeScript(
        "the jar's cookies go where they belong on every hop",
        [
            .ask(
                first,
                leadsTo: [
                    ScriptTurn(
                        "GET \(first)", ["Cookie": nil], response: .redirect(302, to: "/2", ["Set-Cookie": "a=1; Secure; Path=/"])),
                    ScriptTurn("GET https://a.example/2", ["Cookie": "a=1"], response: .redirect(302, to: "https://b.example/3")),
                    ScriptTurn("GET https://b.example/3", ["Cookie": nil], response: .redirect(302, to: "https://a.example/4")),
                    ScriptTurn("GET https://a.example/4", ["Cookie": "a=1"], response: .ok),
                ], gets: .response(200)),
            .ask(
                first, with: { $0.redirectPolicy.allowsDowngrade = true },
                leadsTo: [
                    ScriptTurn("GET \(first)", ["Cookie": "a=1"], response: .redirect(302, to: "http://a.example/2")),
                    ScriptTurn("GET http://a.example/2", ["Cookie": nil], response: .redirect(302, to: "https://a.example:8443/3")),
                    // Cookies know no ports (RFC 6265 section 8.5).
                    ScriptTurn("GET https://a.example:8443/3", ["Cookie": "a=1"], response: .ok),
                ], gets: .response(200)),
        ])
}

private struct PassForA: BasicAuthDelegate {
    func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
        request.host == "a.example" ? BasicCredentials(username: "a", password: "p") : nil
    }
}
