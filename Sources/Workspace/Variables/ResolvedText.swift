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
