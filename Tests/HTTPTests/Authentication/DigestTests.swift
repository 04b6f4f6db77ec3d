import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite struct DigestTests {
    static let mufasa = BasicCredentials(username: "Mufasa", password: "Circle of Life")

    static func challenge(_ text: String) throws -> DigestChallenge {
        try #require(DigestChallenge.strongest(of: AuthenticationChallenge.parse([text])))
    }

    /// RFC 7616 section 3.9: algorithm, what else the challenge says, user, password, URI, client nonce, and the answer. The user's hash and the answer of
    /// the last are those of erratum 4897 and of an independent SHA-512/256, as the printed ones are wrong.
    static let published: [(String, String, BasicCredentials, String, String, String)] = [
        (
            "MD5", org, mufasa, "/dir/index.html", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", "8ca523f5e9506fed4657c9700eebdbec"
        ),
        (
            "SHA-256", org, mufasa, "/dir/index.html", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
            "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
        ),
        (
            "SHA-512-256", api, BasicCredentials(username: "Jäsøn Doe", password: "Secret, or not?"), "/doe.json",
            "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm", "7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c"
        ),
    ]

    private static let org =
        #"realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
    private static let api =
        #"realm="api@example.org", qop="auth", nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true"#

    @Test(arguments: published)
    func matchesTheExamplesOfRFC7616(
        algorithm: String, rest: String, credentials: BasicCredentials, uri: String, clientNonce: String, response: String
    ) throws {
        let authorization = DigestAuthorization(
            to: try Self.challenge("Digest algorithm=\(algorithm), \(rest)"), credentials: credentials, method: .get, uri: uri,
            clientNonce: clientNonce, protection: .auth)
        #expect(authorization.response == response)
        let opaque = try #require(authorization.challenge.opaque)
        #expect(authorization.headerValue.contains(#"response="\#(response)", algorithm=\#(algorithm), opaque="\#(opaque)", "#))
        let hash = #"username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b""#
        #expect(
            authorization.headerValue.hasPrefix(authorization.challenge.hashesUser ? "Digest \(hash), " : #"Digest username="Mufasa", "#))
    }

    /// RFC 2617 section 3.5.
    @Test func matchesTheExampleOfRFC2617() throws {
        let challenge = try Self.challenge(
            #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41""#
        )
        let authorization = DigestAuthorization(
            to: challenge, credentials: BasicCredentials(username: "Mufasa", password: "Circle Of Life"), method: .get,
            uri: "/dir/index.html",
            clientNonce: "0a4f113b", protection: .auth)
        #expect(authorization.response == "6629fae49393a05397450978507c4ef1")
        #expect(authorization.headerValue.contains("nc=00000001") && authorization.headerValue.contains("qop=auth,"))
        #expect(!authorization.headerValue.contains("algorithm"))
    }

    /// RFC 2069 section 2.4, with the erratum's value.
    @Test func omitsTheCountWithoutQop() throws {
        let challenge = try Self.challenge(#"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#)
        let authorization = DigestAuthorization(
            to: challenge, credentials: BasicCredentials(username: "Mufasa", password: "CircleOfLife"), method: .get,
            uri: "/dir/index.html",
            clientNonce: "x")
        #expect(authorization.response == "1949323746fe6a43ef61f9606e7febea")
        #expect(!authorization.headerValue.contains("cnonce"))
    }

    /// A quote with a combining mark after it is one character.
    @Test func aQuoteInAUserNameDoesNotEndIt() throws {
        let challenge = try Self.challenge(#"Digest realm="r", nonce="1""#)
        let credentials = BasicCredentials(username: "a\"\u{301}b\\", password: "p")
        let authorization = DigestAuthorization(to: challenge, credentials: credentials, method: .get, uri: "/", clientNonce: "")
        #expect(authorization.headerValue.hasPrefix("Digest username=\"a\\\"\u{301}b\\\\\", realm="))
    }

    @Test func theStrongestKnownAlgorithmIsTaken() throws {
        let text =
            #"Digest realm="r", nonce="1", algorithm=MD5, Basic realm="b", Digest realm="r", nonce="2", algorithm=SHA-256, Digest nonce="3", algorithm=SHA-1024"#
        #expect(try Self.challenge(text).nonce == "2")
        #expect(try Self.challenge(text + #", Digest nonce="4", algorithm=SHA-512-256"#).nonce == "4")
        #expect(DigestChallenge.strongest(of: AuthenticationChallenge.parse([#"Digest nonce="3", qop="own""#])) == nil)
        for unknown in ["SHA-1024", "SHA-1", "SHA1"] {
            let challenges = AuthenticationChallenge.parse([#"Digest nonce="3", algorithm=\#(unknown)"#])
            #expect(DigestChallenge.strongest(of: challenges) == nil, "\(unknown)")
        }
    }

    @Test(arguments: [
        ("Basic realm=\"a, b=c\"", ["Basic"]), ("Negotiate", ["Negotiate"]), ("Negotiate abc==, Basic realm=x", ["Negotiate", "Basic"]),
        (",, NTLM , Digest nonce=\"q\\\"\"", ["NTLM", "Digest"]), ("", []), ("\"", []),
    ])
    func parsesChallenges(text: String, schemes: [String]) {
        #expect(AuthenticationChallenge.parse([text]).map(\.scheme) == schemes)
    }

    static let header = #"Digest realm="r", nonce="n1", qop="auth""#

    func request() -> HTTPRequest {
        var request = HTTPRequest(method: .put, url: "https://host/p?q", body: TextBody("body"))
        request.authenticate(with: .digest(Self.mufasa))
        return request
    }

    /// A server may protect one part in another way: what was right for the first is only a guess for the second.
    @Test func anotherPartOfTheServerIsAskedForItsOwnChallenge() async throws {
        let other = #"Digest realm="r", nonce="n2", qop="auth-int", algorithm=SHA-256"#
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": Self.header]).then(200)
            .then(401, headers: ["WWW-Authenticate": other]).then(200).then(401, headers: ["WWW-Authenticate": other])
            .then(401, headers: ["WWW-Authenticate": other])
        let loader = DigestAuth(makeClientNonce: { "c" }) --> mock
        _ = try await loader.load(request())
        #expect(try await loader.load(request()).status == .ok)
        #expect(mock.requests.last?.headers["Authorization"]?.contains(#"nonce="n2""#) == true)
        #expect(try await loader.load(request()).status == .unauthorized)
        #expect(mock.requests.count == 6)
    }

    /// The caller's own header has priority; only one with a nonce that is too old is replaced.
    @Test(arguments: [(false, HTTPStatus.unauthorized), (true, .ok)])
    func keepsTheRequestsAuthorizationUnlessStale(isStale: Bool, status: HTTPStatus) async throws {
        let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", stale=\(isStale)"
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": challenge]).then(200)
        var request = request()
        request.headers["Authorization"] = "Digest own"
        #expect(try await (DigestAuth() --> mock).load(request).status == status)
        #expect(mock.requests.first?.headers["Authorization"] == "Digest own")
    }

    @Test func aResetForgetsChallenges() async throws {
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": Self.header]).then(200).then(200)
        let loader = DigestAuth(makeClientNonce: { "c" }) --> mock
        _ = try await loader.load(request())
        await loader.reset()
        _ = try await loader.load(request())
        #expect(mock.requests.map { $0.headers.contains("Authorization") } == [false, true, false])
    }

    /// The nonce was too old, the password was right (RFC 7616 section 3.3).
    @Test(arguments: [true, false]) func aStaleNonceIsReplacedAndAWrongPasswordIsNot(isStale: Bool) async throws {
        let again = #"Digest realm="r", nonce="n2", qop="auth", stale=\#(isStale)"#
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": Self.header]).then(401, headers: ["WWW-Authenticate": again])
            .then(200)
        let response = try await (DigestAuth(makeClientNonce: { "c" }) --> mock).load(request())
        #expect(response.status == (isStale ? 200 : 401))
    }

    @Test func doesNotReuseAChallengeForAnotherUser() async throws {
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": Self.header]).then(200).then(200)
        let loader = DigestAuth(makeClientNonce: { "c" }) --> mock
        _ = try await loader.load(request())
        var other = request()
        other.basicCredentials = BasicCredentials(username: "Simba", password: "Hakuna Matata")
        _ = try await loader.load(other)
        #expect(mock.requests.map { $0.headers.contains("Authorization") } == [false, true, false])
    }

    @Test func usesAuthIntWhenRequired() async throws {
        let mock = MockLoader().then(
            401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth-int", algorithm=MD5-sess"#]
        ).then(200)
        _ = try await (DigestAuth(makeClientNonce: { "c" }) --> mock).load(request())
        #expect(mock.requests.last?.headers["Authorization"]?.contains("qop=auth-int") == true)
        #expect(mock.requests.last?.headers["Authorization"]?.contains("response=\"a764d704198f87d387b0106a96c993aa\"") == true)
    }

    /// RFC 7616 section 3.4.2: the secret of a session is made once, with the first pair of nonces.
    @Test func aSessionKeepsItsFirstNonce() async throws {
        let drawn = Mutex(0)
        let link = DigestAuth(makeClientNonce: { "c\(drawn.withLock { $0 += 1; return $0 })" })
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess"#])
            .then(200).then(200)
        for _ in 0..<2 { _ = try await (link --> mock).load(request()) }
        let responses = mock.requests.compactMap { $0.headers["Authorization"] }
        #expect(responses.map { $0.contains(#"cnonce="c1""#) } == [true, true])
        #expect(responses.map { $0.contains("nc=00000002") } == [false, true])
    }

    /// RFC 7616 section 3.5.
    @Test func nextNonceAvoidsAChallenge() async throws {
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": Self.header])
            .then(200, headers: ["Authentication-Info": #"nextnonce="n2", qop=auth"#]).then(200)
        let loader = DigestAuth(makeClientNonce: { "c" }) --> mock
        for _ in 0..<2 { _ = try await loader.load(request()) }
        let last = try #require(mock.requests.last?.headers["Authorization"])
        #expect(last.contains(#"nonce="n2""#) && last.contains("nc=00000001"))
    }

    /// It must not be read for the digest, and then be gone when it is to be sent.
    @Test func aBodyThatCanBeReadOnlyOnceIsNotReadForItsDigest() async throws {
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth-int""#]).then(200)
        let loader = DigestAuth(makeClientNonce: { "c" }) --> mock
        _ = try await loader.load(request())
        var once = request()
        once.body = StreamBody(replay: .once) { throw CancellationError() }
        let error = await #expect(throws: HTTPError.self) { try await loader.load(once) }
        #expect(error?.code == .bodyNotReplayable)
        #expect(mock.requests.count == 2)
    }

    @Test func usesAuthWhenAllowed() async throws {
        let mock = MockLoader().then(401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth-int, auth""#]).then(200)
        _ = try await (DigestAuth(makeClientNonce: { "c" }) --> mock).load(request())
        #expect(mock.requests.last?.headers["Authorization"]?.contains("qop=auth,") == true)
    }

    @Test func escapesQuotesInNames() throws {
        let authorization = DigestAuthorization(
            to: try Self.challenge(#"Digest realm="a\"b", nonce="n""#), credentials: BasicCredentials(username: #"x\y"z"#, password: "p"),
            method: .get, uri: "/", clientNonce: "c")
        #expect(authorization.headerValue.hasPrefix(#"Digest username="x\\y\"z", realm="a\"b", "#))
    }

    @Test func encodesANameOutsideASCII() throws {
        let challenge = try Self.challenge(#"Digest realm="r", nonce="n", qop="auth", charset=UTF-8"#)
        let authorization = DigestAuthorization(
            to: challenge, credentials: BasicCredentials(username: "Jäsøn", password: "p"), method: .get, uri: "/", clientNonce: "c",
            protection: .auth)
        #expect(authorization.headerValue.hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n, "))
        let plain = DigestAuthorization(
            to: try Self.challenge(#"Digest realm="r", nonce="n", qop="auth""#), credentials: authorization.credentials, method: .get,
            uri: "/",
            clientNonce: "c")
        #expect(plain.headerValue.hasPrefix(#"Digest username="Jäsøn", "#))
    }

    @Test func marksAHashedUserName() throws {
        let challenge = try Self.challenge(#"Digest realm="r", nonce="n", qop="auth", userhash=true"#)
        let authorization = DigestAuthorization(
            to: challenge, credentials: Self.mufasa, method: .get, uri: "/", clientNonce: "c", protection: .auth)
        #expect(authorization.headerValue.hasSuffix(", userhash=true"))
        #expect(!authorization.headerValue.contains("Mufasa"))
    }
}
