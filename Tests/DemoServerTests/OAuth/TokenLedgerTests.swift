import Testing

@testable import DemoServer

@Suite struct TokenLedgerTests {
    private let grant = OAuthGrant(clientID: "c", userName: "u", scope: "profile")
    private let verifier = String(repeating: "v", count: 43)

    private func ledger() -> TokenLedger {
        var ledger = TokenLedger()
        ledger.add(
            code: "code", grant: grant, redirectURI: "http://localhost/", challenge: .init(method: .plain, challenge: verifier), now: 0)
        return ledger
    }

    @Test func aCodeWorksOnce() throws {
        var ledger = ledger()
        let redeemed = try ledger.redeem(code: "code", clientID: "c", redirectURI: "http://localhost/", verifier: verifier, now: 1)
        #expect(redeemed == grant)
        #expect(throws: OAuthError.self) {
            try ledger.redeem(code: "code", clientID: "c", redirectURI: "http://localhost/", verifier: verifier, now: 1)
        }
    }

    @Test(
        arguments: [
            ("other", "c", "http://localhost/", String(repeating: "v", count: 43), 1),
            ("code", "other", "http://localhost/", String(repeating: "v", count: 43), 1),
            ("code", "c", "http://localhost/x", String(repeating: "v", count: 43), 1),
            ("code", "c", "http://localhost/", String(repeating: "w", count: 43), 1),
            ("code", "c", "http://localhost/", nil, 1),
            ("code", "c", "http://localhost/", String(repeating: "v", count: 43), 600),
        ] as [(String, String, String, String?, Int)])
    func aCodeNeedsAllThatItWasGivenFor(code: String, client: String, redirectURI: String, verifier: String?, now: Int) {
        var ledger = ledger()
        let error = #expect(throws: OAuthError.self) {
            try ledger.redeem(code: code, clientID: client, redirectURI: redirectURI, verifier: verifier, now: now)
        }
        #expect(error?.code == "invalid_grant")
    }

    @Test func aVerifierWithoutAChallengeIsRefused() {
        var ledger = TokenLedger()
        ledger.add(code: "code", grant: grant, redirectURI: "x", challenge: nil, now: 0)
        #expect(throws: OAuthError.self) { try ledger.redeem(code: "code", clientID: "c", redirectURI: "x", verifier: verifier, now: 1) }
    }

    @Test func aTokenIsValidForItsLifetime() {
        var ledger = TokenLedger()
        ledger.add(accessToken: "t", grant: grant, lifetime: 10, now: 0)
        #expect(ledger.grant(accessToken: "t", now: 9) == grant)
        #expect(ledger.grant(accessToken: "t", now: 10) == nil)
    }

    @Test func aRefreshTokenWorksOnceAndForItsProgram() throws {
        var ledger = TokenLedger()
        ledger.add(refreshToken: "r", grant: grant, now: 0)
        let redeemed = try ledger.redeem(refreshToken: "r", clientID: "c", now: 1)
        #expect(redeemed == grant)
        #expect(throws: OAuthError.self) { try ledger.redeem(refreshToken: "r", clientID: "c", now: 1) }
        ledger.add(refreshToken: "s", grant: grant, now: 0)
        #expect(throws: OAuthError.self) { try ledger.redeem(refreshToken: "s", clientID: "other", now: 1) }
    }

    @Test func onlyItsProgramRevokesAToken() {
        var ledger = TokenLedger()
        ledger.add(accessToken: "t", grant: grant, lifetime: 10, now: 0)
        ledger.revoke("t", clientID: "other", now: 1)
        #expect(ledger.grant(accessToken: "t", now: 1) == grant)
        ledger.revoke("t", clientID: "c", now: 1)
        #expect(ledger.grant(accessToken: "t", now: 1) == nil)
    }
}
