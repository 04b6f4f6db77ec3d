import Testing

import Hashing
@testable import DemoServer

@Suite struct IDTokenTests {
    @Test func namesTheUserTheIssuerAndTheExpiry() throws {
        let grant = OAuthGrant(clientID: "demo-service", userName: "pilot", scope: "openid", nonce: "n")
        let token = try #require(IDToken(grant: grant, issuer: "http://i", now: 100, lifetime: 10)).signed(by: .service)
        let parts = token.split(separator: ".").map(String.init)
        let claims = parts[1].padding(toMultipleOf: 4)
        let text = String(decoding: try #require(Base64.decode(claims)), as: UTF8.self)
        #expect(text == #"{"iss":"http://i","sub":"pilot","aud":"demo-service","exp":110,"iat":100,"nonce":"n"}"#)
    }

    /// Checked with OpenSSL: `printf %s HEADER.CLAIMS | openssl dgst -sha256 -hmac demo-secret -binary | basenc --base64url`.
    @Test func signsWithHMAC() throws {
        let grant = OAuthGrant(clientID: "demo-service", userName: "pilot", scope: "openid")
        let token = try #require(IDToken(grant: grant, issuer: "http://i", now: 100, lifetime: 10)).signed(by: .service)
        #expect(token.hasSuffix(".S5sE7-xi-jFVbzX3AH44zLfhfSb1FOpJ-BZSVhD92hE"))
    }

    @Test(arguments: [("profile", "pilot"), ("openid", nil)] as [(String, String?)])
    func returnsNilWithoutScopeOrUser(scope: String, user: String?) {
        #expect(IDToken(grant: OAuthGrant(clientID: "c", userName: user, scope: scope), issuer: "i", now: 0, lifetime: 1) == nil)
    }
}

extension String {
    fileprivate func padding(toMultipleOf size: Int) -> String {
        self + String(repeating: "=", count: (size - count % size) % size)
    }
}
