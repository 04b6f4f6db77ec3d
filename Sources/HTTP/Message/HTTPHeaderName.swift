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
    /// `Accept-Ranges`: the range units that the server supports (RFC 9110 section 14.3).
    public static let acceptRanges: Self = "Accept-Ranges"
    /// `Age`: the seconds since a stored response was created (RFC 9111 section 5.1).
    public static let age: Self = "Age"
    /// `Allow`: the methods of the resource (RFC 9110 section 10.2.1).
    public static let allow: Self = "Allow"
    /// `Authorization`: the credentials for the server (RFC 9110 section 11.6.2).
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`: the directives for caches (RFC 9111 section 5.2).
    public static let cacheControl: Self = "Cache-Control"
    /// `Connection`: the options of one connection (RFC 9110 section 7.6.1).
    public static let connection: Self = "Connection"
    /// `Content-Disposition`: the presentation and file name of the content (RFC 6266).
    public static let contentDisposition: Self = "Content-Disposition"
    /// `Content-Encoding`: the codings of the content (RFC 9110 section 8.4).
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Language`: the languages of the content (RFC 9110 section 8.5).
    public static let contentLanguage: Self = "Content-Language"
    /// `Content-Length`: the number of bytes of the content (RFC 9110 section 8.6).
    public static let contentLength: Self = "Content-Length"
    /// `Content-Location`: the URL of the content (RFC 9110 section 8.7).
    public static let contentLocation: Self = "Content-Location"
    /// `Content-Range`: the part of the whole that the content is (RFC 9110 section 14.4).
    public static let contentRange: Self = "Content-Range"
    /// `Content-Type`: the media type of the content (RFC 9110 section 8.3).
    public static let contentType: Self = "Content-Type"
    /// `Cookie`: the cookies for the server (RFC 6265).
    public static let cookie: Self = "Cookie"
    /// `Date`: the time at which the message was created (RFC 9110 section 6.6.1).
    public static let date: Self = "Date"
    /// `ETag`: the identifier of a version of the resource (RFC 9110 section 8.8.3).
    public static let eTag: Self = "ETag"
    /// `Expect`: the behavior that the client needs (RFC 9110 section 10.1.1).
    public static let expect: Self = "Expect"
    /// `Expires`: the time at which the response becomes stale (RFC 9111 section 5.3).
    public static let expires: Self = "Expires"
    /// `Forwarded`: the proxies on the way (RFC 7239).
    public static let forwarded: Self = "Forwarded"
    /// `Host`: the host and port of the URL (RFC 9110 section 7.2).
    public static let host: Self = "Host"
    /// `Idempotency-Key`: the key by which the server recognizes a repeated request.
    public static let idempotencyKey: Self = "Idempotency-Key"
    /// `If-Match`: the versions to which a change applies (RFC 9110 section 13.1.1).
    public static let ifMatch: Self = "If-Match"
    /// `If-Modified-Since`: the time of the version that the client has (RFC 9110 section 13.1.3).
    public static let ifModifiedSince: Self = "If-Modified-Since"
    /// `If-None-Match`: the versions that the client has (RFC 9110 section 13.1.2).
    public static let ifNoneMatch: Self = "If-None-Match"
    /// `If-Range`: the version to which a range belongs (RFC 9110 section 13.1.5).
    public static let ifRange: Self = "If-Range"
    /// `If-Unmodified-Since`: the time of the version to which a change applies (RFC 9110 section 13.1.4).
    public static let ifUnmodifiedSince: Self = "If-Unmodified-Since"
    /// `Last-Event-ID`: the last event that the client received (WHATWG HTML section 9.2.4).
    public static let lastEventID: Self = "Last-Event-ID"
    /// `Last-Modified`: the time of the last change (RFC 9110 section 8.8.2).
    public static let lastModified: Self = "Last-Modified"
    /// `Link`: the related resources (RFC 8288).
    public static let link: Self = "Link"
    /// `Location`: the URL of a redirect or of a new resource (RFC 9110 section 10.2.2).
    public static let location: Self = "Location"
    /// `Origin`: the origin of the page that sends the request (RFC 6454 section 7).
    public static let origin: Self = "Origin"
    /// `Pragma`: the directives for old caches (RFC 9111 section 5.4).
    public static let pragma: Self = "Pragma"
    /// `Prefer`: the preferences of the client (RFC 7240).
    public static let prefer: Self = "Prefer"
    /// `Proxy-Authenticate`: the challenge of a proxy (RFC 9110 section 11.7.1).
    public static let proxyAuthenticate: Self = "Proxy-Authenticate"
    /// `Proxy-Authorization`: the credentials for a proxy (RFC 9110 section 11.7.2).
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Range`: the part that the client asks for (RFC 9110 section 14.2).
    public static let range: Self = "Range"
    /// `Referer`: the page from which the request comes (RFC 9110 section 10.1.3).
    public static let referer: Self = "Referer"
    /// `Retry-After`: the delay before the next attempt (RFC 9110 section 10.2.3).
    public static let retryAfter: Self = "Retry-After"
    /// `Server`: the software of the server (RFC 9110 section 10.2.4).
    public static let server: Self = "Server"
    /// `Set-Cookie`: a cookie to store (RFC 6265).
    public static let setCookie: Self = "Set-Cookie"
    /// `Strict-Transport-Security`: the time during which the host is reached by https only (RFC 6797).
    public static let strictTransportSecurity: Self = "Strict-Transport-Security"
    /// `TE`: the transfer codings that the client accepts (RFC 9110 section 10.1.4).
    public static let te: Self = "TE"
    /// `Trailer`: the fields after the content (RFC 9110 section 6.6.2).
    public static let trailer: Self = "Trailer"
    /// `Transfer-Encoding`: the transfer codings of the content (RFC 9112 section 6.1).
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `Upgrade`: the protocols to change to (RFC 9110 section 7.8).
    public static let upgrade: Self = "Upgrade"
    /// `User-Agent`: the software of the client (RFC 9110 section 10.1.5).
    public static let userAgent: Self = "User-Agent"
    /// `Vary`: the request fields on which the response depends (RFC 9110 section 12.5.5).
    public static let vary: Self = "Vary"
    /// `Via`: the proxies on the way (RFC 9110 section 7.6.3).
    public static let via: Self = "Via"
    /// `WWW-Authenticate`: the challenge of the server (RFC 9110 section 11.6.1).
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
