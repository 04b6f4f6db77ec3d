import Hashing

/// A hash function of Digest authentication, in its plain or its session form (RFC 7616, section 3.3).
struct DigestAlgorithm: Sendable, Hashable {
    static let all = [HashAlgorithm.md5, .sha256, .sha512Truncated256].flatMap {
        [DigestAlgorithm(hash: $0, isSession: false), DigestAlgorithm(hash: $0, isSession: true)]
    }

    let hash: HashAlgorithm
    let isSession: Bool

    /// As the challenge writes it: `SHA-256-sess`.
    var name: String {
        isSession ? "\(hash.rawValue)-sess" : hash.rawValue
    }

    static func named(_ name: String) -> DigestAlgorithm? {
        all.first { $0.name.lowercased() == name.lowercased() }
    }
}
