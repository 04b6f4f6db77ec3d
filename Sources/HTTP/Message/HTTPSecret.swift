/// A password, token or passphrase. Descriptions, mirrors and string interpolation do not show it.
public struct HTTPSecret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret text.
    public let value: String

    /// Creates a secret.
    public init(_ value: String) { self.value = value }

    /// Creates a secret from a string literal, for tests.
    public init(stringLiteral value: String) { self.value = value }

    /// Four dots.
    public var description: String { "••••" }
    /// Four dots.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A user name and a password.
public struct BasicCredentials: Hashable, Sendable {
    /// The user name, without a colon for Basic authentication (RFC 7617 section 2).
    public var username: String
    /// The password.
    public var password: HTTPSecret

    /// Creates credentials.
    public init(username: String, password: HTTPSecret) {
        self.username = username
        self.password = password
    }
}

/// Recognizes names of secrets: the only place that decides what is masked, and what is never sent to another origin. Works on bytes: an
/// import, a list of rows and the masking of what is sent ask for every name.
package enum SecretName {
    /// The place of a name. Some words name a credential in a header only: `key` is an ordinary word in a query or in JSON.
    package enum Place: Sendable {
        /// The name of a header.
        case header
        /// The name of a query item, a field of a body, or a variable.
        case item
        /// The name of a query item beside those of the answer to a login, whose `code` is as good as a token (RFC 6749 section 4.1.2). Elsewhere a
        /// code may be that of a country.
        case loginAnswer

        /// The place of the items of a query with these names.
        package init(inQueryWith names: [String]) {
            self = names.contains { SecretName.answers.contains($0.lowercased()) } ? .loginAnswer : .item
        }
    }

    /// Items that the answer to a login has beside its code (RFC 6749, RFC 9207, OpenID Connect Session Management).
    private static let answers: Set<String> = ["state", "iss", "session_state"]

    /// Words that match within a name.
    private static let parts = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey", "subscriptionkey",
        "credential", "session", "jwt", "bearer", "csrf", "xsrf", "cookie",
    ].map { Array($0.utf8) }
    /// Words that match only as a whole name, since other words contain them.
    private static let words = ["pass", "pin", "pwd", "otp", "totp"]
    private static let wordParts = words.map { Array($0.utf8) }
    /// Whole names of credentials in addition to these words (RFC 9110, section 11; signed URLs).
    private static let names = ["authorization", "proxyauthorization", "auth", "sig"].map { Array($0.utf8) }
    private static let signature = Array("signature".utf8)
    /// Endings of names that say when, where or how somebody signed.
    private static let signings = ["date", "day", "time", "place", "city", "type"].map { Array("\($0)ofsignature".utf8) }
    private static let code = Array("code".utf8)
    /// Whole words that identify a credential in the name of a header.
    private static let headerWords: Set<String> = [
        "authorization", "authentication", "auth", "key", "signature", "sig", "hmac", "assertion",
    ]
    /// The ending of the name of a header with one half of a credential, although `name` describes one.
    private static let username = Array("username".utf8)
    /// Endings of names of headers whose key is not secret.
    private static let openKeys = [
        "idempotencykey", "websocketkey", "surrogatekey", "cachekey", "partitionkey", "eventkey", "publickey", "sortkey",
    ].map { Array($0.utf8) }
    /// Endings of names that describe a token and are not secret.
    private static let openEndings = [
        "type", "count", "expiry", "expiresin", "expires", "name", "age", "ttl", "timeout", "duration", "lifetime", "length", "limit",
        "url", "uri", "endpoint", "method", "format", "algorithm", "policy", "status", "version", "enabled", "required",
        "placement", "position", "source", "prefix",
    ].map { Array($0.utf8) }
    /// First words of names of settings about tokens, which are not secret: `use_token`.
    private static let openBeginnings: Set<String> = [
        "add", "include", "exclude", "has", "is", "use", "enable", "disable", "allow", "require", "show", "hide", "skip", "no", "max",
        "min",
    ]

    /// True if a header, a query item or a field of that name holds a credential.
    package static func isCredential(_ name: String, at place: Place = .item) -> Bool {
        let letters = letters(of: name)
        if names.contains(letters) || soundsSecret(name, letters) { return true }
        if letters.ends(with: signature) { return !signings.contains(where: letters.ends) }
        if place == .loginAnswer, letters == code { return true }
        let isDescription = openEndings.contains(where: letters.ends) && !letters.ends(with: username)
        guard place == .header, !isDescription, !openKeys.contains(where: letters.ends) else { return false }
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        return words.contains(where: headerWords.contains) && !openBeginnings.contains(firstWord(of: name))
    }

    /// True for names of tokens, keys, passwords and sessions.
    package static func soundsSecret(_ name: String) -> Bool { soundsSecret(name, letters(of: name)) }

    /// - Parameter letters: the name's ``letters(of:)``.
    private static func soundsSecret(_ name: String, _ letters: [UInt8]) -> Bool {
        if openEndings.contains(where: letters.ends) { return false }
        if parts.contains(where: letters.holds) { return !openBeginnings.contains(firstWord(of: name)) }
        return wordParts.contains(where: letters.holds) && name.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
    }

    /// The first word in lower case: `use` in `use_token`, `useToken` and `Use-Token`.
    private static func firstWord(of name: String) -> String {
        let start = name.drop { !$0.isLetter }
        let tail = start.dropFirst().prefix { $0.isLowercase }
        return start[..<tail.endIndex].lowercased()
    }

    /// The letters of a name in lower case, without anything between them.
    private static func letters(of name: String) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            guard byte < 0x80 else { return Array(name.lowercased().filter(\.isLetter).utf8) }
            let small = byte | 0x20
            if (0x61...0x7A).contains(small) { letters.append(small) }
        }
        return letters
    }
}

extension [UInt8] {
    fileprivate func ends(with ending: [UInt8]) -> Bool { count >= ending.count && suffix(ending.count).elementsEqual(ending) }

    /// True if the bytes occur in this order, one directly after the other.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                (0...bytes.count - part.count).contains { start in part.indices.allSatisfy { bytes[start + $0] == part[$0] } }
            }
        }
    }
}
