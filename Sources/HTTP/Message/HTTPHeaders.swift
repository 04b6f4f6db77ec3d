/// The fields of a header section, in their order and with duplicates. Names are compared without regard to ASCII case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/html", "accept": "text/plain"]
/// headers["ACCEPT"]                 // "text/html"
/// headers.values(for: "Accept")     // ["text/html", "text/plain"]
/// ```
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The fields in the order in which they are sent.
    public var fields: [HTTPHeaderField]

    /// Creates a header section; empty by default.
    public init(_ fields: [HTTPHeaderField] = []) { self.fields = fields }

    /// Keeps the order of the literal, and duplicates.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPHeaderField(name: $0.0, value: $0.1) }
    }

    /// Creates a header section from a dictionary, sorted by name.
    public init(_ values: [String: String]) {
        fields = values.sorted { $0.key < $1.key }.map { HTTPHeaderField(name: $0.key, value: $0.value) }
    }

    /// The value of the first field of that name; see the subscript with a text.
    public subscript(name: HTTPHeaderName) -> String? {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }

    /// The value of the first field of that name.
    ///
    /// Setting it replaces the first field in place, with the name as written now, and removes its duplicates; nil removes all of them.
    public subscript(name: String) -> String? {
        get { index(of: name).map { fields[$0].value } }
        set {
            guard let newValue else { return remove(name) }
            set(name, to: newValue)
        }
    }

    /// All values of that name, in order.
    public func values(for name: String) -> [String] {
        guard contains(name) else { return [] }
        return fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// The values of a list-valued field joined by commas (RFC 9110 section 5.3); nil if there are none. Not suitable for `Set-Cookie`.
    public func combinedValue(for name: String) -> String? {
        let values = values(for: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// True if there is a field of that name.
    public func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// The index of the first field of that name. Compares in place: links look up many names in each response, and copying each field that
    /// is passed would cost more than comparing it.
    private func index(of name: String) -> Int? {
        fields.withUnsafeBufferPointer { fields in
            let length = name.utf8.count
            return fields.indices.first { fields[$0].name.utf8.count == length && fields[$0].isNamed(name) }
        }
    }

    /// Appends a field; others of the same name stay.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPHeaderField(name: name, value: value))
    }

    /// Appends a field unless there is one of that name.
    public mutating func appendIfAbsent(_ name: String, _ value: String) {
        if !contains(name) { append(name, value) }
    }

    /// Replaces all fields of that name by one, in the place of the first, or appends it.
    public mutating func set(_ name: String, to value: String) {
        let field = HTTPHeaderField(name: name, value: value)
        guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return fields.append(field) }
        fields[first] = field
        let tail = fields[(first + 1)...].filter { !$0.isNamed(name) }
        fields.replaceSubrange((first + 1)..., with: tail)
    }

    /// Removes every field of that name.
    public mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }

    /// Appends the fields whose names are missing here; existing fields win.
    public mutating func merge(defaults: HTTPHeaders) {
        if defaults.isEmpty { return }
        let missing = defaults.fields.filter { !contains($0.name) }
        fields.append(contentsOf: missing)
    }

    /// The problem of the first field that cannot be sent; nil if all can.
    var firstFault: String? { fields.lazy.compactMap(\.fault).first }
}

/// The names and values in order: `for (name, value) in headers`. ``fields`` holds them as ``HTTPHeaderField`` values.
extension HTTPHeaders: RandomAccessCollection {
    /// A name and a value.
    public typealias Element = (name: String, value: String)
    /// Zero.
    public var startIndex: Int { fields.startIndex }
    /// The number of fields.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> Element { (fields[position].name, fields[position].value) }
}

extension HTTPHeaders: CustomStringConvertible {
    /// The names only, because values may be secret.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
}

/// One field of a header section: a name in the case that was written, and a value without surrounding white space.
public struct HTTPHeaderField: Hashable, Sendable {
    /// The name as written. Compare it by ``isNamed(_:)``.
    public var name: String

