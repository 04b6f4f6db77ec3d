import Platform

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
    public var text: String { parts.reduce(into: "") { $0 += $1.text } }

    /// The whole text with secrets masked, for display.
    public var masked: String { parts.reduce(into: "") { $0 += $1.isSecret ? SecretMask.sign : $1.text } }
}

/// Placeholders for variables without a value, in previews.
///
/// They consist of letters and digits, so that they stay the same in a URL, a header and a body.
public struct MissingPlaceholders: Hashable, Sendable {
    private var placeholders: [String: String] = [:]

    /// No marks.
    public init() {}

    /// True if nothing is missing.
    public var isEmpty: Bool { placeholders.isEmpty }

    /// The placeholder of a variable, always the same.
    mutating func addPlaceholder(_ name: String) -> String {
        if let known = placeholders[name] { return known }
        let mark = "apusmissing\(placeholders.count)value"
        placeholders[name] = mark
        return mark
    }

    /// The names of the variables whose placeholders occur in a text, sorted.
    public func names(in text: String) -> [String] { placeholders.filter { text.contains($0.value) }.keys.sorted() }

    /// The text with placeholders replaced by references: the original text.
    public func shown(_ text: String) -> String {
        placeholders.reduce(text) { $0.replacing($1.value, with: "{{\($1.key)}}") }
    }
}

/// The query of a URL, made from rows.
///
/// Typed text keeps its escapes and all characters that are valid in a URL (URL Standard, “query percent-encode set”), so that a pasted URL
/// is sent unchanged. Values of variables are data and fully escaped.
enum QueryText {
    /// `name=value`, or the name alone.
    static func item(_ name: ResolvedText, _ value: ResolvedText?) -> String {
        let front = name.parts.map { encoded($0, ends: "&=") }.joined()
        guard let value else { return front }
        let back = value.parts.map { encoded($0, ends: "&") }.joined()
        return "\(front)=\(back)"
    }

    private static func encoded(_ part: ResolvedText.Part, ends: String) -> String {
        guard part.name == nil else { return part.text.percentEncoded(keeping: .unreserved) }
        let bytes = Array(part.text.utf8)
        return bytes.indices.map { index in
            let byte = bytes[index]
            let isEscape = byte == UInt8(ascii: "%") && bytes[index...].dropFirst().prefix(2).count { hexadecimalValue(of: $0) != nil } == 2
            let isPlain = byte > 0x20 && byte < 0x7F && !"\"#<>%".utf8.contains(byte) && !ends.utf8.contains(byte)
            return isPlain || isEscape ? String(Unicode.Scalar(byte)) : [byte].percentEncoded(keeping: ASCIISet(""))
        }.joined()
    }
}
