/// A name and a value in an editable table: a header, a query item, a path parameter, a form field.
///
/// Order and duplicates are significant; a disabled row keeps its place.
public struct Row: Hashable, Sendable {
    /// The name, with unresolved variables.
    public var name: String
    /// The value, with unresolved variables.
    public var value: String
    /// True if the row is sent.
    public var isEnabled: Bool
    /// The user's comment.
    public var comment: String
    /// True if a name without a value is written as `?name` in a query, not as `?name=`. Has no effect on a row with a value.
    public var isBare: Bool

    /// A row; enabled by default.
    public init(_ name: String = "", _ value: String = "", isEnabled: Bool = true, comment: String = "", isBare: Bool = false) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.comment = comment
        self.isBare = isBare
    }
}

extension Row: Formatted {
    static let fields: [Field<Row>] = [
        Field("name", \.name, .string),
        Field("value", \.value, .string),
        Field("enabled", \.isEnabled, .flag),
        Field("bare", \.isBare, .flag),
        Field("comment", \.comment, .string),
    ]

    static let blank = Self()
}
