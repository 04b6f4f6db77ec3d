/// What somebody looks for.
public struct SearchQuery: Hashable, Sendable {
    /// Whether upper and lower case are the same.
    public enum Case: Hashable, Sendable {
        /// They are the same unless the text has an upper-case letter.
        case smart
        /// They differ.
        case sensitive
        /// They are the same.
        case insensitive
    }

    /// The words, or the pattern.
    public var text: String
    /// Whether the text is a regular expression, in the syntax of PCRE2 (pcre2syntax(3)).
    public var isRegularExpression: Bool
    /// How upper and lower case are compared.
    public var letterCase: Case

    /// - Parameters:
    ///   - text: the words, or the pattern.
    ///   - isRegularExpression: whether it is a pattern.
    ///   - letterCase: how upper and lower case are compared.
    public init(_ text: String, isRegularExpression: Bool = false, letterCase: Case = .smart) {
        self.text = text
        self.isRegularExpression = isRegularExpression
        self.letterCase = letterCase
    }

    var ignoresCase: Bool {
        switch letterCase {
        case .sensitive: false
        case .insensitive: true
        case .smart: !hasUpperCase
        }
    }

    /// In a pattern, a letter after a backslash is a class and no letter.
    private var hasUpperCase: Bool {
        var isEscaped = false
        for character in text {
            if character.isUppercase, !(isEscaped && isRegularExpression) { return true }
            isEscaped = character == "\\" && !isEscaped
        }
        return false
    }
}
