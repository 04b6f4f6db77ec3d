import Testing

@testable import DemoServer

@Suite struct DeviceLedgerTests {
    private let grant = OAuthGrant(clientID: "c", userName: "u", scope: "profile")

    private func ledger() -> DeviceLedger {
        var ledger = DeviceLedger()
        ledger.add(deviceCode: "d", userCode: "U", grant: grant, now: 0)
        return ledger
    }

    private func decide(_ ledger: inout DeviceLedger, _ decision: DeviceLedger.Decision) {
        let isKnown = ledger.decide(decision, userCode: "U", now: 1)
        #expect(isKnown)
    }

    private func poll(_ ledger: inout DeviceLedger, now: Int, clientID: String = "c") -> String {
        do throws(OAuthError) {
            return try ledger.poll(deviceCode: "d", clientID: clientID, now: now).scope
        } catch {
            return error.code
        }
    }

    @Test func waitsForTheUser() {
        var ledger = ledger()
        #expect(poll(&ledger, now: 1) == "authorization_pending")
        #expect(poll(&ledger, now: 2) == "authorization_pending")
    }

    @Test func slowsDownAClientThatPollsTooOften() {
        var ledger = ledger()
        #expect(poll(&ledger, now: 1) == "authorization_pending")
        #expect(poll(&ledger, now: 1) == "slow_down")
        #expect(poll(&ledger, now: 6) == "slow_down")
        #expect(poll(&ledger, now: 17) == "authorization_pending")
    }

    @Test func grantsATokenOnce() {
        var ledger = ledger()
        decide(&ledger, .allow)
        #expect(poll(&ledger, now: 1) == "profile")
        #expect(poll(&ledger, now: 2) == "expired_token")
    }

    @Test func reportsADenial() {
        var ledger = ledger()
        decide(&ledger, .deny)
        #expect(poll(&ledger, now: 2) == "access_denied")
        #expect(poll(&ledger, now: 3) == "expired_token")
    }

    @Test func expires() {
        var ledger = ledger()
        #expect(poll(&ledger, now: DeviceLedger.lifetime) == "expired_token")
        let isKnown = ledger.decide(.allow, userCode: "U", now: DeviceLedger.lifetime)
        #expect(!isKnown)
        #expect(ledger.clientID(userCode: "U", now: DeviceLedger.lifetime) == nil)
    }

    @Test func refusesAnotherClient() {
        var ledger = ledger()
        decide(&ledger, .allow)
        #expect(poll(&ledger, now: 2, clientID: "other") == "expired_token")
        #expect(poll(&ledger, now: 2) == "profile")
    }

    @Test func ignoresAnUnknownUserCode() {
        var ledger = ledger()
        let isKnown = ledger.decide(.allow, userCode: "X", now: 1)
        #expect(!isKnown)
        #expect(ledger.clientID(userCode: "U", now: 1) == "c")
    }

    @Test func userCodesAreEightConsonantsInTwoHalves() {
        let code = DeviceEndpoints.userCode(from: "abcdefghijkl")
        #expect(code.count == 9)
        #expect(code.wholeMatch(of: /[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}/) != nil)
    }
}
