import JSON

/// A response.
struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// `length` is in bytes; without it the body is sent chunked (RFC 9112, section 7.1).
        case stream(any BodyStream, length: Int?)
    }

    var status: Int
    var headers: HeaderList
    var body: Body
    /// The time before the first byte is sent.
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

extension Response {
    /// An indented JSON response.
    static func json(
        _ value: JSONValue, type: String = "application/json", status: Int = 200, headers: HeaderList = HeaderList()
    ) -> Response {
        var response = Response(status: status, headers: HeaderList([("Content-Type", type)]), body: .bytes(value.prettyBytes))
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}

/// A body that is generated while it is sent, piece by piece, in constant memory.
protocol BodyStream: Sendable {
    /// Appends the next piece, best about 64 KB.
    mutating func next(into piece: inout [UInt8]) -> StreamStep
}

/// The step after a piece of a stream.
enum StreamStep: Sendable, Hashable {
    case more
    /// A pause, then more. The piece is sent before the pause.
    case pause(Duration)
    case end
}
