import Hashing

/// What a client proves with in `Authorization: Digest …` (RFC 7616, section 3.4).
struct DigestCredentials: Sendable, Hashable {
    let userName: String
    let nonce: String
    let uri: String
    let response: String
    /// `auth` or `auth-int`; `nil` from clients that know neither (RFC 2069).
    let qop: String?
    let clientNonce: String
    let count: String

    /// `nil` when the header is missing, of another scheme, or without what is needed.
    init?(_ authorization: String?) {
        let (scheme, parameters) = HeaderParameters.credentials(authorization ?? "")
        guard scheme == "digest", let userName = parameters["username"], let nonce = parameters["nonce"], let uri = parameters["uri"],
            let response = parameters["response"]
        else { return nil }
        self.userName = userName
        self.nonce = nonce
        self.uri = uri
        self.response = response
        qop = parameters["qop"]
        clientNonce = parameters["cnonce"] ?? ""
        count = parameters["nc"] ?? ""
    }

    /// How often the client says that it has used the nonce, counting this time.
    var useCount: Int? {
        Int(count, radix: 16)
    }

    /// The response that proves the password (section 3.4.1).
    ///
    /// - Parameters:
    ///   - sessionNonce: the client's nonce that a session began with; `nil` where this is its first use.
    ///   - method: empty for the server's own proof in `Authentication-Info` (section 3.5).
    ///   - body: the content that `auth-int` protects.
    func expectedResponse(
        realm: String, password: String, sessionNonce: String?, method: String, body: [UInt8], algorithm: DigestAlgorithm
    ) -> String {
        let hash = algorithm.hash
        var secret = hash.hexDigest(of: "\(userName):\(realm):\(password)")
        if algorithm.isSession { secret = hash.hexDigest(of: "\(secret):\(nonce):\(sessionNonce ?? clientNonce)") }
        let content = qop == "auth-int" ? ":\(hash.digest(of: body).hexadecimal)" : ""
        let subject = hash.hexDigest(of: "\(method):\(uri)\(content)")
        guard let qop else { return hash.hexDigest(of: "\(secret):\(nonce):\(subject)") }
        return hash.hexDigest(of: "\(secret):\(nonce):\(count):\(clientNonce):\(qop):\(subject)")
    }
}
