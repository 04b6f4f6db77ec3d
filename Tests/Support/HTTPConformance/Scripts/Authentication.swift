internal import HTTP
internal import Synchronization

extension ExchangeScript {
    /// Basic, Bearer and keys go out at once; Digest and OAuth need a response first.
    static let authentication = headerSchemes + digestFlows + [oauthRefresh, oauthRefused]

    private static let api = "https://a.example/x?a=1"

    private static let headerSchemes =
        [
            // RFC 7617 section 2.
            scheme("Basic", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", .basic(BasicCredentials(username: "Aladdin", password: "open sesame"))),
            scheme("Basic in UTF-8", "Basic dGVzdDoxMjPCow==", .basic(BasicCredentials(username: "test", password: "123£"))),
            // RFC 6750 section 2.1.
            scheme("Bearer", "Bearer mF_9.B5f-4.1JqM", .bearer("mF_9.B5f-4.1JqM")), scheme("nobody", nil, .none),
        ] + [
            ExchangeScript(
                "an API key goes into its header or the query",
                [
                    .ask(
                        api, with: { $0.authenticate(with: .apiKey(APIKey(name: "X-Key", value: "k"))) },
                        leadsTo: [ScriptTurn("GET \(api)", ["X-Key": "k"], response: .ok)], gets: .response(200)),
                    .ask(
                        api, with: { $0.authenticate(with: .apiKey(APIKey(name: "key", value: "a&b", place: .query))) },
                        leadsTo: [ScriptTurn("GET \(api)&key=a%26b", response: .ok)], gets: .response(200)),
                ]),
            ExchangeScript(
                "a user and password in the URL are sent as Basic",
                [
                    .ask(
                        "https://Aladdin:open%20sesame@a.example/",
                        leadsTo: [
                            ScriptTurn("GET https://a.example/", ["Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="], response: .ok)
                        ], gets: .response(200))
                ]),
            ExchangeScript(
                "an Authorization that is written out is not replaced",
                [
                    .ask(
                        api, headers: ["Authorization": "mine"],
                        with: { $0.authenticate(with: .basic(BasicCredentials(username: "u", password: "p"))) },
                        leadsTo: [ScriptTurn("GET \(api)", ["Authorization": "mine"], response: .ok)], gets: .response(200))
                ]),
            ExchangeScript(
                "without credentials nothing is sent",
                [AuthenticationMethod.basic, .bearer, .apiKey, .digest, .oauth, .awsSignature, .ntlm, .negotiate].map { method in
                    .ask(api, with: { $0.authenticationMethod = method }, leadsTo: [], gets: .error(.cannotAuthenticate))
                }),
        ]

    private static func scheme(_ name: String, _ value: String?, _ authentication: HTTPAuthentication) -> ExchangeScript {
        ExchangeScript(
            "\(name) goes into Authorization",
            [
                .ask(
                    api, with: { $0.authenticate(with: authentication) },
                    leadsTo: [ScriptTurn("GET \(api)", ["Authorization": value], response: .status(200, [:], "in"))],
                    gets: .response(200, "in")
                )
            ])
    }

    private static let service = OAuthConfiguration(
        grant: .clientCredentials, clientID: "id:1", clientSecret: "s&t", endpoints: OAuthEndpoints(token: "https://as.example/token"))

    private static let oauthRefresh = ExchangeScript(
        "OAuth renews a token that is refused, once, and keeps it", chain: { $0.oauthDelegate = SavedTokens() },
        [
            .ask(
                api, with: { $0.authenticate(with: .oauth(service)) },
                leadsTo: [
                    ScriptTurn("GET \(api)", ["Authorization": "Bearer old"], response: .status(401)),
                    ScriptTurn(
                        "POST https://as.example/token",
                        // Both parts are form-encoded first: id%3A1:s%26t
                        ["Authorization": "Basic aWQlM0ExOnMlMjZ0", "Content-Type": "application/x-www-form-urlencoded"],
                        body: "grant_type=refresh_token&refresh_token=r",
                        response: .status(200, ["Content-Type": "application/json"], #"{"access_token":"new","expires_in":60}"#)),
                    ScriptTurn("GET \(api)", ["Authorization": "Bearer new"], response: .ok),
                ], gets: .response(200)),
            .ask(
                api, with: { $0.authenticate(with: .oauth(service)) },
                leadsTo: [ScriptTurn("GET \(api)", ["Authorization": "Bearer new"], response: .ok)], gets: .response(200)),
        ])

    private static let oauthRefused = ExchangeScript(
        "OAuth says why there is no token", chain: { $0.oauthDelegate = nil },
        [
            .ask(
                api, with: { $0.authenticate(with: .oauth(service)) },
                leadsTo: [
                    ScriptTurn(
                        "POST https://as.example/token", body: "grant_type=client_credentials",
                        response: .status(400, ["Content-Type": "application/json"], #"{"error":"invalid_client"}"#))
                ], gets: .error(.cannotAuthenticate))
        ])
}

/// Begins with a token that the API refuses.
final class SavedTokens: OAuthDelegate {
    private let saved = Mutex<OAuthCredentials?>(OAuthCredentials(accessToken: "old", refreshToken: "r"))

    func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { saved.withLock { $0 } }
    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async { saved.withLock { $0 = credentials } }
    func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
    func show(_ code: OAuthDeviceCode) async {}
}

/// A server that asks for Digest (RFC 7616, and RFC 2617 where it offers no protection).
enum DigestScript {
    static let user = BasicCredentials(username: "Aladdin", password: "open sesame")

    static func header(_ nonce: String, _ more: String) -> String { "Digest realm=\"r\", nonce=\"\(nonce)\"\(more)" }

    static func challenge(_ nonce: String, _ more: String = ", qop=\"auth\"") -> ScriptResponse {
        .status(401, ["WWW-Authenticate": header(nonce, more)], "who?")
    }

    /// Returns the problem of a Digest authorization, computed with the client's own nonce.
    static func answers(
        _ nonce: String, _ more: String = ", qop=\"auth\"", count: Int = 1, uri: String = "/1", method: HTTPMethod = .get,
        bodyDigest: String = ""
    ) -> @Sendable (SeenRequest) -> String? {
        { seen in
            let given = AuthenticationChallenge.parse(seen.headers.values(for: "Authorization")).first
            guard let given, given.isScheme("Digest") else { return "there is no answer to the challenge" }
            guard let challenge = DigestChallenge.strongest(of: AuthenticationChallenge.parse([header(nonce, more)])) else {
                return "the script's challenge cannot be answered"
            }
            let expected = DigestAuthorization(
                to: challenge, credentials: user, method: method, uri: uri, clientNonce: given.parameters["cnonce"] ?? "",
                nonceCount: count,
                protection: challenge.protections.first, bodyDigest: bodyDigest)
            let value = seen.headers["Authorization"] ?? ""
            return value == expected.headerValue ? nil : "Authorization is \(value) where \(expected.headerValue) is right"
        }
    }
}

extension ExchangeScript {
    private static let place = "https://a.example/1"

    /// Digest challenges and the authorizations for them.
    static let digestFlows = [
        ExchangeScript(
            "a Digest challenge is answered, and later requests answer it at once",
            [
                digest([(nil, DigestScript.challenge("n")), (DigestScript.answers("n"), .ok)], gets: .response(200)),
                digest([(DigestScript.answers("n", count: 2), .ok)], gets: .response(200)),
            ]),
        digestForm("MD5 of RFC 2617", ""), digestForm("without a protection", "", opaque: true),
        digestForm("SHA-256", ", qop=\"auth\", algorithm=SHA-256"),
        digestForm("MD5-sess", ", qop=\"auth\", algorithm=MD5-sess"),
        digestForm("a hashed user", ", qop=\"auth\", userhash=true, charset=UTF-8"),
        ExchangeScript(
            "a wrong password gives the refusal back",
            [
                digest(
                    [(nil, DigestScript.challenge("n")), (DigestScript.answers("n"), DigestScript.challenge("n"))],
                    gets: .response(401, "who?"))
            ]),
        ExchangeScript(
            "a nonce that is too old is replaced",
            [
                digest([(nil, DigestScript.challenge("n")), (DigestScript.answers("n"), .ok)], gets: .response(200)),
                digest(
                    [
                        (DigestScript.answers("n", count: 2), DigestScript.challenge("n2", ", qop=\"auth\", stale=true")),
                        (DigestScript.answers("n2"), .ok),
                    ], gets: .response(200)),
            ]),
        ExchangeScript(
            "the body is protected where the server wants it, and sent again",
            [
                digest(
                    [
                        (nil, DigestScript.challenge("n", ", qop=\"auth-int\"")),
                        // The MD5 of `body`.
                        (
                            DigestScript.answers(
                                "n", ", qop=\"auth-int\"", method: .put, bodyDigest: "841a2d689ad86bd1611447453c22c6fc"), .ok
                        ),
                    ], .put, TextBody("body"), gets: .response(200))
            ]),
        ExchangeScript(
            "a body that can be read once is not sent to answer a challenge",
            [digest([(nil, DigestScript.challenge("n"))], .put, TextStream.body("body"), gets: .error(.bodyNotReplayable, 401))]),
    ]

    private static func digestForm(_ name: String, _ more: String, opaque: Bool = false) -> ExchangeScript {
        let more = more + (opaque ? ", opaque=\"o\"" : "")
        return ExchangeScript(
            "Digest is answered: \(name)",
            [digest([(nil, DigestScript.challenge("n", more)), (DigestScript.answers("n", more), .ok)], gets: .response(200))])
    }

    /// A request for ``place``; each turn checks its `Authorization`; nil for none.
    private static func digest(
        _ turns: [((@Sendable (SeenRequest) -> String?)?, ScriptResponse)], _ method: HTTPMethod = .get, _ body: (any HTTPBody)? = nil,
        gets outcome: ScriptOutcome
    ) -> ScriptAsk {
        .ask(
            place, method, body: body, with: { $0.authenticate(with: .digest(DigestScript.user)) },
            leadsTo: turns.map { check, response in
                ScriptTurn(
                    "\(method) \(place)", check == nil ? ["Authorization": nil] : [:], body: body == nil ? "" : "body",
                    problem: check ?? { _ in nil }, response: response)
            }, gets: outcome)
    }
}
