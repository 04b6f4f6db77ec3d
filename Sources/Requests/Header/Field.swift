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

extension Field {
    /// What the client can read.
    public static let accept: @Sendable (MediaType) -> Field = { Field(name: .accept, value: $0.rawValue) }
    /// Which languages the client wants, as in RFC 9110 section 12.5.4.
    public static let acceptLanguage: @Sendable (String) -> Field = { Field(name: .acceptLanguage, value: $0) }
    /// Who asks.
    public static let authorization: @Sendable (String) -> Field = { Field(name: .authorization, value: $0) }
    /// What the body is.
    public static let contentType: @Sendable (MediaType) -> Field = { Field(name: .contentType, value: $0.rawValue) }
}
