import Hashing

/// Proof Key for Code Exchange (RFC 7636): who fetches the tokens is who asked for the code.
struct CodeChallenge: Sendable, Hashable {
    enum Method: String, CaseIterable, Sendable {
        case sha256 = "S256"
        case plain
    }

    let method: Method
    let challenge: String

    /// Section 4.6.
    func accepts(_ verifier: String?) -> Bool {
        guard let verifier, Self.isVerifier(verifier) else { return false }
        switch method {
        case .plain: return verifier == challenge
        case .sha256: return Base64.encodeForURL(HashAlgorithm.sha256.digest(of: verifier.utf8)) == challenge
        }
    }

    /// 43 to 128 unreserved characters (section 4.1).
    private static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && PercentEncoding.encode(text) == text
    }
}
