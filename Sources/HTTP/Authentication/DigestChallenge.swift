public import Hashing
import Platform

/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme as written; compare it by ``isScheme(_:)``.
    public let scheme: String
    /// The parameters by name in lower case; the first of a name wins.
    public let parameters: [String: String]
    /// The token that some schemes have instead of parameters.
    public let token: String?

    /// True if the scheme has this name, regardless of case.
    public func isScheme(_ name: String) -> Bool { ASCII.equalIgnoringCase(scheme, name) }

    /// Parses all challenges of all fields, in order. One field may contain several.
    public static func parse(_ fields: [String]) -> [AuthenticationChallenge] {
        fields.flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}

/// Parses `Scheme a=b, c="d", Other token68, Third`: commas separate both parameters and challenges.
private struct ChallengeParser {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        skipSeparators()
        while let scheme = token() {
            challenges.append(challenge(scheme))
            skipSeparators()
        }
        return challenges
    }

    private mutating func challenge(_ scheme: String) -> AuthenticationChallenge {
        skipBlanks()
        if let token = token68() { return AuthenticationChallenge(scheme: scheme, parameters: [:], token: token) }
        var parameters: [String: String] = [:]
        while let (name, value) = parameter() {
            if parameters[name] == nil { parameters[name] = value }
            skipSeparators()
        }
        return AuthenticationChallenge(scheme: scheme, parameters: parameters, token: nil)
    }

    /// Reads a parameter; reads nothing if there is none, so that the next scheme follows.
    private mutating func parameter() -> (String, String)? {
        let start = rest
        guard let name = token() else { return nil }
        skipBlanks()
        guard rest.first == "=" else {
            rest = start
            return nil
        }
        rest = rest.dropFirst()
        skipBlanks()
        return (ASCII.lowercased(name), rest.first == "\"" ? HeaderParameters.quoted(&rest) : token() ?? "")
    }

    private mutating func token68() -> String? {
        let text = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~+/=".contains($0)) }
        let after = rest[text.endIndex...].drop { $0 == " " || $0 == "\t" }
        let body = text.prefix { $0 != "=" }
        guard !text.isEmpty, after.isEmpty || after.first == ",", text[body.endIndex...].allSatisfy({ $0 == "=" }) else { return nil }
        rest = rest[text.endIndex...]
        return String(text)
    }

    private mutating func token() -> String? {
        let text = rest.prefix { $0.utf8.count == 1 && ASCII.isToken(String($0)) }
        rest = rest[text.endIndex...]
        return text.isEmpty ? nil : String(text)
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
    private mutating func skipSeparators() { rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," } }
}

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

/// The response to a Digest challenge for one request (RFC 7616 section 3.4). Free of I/O.
public struct DigestAuthorization: Sendable {
    /// The challenge.
    public let challenge: DigestChallenge
    /// The credentials.
    public let credentials: BasicCredentials
    /// The method of the request.
    public let method: HTTPMethod
    /// The target in the request line.
    public let uri: String
    /// The nonce of this client.
    public let clientNonce: String
    /// The number of uses of the server's nonce, including this one: at least 1.
    public let nonceCount: Int
    /// The protection; nil for the oldest form.
    public let protection: DigestChallenge.Protection?
    /// The hexadecimal digest of the body, for `auth-int`.
    public let bodyDigest: String

    /// Creates the response to a challenge. `bodyDigest` is used for `auth-int` only.
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

    /// The value of the `response` parameter.
    public var response: String {
        let secret = credentialsDigest
        guard let protection else { return hash("\(secret):\(challenge.nonce):\(requestDigest)") }
        return hash("\(secret):\(challenge.nonce):\(count):\(clientNonce):\(protection.rawValue):\(requestDigest)")
    }

    /// The value of `Authorization`.
    public var headerValue: String {
        var parts = [userParameter, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(challenge.nonce))", "uri=\(quoted(uri))"]
        parts.append("response=\(quoted(response))")
        if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
        if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
        if let protection { parts += ["qop=\(protection.rawValue)", "nc=\(count)", "cnonce=\(quoted(clientNonce))"] }
        if challenge.hashesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    /// The number of uses as eight hexadecimal digits.
    private var count: String {
        let digits = String(nonceCount, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    /// The user name; outside ASCII as `username*`, unless it is hashed (RFC 7616 section 3.4).
    private var userParameter: String {
        if challenge.hashesUser { return "username=\(quoted(hash("\(credentials.username):\(challenge.realm)")))" }
        if credentials.username.utf8.allSatisfy({ $0 < 0x80 }) || !challenge.isUTF8 { return "username=\(quoted(credentials.username))" }
        return "username*=UTF-8''\(credentials.username.percentEncoded(keeping: .unreserved))"
    }

    private var credentialsDigest: String {
        let plain = hash("\(credentials.username):\(challenge.realm):\(credentials.password.value)")
        return challenge.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    private var requestDigest: String {
        protection == .authInt ? hash("\(method):\(uri):\(bodyDigest)") : hash("\(method):\(uri)")
    }

    private func hash(_ text: String) -> String { challenge.algorithm.hexDigest(of: text) }

    private func quoted(_ text: String) -> String { "\"\(text.escapingWithBackslash("\"\\"))\"" }
}
