import Testing

@testable import DemoServer

@Suite struct CodeChallengeTests {
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test(
        arguments: [
            (CodeChallenge.Method.sha256, challenge, verifier, true), (.sha256, challenge, String(verifier.reversed()), false),
            (.plain, verifier, verifier, true), (.plain, challenge, verifier, false), (.sha256, challenge, nil, false),
            (.plain, "short", "short", false),
            (.plain, verifier + "!", verifier + "!", false),
        ] as [(CodeChallenge.Method, String, String?, Bool)])
    func acceptsItsVerifierOnly(method: CodeChallenge.Method, challenge: String, verifier: String?, isAccepted: Bool) {
        #expect(CodeChallenge(method: method, challenge: challenge).accepts(verifier) == isAccepted)
    }
}
