/// A request method: any token of RFC 9110 section 9.1, in the case that was written.
///
/// Methods are case-sensitive: `get` is not `GET`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The token as it is sent.
    public let rawValue: String

    /// Accepts any text; ``HTTPRequest/prepared()`` checks that it is a token.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a method from a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The token.
    public var description: String { rawValue }

    /// Transfers a representation of the target (RFC 9110 section 9.3.1).
    public static let get: HTTPMethod = "GET"
    /// Like GET, without the content (RFC 9110 section 9.3.2).
    public static let head: HTTPMethod = "HEAD"
    /// Sends the content to the target for processing (RFC 9110 section 9.3.3).
    public static let post: HTTPMethod = "POST"
    /// Replaces the target by the content (RFC 9110 section 9.3.4).
    public static let put: HTTPMethod = "PUT"
    /// Removes the target (RFC 9110 section 9.3.5).
    public static let delete: HTTPMethod = "DELETE"
    /// Opens a tunnel through a proxy (RFC 9110 section 9.3.6).
    public static let connect: HTTPMethod = "CONNECT"
    /// Describes the communication options of the target (RFC 9110 section 9.3.7).
    public static let options: HTTPMethod = "OPTIONS"
    /// Returns the request as the server received it (RFC 9110 section 9.3.8).
    public static let trace: HTTPMethod = "TRACE"
    /// Changes a part of the target (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// A safe request with content (draft-ietf-httpbis-safe-method-w-body).
    public static let query: HTTPMethod = "QUERY"

    /// True if the method does not ask for a change on the server (RFC 9110 section 9.2.1).
    public var isSafe: Bool { [.get, .head, .options, .trace, .query].contains(self) }

    /// True if sending the request twice has the effect of sending it once (RFC 9110 section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
