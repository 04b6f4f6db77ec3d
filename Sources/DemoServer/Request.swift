import HTTP
import Hashing
import JSON
import Platform

/// A request, as handlers see it.
struct Request: Sendable {
    let head: RequestHead
    let body: ReceivedBody
    /// The values of the parameters in the route's pattern.
    var parameters: [String: String] = [:]

    var method: String { head.method }
    var headers: HTTPHeaders { head.headers }
    var queryItems: [NameValue] { head.target.queryItems }

    func query(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

    /// The scheme, host and port that the client used.
    var baseURL: String { "http://\(head.target.authority ?? headers["Host"] ?? "localhost")" }

    /// The whole URL of the request.
    var url: String { baseURL + head.target.text }
}

extension Request {
    /// The media type of the body without its parameters, in lower case.
    var contentType: String { (headers["Content-Type"] ?? "").splitOnce(at: ";").0.trimmingSpacesAndTabs.lowercased() }

    /// The body as form fields; nil if it is not a form, or was too long to keep.
    var form: FormContent? {
        guard let bytes = body.bytes else { return nil }
        switch contentType {
        case "application/x-www-form-urlencoded":
            return .urlEncoded(NameValue.pairs(ofForm: String(decoding: bytes, as: UTF8.self)))
        case "multipart/form-data":
            guard let boundary = headers.multipartBoundary, !boundary.isEmpty,
                let parts = try? MultipartParser.parse(bytes, boundary: boundary, maxParts: .max), parts.allSatisfy({ $0.name != nil })
            else { return nil }
            return .multipart(parts)
        default: return nil
        }
    }

    /// The pairs of a URL-encoded body; empty for other bodies.
    var formItems: [NameValue] {
        if case .urlEncoded(let items) = form { items } else { [] }
    }

    /// The first value of that name in a URL-encoded body; nil if it is missing or empty.
    func formValue(_ name: String) -> String? {
        formItems.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// The pairs of all `Cookie` headers (RFC 6265, section 4.2).
    var cookies: [NameValue] {
        headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let (name, value) = pair.drop { $0 == " " }.splitOnce(at: "=")
            return value.map { NameValue(name, $0) }
        }
    }

    /// The body, parsed as JSON.
    ///
    /// - Throws: 415 for another media type, 413 for a body that was too long to keep, 400 for malformed JSON.
    func jsonBody() throws(RouteError) -> JSONValue {
        guard contentType == "application/json" || contentType.hasSuffix("+json") else {
            throw RouteError(
                status: 415, title: "Unsupported media type", detail: "The body is “\(contentType)”, expected application/json.",
                headers: ["Accept": "application/json"])
        }
        guard let bytes = body.bytes else {
            throw RouteError(
                status: 413, title: "Content too large", detail: "The body of \(body.byteCount) bytes is longer than the server keeps.")
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw RouteError(status: 400, title: "Malformed JSON", detail: "\(error)")
        }
    }
}

/// The content of a form body.
enum FormContent: Sendable {
    case urlEncoded([NameValue])
    case multipart([ReceivedPart])
}

/// A request without its body.
struct RequestHead: Sendable {
    let method: String
    let target: ReceivedTarget
    /// `HTTP/1.1` or `HTTP/1.0`.
    let version: String
    let headers: HTTPHeaders
    /// The client's numeric address.
    let origin: String

    /// A 400 response for a head whose length two programs would read differently (request smuggling; RFC 9112, sections 5.1, 6.1 and 6.3).
    /// It ends the connection.
    var framingProblem: RouteError? {
        let lengths = headers.values(for: "Content-Length")
        let codings = headers.values(for: "Transfer-Encoding")
        let fault: String
        if headers.fields.contains(where: { $0.name.utf8.contains { $0 <= 0x20 } }) {
            fault = "The name of a header contains a space."
        } else if !codings.isEmpty, !lengths.isEmpty {
            fault = "The request has both Content-Length and Transfer-Encoding: send one of them."
        } else if !codings.isEmpty, codings.count > 1 || codings[0].lowercased() != "chunked" {
            fault = "The Transfer-Encoding is “\(codings.joined(separator: ", "))”, expected chunked."
        } else if lengths.contains(where: { $0 != lengths[0] }) {
            fault = "The request has two different Content-Length values: send one."
        } else {
            return nil
        }
        return RouteError(status: 400, title: "Ambiguous length", detail: fault, headers: ["Connection": "close"])
    }
}

/// The target of a request line, between the method and the version (RFC 9112, section 3.2).
struct ReceivedTarget: Sendable, Hashable {
    /// The host and port if the target is a whole URL, as clients send it to a proxy.
    let authority: String?
    /// The path as written, still encoded. Starts with a slash unless it is `*`.
    let path: String
    /// The query as written, without the question mark; nil if there is none.
    let query: String?

