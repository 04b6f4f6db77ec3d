import Platform
import Testing

@testable import DemoServer

/// Every way to a token, from its beginning to something fetched with it.
@Suite struct OAuthFlowTests {
    private static let callback = "http://127.0.0.1:7777/done"
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let serviceCredentials = ("Authorization", "Basic ZGVtby1zZXJ2aWNlOmRlbW8tc2VjcmV0")

    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    private func authorize(_ changes: [String: String] = [:]) throws -> RawResponse {
        var query = [
            "response_type": "code", "client_id": "demo-app", "redirect_uri": Self.callback, "state": "s t",
            "code_challenge": Self.challenge,
            "code_challenge_method": "S256", "decision": "allow",
        ]
        query.merge(changes) { $1 }
        let text = query.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value.percentEncoded(keeping: .unreserved))" }.joined(
            separator: "&")
        return try server.get("/oauth/authorize?\(text)")
    }

    /// A query item of the redirect.
    private func callbackItem(_ name: String, in response: RawResponse) throws -> String {
        #expect(response.status == 302)
        let location = try #require(response["Location"])
        #expect(location.hasPrefix(Self.callback + "?"))
        return try #require(ReceivedTarget(location).queryItems.first { $0.name == name }?.value)
    }

    private func token(_ pairs: [(String, String)], headers: [(String, String)] = []) throws -> RawResponse {
        try server.postForm("/oauth/token", pairs, headers: headers)
    }

    private func exchange(code: String) throws -> RawResponse {
        try token([
            ("grant_type", "authorization_code"), ("client_id", "demo-app"), ("code", code), ("redirect_uri", Self.callback),
            ("code_verifier", Self.verifier),
        ])
    }

    private func userInfo(_ token: String) throws -> RawResponse {
        try server.get("/oauth/userinfo", headers: [("Authorization", "Bearer \(token)")])
    }

    private func logIn(_ extra: [(String, String)] = []) throws -> RawResponse {
        try token([("grant_type", "password"), ("client_id", "demo-app"), ("username", "pilot"), ("password", "clear-skies")] + extra)
    }

    @Test func aCodeBecomesATokenThatSpeaksForTheUser() throws {
        let redirect = try authorize(["scope": "profile"])
        #expect(try callbackItem("state", in: redirect) == "s t")
        #expect(try callbackItem("iss", in: redirect) == "http://test")
        let response = try exchange(code: callbackItem("code", in: redirect))
        #expect(response.status == 200)
        #expect(response["Cache-Control"] == "no-store")
        #expect(try response.json("token_type") == "Bearer")
        #expect(try response.json("expires_in", as: Int.self) == 3600)
        #expect(try response.json("scope") == "profile")
        let info = try userInfo(response.json("access_token"))
        #expect(try info.json("sub") == "pilot")
        #expect(try info.json("client_id") == "demo-app")
    }

    @Test func aCodeWorksOnce() throws {
        let code = try callbackItem("code", in: authorize())
        #expect(try exchange(code: code).status == 200)
        #expect(try exchange(code: code).json("error") == "invalid_grant")
    }

    @Test func theUserIsAskedFirst() throws {
        let page = try authorize(["decision": ""])
        #expect(page.status == 200)
        #expect(page.text.contains("decision=allow"))
        #expect(page.text.contains("decision=deny"))
        #expect(try callbackItem("code", in: authorize(["decision": "", "prompt": "none"])).isEmpty == false)
    }

    @Test(arguments: [
        (["decision": "deny"], "access_denied"), (["response_type": "token"], "unsupported_response_type"),
        (["scope": "everything"], "invalid_scope"),
        (["code_challenge": ""], "invalid_request"), (["code_challenge_method": "S1"], "invalid_request"),
    ])
    func redirectsErrorsToTheClient(changes: [String: String], error: String) throws {
        let response = try authorize(changes)
        #expect(try callbackItem("error", in: response) == error)
        #expect(try callbackItem("state", in: response) == "s t")
    }

    @Test(arguments: [
        ["client_id": "stranger"], ["redirect_uri": "https://evil.example/"], ["redirect_uri": "http://127.0.0.1.evil.example/"],
        ["redirect_uri": "http://localhost/#x"], ["redirect_uri": "http://localhost/\r\nx"], ["redirect_uri": ""],
    ])
    func refusesAnUnknownRedirectAddress(changes: [String: String]) throws {
        let response = try authorize(changes)
        #expect(response.status == 400)
        #expect(response["Location"] == nil)
    }

    @Test func thePageEscapesWhatItShows() throws {
        let page = try server.get("/oauth/callback?code=%3Cscript%3E")
        #expect(page.text.contains("&lt;script&gt;"))
        #expect(!page.text.contains("<script>"))
    }

    @Test func acceptsItsOwnCallbackPage() throws {
        let response = try authorize(["redirect_uri": "http://test/oauth/callback?x=1"])
        #expect(response["Location"]?.hasPrefix("http://test/oauth/callback?x=1&code=") == true)
    }

    @Test func clientCredentialsGrantNeedsTheSecret() throws {
        let response = try token([("grant_type", "client_credentials"), ("scope", "people:read")], headers: [Self.serviceCredentials])
        #expect(try response.json("scope") == "people:read")
        #expect(!response.text.contains("refresh_token"))
        #expect(try userInfo(response.json("access_token")).json("sub") == "demo-service")
    }

    @Test func refusesClientCredentialsOfAPublicClient() throws {
        #expect(try token([("grant_type", "client_credentials"), ("client_id", "demo-app")]).json("error") == "unauthorized_client")
    }

    @Test func acceptsTheClientSecretInTheForm() throws {
        let pairs = [("grant_type", "client_credentials"), ("client_id", "demo-service")]
        #expect(try token(pairs + [("client_secret", "demo-secret")]).status == 200)
        #expect(try token(pairs + [("client_secret", "wrong")]).status == 401)
        #expect(try token(pairs).status == 401)
    }

    @Test func aWrongHeaderIsChallenged() throws {
        let response = try token([("grant_type", "client_credentials")], headers: [("Authorization", "Basic eDp5")])
        #expect(response.status == 401)
        #expect(response["WWW-Authenticate"] == "Basic realm=\"Apus\"")
        #expect(try response.json("error") == "invalid_client")
    }

    @Test func aPasswordBecomesAToken() throws {
        #expect(try userInfo(logIn().json("access_token")).json("name") == "Ada Berg")
        let wrong = [("grant_type", "password"), ("client_id", "demo-app"), ("username", "pilot"), ("password", "x")]
        #expect(try token(wrong).json("error") == "invalid_grant")
    }

    @Test func aTokenExpiresAndIsRefreshed() throws {
        let first = try logIn([("expires_in", "10")])
        #expect(try first.json("expires_in", as: Int.self) == 10)
        server.clock.advance(by: 10)
        let refused = try userInfo(first.json("access_token"))
        #expect(refused.status == 401)
        #expect(refused["WWW-Authenticate"] == "Bearer realm=\"Apus\", error=\"invalid_token\"")
        let pairs = [("grant_type", "refresh_token"), ("client_id", "demo-app"), ("refresh_token", try first.json("refresh_token"))]
        let second = try token(pairs)
        #expect(try userInfo(second.json("access_token")).status == 200)
        #expect(try token(pairs).json("error") == "invalid_grant")
    }

    @Test func aRevokedTokenIsRefused() throws {
        let token = try logIn().json("access_token")
        #expect(try server.postForm("/oauth/revoke", [("client_id", "demo-app"), ("token", token)]).status == 200)
        #expect(try userInfo(token).status == 401)
        #expect(try server.postForm("/oauth/revoke", [("client_id", "demo-app"), ("token", "unknown")]).status == 200)
        #expect(try server.postForm("/oauth/revoke", [("client_id", "demo-app")]).json("error") == "invalid_request")
    }

    @Test func userInfoWithoutATokenIsChallenged() throws {
        #expect(try server.get("/oauth/userinfo")["WWW-Authenticate"] == "Bearer realm=\"Apus\"")
    }

    @Test func aDeviceGetsATokenAfterItsUserAllows() throws {
        let device = try server.postForm("/oauth/device_authorization", [("client_id", "demo-app"), ("scope", "profile")])
        let userCode = try device.json("user_code")
        #expect(try device.json("interval", as: Int.self) == DeviceLedger.interval)
        let pairs = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", "demo-app"),
            ("device_code", try device.json("device_code")),
        ]
        #expect(try token(pairs).json("error") == "authorization_pending")
        let page = try device.json("verification_uri_complete").dropFirst("http://test".count)
        #expect(try server.get(String(page)).text.contains(userCode))
        #expect(try server.get("\(page)&decision=allow").status == 200)
        #expect(try userInfo(token(pairs).json("access_token")).json("scope") == "profile")
    }

    @Test func theDevicePageAsksForTheCode() throws {
        #expect(try server.get("/oauth/device").text.contains("user_code"))
        let unknown = try server.get("/oauth/device?user_code=%3Cb%3E")
        #expect(unknown.status == 404)
        #expect(unknown.text.contains("&lt;B&gt;"))
    }

    @Test func anIDTokenIsSignedWithTheSecret() throws {
        let pairs = [("grant_type", "password"), ("scope", "openid profile"), ("username", "pilot"), ("password", "clear-skies")]
        let parts = try token(pairs, headers: [Self.serviceCredentials]).json("id_token").split(
            separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3)
        #expect(parts[0] == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9")
        #expect(parts[2].count == 43)
        #expect(try !logIn([("scope", "profile")]).text.contains("id_token"))
        #expect(try logIn([("scope", "openid")]).json("id_token").hasSuffix("."))
    }

    @Test(arguments: [
        ([("client_id", "demo-app")], "invalid_request"), ([("grant_type", "magic"), ("client_id", "demo-app")], "unsupported_grant_type"),
        ([("grant_type", "password")], "invalid_client"),
        ([("grant_type", "refresh_token"), ("client_id", "demo-app")], "invalid_request"),
        (
            [
                ("grant_type", "password"), ("client_id", "demo-app"), ("username", "pilot"), ("password", "clear-skies"),
                ("expires_in", "0"),
            ],
            "invalid_request"
        ),
    ])
    func incompleteRequestsAreNamed(pairs: [(String, String)], error: String) throws {
        #expect(try token(pairs).json("error") == error)
    }

    @Test(arguments: ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
    func discoveryNamesExistingEndpoints(path: String) throws {
        let metadata = try server.get(path)
        #expect(try metadata.json("issuer") == "http://test")
        for name in ["authorization", "token", "device_authorization", "revocation", "userinfo"] {
            let address = try metadata.json("\(name)_endpoint")
            #expect(try server.send("OPTIONS", String(address.dropFirst("http://test".count))).status == 204)
        }
        #expect(try server.get("/.well-known/jwks.json").json("keys", as: [Any].self).isEmpty)
    }
}
