/// A name with a value in a table that a user edits: a header, a query item, a path parameter, a form field.
///
/// Order and duplicates mean something; a row that is switched off keeps its place.
public struct Row: Hashable, Sendable {
    /// As typed, variables unresolved.
    public var name: String
    /// As typed, variables unresolved.
    public var value: String
    /// Whether it is sent.
    public var isEnabled: Bool
    /// What somebody noted about it.
    public var comment: String
    /// Whether a name without a value stands alone in a query: `?name` instead of `?name=`. Says nothing of a row that has a value.
    public var isBare: Bool

    /// Takes a name, a value, and whether the row is sent.
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
