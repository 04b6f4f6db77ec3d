/// An answer. Its head has arrived when a loader returns it; its body may still be on its way.
public struct HTTPResponse: Sendable {
    /// The request that was answered, as the loader that returned this sent it on.
    public var request: HTTPRequest
    /// 404 and 500 are answers like any other, not errors.
    public var status: HTTPStatus
    /// The reason phrase of the status line; empty over HTTP/2 and later, which have none.
    public var message: String
    /// In the order received, duplicates kept.
    public var headers: HTTPHeaders
    /// Chunks as they arrive; to be read once.
    public var body: HTTPResponseBody
    /// The version the answer came in; nil when no transport was involved.
    public var version: HTTPVersion?

    /// An answer with a body that still arrives.
    public init(
        request: HTTPRequest, status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], body: HTTPResponseBody,
        version: HTTPVersion? = nil
    ) {
        self.request = request
        self.status = status
        self.message = message
        self.headers = headers
        self.body = body
        self.version = version
        self.body.head = head
    }

    /// An answer whose whole body is at hand.
    public init(request: HTTPRequest, status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], bytes: [UInt8] = []) {
        self.init(
            request: request, status: status, message: message, headers: headers, body: HTTPResponseBody(bytes, for: request))
    }

    /// All but the body.
    public var head: HTTPResponseHead {
        HTTPResponseHead(status: status, message: message, headers: headers, version: version)
    }
}

/// An answer without its body, to be kept and shown.
public struct HTTPResponseHead: Hashable, Sendable {
    /// The status code.
    public var status: HTTPStatus
    /// The reason phrase; may be empty.
    public var message: String
    /// In the order received.
    public var headers: HTTPHeaders
    /// Nil when no transport was involved.
    public var version: HTTPVersion?

    /// A head of these parts.
    public init(status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], version: HTTPVersion? = nil) {
        self.status = status
        self.message = message
        self.headers = headers
        self.version = version
    }
}

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
