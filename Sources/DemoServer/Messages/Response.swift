/// What a handler answers.
struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// `length` is in bytes; without it the body is sent in chunks (RFC 9112, section 7.1).
        case stream(any BodyStream, length: Int?)
    }

    var status: Int
    var headers: HeaderList
    var body: Body
    /// How long the whole answer waits before its first byte.
    var delay: Duration = .zero

    init(status: Int = 200, headers: HeaderList = HeaderList(), body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> Response {
        Response(status: status, headers: HeaderList([("Content-Type", type)]), body: .bytes(Array(text.utf8)))
    }

    func adding(_ name: String, _ value: String) -> Response {
        var copy = self
        copy.headers.append(name, value)
        return copy
    }

    func delayed(by delay: Duration) -> Response {
        var copy = self
        copy.delay = delay
        return copy
    }
}
