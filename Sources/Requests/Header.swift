public import HTTP

/// The fields of a request or response, in order and with duplicates.
///
/// The model for this API joins duplicates with commas in an unordered dictionary, which breaks `Set-Cookie`. Here they are kept
/// apart, and only reading by the subscript joins them.
public struct Header: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The fields in order.
    public private(set) var fields: [Field]

    /// Creates a header.
    public init(_ fields: [Field]) { self.fields = fields }

    /// Creates a header.
    public init(_ fields: Field...) { self.fields = fields }

    /// Creates a header from an array literal.
    public init(arrayLiteral elements: Field...) { fields = elements }

    /// A header without fields.
    public static var empty: Header { Header([]) }

    /// True without fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// The values by name, in the case of the first field; values of one name are joined with commas.
    public var dictionaryValue: [String: String] {
        fields.reduce(into: [:]) { dictionary, field in
            let first = fields.first { $0.name == field.name } ?? field
            dictionary["\(first.name)"] = self[field.name]
        }
    }

    /// Appends a field; others of the same name stay.
    public mutating func add(_ field: Field) { fields.append(field) }

    /// Replaces all fields of that name by this one, in the place of the first, or appends it.
    public mutating func set(_ field: Field) {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else { return add(field) }
        fields[index] = field
        fields = fields.enumerated().filter { $0.offset <= index || $0.element.name != field.name }.map(\.element)
    }

    /// Removes all fields of that name.
    /// - Returns: one field with all their values; nil if there was none.
    @discardableResult
    public mutating func remove(_ name: Field.Name) -> Field? {
        let removed = self[name].map { Field(name: name, value: $0) }
        fields.removeAll { $0.name == name }
        return removed
    }

    /// True if there is a field of that name.
    public func contains(_ name: Field.Name) -> Bool { fields.contains { $0.name == name } }

    /// The values of that name joined with commas; setting replaces all of them, and nil removes them.
    public subscript(_ name: Field.Name) -> String? {
        get {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            if let newValue { set(Field(name: name, value: newValue)) } else { remove(name) }
        }
    }

    /// The names only, because values may be secret.
    public var description: String { fields.map { "\($0.name)" }.joined(separator: ", ") }

    /// The fields for the core.
    public var httpHeaders: HTTPHeaders {
        HTTPHeaders(fields.map { HTTPHeaderField(name: "\($0.name)", value: $0.value) })
    }
}

/// A header field.
public struct Field: Hashable, Sendable, CustomStringConvertible {
    /// The name of a field, compared without regard to case.
    public typealias Name = HTTPHeaderName

    /// The name.
    public let name: Name
    /// The value.
    public let value: String

    /// Creates a field.
    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }

    /// `name: value`.
    public var description: String { "\(name): \(value)" }

    /// Matches a field with the same name and value in a `switch`.
    public static func ~= (pattern: Field, value: Field) -> Bool { pattern == value }

    /// The media types that the client accepts.
    public static let accept: @Sendable (MediaType) -> Field = { Field(name: .accept, value: $0.rawValue) }
    /// The languages that the client accepts (RFC 9110 section 12.5.4).
    public static let acceptLanguage: @Sendable (String) -> Field = { Field(name: .acceptLanguage, value: $0) }
    /// The credentials.
    public static let authorization: @Sendable (String) -> Field = { Field(name: .authorization, value: $0) }
    /// The type of the body.
    public static let contentType: @Sendable (MediaType) -> Field = { Field(name: .contentType, value: $0.rawValue) }
}

/// A text that is compared without regard to ASCII case and keeps its spelling.
public struct CaseInsensitiveString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: String
    private let folded: String

    /// Creates a text.
    public init(_ text: String) {
        self.text = text
        folded = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Creates a text from a string literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text as written.
    public var description: String { text }

    /// Compares without regard to case.
    public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }
    /// Compares without regard to case.
    public static func < (left: Self, right: Self) -> Bool { left.folded < right.folded }
    /// Hashes without regard to case.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
