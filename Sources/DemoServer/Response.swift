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
    var headers = HeaderList()
    var body: Body = .bytes([])
    /// The time before the first byte is sent.
    var delay: Duration = .zero

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

/// Header fields in their order, with their case and duplicates.
struct HeaderList: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []

    init(_ fields: [(String, String)] = []) {
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// The value of the first field of that name; case is ignored.
    subscript(name: String) -> String? { values(name).first }

    /// The values of all fields of that name; case is ignored.
    func values(_ name: String) -> [String] {
        let lowercased = name.lowercased()
        return fields.filter { $0.name.lowercased() == lowercased }.map(\.value)
    }
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
        text.split(separator: "&").map { pair in
            let (name, value) = pair.splitOnce(at: "=")
            return NameValue(name.percentDecoded(plusIsSpace: true), value?.percentDecoded(plusIsSpace: true) ?? "")
        }
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

/// A header value of the shape `value; name=token; name="quoted \" text"`, or the same with commas (RFC 9110, section 5.6).
struct HeaderParameters: Sendable, Hashable {
    /// The text before the first separator, trimmed.
    let value: String
    /// The parameters in order, with names in lower case.
    let parameters: [NameValue]

    /// The scheme and the parameters of an `Authorization` value: `Digest username="x", qop=auth`.
    static func credentials(_ text: String) -> (scheme: String, parameters: HeaderParameters) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        return (parts.first?.lowercased() ?? "", HeaderParameters("," + rest, separator: ","))
    }

    init(_ text: String, separator: Character = ";") {
        let pieces = Self.split(text, separator: separator)
        value = String(pieces[0].trimmingSpacesAndTabs)
        parameters = pieces.dropFirst().compactMap(Self.parameter)
    }

    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Splits at separators outside quotes.
    private static func split(_ text: String, separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted && character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator && !isQuoted {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return pieces + [text[start...]]
    }

    private static func parameter(_ piece: Substring) -> NameValue? {
        guard case (let name, let value?) = piece.splitOnce(at: "=") else { return nil }
        return NameValue(name.trimmingSpacesAndTabs.lowercased(), unquoted(value.trimmingSpacesAndTabs))
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        var output = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                output.append(character)
                isEscaped = false
            }
        }
        return output
    }
}
