/// A header section: fields in the order written, duplicates kept, names found whatever their ASCII case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/html", "accept": "text/plain"]
/// headers["ACCEPT"]                 // "text/html"
/// headers.values(for: "Accept")     // ["text/html", "text/plain"]
/// ```
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The fields, first sent first.
    public var fields: [HTTPHeaderField]

    /// A section of these fields; empty by default.
    public init(_ fields: [HTTPHeaderField] = []) { self.fields = fields }

    /// Fields in the order of the literal, duplicates allowed.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPHeaderField(name: $0.0, value: $0.1) }
    }

    /// The first value of that name. Setting replaces the first field in place, in the case now written, and removes its
    /// duplicates; setting nil removes them all.
    public subscript(name: String) -> String? {
        get { index(of: name).map { fields[$0].value } }
        set {
            guard let newValue else { return remove(name) }
            set(name, to: newValue)
        }
    }

    /// Every value of that name, in order.
    public func values(for name: String) -> [String] {
        guard contains(name) else { return [] }
        return fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// All values of a list-valued field joined with commas (RFC 9110 section 5.3); nil when there is none. Not for `Set-Cookie`.
    public func combinedValue(for name: String) -> String? {
        let values = values(for: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// True when a field has that name.
    public func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// The place of the first field of that name. In the fields' own memory: links ask for a dozen names of each answer, and a copy of each field
    /// that is passed would cost more than to compare it.
    private func index(of name: String) -> Int? {
        fields.withUnsafeBufferPointer { fields in
            let length = name.utf8.count
            return fields.indices.first { fields[$0].name.utf8.count == length && fields[$0].isNamed(name) }
        }
    }

    /// Puts a field at the end, beside others of its name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPHeaderField(name: name, value: value))
    }

    /// Puts a field at the end unless one of its name is there already.
    public mutating func appendIfAbsent(_ name: String, _ value: String) {
        if !contains(name) { append(name, value) }
    }

    /// Leaves exactly one field of that name: where the first stood, else at the end.
    public mutating func set(_ name: String, to value: String) {
        let field = HTTPHeaderField(name: name, value: value)
        guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return fields.append(field) }
        fields[first] = field
        let tail = fields[(first + 1)...].filter { !$0.isNamed(name) }
        fields.replaceSubrange((first + 1)..., with: tail)
    }

    /// Removes every field of that name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.isNamed(name) }
    }

    /// Adds the fields whose names are not here yet: what is already here wins.
    public mutating func merge(defaults: HTTPHeaders) {
        if defaults.isEmpty { return }
        let missing = defaults.fields.filter { !contains($0.name) }
        fields.append(contentsOf: missing)
    }

    /// What is wrong with the first field that cannot be sent.
    var firstFault: String? { lazy.compactMap(\.fault).first }
}

extension HTTPHeaders: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { fields.startIndex }
    /// The number of fields.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position in the order sent.
    public subscript(position: Int) -> HTTPHeaderField { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible {
    /// The names only: values can be secrets.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
}

/// One line of a header section: a name, kept in the case that was written, and a value without the white space around it.
public struct HTTPHeaderField: Hashable, Sendable {
    /// The field name as written; compare it with ``isNamed(_:)``.
    public var name: String

    /// The field value. Received bytes that are no UTF-8 were read as ISO 8859-1 (RFC 9110 section 5.5).
    public var value: String

    /// A field with exactly this name and value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// True when both names are equal but for ASCII case (RFC 9110 section 5.1).
    public func isNamed(_ other: String) -> Bool { ASCII.equalIgnoringCase(name, other) }

    /// Why this field cannot be sent (RFC 9110 section 5), as a sentence for a person; nil where it can.
    public var fault: String? {
        guard ASCII.isToken(name) else {
            return "The header name \(name.quotedForMessage) is not a token: no spaces, colons, line breaks or letters outside ASCII."
        }
        guard !value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return "The value of header \(name) holds a line break or NUL, which would start another header: remove it."
        }
        return nil
    }

    /// Words that are found within a name, its signs left out: `X-Api-Key` and `X-APIKey` are called the same.
    private static let parts = ["apikey", "token", "secret", "password", "passwd", "credential"]
    /// Words that stand alone, since others hold them too.
    private static let words: Set<String> = ["authorization", "authentication", "auth", "cookie", "key", "session", "signature", "jwt"]
    /// What is called a key and opens nothing.
    private static let openNames: Set<String> = ["idempotency-key", "sec-websocket-key"]

    /// True for what proves who asks, by its name: `Authorization`, `Cookie`, `Proxy-Authorization`, and what APIs have for it, such as `X-API-Key`
    /// and `PRIVATE-TOKEN`. Such a field stays at its origin, and an answer to it is nobody else's.
    var isCredential: Bool {
        let name = ASCII.lowercased(name)
        if Self.openNames.contains(name) { return false }
        let pieces = name.split { !$0.isLetter }
        return pieces.contains { Self.words.contains(String($0)) } || Self.parts.contains { pieces.joined().contains($0) }
    }
}
