import Testing

@testable import DemoServer

@Suite struct NonceLedgerTests {
    private func ledger() -> NonceLedger {
        var nonces = NonceLedger()
        nonces.add("n", now: 0)
        return nonces
    }

    @Test func countMustIncrease() {
        var nonces = ledger()
        let uses = [1, 1, 2].map { nonces.use("n", count: $0, clientNonce: "c", maxTimes: 10, now: 1) }
        #expect(uses == [true, false, true])
    }

    @Test func aNonceHasALimitOfUses() {
        var nonces = ledger()
        let uses = [1, 2].map { nonces.use("n", count: $0, clientNonce: "c", maxTimes: 1, now: 1) }
        #expect(uses == [true, false])
    }

    @Test func aNonceHasALimitOfUsesWithoutACount() {
        var nonces = ledger()
        let uses = (0..<3).map { _ in nonces.use("n", count: nil, clientNonce: "c", maxTimes: 2, now: 1) }
        #expect(uses == [true, true, false])
    }

    @Test(arguments: [("n", 299, true), ("n", 300, false), ("unknown", 1, false)])
    func aNonceExpires(nonce: String, now: Int, isGood: Bool) {
        var nonces = ledger()
        let isUsable = nonces.use(nonce, count: 1, clientNonce: "c", maxTimes: 1, now: now)
        #expect(isUsable == isGood)
    }
}
