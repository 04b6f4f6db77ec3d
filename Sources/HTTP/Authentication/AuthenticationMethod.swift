/// How a request proves who asks; an open set. The name of the link that ``Auth`` hands the request to (part 16 of the series).
public struct AuthenticationMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Stable, lower camel case; may be stored.
    public let rawValue: String

    /// A method of one's own, known to an ``Auth`` that has a link for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A method written in source.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }

    /// RFC 7617.
    public static let basic: AuthenticationMethod = "basic"
    /// RFC 6750.
    public static let bearer: AuthenticationMethod = "bearer"
    /// A key in a header or in the query.
    public static let apiKey: AuthenticationMethod = "apiKey"
    /// RFC 7616 and RFC 2617.
    public static let digest: AuthenticationMethod = "digest"
    /// OAuth 2 (RFC 6749).
    public static let oauth: AuthenticationMethod = "oauth"
    /// AWS Signature Version 4.
    public static let awsSignature: AuthenticationMethod = "awsSignature"
    /// NT LAN Manager, by the transport.
    public static let ntlm: AuthenticationMethod = "ntlm"
    /// SPNEGO (RFC 4559), by the transport.
    public static let negotiate: AuthenticationMethod = "negotiate"
}

private enum AuthenticationMethodOption: HTTPRequestOption {
    static let defaultOptionValue: AuthenticationMethod? = nil
}

extension HTTPRequest {
    /// How this request is authenticated; nil for not at all. The credentials are options of their own.
    public var authenticationMethod: AuthenticationMethod? {
        get { self[option: AuthenticationMethodOption.self] }
        set { self[option: AuthenticationMethodOption.self] = newValue }
    }
}
