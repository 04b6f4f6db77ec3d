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
}
