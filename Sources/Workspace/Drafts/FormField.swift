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
    /// The example or default that an empty field shows.
    public let placeholder: String
    /// The possible values, if there are only a few; an empty field counts as the first.
    public let choices: [String]
    /// True if the value is a secret.
    public let isSecret: Bool
    /// True if the value is the path of a file.
    public let isPath: Bool
    /// True if a request cannot be sent without a value.
    public let isRequired: Bool
    /// The expected form of an invalid text; nil for a text that is valid or depends on variables.
    public let expected: @Sendable (_ text: String) -> String?

    /// A field that takes any text by default.
    public init(
        _ id: String, _ label: String, help: String, placeholder: String = "", choices: [String] = [], isSecret: Bool = false,
        isPath: Bool = false, isRequired: Bool = false, expected: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.id = id
        self.label = label
        self.help = help
        self.placeholder = placeholder
        self.choices = choices
        self.isSecret = isSecret
        self.isPath = isPath
        self.isRequired = isRequired
        self.expected = expected
    }
}
