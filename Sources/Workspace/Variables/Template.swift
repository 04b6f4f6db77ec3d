/// A text with references to variables: `https://{{host}}/{{$uuid}}`.
///
/// `\{{` is two literal braces. Braces that are not closed, or with quotes, braces or line breaks between them, are literal text.
public struct Template: Hashable, Sendable {
    /// A piece of the text.
    public enum Part: Hashable, Sendable {
        /// Literal text, with escapes decoded.
        case text(String)
        /// The name between the braces without surrounding space, and the range of the whole reference.
        case reference(String, Range<String.Index>)
    }

    /// The pieces in order.
    public let parts: [Part]

    /// Parses a text.
    public init(_ text: String) {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            let before = rest[..<open.lowerBound]
            if before.hasSuffix("\\") {
                literal += before.dropLast() + "{{"
                rest = rest[open.upperBound...]
            } else if let (name, end) = Self.reference(in: rest[open.upperBound...]) {
                literal += before
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.reference(name, open.lowerBound..<end))
                rest = rest[end...]
            } else {
                // Advances by one brace, so that the inner pair of `{{{name}}` is found.
                literal += String(rest[..<rest.index(after: open.lowerBound)])
                rest = rest[rest.index(after: open.lowerBound)...]
            }
        }
        literal += String(rest)
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// The referenced names in order.
    public var names: [String] {
        parts.compactMap { if case .reference(let name, _) = $0 { name } else { nil } }
    }

    /// The name that begins here, and the index after its closing braces.
    private static func reference(in text: Substring) -> (name: String, end: String.Index)? {
        guard let end = text.firstIndex(where: { "{}\"".contains($0) || $0.isNewline }), text[end...].hasPrefix("}}") else { return nil }
        let name = text[..<end].trimmingSpace
        return name.isEmpty ? nil : (String(name), text.index(end, offsetBy: 2))
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmingSpace: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start.prefix(0)
    }
}
