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
    /// True if a name without a value is written alone in a query and in a form, not as `name=`; without a name too, it is an empty item of
    /// a query (`a=1&&b=2`). Has no effect on a row with a value.
    public var isBare: Bool

    /// True for a row without content, which is not sent.
    public var isBlank: Bool { name.isEmpty && value.isEmpty && !isBare }

    /// A row; enabled by default.
    public init(_ name: String = "", _ value: String = "", isEnabled: Bool = true, comment: String = "", isBare: Bool = false) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.comment = comment
        self.isBare = isBare
    }

    /// True if this is the name, without regard to case.
    package func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
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

/// A field of a form: the description of one text that a user enters.
///
/// Code finds a field by its ``id``, never by its label.
public struct FormField: Sendable, Identifiable {
    /// The name in files, which is also the key in forms: `username`.
    public let id: String
    /// The name on the screen.
    public let label: String
    /// The purpose, in a sentence or two.
    public let help: String
    /// The example or default shown in an empty field.
    public let placeholder: String
    /// The meaning of an empty field; nil if it is simply optional.
    public let unset: String?
    /// True for the first field of a group.
    public let startsGroup: Bool
    /// The possible values, if there are only a few; an empty field counts as the first.
    public let choices: [String]
    /// True if the value is a secret.
    public let isSecret: Bool
    /// True if a request cannot be sent without a value.
    public let isRequired: Bool
    /// The expected form of an invalid text; nil for a text that is valid or depends on variables.
    public let expected: @Sendable (_ text: String) -> String?

    /// Creates a field that accepts any text by default.
    public init(
        _ id: String, _ label: String, help: String, placeholder: String = "", unset: String? = nil, startsGroup: Bool = false,
        choices: [String] = [], isSecret: Bool = false, isRequired: Bool = false,
        expected: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.id = id
        self.label = label
        self.help = help
        self.placeholder = placeholder
        self.unset = unset
        self.startsGroup = startsGroup
        self.choices = choices
        self.isSecret = isSecret
        self.isRequired = isRequired
        self.expected = expected
    }
}
