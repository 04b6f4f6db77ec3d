import HTTP
import JSON
import Platform

struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// `length` is in bytes; without it the body is sent chunked (RFC 9112, section 7.1).
        case stream(any BodyStream, length: Int?)
        /// A closed connection, without a response.
        case closed
    }

    var status = 200
    var headers = HTTPHeaders()
    var body: Body = .bytes([])
    /// The time before the first byte is sent.
    var delay: Duration = .zero

    static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> Response {
        Response(status: status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
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
        _ value: JSONValue, type: String = "application/json", status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> Response {
        var response = Response(status: status, headers: ["Content-Type": type], body: .bytes(value.prettyBytes))
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

/// A pair of a query, a form or a cookie header.
struct NameValue: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The decoded pairs of an `application/x-www-form-urlencoded` text (URL Standard, section 5.1).
    static func pairs(ofForm text: String) -> [NameValue] {
        text.formPairs.map { NameValue($0.name, $0.value ?? "") }
    }
}

extension JSONValue {
    /// An object with the names in the order of their first use; a repeated name has a list of values.
    init(grouping items: [NameValue]) {
        var values: [String: [JSONValue]] = [:]
        var names: [String] = []
        for item in items {
            if values[item.name] == nil { names.append(item.name) }
            values[item.name, default: []].append(.string(item.value))
        }
        self = .object(
            names.map { name in
                let all = values[name] ?? []
                return (name, all.count == 1 ? all[0] : .array(all))
            })
    }
}