    /// The value. Received bytes that are not UTF-8 are read as ISO 8859-1 (RFC 9110 section 5.5).
    public var value: String

    /// Creates a field with exactly this name and value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// True for a byte that a name may have (RFC 9110 section 5.6.2).
    package static func isNameByte(_ byte: UInt8) -> Bool { ASCII.isTokenByte(byte) }

    /// True if the names are equal apart from ASCII case (RFC 9110 section 5.1).
    public func isNamed(_ other: String) -> Bool { ASCII.equalIgnoringCase(name, other) }

    /// The reason why this field cannot be sent (RFC 9110 section 5), as a sentence for a user; nil if it can.
    public var fault: String? {
        guard ASCII.isToken(name) else {
            return "The header name \(name.quotedForMessage) is not a token: no spaces, colons, line breaks or letters outside ASCII."
        }
        guard !value.hasByte({ $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return "The value of header \(name) contains a line break or NUL, which would start another header: remove it."
        }
        return nil
    }

    /// True if the name is that of a credential: `Authorization`, `Cookie`, `Proxy-Authorization`, and names that APIs use, such as
    /// `X-API-Key` and `PRIVATE-TOKEN`. Such a field is never sent to another origin, and its response is cached for the same credential
    /// only.
    package var isCredential: Bool { SecretName.isCredential(name, at: .header) }
}

extension HTTPHeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Name: value`, with the value of a credential or a cookie masked.
    public var description: String { "\(name): \(shownValue)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror with the masked value, so that `dump` of anything with headers shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue], displayStyle: .struct) }

    private var shownValue: String { isCredential ? HTTPSecret("").description : value }
}

/// The name of a header field, compared without regard to ASCII case. Names without a constant are written as string literals.
///
/// ```swift
/// request.headers[.accept] = "application/json"
/// request.headers["X-Trace"] = "1"
/// ```
public struct HTTPHeaderName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as written.
    public let rawValue: String

    /// Accepts any text; ``HTTPRequest/prepared()`` checks that it is a token.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Accepts any text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name as written.
    public var description: String { rawValue }

    /// Compares without regard to ASCII case.
    public static func == (left: Self, right: Self) -> Bool { ASCII.equalIgnoringCase(left.rawValue, right.rawValue) }
    /// Hashes without regard to ASCII case.
    public func hash(into hasher: inout Hasher) { hasher.combine(ASCII.lowercased(rawValue)) }
}

extension HTTPHeaderName {
    /// `Accept`: the media types that the client accepts (RFC 9110 section 12.5.1).
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`: the codings that the client decodes (RFC 9110 section 12.5.3).
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language`: the languages that the client prefers (RFC 9110 section 12.5.4).
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Authorization`: the credentials for the server (RFC 9110 section 11.6.2).
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`: the directives for caches (RFC 9111 section 5.2).
    public static let cacheControl: Self = "Cache-Control"
    /// `Content-Length`: the number of bytes of the content (RFC 9110 section 8.6).
    public static let contentLength: Self = "Content-Length"
    /// `Content-Type`: the media type of the content (RFC 9110 section 8.3).
    public static let contentType: Self = "Content-Type"
    /// `Cookie`: the cookies for the server (RFC 6265).
    public static let cookie: Self = "Cookie"
    /// `ETag`: the identifier of a version of the resource (RFC 9110 section 8.8.3).
    public static let eTag: Self = "ETag"
    /// `Location`: the URL of a redirect or of a new resource (RFC 9110 section 10.2.2).
    public static let location: Self = "Location"
    /// `Retry-After`: the delay before the next attempt (RFC 9110 section 10.2.3).
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie`: a cookie to store (RFC 6265).
    public static let setCookie: Self = "Set-Cookie"
    /// `User-Agent`: the software of the client (RFC 9110 section 10.1.5).
    public static let userAgent: Self = "User-Agent"
    /// `WWW-Authenticate`: the challenge of the server (RFC 9110 section 11.6.1).
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
