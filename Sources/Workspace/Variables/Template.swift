/// Text with references to variables in it: `https://{{host}}/{{$uuid}}`.
///
/// `\{{` stands for two braces as they are. What has no closing braces, or holds quotes, braces or line breaks between them, is no
/// reference but text.
public struct Template: Hashable, Sendable {
    /// A piece of the text.
    public enum Part: Hashable, Sendable {
        /// As it is, escapes decoded.
        case text(String)
        /// The name between the braces, without the space around it, and where the whole reference stands.
        case reference(String, Range<String.Index>)
    }

    /// The pieces in order.
    public let parts: [Part]

    /// Looks for references in the text.
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
                // One brace further, so that the inner pair of `{{{name}}` is found.
                literal += String(rest[..<rest.index(after: open.lowerBound)])
                rest = rest[rest.index(after: open.lowerBound)...]
            }
        }
        literal += String(rest)
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// The names that are referred to, in order.
    public var names: [String] {
        parts.compactMap { if case .reference(let name, _) = $0 { name } else { nil } }
    }

    /// The name that begins here and the place behind its closing braces.
    private static func reference(in text: Substring) -> (name: String, end: String.Index)? {
        guard let end = text.firstIndex(where: { "{}\"".contains($0) || $0.isNewline }), text[end...].hasPrefix("}}") else { return nil }
        let name = text[..<end].trimmingSpace
        return name.isEmpty ? nil : (String(name), text.index(end, offsetBy: 2))
    }
}

extension Substring {
    /// Without the spaces and tabs at both ends.
    var trimmingSpace: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start.prefix(0)
    }
}
