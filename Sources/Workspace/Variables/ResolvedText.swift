/// Text with its variables replaced, and where each piece of it came from.
public struct ResolvedText: Hashable, Sendable {
    /// A piece of the text.
    public struct Part: Hashable, Sendable {
        /// What stands there.
        public var text: String
        /// The variable that stands in the text for it, or nil for what was written there.
        public var name: String?
        /// Where that variable is defined; its value may be made of others.
        public var origin: VariableOrigin?
        /// Whether nobody may see it.
        public var isSecret: Bool
    }

    /// The pieces in order.
    public var parts: [Part]

    /// Text that was written there.
    public init(_ text: String = "") { parts = text.isEmpty ? [] : [Part(text: text, name: nil, origin: nil, isSecret: false)] }

    /// All of it, secrets included: what is sent.
    public var text: String { parts.map(\.text).joined() }

    /// All of it with signs in the place of secrets: what is shown.
    public var masked: String { parts.map { $0.isSecret ? SecretMask.sign : $0.text }.joined() }
}

/// Words that stand in the place of variables without a value, where a request is put together that is only shown.
///
/// They are letters and digits, so that they are the same in a URL, a header and a body.
public struct MissingMarks: Hashable, Sendable {
    private var marks: [String: String] = [:]

    /// No marks.
    public init() {}

    /// Whether nothing is missing.
    public var isEmpty: Bool { marks.isEmpty }

    /// The mark of a variable, the same each time.
    mutating func mark(_ name: String) -> String {
        if let known = marks[name] { return known }
        let mark = "apusmissing\(marks.count)value"
        marks[name] = mark
        return mark
    }

    /// The names of the variables whose marks are in a text, sorted.
    public func names(in text: String) -> [String] { marks.filter { text.contains($0.value) }.keys.sorted() }

    /// The text with references in the place of marks: what a person wrote.
    public func shown(_ text: String) -> String {
        var shown = text
        for (name, mark) in marks {
            while let range = shown.firstRange(of: mark) { shown.replaceSubrange(range, with: "{{\(name)}}") }
        }
        return shown
    }
}
