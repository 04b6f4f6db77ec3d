import HTTP
import Testing

@testable import Workspace

/// Credentials that are typed into headers and into the query.
@Suite struct TypedCredentialTests {
    @Test(arguments: [
        ("Authorization", "Bearer abc", "Bearer ••••"), ("authorization", "abc", "••••"),
        ("Proxy-Authorization", "Basic dTpw", "Basic ••••"),
        ("Authorization", "Bearer {{token}}", "Bearer {{token}}"), ("X-Api-Key", "abc", "••••"), ("X-API-KEY", "{{key}}", "{{key}}"),
        ("Cookie", "sid=1; theme={{theme}}; flag", "sid=••••; theme={{theme}}; flag"), ("X-Session-Token", "a {{b}}", "••••"),
        ("access_token", "abc", "••••"), ("api_key", "abc", "••••"), ("X-Amz-Signature", "abc", "••••"), ("X-Api-Key", "", ""),
        ("Accept", "a", "a"), ("page", "2", "2"), ("Idempotency-Key", "k", "k"), ("token_type", "jwt", "jwt"),
        ("subscription-key", "abc", "••••"),
    ])
    func `the history stores masks for names that suggest a credential`(_ name: String, _ value: String, _ kept: String) {
        let draft = RequestDraft(query: [Row(name, value)], headers: [Row("A", "1"), Row(name, value)])
        let masked = draft.withoutSecrets()
        #expect(masked.headers == [Row("A", "1"), Row(name, kept)])
        #expect(masked.query == [Row(name, kept)])
        #expect(masked.lacksSecrets == (kept != value))
        #expect(masked.restoringSecrets(from: draft) == draft)
    }

    @Test(arguments: [
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Master-Key", "Authentication", "X-Forwarded-Authorization", "Key", "X-Auth",
    ])
    func `headers that are dropped for another host are masked`(_ name: String) throws {
        let draft = RequestDraft(url: "http://h/", query: [Row("key", "plain")], headers: [Row(name, "hush-hush")])
        let masked = draft.withoutSecrets()
        #expect(masked.headers == [Row(name, "••••")] && masked.query == draft.query && masked.lacksSecrets)
        #expect(masked.restoringSecrets(from: draft) == draft)
        #expect(try RequestResolver.resolve(RequestResolverTests.input(draft)).mask.masked("hush-hush plain") == "•••• plain")
        #expect(RequestResolverTests.problems(RequestResolverTests.input(masked)).count == 1)
        let environment = EnvironmentDraft(name: "e", headers: [Row(name, "hush-hush")])
        let resolved = try RequestResolver.resolve(RequestResolverTests.input(RequestDraft(url: "http://h/"), environment: environment))
        #expect(resolved.mask.masked("hush-hush") == "••••")
        let separated = SeparatedCredentials(of: draft, notIn: RequestDraft()) { _ in false }
        #expect(separated.places.count == 1 && separated.draft.headers.first?.value.hasPrefix("{{") == true)
    }

    @Test(arguments: [
        "Idempotency-Key", "X-Idempotency-Key", "Surrogate-Key", "X-Auth-Type", "No-Auth", "X-Author", "X-Keyboard", "X-Event-Key",
        "X-Public-Key", "Sort-Key", "X-Cache-Key", "Sec-WebSocket-Key",
    ])
    func `headers about credentials and other keys stay`(_ name: String) {
        let draft = RequestDraft(headers: [Row(name, "plain")])
        #expect(draft.withoutSecrets() == draft)
    }

    @Test(
        arguments: [
            ("http://h/a?b=1", []), ("/cb?access_token=a%2Fbcdefg&x", ["a%2Fbcdefg", "a/bcdefg"]), ("http://h/?auth=none&token=", []),
            ("/cb?code=SplxlOBeZQQY&state=xyz", ["SplxlOBeZQQY"]), ("/cb?%63ode=Splx%2FlOB&iss=https://as", ["Splx%2FlOB", "Splx/lOB"]),
            ("/cb#code=SplxlOBeZQQY&session_state=1", ["SplxlOBeZQQY", "session_state=1"]), ("/shop?code=US", []),
            ("/shop?code=US&status=1", []),
            ("/cb?postcode=SplxlOBeZQQY&state=xyz", []), ("/?pin=1234#id_token=abcdefgh", ["pin=1234", "abcdefgh"]), ("", []), ("?", []),
            ("http://a:b@h", ["b", "YTpi"]),
        ] as [(String, Set<String>)])
    func `credentials in the address of a redirect`(_ url: String, _ secrets: Set<String>) {
        #expect(TypedCredential.secrets(inURL: url) == secrets)
    }

    @Test func `every row regains its own value, and removed values stay masked`() {
        let rows = [Row("X-Token", "one"), Row("X-Token", "two"), Row("X-Key-Secret", "three")]
        let masked = TypedCredential.masked(rows)
        #expect(TypedCredential.restored(masked, from: [rows[0], rows[1]]).map(\.value) == ["one", "two", "••••"])
    }

    @Test func `the query of a URL counts as well`() {
        let draft = RequestDraft(url: "http://h/?a=1&api_key=abc&b")
        #expect(draft.withoutSecrets().url == "http://h/?a=1&api_key=••••&b")
        #expect(draft.withoutSecrets().restoringSecrets(from: draft) == draft)
    }

