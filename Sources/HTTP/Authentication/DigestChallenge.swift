public import Hashing
import Platform

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

/// The answer to a Digest challenge for one request (RFC 7616 section 3.4). Pure.
public struct DigestAnswer: Sendable {
    /// What was challenged.
    public let challenge: DigestChallenge
    /// Who answers.
    public let credentials: BasicCredentials
    /// The request's method.
    public let method: HTTPMethod
    /// The request's target, as the request line has it.
    public let uri: String
    /// This side's one-time text.
    public let clientNonce: String
    /// How often the server's nonce was used, this time included: at least 1.
    public let nonceCount: Int
    /// What the answer protects; nil for the oldest form.
    public let protection: DigestChallenge.Protection?
    /// The digest of the body, in hexadecimal, for `auth-int`.
    public let bodyDigest: String

    /// An answer to be. `bodyDigest` counts for `auth-int` only.
    public init(
        to challenge: DigestChallenge, credentials: BasicCredentials, method: HTTPMethod, uri: String, clientNonce: String,
        nonceCount: Int = 1,
        protection: DigestChallenge.Protection? = nil, bodyDigest: String = ""
    ) {
        self.challenge = challenge
        self.credentials = credentials
        self.method = method
        self.uri = uri
        self.clientNonce = clientNonce
        self.nonceCount = nonceCount
        self.protection = protection
        self.bodyDigest = bodyDigest
    }

    /// The `response` parameter.
    public var response: String {
        let secret = credentialsDigest
        guard let protection else { return hash("\(secret):\(challenge.nonce):\(requestDigest)") }
        return hash("\(secret):\(challenge.nonce):\(count):\(clientNonce):\(protection.rawValue):\(requestDigest)")
    }

    /// The whole `Authorization` value.
    public var headerValue: String {
        var parts = [userParameter, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(challenge.nonce))", "uri=\(quoted(uri))"]
        parts.append("response=\(quoted(response))")
        if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
        if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
        if let protection { parts += ["qop=\(protection.rawValue)", "nc=\(count)", "cnonce=\(quoted(clientNonce))"] }
        if challenge.hashesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    /// Eight hexadecimal digits.
    private var count: String {
        let digits = String(nonceCount, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    /// A name outside ASCII goes as `username*`, unless it is hashed (RFC 7616 section 3.4).
    private var userParameter: String {
        if challenge.hashesUser { return "username=\(quoted(hash("\(credentials.user):\(challenge.realm)")))" }
        if credentials.user.utf8.allSatisfy({ $0 < 0x80 }) || !challenge.isUTF8 { return "username=\(quoted(credentials.user))" }
        return "username*=UTF-8''\(credentials.user.percentEncoded(keeping: .unreserved))"
    }

    private var credentialsDigest: String {
        let plain = hash("\(credentials.user):\(challenge.realm):\(credentials.password.value)")
        return challenge.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    private var requestDigest: String {
        protection == .authInt ? hash("\(method):\(uri):\(bodyDigest)") : hash("\(method):\(uri)")
    }

    private func hash(_ text: String) -> String { challenge.algorithm.hexDigest(of: text) }

    private func quoted(_ text: String) -> String {
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}
