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

extension HTTPResponse {
    /// All but the body.
    public var head: HTTPResponseHead {
        HTTPResponseHead(status: status, message: message, headers: headers, version: version)
    }
}
