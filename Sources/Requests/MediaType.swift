/// A media type (RFC 9110 section 8.3.1): `type/subtype; parameter=value`.
///
/// Media types are equal if their type and subtype are, regardless of parameters.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// The type before the slash.
    public struct TopLevelType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name.
        public let rawValue: CaseInsensitiveString
        /// Creates a type.
        public init(rawValue: CaseInsensitiveString) { self.rawValue = rawValue }
        /// Creates a type.
        public init(_ rawValue: String) { self.init(rawValue: CaseInsensitiveString(rawValue)) }
        /// Creates a type from a string literal.
        public init(stringLiteral value: String) { self.init(value) }
        /// The name as written.
        public var description: String { rawValue.description }
    }

    /// The subtype after the slash.
    public struct SubType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name.
        public let rawValue: CaseInsensitiveString
        /// Creates a subtype.
        public init(rawValue: CaseInsensitiveString) { self.rawValue = rawValue }
        /// Creates a subtype.
        public init(_ rawValue: String) { self.init(rawValue: CaseInsensitiveString(rawValue)) }
        /// Creates a subtype from a string literal.
        public init(stringLiteral value: String) { self.init(value) }
        /// The name as written.
        public var description: String { rawValue.description }
    }

    /// The type before the slash.
    public let type: TopLevelType
    /// The subtype after the slash.
    public let subtype: SubType
    /// The parameters; values are quoted if necessary.
    public var parameters: [CaseInsensitiveString: String]

    /// Creates a media type.
    public init(type: TopLevelType, subtype: SubType, parameters: [CaseInsensitiveString: String] = [:]) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// The text in a header field, with parameters sorted by name.
    public var rawValue: String {
        "\(type)/\(subtype)" + parameters.sorted { $0.key < $1.key }.map { "; \($0.key)=\(Self.quoted($0.value))" }.joined()
    }

    /// The text in a header field.
    public var description: String { rawValue }

    /// Compares type and subtype.
    public static func == (left: MediaType, right: MediaType) -> Bool { left.type == right.type && left.subtype == right.subtype }

    /// Hashes type and subtype.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
    }

    private static func quoted(_ value: String) -> String {
        let isToken = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
        // By scalars: a quote with a combining mark is one character, which is not a quote.
        return isToken ? value : "\"" + value.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// `application/json`, which is always UTF-8 and has no parameter (RFC 8259 section 11).
    public static let json = MediaType(type: .application, subtype: .json)
    /// `application/xml`.
    public static let xml = MediaType(type: .application, subtype: .xml)
    /// `application/octet-stream`.
    public static let binary = MediaType(type: .application, subtype: .octetStream)
    /// `application/x-www-form-urlencoded`.
    public static let urlEncodedForm = MediaType(type: .application, subtype: .urlEncodedForm)
    /// `text/plain` in UTF-8.
    public static let plainText = MediaType(type: .text, subtype: .plain, parameters: ["charset": "utf-8"])
    /// `text/html`.
    public static let html = MediaType(type: .text, subtype: .html)
    /// `*/*`: any media type, for `Accept`.
    public static let any = MediaType(type: "*", subtype: "*")

    /// `multipart/form-data` with a boundary.
    public static func formData(boundary: String) -> MediaType {
        MediaType(type: .multipart, subtype: .formData, parameters: ["boundary": boundary])
    }
}

extension MediaType.TopLevelType {
    /// `application`.
    public static let application: Self = "application"
    /// `multipart`.
    public static let multipart: Self = "multipart"
    /// `text`.
    public static let text: Self = "text"
}

extension MediaType.SubType {
    /// `form-data`.
    public static let formData: Self = "form-data"
    /// `html`.
    public static let html: Self = "html"
    /// `json`.
    public static let json: Self = "json"
    /// `octet-stream`.
    public static let octetStream: Self = "octet-stream"
    /// `plain`.
    public static let plain: Self = "plain"
    /// `x-www-form-urlencoded`.
    public static let urlEncodedForm: Self = "x-www-form-urlencoded"
    /// `xml`.
    public static let xml: Self = "xml"
}
