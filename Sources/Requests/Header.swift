public import HTTP

/// The fields of a request or an answer, in order, duplicates kept.
///
/// The library that this follows joined duplicates with commas in an unordered dictionary, which breaks `Set-Cookie`. Here they stay
/// apart, and the subscript joins them for reading only.
public struct Header: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// In order.
    public private(set) var fields: [Field]

    /// A header of these fields.
    public init(_ fields: [Field]) { self.fields = fields }

    /// A header of these fields.
    public init(_ fields: Field...) { self.fields = fields }

    /// A header of these fields.
    public init(arrayLiteral elements: Field...) { fields = elements }

    /// Without any field.
    public static var empty: Header { Header([]) }

    /// True without any field.
    public var isEmpty: Bool { fields.isEmpty }

    /// By name as written first; values of one name joined with commas.
    public var dictionaryValue: [String: String] {
        fields.reduce(into: [:]) { dictionary, field in
            let first = fields.first { $0.name == field.name } ?? field
            dictionary["\(first.name)"] = self[field.name]
        }
    }

    /// Puts a field at the end, beside others of its name.
    public mutating func add(_ field: Field) { fields.append(field) }

    /// Leaves exactly this field of its name: where the first stood, else at the end.
    public mutating func set(_ field: Field) {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else { return add(field) }
        fields[index] = field
        fields = fields.enumerated().filter { $0.offset <= index || $0.element.name != field.name }.map(\.element)
    }

    /// Removes every field of that name.
    /// - Returns: one field with all their values, or nil when there was none.
    @discardableResult
    public mutating func remove(_ name: Field.Name) -> Field? {
        let removed = self[name].map { Field(name: name, value: $0) }
        fields.removeAll { $0.name == name }
        return removed
    }

    /// True when a field has that name.
    public func contains(_ name: Field.Name) -> Bool { fields.contains { $0.name == name } }

    /// The values of that name joined with commas; setting replaces them all, nil removes them.
    public subscript(_ name: Field.Name) -> String? {
        get {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            if let newValue { set(Field(name: name, value: newValue)) } else { remove(name) }
        }
    }

    /// The names only: values can be secrets.
    public var description: String { fields.map { "\($0.name)" }.joined(separator: ", ") }

    /// The same fields for the core.
    public var httpHeaders: HTTPHeaders {
        HTTPHeaders(fields.map { HTTPHeaderField(name: "\($0.name)", value: $0.value) })
    }
}

/// One line of a header.
public struct Field: Hashable, Sendable, CustomStringConvertible {
    /// A field's name, compared without case.
    public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name.
        public let rawValue: CaseInsensitiveString

        /// A name of any text; whether it is a token is checked when the request is sent.
        public init(rawValue: CaseInsensitiveString) { self.rawValue = rawValue }

        /// A name of any text.
        public init(_ rawValue: String) { self.init(rawValue: CaseInsensitiveString(rawValue)) }

        /// A name written in source.
        public init(stringLiteral value: String) { self.init(value) }

        /// As it was written.
        public var description: String { rawValue.description }
    }

    /// What the field says something about.
    public let name: Name
    /// What it says.
    public let value: String

    /// A field with exactly this name and value.
    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }

    /// `name: value`.
    public var description: String { "\(name): \(value)" }

    /// Matches in a `switch` when name and value are equal.
    public static func ~= (pattern: Field, value: Field) -> Bool { pattern == value }

    /// What the client can read.
    public static let accept: @Sendable (MediaType) -> Field = { Field(name: .accept, value: $0.rawValue) }
    /// Which languages the client wants, as in RFC 9110 section 12.5.4.
    public static let acceptLanguage: @Sendable (String) -> Field = { Field(name: .acceptLanguage, value: $0) }
    /// Who asks.
    public static let authorization: @Sendable (String) -> Field = { Field(name: .authorization, value: $0) }
    /// What the body is.
    public static let contentType: @Sendable (MediaType) -> Field = { Field(name: .contentType, value: $0.rawValue) }
}

/// The parts of a field, to match its name in a `switch`.
public func explode(_ field: Field) -> (name: Field.Name, value: String) { (field.name, field.value) }

extension Field.Name {
    /// What the client can read.
    public static let accept: Field.Name = "Accept"
    /// Which languages the client wants.
    public static let acceptLanguage: Field.Name = "Accept-Language"
    /// Who asks.
    public static let authorization: Field.Name = "Authorization"
    /// What the body is.
    public static let contentType: Field.Name = "Content-Type"
}

/// Text that is compared without regard to ASCII case, and keeps the case it was written in.
public struct CaseInsensitiveString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: String
    private let folded: String

    /// Keeps the text as it is.
    public init(_ text: String) {
        self.text = text
        folded = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// A text written in source.
    public init(stringLiteral value: String) { self.init(value) }

    /// As it was written.
    public var description: String { text }

    /// Without regard to case.
    public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }
    /// Without regard to case.
    public static func < (left: Self, right: Self) -> Bool { left.folded < right.folded }
    /// Without regard to case.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
