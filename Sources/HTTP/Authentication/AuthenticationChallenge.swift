/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme as written; compare it by ``isScheme(_:)``.
    public let scheme: String
    /// The parameters by name in lower case; the first of a name wins.
    public let parameters: [String: String]
    /// The token that some schemes have instead of parameters.
    public let token: String?

    /// The realm: the part of the server that the credentials are for.
    public var realm: String? { parameters["realm"] }

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
