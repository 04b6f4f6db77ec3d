/// An authentication method with its credentials.
public enum HTTPAuthentication: Hashable, Sendable {
    /// No authentication.
    case none
    /// User name and password in each request (RFC 7617).
    case basic(BasicCredentials)
    /// A token in each request (RFC 6750).
    case bearer(HTTPSecret)
    /// A key in a header or the query.
    case apiKey(APIKey)
    /// User name and password, of which only a digest is sent (RFC 7616).
    case digest(BasicCredentials)
    /// A token that is obtained and refreshed as needed (RFC 6749).
    case oauth(OAuthConfiguration)
    /// AWS Signature Version 4.
    case awsSignature(AWSCredentials)
    /// NTLM or Negotiate, performed by the transport.
    case transport(HTTPTransportAuthentication)

    /// The name of the method; nil for none.
    public var method: AuthenticationMethod? {
        switch self {
        case .none: nil
        case .basic: .basic
        case .bearer: .bearer
        case .apiKey: .apiKey
        case .digest: .digest
        case .oauth: .oauth
        case .awsSignature: .awsSignature
        case .transport(let value): value.scheme == .ntlm ? .ntlm : .negotiate
        }
    }
}

/// The name of an authentication method. The set is open: ``Authenticate`` has a link for each method (part 16 of “HTTP in Swift”).
public struct AuthenticationMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A stable name in lower camel case, which may be stored.
    public let rawValue: String

    /// Creates a method, which needs a link in ``Authenticate``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a method from a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }

    /// User name and password in each request (RFC 7617).
    public static let basic: AuthenticationMethod = "basic"
    /// A token in each request (RFC 6750).
    public static let bearer: AuthenticationMethod = "bearer"
    /// A key in a header or in the query.
    public static let apiKey: AuthenticationMethod = "apiKey"
    /// Digest (RFC 7616 and RFC 2617).
    public static let digest: AuthenticationMethod = "digest"
    /// OAuth 2 (RFC 6749).
    public static let oauth: AuthenticationMethod = "oauth"
    /// AWS Signature Version 4.
    public static let awsSignature: AuthenticationMethod = "awsSignature"
    /// NT LAN Manager, performed by the transport.
    public static let ntlm: AuthenticationMethod = "ntlm"
    /// SPNEGO (RFC 4559), performed by the transport.
    public static let negotiate: AuthenticationMethod = "negotiate"
}

extension HTTPRequest {
    /// Sets the method and its credentials; removes those of other methods.
    public mutating func authenticate(with authentication: HTTPAuthentication) {
        dropCredentialOptions()
        authenticationMethod = authentication.method
        switch authentication {
        case .none: break
        case .basic(let credentials), .digest(let credentials): basicCredentials = credentials
        case .bearer(let token): bearerToken = token
        case .apiKey(let key): apiKey = key
        case .oauth(let configuration): oauthConfiguration = configuration
        case .awsSignature(let credentials): awsCredentials = credentials
        case .transport(let value): transportAuthentication = value
        }
    }

    /// Removes the method and all credentials except the client certificate.
    mutating func dropCredentialOptions() {
        authenticationMethod = nil
        // Only options with a value are written, so that the others remain unset.
        if basicCredentials != nil { basicCredentials = nil }
        if bearerToken != nil { bearerToken = nil }
        if apiKey != nil { apiKey = nil }
        if oauthConfiguration != nil { oauthConfiguration = nil }
        if awsCredentials != nil { awsCredentials = nil }
        if transportAuthentication != nil { transportAuthentication = nil }
    }
}

/// An API key.
public struct APIKey: Hashable, Sendable {
    /// The place of an API key.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// A header field.
        case header
        /// An item of the query.
        case query
    }

    /// The name of the header field or query item.
    public var name: String
    /// The key.
    public var value: HTTPSecret
    /// The place of the key.
    public var place: Place

    /// Creates a key.
    public init(name: String, value: HTTPSecret, place: Place = .header) {
        self.name = name
        self.value = value
        self.place = place
    }
}

private enum BasicCredentialsOption: HTTPRequestOption { static let defaultOptionValue: BasicCredentials? = nil }

private enum BearerTokenOption: HTTPRequestOption { static let defaultOptionValue: HTTPSecret? = nil }

private enum APIKeyOption: HTTPRequestOption { static let defaultOptionValue: APIKey? = nil }

private enum ForAuthenticationOption: HTTPRequestOption { static let defaultOptionValue = false }

extension HTTPRequest {
    /// True for requests that a link sends to obtain credentials, such as those of ``OAuth`` to the authorization server. Their transfers
    /// are part of the trace of the waiting request.
    public internal(set) var isForAuthentication: Bool {
        get { self[option: ForAuthenticationOption.self] }
        set { self[option: ForAuthenticationOption.self] = newValue }
    }

    /// The user name and password for Basic and Digest; nil to ask the link's delegate.
    public var basicCredentials: BasicCredentials? {
        get { self[option: BasicCredentialsOption.self] }
        set { self[option: BasicCredentialsOption.self] = newValue }
    }

    /// The token for ``AuthenticationMethod/bearer``.
    public var bearerToken: HTTPSecret? {
        get { self[option: BearerTokenOption.self] }
        set { self[option: BearerTokenOption.self] = newValue }
    }

    /// The key for ``AuthenticationMethod/apiKey``.
    public var apiKey: APIKey? {
        get { self[option: APIKeyOption.self] }
        set { self[option: APIKeyOption.self] = newValue }
    }
}

private enum AuthenticationMethodOption: HTTPRequestOption { static let defaultOptionValue: AuthenticationMethod? = nil }

extension HTTPRequest {
    /// The authentication method of this request; nil for none. The credentials are separate options.
    public var authenticationMethod: AuthenticationMethod? {
        get { self[option: AuthenticationMethodOption.self] }
        set { self[option: AuthenticationMethodOption.self] = newValue }
    }
}

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
