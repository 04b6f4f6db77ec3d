public import Hashing

/// A Digest challenge (RFC 7616 section 3.3; without `qop` that of RFC 2069, as kept in RFC 2617).
public struct DigestChallenge: Hashable, Sendable {
    /// The parts of a request that are protected.
    public enum Protection: String, Hashable, Sendable {
        /// The method and the URL.
        case auth
        /// The method, the URL and the body.
        case authInt = "auth-int"
    }

    /// The realm, which is shown to the user.
    public let realm: String
    /// The nonce of the server.
    public private(set) var nonce: String
    /// A text that is returned unchanged.
    public let opaque: String?
    /// The digest algorithm.
    public let algorithm: HashAlgorithm
    /// The name of the algorithm as the server wrote it; nil if it named none.
    public let algorithmName: String?
    /// True if the digest of the password is bound to the nonces (`-sess`).
    public let isSession: Bool
    /// The protections that the server offers; empty for the oldest form.
    public let protections: [Protection]
    /// True if only the nonce was too old, and the credentials are not at fault.
    public let isStale: Bool
    /// True if the user name is to be hashed.
    public let hashesUser: Bool
    /// True if names and passwords are UTF-8.
    public let isUTF8: Bool

    /// Reads a challenge; nil for another scheme, a missing nonce, or an unknown algorithm or protection.
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

    /// The challenge with the next nonce of the server (RFC 7616 section 3.5).
    func renewed(nonce: String) -> DigestChallenge {
        var copy = self
        copy.nonce = nonce
        return copy
    }

    /// The strongest usable challenge of a response.
    public static func strongest(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
        let strength: [HashAlgorithm: Int] = [.md5: 0, .sha256: 1, .sha512Truncated256: 2]
        return challenges.compactMap(DigestChallenge.init).max { strength[$0.algorithm, default: 0] < strength[$1.algorithm, default: 0] }
    }
}
