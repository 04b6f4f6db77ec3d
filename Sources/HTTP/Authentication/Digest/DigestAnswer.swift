import Hashing

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
        return "username*=UTF-8''\(PercentEncoding.encode(credentials.user, isAllowed: PercentEncoding.isUnreserved))"
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
