/// Something that is asked of a body.
public struct Query: Hashable, Sendable {
    /// The languages.
    public enum Kind: String, CaseIterable, Sendable {
        /// A jq filter, by the installed libjq.
        case jq
        /// JSONPath (RFC 9535).
        case jsonPath
        /// XPath 1.0, by libxml2. Prefixes are those of the root element; its default namespace has the prefix `_`.
        case xpath
        /// The same for HTML, as lenient as browsers are.
        case xpathHTML
        /// A command of the shell that reads the body and writes the result.
        case shell
    }

    /// The language.
    public var kind: Kind
    /// The text of the query.
    public var expression: String

    /// A query; nothing is checked yet.
    public init(_ kind: Kind, _ expression: String) {
        self.kind = kind
        self.expression = expression
    }
}
