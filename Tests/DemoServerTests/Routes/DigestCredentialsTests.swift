import Testing

@testable import DemoServer

/// The examples of RFC 7616, section 3.9, and of RFC 2069 as RFC 2617 corrects it.
@Suite struct DigestCredentialsTests {
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"), ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func computesThePublishedResponses(algorithm: String, response: String) throws {
        let credentials = try #require(
            DigestCredentials(
                """
                Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=\(algorithm), \
                nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, \
                cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="\(response)"
                """))
        #expect(credentials.useCount == 1)
        let expected = credentials.expectedResponse(
            realm: "http-auth@example.org", password: "Circle of Life", sessionNonce: nil, method: "GET", body: [],
            algorithm: try #require(DigestAlgorithm.named(algorithm)))
        #expect(expected == response)
        #expect(credentials.response == response)
    }

    /// RFC 7616, section 3.9.2, whose response there is for the user name in clear (erratum 4897).
    @Test func withoutQopTheCountIsLeftOut() throws {
        let credentials = try #require(
            DigestCredentials(
                "Digest username=\"Mufasa\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", uri=\"/dir/index.html\", response=\"1949323746fe6a43ef61f9606e7febea\""
            ))
        let expected = credentials.expectedResponse(
            realm: "testrealm@host.com", password: "CircleOfLife", sessionNonce: nil, method: "GET", body: [],
            algorithm: try #require(DigestAlgorithm.named("MD5")))
        #expect(expected == "1949323746fe6a43ef61f9606e7febea")
    }

    @Test func authIntIncludesTheBody() throws {
        let credentials = try #require(
            DigestCredentials("Digest username=u, nonce=n, uri=\"/\", response=r, qop=auth-int, nc=00000001, cnonce=c"))
        let algorithm = try #require(DigestAlgorithm.named("SHA-256"))
        let responses = ["", "body"].map {
            credentials.expectedResponse(
                realm: "r", password: "p", sessionNonce: nil, method: "POST", body: Array($0.utf8), algorithm: algorithm)
        }
        #expect(responses[0] != responses[1])
    }

    @Test func readsParametersWithCommasAndWithoutBlanks() throws {
        let credentials = try #require(
            DigestCredentials("Digest username=\"a, b\", qop=auth,nc=0000000a,nonce=n, uri=\"/a,b\", response=\"r\""))
        #expect(credentials.userName == "a, b" && credentials.uri == "/a,b")
        #expect(credentials.qop == "auth" && credentials.useCount == 10)
    }

    @Test(arguments: [nil, "", "Basic abc", "Digest", "Digest username=u, nonce=n, uri=\"/\""])
    func refusesIncompleteCredentials(header: String?) {
        #expect(DigestCredentials(header) == nil)
    }
}
