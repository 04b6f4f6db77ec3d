/// A response. Its head has arrived when a loader returns it; its body may still be arriving.
public struct HTTPResponse: Sendable {
    /// The request in the form in which the returning loader sent it.
    public var request: HTTPRequest
    /// The status. 404 and 500 are responses like any other, not errors.
    public var status: HTTPStatus
    /// The reason phrase of the status line; empty for HTTP/2 and later, which have none.
    public var message: String
    /// The headers in the order received, with duplicates.
    public var headers: HTTPHeaders
    /// The body, which can be read once. A body that a link sets is read with the character set of these ``headers``.
    public var body: HTTPResponseBody {
        get { HTTPResponseBody(source, expectedByteCount: expectedByteCount, head: head) }
        set { (source, expectedByteCount) = (newValue.source, newValue.expectedByteCount) }
    }
    private(set) var source: ObservedSource
    private var expectedByteCount: Int64?
    /// The protocol version of the response; nil if no transport was involved.
    public var version: HTTPVersion?

    /// Creates a response whose body may still be arriving.
    public init(
        request: HTTPRequest, status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], body: HTTPResponseBody,
        version: HTTPVersion? = nil
    ) {
        self.request = request
        self.status = status
        self.message = message
        self.headers = headers
        source = body.source
        self.version = version
        // Their length is that of another response's body (RFC 9110 section 8.6).
        let isBodiless = request.method == .head || status == .noContent || status == .notModified
        expectedByteCount = isBodiless ? 0 : body.expectedByteCount
    }

    /// Creates a response with a complete body.
    public init(request: HTTPRequest, status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], bytes: [UInt8] = []) {
        self.init(
            request: request, status: status, message: message, headers: headers, body: HTTPResponseBody(bytes, for: request))
    }

    /// The response without its body.
    public var head: HTTPResponseHead {
        HTTPResponseHead(status: status, message: message, headers: headers, version: version)
    }
}

/// A response without its body.
public struct HTTPResponseHead: Hashable, Sendable {
    /// The status code.
    public var status: HTTPStatus
    /// The reason phrase; may be empty.
    public var message: String
    /// The headers in the order received.
    public var headers: HTTPHeaders
    /// The protocol version; nil if no transport was involved.
    public var version: HTTPVersion?

    /// Creates a head.
    public init(status: HTTPStatus, message: String = "", headers: HTTPHeaders = [:], version: HTTPVersion? = nil) {
        self.status = status
        self.message = message
        self.headers = headers
        self.version = version
    }

    /// The announced length of the body; nil with a content or transfer coding, since the length of the decoded body differs.
    package var expectedByteCount: Int64? {
        guard !headers.contains("Content-Encoding"), !headers.contains("Transfer-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }
    }

    /// The content codings in the order in which they were applied, in lower case; without `identity`, which changes nothing.
    package var contentCodings: [String] {
        headers.values(for: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { ASCII.trimmed($0).lowercased() }.filter { !["", "identity", "none"].contains($0) }
    }
}

/// A protocol version used on a connection.
public struct HTTPVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number before the dot.
    public let major: Int
    /// The number after the dot.
    public let minor: Int

    /// Creates any version; transports report those below.
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

    /// True if the left version is older.
    public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The usual spelling: `HTTP/1.1`, `HTTP/2`.
    public var description: String { major >= 2 && minor == 0 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }
}
