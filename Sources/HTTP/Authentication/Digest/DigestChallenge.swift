public import Hashing

/// A Digest challenge that can be answered (RFC 7616 section 3.3; without `qop` it is RFC 2069's, as RFC 2617 keeps it).
public struct DigestChallenge: Hashable, Sendable {
    /// What is protected by the answer.
    public enum Protection: String, Hashable, Sendable {
        /// Method and URL.
        case auth
        /// The body too.
        case authInt = "auth-int"
    }

    /// Shown to the user.
    public let realm: String
    /// The server's one-time text.
    public private(set) var nonce: String
    /// Sent back as it came.
    public let opaque: String?
    /// Of the answer.
    public let algorithm: HashAlgorithm
    /// The algorithm's name as the server wrote it; nil where it wrote none.
    public let algorithmName: String?
    /// The password's digest is bound to the nonces (`-sess`).
    public let isSession: Bool
    /// What the server offers; empty for the oldest form.
    public let protections: [Protection]
    /// The nonce was too old, and the credentials are not to blame.
    public let isStale: Bool
    /// The user's name is to be hashed.
    public let hashesUser: Bool
    /// Names and passwords are UTF-8.
    public let isUTF8: Bool

    /// Reads a challenge; nil for another scheme, a missing nonce, an algorithm or protections that are not known.
    public init?(_ challenge: AuthenticationChallenge) {
        let parameters = challenge.parameters
        guard challenge.isScheme("Digest"), let nonce = parameters["nonce"] else { return nil }
        let name = parameters["algorithm"] ?? "MD5"
        let isSession = ASCII.lowercased(name).hasSuffix("-sess")
        let base = isSession ? String(name.dropLast(5)) : name
        guard let algorithm = HashAlgorithm.allCases.first(where: { $0 != .sha1 && ASCII.equalIgnoringCase($0.rawValue, base) }) else {
            return nil
        }
        let offered = (parameters["qop"] ?? "").split(separator: ",").map { ASCII.lowercased(ASCII.trimmed($0)) }
        protections = offered.compactMap(Protection.init)
        guard offered.isEmpty || !protections.isEmpty else { return nil }
        realm = parameters["realm"] ?? ""
        self.nonce = nonce
        opaque = parameters["opaque"]
        self.algorithm = algorithm
        algorithmName = parameters["algorithm"]
        self.isSession = isSession
        isStale = parameters["stale"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
        hashesUser = parameters["userhash"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
        isUTF8 = parameters["charset"].map { ASCII.equalIgnoringCase($0, "UTF-8") } ?? false
    }

    /// The same challenge with the nonce that the server wants next (RFC 7616 section 3.5).
    func renewed(nonce: String) -> DigestChallenge {
        var copy = self
        copy.nonce = nonce
        return copy
    }

    /// The strongest that can be answered among all challenges of an answer.
    public static func strongest(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
        let strength: [HashAlgorithm: Int] = [.md5: 0, .sha256: 1, .sha512Truncated256: 2]
        return challenges.compactMap(DigestChallenge.init).max { strength[$0.algorithm, default: 0] < strength[$1.algorithm, default: 0] }
    }
}
