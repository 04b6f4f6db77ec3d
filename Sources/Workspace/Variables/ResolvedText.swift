/// A text with its variables resolved, and the origin of each piece.
public struct ResolvedText: Hashable, Sendable {
    /// A piece of the text.
    public struct Part: Hashable, Sendable {
        /// The text of the piece.
        public var text: String
        /// The variable in the original text; nil for literal text.
        public var name: String?
        /// The place where that variable is defined; its value may consist of others.
        public var origin: VariableOrigin?
        /// True if the piece is a secret.
        public var isSecret: Bool
    }

    /// The pieces in order.
    public var parts: [Part]

    /// A literal text.
    public init(_ text: String = "") { parts = text.isEmpty ? [] : [Part(text: text, name: nil, origin: nil, isSecret: false)] }

    /// The whole text, including secrets, for sending.
    public var text: String { parts.map(\.text).joined() }

    /// The whole text with secrets masked, for display.
    public var masked: String { parts.map { $0.isSecret ? SecretMask.sign : $0.text }.joined() }
}

/// Placeholders for variables without a value, in previews.
///
/// They consist of letters and digits, so that they stay the same in a URL, a header and a body.
public struct MissingMarks: Hashable, Sendable {
    private var marks: [String: String] = [:]

    /// No marks.
    public init() {}

    /// True if nothing is missing.
    public var isEmpty: Bool { marks.isEmpty }

    /// The placeholder of a variable, always the same.
    mutating func mark(_ name: String) -> String {
        if let known = marks[name] { return known }
        let mark = "apusmissing\(marks.count)value"
        marks[name] = mark
        return mark
    }

    /// The names of the variables whose placeholders occur in a text, sorted.
    public func names(in text: String) -> [String] { marks.filter { text.contains($0.value) }.keys.sorted() }

    /// The text with placeholders replaced by references: the original text.
    public func shown(_ text: String) -> String {
        var shown = text
        for (name, mark) in marks {
            while let range = shown.firstRange(of: mark) { shown.replaceSubrange(range, with: "{{\(name)}}") }
        }
        return shown
    }
}
