/// The name of a header field, compared without regard to ASCII case. Names without a constant are written as string literals.
///
/// ```swift
/// request.headers[.accept] = "application/json"
/// request.headers["X-Trace"] = "1"
/// ```
public struct HTTPHeaderName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as written.
    public let rawValue: String

    /// Accepts any text; ``HTTPRequest/prepared()`` checks that it is a token.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Accepts any text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name as written.
    public var description: String { rawValue }

    /// Compares without regard to ASCII case.
    public static func == (left: Self, right: Self) -> Bool { ASCII.equalIgnoringCase(left.rawValue, right.rawValue) }
    /// Hashes without regard to ASCII case.
    public func hash(into hasher: inout Hasher) { hasher.combine(ASCII.lowercased(rawValue)) }
}

extension HTTPHeaderName {
    /// `Accept`: the media types that the client accepts (RFC 9110 section 12.5.1).
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`: the codings that the client decodes (RFC 9110 section 12.5.3).
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language`: the languages that the client prefers (RFC 9110 section 12.5.4).
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Authorization`: the credentials for the server (RFC 9110 section 11.6.2).
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`: the directives for caches (RFC 9111 section 5.2).
    public static let cacheControl: Self = "Cache-Control"
    /// `Content-Length`: the number of bytes of the content (RFC 9110 section 8.6).
    public static let contentLength: Self = "Content-Length"
    /// `Content-Type`: the media type of the content (RFC 9110 section 8.3).
    public static let contentType: Self = "Content-Type"
    /// `Cookie`: the cookies for the server (RFC 6265).
    public static let cookie: Self = "Cookie"
    /// `ETag`: the identifier of a version of the resource (RFC 9110 section 8.8.3).
    public static let eTag: Self = "ETag"
    /// `Location`: the URL of a redirect or of a new resource (RFC 9110 section 10.2.2).
    public static let location: Self = "Location"
    /// `Retry-After`: the delay before the next attempt (RFC 9110 section 10.2.3).
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie`: a cookie to store (RFC 6265).
    public static let setCookie: Self = "Set-Cookie"
    /// `User-Agent`: the software of the client (RFC 9110 section 10.1.5).
    public static let userAgent: Self = "User-Agent"
    /// `WWW-Authenticate`: the challenge of the server (RFC 9110 section 11.6.1).
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