    /// Alone, a code may be that of a country.
    @Test func `the code of a login is a credential beside its state`() throws {
        let typed = RequestDraft(url: "http://h/cb?code=SplxlOBeZQQY&state=xyz")
        #expect(typed.withoutSecrets().url == "http://h/cb?code=••••&state=xyz")
        #expect(try RequestResolver.resolve(RequestResolverTests.input(typed)).mask.masked("SplxlOBeZQQY xyz") == "•••• xyz")
        #expect(RequestDraft(url: "http://h/shop?code=US").withoutSecrets().url == "http://h/shop?code=US")
        let rows = RequestDraft(url: "http://h/cb", query: [Row("code", "SplxlOBeZQQY"), Row("state", "xyz")])
        let masked = rows.withoutSecrets()
        #expect(masked.query == [Row("code", "••••"), Row("state", "xyz")] && masked.lacksSecrets)
        #expect(masked.restoringSecrets(from: rows) == rows)
        #expect(RequestResolverTests.problems(RequestResolverTests.input(masked)) == ["query code: is masked (••••): enter the secret"])
        let country = RequestDraft(url: "http://h/", query: [Row("code", "US")])
        #expect(country.withoutSecrets() == country)
    }

    @Test func `masked values are not sent as masks`() {
        let draft = RequestDraft(url: "http://h/", query: [Row("api_key", "abc")], headers: [Row("Authorization", "Bearer abc")])
        #expect(
            RequestResolverTests.problems(RequestResolverTests.input(draft.withoutSecrets())) == [
                "query api_key: is masked (••••): enter the secret",
                "header Authorization: is masked (••••): enter the secret",
            ])
    }

    @Test func `sent values are masked everywhere`() throws {
        let draft = RequestDraft(
            url: "http://h/?sig=s%20%C3%A9", query: [Row("access_token", "tok-1")],
            headers: [
                Row("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), Row("Cookie", "sid=abcdefgh; b=yes"), Row("X-Plain", "plain"),
            ])
        let environment = EnvironmentDraft(name: "e", headers: [Row("X-Api-Key", "env-key")])
        let mask = try RequestResolver.resolve(RequestResolverTests.input(draft, environment: environment)).mask
        #expect(
            mask.masked("tok-1 s é s%20%C3%A9 QWxhZGRpbjpvcGVuIHNlc2FtZQ== open sesame abcdefgh b=yes yes env-key plain")
                == "•••• •••• •••• •••• •••• •••• •••• yes •••• plain")
    }

    @Test(arguments: [
        ("X-Api-Key", true), ("accessToken", true), ("ACCESS_TOKEN", true), ("t-o-k-e-n", true), ("token_type", false),
        ("tokenName", false),
        ("pin", true), ("user.pin", true), ("spinner", false), ("TOTP", true), ("üpin", false), ("ü-pin", true), ("Schlüssel-Token", true),
        ("pass–word", true), ("to\u{301}ken", false), ("", false), ("a", false), ("123", false), ("my session", true),
        ("X-Amz-Signature", true),
        ("sig", true), ("signal", false), ("Proxy-Authorization", true), ("authority", false),
        ("include_credential", false), ("session_age", false), ("useToken", false), ("max_tokens", false), ("tokenURL", false),
        ("addTokenTo", false), ("token_placement", false), ("tokenSource", false), ("token_header_prefix", false), ("addressToken", true),
        ("Has-Session", false), ("password_required", false), ("issuer_token", true), ("user_token", true), ("session_id", true),
        ("userToken", true), ("newPassword", true), ("ISSUE_TOKEN", true), ("subscription-key", true), ("primary_key", false),
        ("sepadirectdebit.dateOfSignature", false), ("place_of_signature", false), ("proofSignature", true), ("mandateSignature", true),
    ])
    func `names of credentials are recognised`(_ name: String, _ isSecret: Bool) { #expect(SecretName.isCredential(name) == isSecret) }

    @Test(arguments: [
        ("2024-05-02", "session", false), ("2024-05-02T08:00:00.5+02:00", "token", false), ("2024-05-02 08:00", "token", false),
        ("2024-05-02", "password", true), ("2024-05-02-a", "token", true), ("20240502", "token", true),
        ("==Payload as retrieved==", "token", false), ("YWJjZA==", "token", true), ("==abc", "token", true),
    ])
    func `dates and placeholders are no credentials`(_ value: String, _ name: String, _ isSecret: Bool) {
        #expect(TypedCredential.isCredential(value, of: name) == isSecret)
    }

    @Test(arguments: [
        ("Cookie", "sid=abc123secret; lang=en", "abc123secret"), ("Set-Cookie", "sid=abc123secret; Path=/other12345", "abc123secret"),
        ("cookie", "theme=darkmode; tz=Europe/Berlin; n=1; flag=true; day=2026-12-01; a=", ""), ("Cookie", "session=abc", "session=abc"),
        ("Cookie", "session=abcdefgh", "abcdefgh"), ("Cookie", "id=\"abc123secret\"; b", "abc123secret"),
        ("Cookie", "c=s%3Aabc123", "s%3Aabc123 s:abc123"), ("Cookie", "sid=••••", ""), ("Cookie", "id=abcdefg", ""),
        ("Cookie", "id=abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"), ("X-Cookies", "sid=abc123secret", ""),
        ("Cookie", "", ""), ("Cookie", "tz=Europe%2FBerlin; lang=%22en%22; n=%5B1%2C2%5D; at=2026-12-01T10%3A00%3A00Z", ""),
        ("Cookie", "session=%61%62%63", "session=%61%62%63"),
    ])
    func `cookies that are masked wherever they are repeated`(_ name: String, _ value: String, _ secrets: String) {
        let found = TypedCredential.secrets(inCookiesOf: HTTPHeaders([HTTPHeaderField(name: name, value: value)]))
        #expect(found.sorted().joined(separator: " ") == secrets)
    }
}
