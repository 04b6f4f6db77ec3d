internal import HTTP
internal import Synchronization

extension ExchangeScript {
    /// Basic, Bearer and keys go out at once; Digest and OAuth need an answer first.
    static let authentication = headerSchemes + digestFlows + [oauthRefresh, oauthRefused]

    private static let api = "https://a.example/x?a=1"

    private static let headerSchemes =
        [
            // RFC 7617 section 2.
            scheme("Basic", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", .basic(BasicCredentials(user: "Aladdin", password: "open sesame"))),
            scheme("Basic in UTF-8", "Basic dGVzdDoxMjPCow==", .basic(BasicCredentials(user: "test", password: "123£"))),
            // RFC 6750 section 2.1.
            scheme("Bearer", "Bearer mF_9.B5f-4.1JqM", .bearer("mF_9.B5f-4.1JqM")), scheme("nobody", nil, .none),
        ] + [
            ExchangeScript(
                "an API key goes into its header or the query",
                [
                    .ask(
                        api, with: { $0.authenticate(with: .apiKey(APIKey(name: "X-Key", value: "k"))) },
                        leadsTo: [ScriptTurn("GET \(api)", ["X-Key": "k"], answer: .ok)], gets: .answer(200)),
                    .ask(
                        api, with: { $0.authenticate(with: .apiKey(APIKey(name: "key", value: "a&b", place: .query))) },
                        leadsTo: [ScriptTurn("GET \(api)&key=a%26b", answer: .ok)], gets: .answer(200)),
                ]),
            ExchangeScript(
                "a user and password in the URL are sent as Basic",
                [
                    .ask(
                        "https://Aladdin:open%20sesame@a.example/",
                        leadsTo: [
                            ScriptTurn("GET https://a.example/", ["Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="], answer: .ok)
                        ], gets: .answer(200))
                ]),
            ExchangeScript(
                "an Authorization that is written out is not replaced",
                [
                    .ask(
                        api, headers: ["Authorization": "mine"],
                        with: { $0.authenticate(with: .basic(BasicCredentials(user: "u", password: "p"))) },
                        leadsTo: [ScriptTurn("GET \(api)", ["Authorization": "mine"], answer: .ok)], gets: .answer(200))
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
                    leadsTo: [ScriptTurn("GET \(api)", ["Authorization": value], answer: .status(200, [:], "in"))], gets: .answer(200, "in")
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
                    ScriptTurn("GET \(api)", ["Authorization": "Bearer old"], answer: .status(401)),
                    ScriptTurn(
                        "POST https://as.example/token",
                        // Both parts are form-encoded first: id%3A1:s%26t
                        ["Authorization": "Basic aWQlM0ExOnMlMjZ0", "Content-Type": "application/x-www-form-urlencoded"],
                        body: "grant_type=refresh_token&refresh_token=r",
                        answer: .status(200, ["Content-Type": "application/json"], #"{"access_token":"new","expires_in":60}"#)),
                    ScriptTurn("GET \(api)", ["Authorization": "Bearer new"], answer: .ok),
                ], gets: .answer(200)),
            .ask(
                api, with: { $0.authenticate(with: .oauth(service)) },
                leadsTo: [ScriptTurn("GET \(api)", ["Authorization": "Bearer new"], answer: .ok)], gets: .answer(200)),
        ])

    private static let oauthRefused = ExchangeScript(
        "OAuth says why there is no token", chain: { $0.oauthDelegate = nil },
        [
            .ask(
                api, with: { $0.authenticate(with: .oauth(service)) },
                leadsTo: [
                    ScriptTurn(
                        "POST https://as.example/token", body: "grant_type=client_credentials",
                        answer: .status(400, ["Content-Type": "application/json"], #"{"error":"invalid_client"}"#))
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
