/// A version of the protocol as it was spoken on a connection.
public struct HTTPVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Before the dot.
    public let major: Int
    /// After the dot.
    public let minor: Int

    /// Any pair; the transport reports the ones below.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0 (RFC 1945).
    public static let http10 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1 (RFC 9112).
    public static let http11 = HTTPVersion(major: 1, minor: 1)
    /// HTTP/2 (RFC 9113).
    public static let http2 = HTTPVersion(major: 2, minor: 0)
    /// HTTP/3 (RFC 9114).
    public static let http3 = HTTPVersion(major: 3, minor: 0)

    /// Older is less.
    public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// As people write it: `HTTP/1.1`, `HTTP/2`.
    public var description: String { major >= 2 && minor == 0 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }
}