    init(_ text: String) {
        let (authority, rest) = Self.splitAuthority(text)
        self.authority = authority
        (path, query) = rest.splitOnce(at: "?")
    }

    /// The decoded segments of the path. A slash at the end adds no segment.
    var segments: [String] { path.split(separator: "/").map { $0.percentDecoded() } }

    /// The decoded pairs of the query, in order and with duplicates.
    var queryItems: [NameValue] { query.map { NameValue.pairs(ofForm: $0) } ?? [] }

    /// The path and the query as written.
    var text: String { query.map { "\(path)?\($0)" } ?? path }

    private static func splitAuthority(_ text: String) -> (String?, Substring) {
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            let path = rest[end...]
            return (String(rest[..<end]), path.hasPrefix("/") ? path : "/\(path)")
        }
        return (nil, text[...])
    }
}

struct ReceivedBody: Sendable {
    /// Nil if it was longer than the server's limit.
    let bytes: [UInt8]?
    let byteCount: Int
    /// The digest of all bytes, in hexadecimal.
    let sha256: String
}

/// Receives a request body of any size: counts and hashes all bytes, and keeps them up to a limit.
struct BodyReceiver {
    private var kept: [UInt8]? = []
    private var byteCount = 0
    private var digest = MessageDigest(.sha256)

    mutating func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        let piece = Array(bytes)
        byteCount += piece.count
        digest.update(piece)
        if byteCount <= limit {
            kept?.append(contentsOf: piece)
        } else {
            kept = nil
        }
    }

    func finish() -> ReceivedBody {
        ReceivedBody(bytes: kept, byteCount: byteCount, sha256: digest.finish().hexadecimal)
    }
}

/// A text from a path or a query that is converted to a number, a size or a choice. The error says what was expected.
struct Input: Sendable {
    let name: String
    let text: String

    func integer(in range: ClosedRange<Int>) throws(RouteError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A time in seconds, with or without a fraction.
    func seconds(upTo most: Double) throws(RouteError) -> Duration {
        guard let number = Double(text), number >= 0, number <= most else {
            throw wrong("a number of seconds from 0 to \(Int(most))")
        }
        return .seconds(number)
    }

    /// A number of bytes: `500`, `10k`, `5m`, `1g` in powers of 1000, `10ki`, `5mi`, `1gi` in powers of 1024.
    func byteCount(upTo most: Int) throws(RouteError) -> Int {
        guard let count = ByteSize(text)?.count, count <= most else {
            throw wrong("a size such as 500, 10k, 5m or 1g (powers of 1000; ki, mi, gi for powers of 1024), at most \(most)")
        }
        return count
    }

    /// One of a few words.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) throws(RouteError) -> Choice {
        guard let choice = Choice(rawValue: text.lowercased()) else {
            throw wrong("one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    func wrong(_ expected: String) -> RouteError {
        RouteError(status: 400, title: "Bad value", detail: "“\(name)” is “\(text)”, expected \(expected).")
    }
}

extension Request {
    /// The value of a parameter in the route's pattern; nil if an optional one is missing.
    func parameter(optional name: String) -> Input? { parameters[name].map { Input(name: name, text: $0) } }

    /// The value of a parameter in the route's pattern.
    func parameter(_ name: String) -> Input { parameter(optional: name) ?? Input(name: name, text: "") }

    /// The first value of that name in the query, or the default.
    func input(_ name: String, default text: String) -> Input { Input(name: name, text: query(name) ?? text) }
}
