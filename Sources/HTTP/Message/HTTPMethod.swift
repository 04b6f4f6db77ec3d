/// What a request asks a server to do: any token of RFC 9110 section 9.1, kept in the case that was written.
///
/// Names are case-sensitive: `get` is another method than `GET`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The token as it goes on the wire.
    public let rawValue: String

    /// Any text; whether it is a token is checked by ``HTTPRequest/prepared()``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A method written in source.
    public init(stringLiteral value: String) { rawValue = value }

    /// The token.
    public var description: String { rawValue }

    /// Transfers a representation of the target (RFC 9110 section 9.3.1).
    public static let get: HTTPMethod = "GET"
    /// Like GET, without the content (RFC 9110 section 9.3.2).
    public static let head: HTTPMethod = "HEAD"
    /// Hands the content to the target for processing (RFC 9110 section 9.3.3).
    public static let post: HTTPMethod = "POST"
    /// Replaces the target by the content (RFC 9110 section 9.3.4).
    public static let put: HTTPMethod = "PUT"
    /// Removes the target (RFC 9110 section 9.3.5).
    public static let delete: HTTPMethod = "DELETE"
    /// Opens a tunnel through a proxy (RFC 9110 section 9.3.6).
    public static let connect: HTTPMethod = "CONNECT"
    /// Describes how the target can be talked to (RFC 9110 section 9.3.7).
    public static let options: HTTPMethod = "OPTIONS"
    /// Echoes the request back (RFC 9110 section 9.3.8).
    public static let trace: HTTPMethod = "TRACE"
    /// Changes the target in part (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// A safe request with content (draft-ietf-httpbis-safe-method-w-body).
    public static let query: HTTPMethod = "QUERY"

    /// Asks for nothing to change on the server (RFC 9110 section 9.2.1).
    public var isSafe: Bool { [.get, .head, .options, .trace, .query].contains(self) }

    /// Doing it twice is the same as once (RFC 9110 section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
