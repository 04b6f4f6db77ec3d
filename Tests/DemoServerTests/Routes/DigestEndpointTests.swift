import HTTP
import Testing

@testable import DemoServer

@Suite struct DigestEndpointTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    /// Answers a challenge as a client does.
    private func authorization(
        _ challenge: String, target: String, method: String = "GET", password: String = "p", qop: String? = "auth", count: Int = 1,
        clientNonce: String = "c", sessionNonce: String? = nil, body: [UInt8] = []
    ) throws -> String {
        let parameters = try #require(AuthenticationChallenge.parse([challenge]).first).parameters
        let nonce = try #require(parameters["nonce"])
        let start = "Digest username=\"u\", realm=\"Apus\", uri=\"\(target)\", nonce=\"\(nonce)\""
        let counted = start + (qop.map { ", qop=\($0), nc=0000000\(count), cnonce=\"\(clientNonce)\"" } ?? "")
        let credentials = try #require(DigestCredentials(counted + ", response=\"\""))
        let algorithm = try #require(DigestAlgorithm.named(parameters["algorithm"] ?? ""))
        let response = credentials.expectedResponse(
            realm: "Apus", password: password, sessionNonce: sessionNonce, method: method, body: body, algorithm: algorithm)
        return counted + ", response=\"\(response)\""
    }

    private func challenge(_ target: String) throws -> String {
        let response = try server.get(target)
        #expect(response.status == 401)
        return try #require(response["WWW-Authenticate"])
    }

    @Test(arguments: ["", "/MD5", "/MD5-sess", "/SHA-256", "/SHA-256-sess", "/SHA-512-256", "/sha-512-256-SESS"])
    func acceptsTheRightPassword(algorithm: String) throws {
        let target = "/digest-auth/auth/u/p\(algorithm)?x=1"
        let header = try authorization(challenge(target), target: target)
        let response = try server.get(target, headers: [("Authorization", header)])
        #expect(response.status == 200)
        #expect(try response.json("user") == "u")
        #expect(response["Authentication-Info"]?.contains("rspauth=") == true)
    }

    @Test func refusesAWrongPassword() throws {
        let target = "/digest-auth/auth/u/p"
        let header = try authorization(challenge(target), target: target, password: "x")
        let response = try server.get(target, headers: [("Authorization", header)])
        #expect(response.status == 401)
        #expect(response["WWW-Authenticate"]?.contains("stale") == false)
    }

    @Test func theBodyIsProtectedWithAuthInt() throws {
        let target = "/digest-auth/auth-int/u/p/SHA-256"
        let header = try authorization(challenge(target), target: target, method: "POST", qop: "auth-int", body: Array("good".utf8))
        #expect(try server.send("POST", target, headers: [("Authorization", header)], body: Array("evil".utf8)).status == 401)
        #expect(try server.send("POST", target, headers: [("Authorization", header)], body: Array("good".utf8)).status == 200)
    }

    @Test func offersBothQualitiesOfProtection() throws {
        #expect(try challenge("/digest-auth/both/u/p").contains("qop=\"auth, auth-int\""))
    }

    @Test func acceptsClientsWithoutQop() throws {
        let target = "/digest-auth/none/u/p"
        let challenge = try challenge(target)
        #expect(!challenge.contains("qop"))
        let header = try authorization(challenge, target: target, qop: nil)
        #expect(try server.get(target, headers: [("Authorization", header)]).status == 200)
    }

    @Test func aRepeatedRequestIsStale() throws {
        let target = "/digest-auth/auth/u/p"
        let header = try authorization(challenge(target), target: target)
        #expect(try server.get(target, headers: [("Authorization", header)]).status == 200)
        let again = try server.get(target, headers: [("Authorization", header)])
        #expect(again.status == 401)
        #expect(again["WWW-Authenticate"]?.hasSuffix("stale=true") == true)
    }

    @Test func aNonceWearsOutAfterTheGivenTimes() throws {
        let target = "/digest-auth/auth/u/p/MD5/2"
        let challenge = try challenge(target)
        let statuses = try (1...3).map { count in
            try server.get(target, headers: [("Authorization", try authorization(challenge, target: target, count: count))]).status
        }
        #expect(statuses == [200, 200, 401])
    }

    /// RFC 7616 section 3.4.2: the secret of a session is made once, of the first pair of nonces.
    @Test(arguments: ["MD5-sess", "SHA-256-sess", "SHA-512-256-sess"])
    func aSessionStaysWithTheClientNonceThatItBeganWith(algorithm: String) throws {
        let target = "/digest-auth/auth/u/p/\(algorithm)"
        let challenge = try challenge(target)
        func status(_ count: Int, clientNonce: String, sessionNonce: String? = nil) throws -> (Int, isStale: Bool) {
            let header = try authorization(
                challenge, target: target, count: count, clientNonce: clientNonce, sessionNonce: sessionNonce)
            let response = try server.get(target, headers: [("Authorization", header)])
            return (response.status, response["WWW-Authenticate"]?.contains("stale=true") == true)
        }
        #expect(try status(1, clientNonce: "first") == (200, false))
        #expect(try status(2, clientNonce: "second") == (401, false))
        #expect(try status(2, clientNonce: "first") == (200, false))
        #expect(try status(3, clientNonce: "third", sessionNonce: "first") == (200, false))
    }

    @Test func refusesCredentialsForAnotherURI() throws {
        let header = try authorization(challenge("/digest-auth/auth/u/p"), target: "/elsewhere")
        #expect(try server.get("/digest-auth/auth/u/p", headers: [("Authorization", header)]).status == 400)
    }

    @Test func aQopThatWasNotOfferedIsRefused() throws {
        let target = "/digest-auth/auth/u/p"
        let header = try authorization(challenge(target), target: target, qop: nil)
        #expect(try server.get(target, headers: [("Authorization", header)]).status == 401)
    }

    @Test(arguments: [
        "/digest-auth/odd/u/p", "/digest-auth/auth/u/p/ROT13", "/digest-auth/auth/u/p/MD5/0", "/digest-auth/none/u/p/MD5-sess",
    ])
    func refusesInvalidSettings(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
