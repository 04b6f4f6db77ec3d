import Platform

/// A text with references to variables: `https://{{host}}/{{$uuid}}`.
///
/// `\{{` is two literal braces. Braces that are not closed, or with quotes, braces or line breaks between them, are literal text; quotes after
/// `{{$` belong to the arguments of a generated value.
public struct Template: Hashable, Sendable {
    /// A piece of the text.
    public enum Part: Hashable, Sendable {
        /// Literal text, with escapes decoded.
        case text(String)
        /// The name between the braces without surrounding space, and the range of the whole reference.
        case reference(String, Range<String.Index>)
    }

    /// The beginning of the name of a value that the user is asked for.
    static let promptPrefix = "prompt:"

    /// The pieces in order.
    public let parts: [Part]

    /// Parses a text.
    public init(_ text: String) {
        guard Self.mayRefer(text[...]) else {
            parts = text.isEmpty ? [] : [.text(text)]
            return
        }
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let open = Self.firstBraces(in: rest) {
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

    /// True if a text contains two braces in a row, without which it has no reference. Fast for texts with megabytes.
    public static func mayRefer(_ text: Substring) -> Bool { firstBraces(in: text) != nil }

    /// The first two braces in a row. They are looked for as bytes, which is much faster than by character.
    private static func firstBraces(in text: Substring) -> Range<String.Index>? {
        let brace = UInt8(ascii: "{")
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.dropLast().first { bytes[$0] == brace && bytes[$0 + 1] == brace }
        }
        guard let found else { return text.firstRange(of: "{{") }
        return found.flatMap { text[text.utf8.index(text.startIndex, offsetBy: $0)...].firstRange(of: "{{") }
    }

    /// True for a text that ends within a reference, as in `{{token`, and is sent as it is.
    public static func isCutOff(_ text: String) -> Bool {
        guard let open = text.ranges(of: "{{").last, !text[..<open.lowerBound].hasSuffix("\\") else { return false }
        return text[open.upperBound...].allSatisfy { !"{}\"".contains($0) && !$0.isNewline }
    }

    /// The name that begins here, and the index after its closing braces.
    private static func reference(in text: Substring) -> (name: String, end: String.Index)? {
        // Quotes in pairs may be a part of arguments, or a mistake to be reported; a single one ends a string of JSON.
        let isFunction = ["$", promptPrefix, "env:"].contains { text.trimmingSpacesAndTabs.hasPrefix($0) }
        let end = text.firstIndex { "{}".contains($0) || $0 == "\"" && !isFunction || $0.isNewline }
        guard let end, text[end...].hasPrefix("}}") else { return nil }
        let isEven = text[..<end].utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
        guard isEven || text.trimmingSpacesAndTabs.hasPrefix("$") else { return nil }
        let name = text[..<end].trimmingSpacesAndTabs
        return name.isEmpty ? nil : (String(name), text.index(end, offsetBy: 2))
    }
}

/// Braces that begin no variable, such as those of a file or of a word that a shell has split.
///
/// A mark between them keeps them apart while a text is read, encoded and joined with others. In the finished request they are escaped: `\{{`.
package enum LiteralBraces {
    /// A code point that is no character and that no text of others may contain (The Unicode Standard, section 23.7).
    private static let mark: Unicode.Scalar = "\u{10FFFF}"
    /// A mark, which also keeps an at sign at the beginning of a text from naming a file.
    package static let start = "\u{10FFFF}"
    /// One brace that begins no variable, whatever stands before and after it.
    package static let brace = "\u{10FFFF}{\u{10FFFF}"

    /// The text with a mark between braces that follow each other.
    package static func marked(_ text: String) -> String {
        guard Template.mayRefer(text[...]) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "{", result.last == "{" { result.append(mark) }
            result.append(scalar)
        }
        return String(result)
    }

    /// The text without marks.
    package static func removed(_ text: String) -> String {
        // A fast path: the first byte of the mark is rare.
        text.utf8.contains(0xF4) ? String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != mark })) : text
    }

    /// The text with the braces escaped that a mark keeps apart.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(0xF4) else { return text }
        var result = String.UnicodeScalarView()
        // True after a brace, unless it belongs to an escaped pair, and after a mark.
        var (isOpen, isMarked) = (false, false)
        for scalar in text.unicodeScalars {
            guard scalar != mark else {
                isMarked = true
                continue
            }
            let isPair = isOpen && isMarked && scalar == "{"
            if isPair { result.insert("\\", at: result.index(before: result.endIndex)) }
            isOpen = scalar == "{" && !isPair
            result.append(scalar)
            isMarked = false
        }
        return String(result)
    }

    /// The result of an encoding that must not see the marks.
    package static func encoding(_ text: String, _ encode: (String) -> String) -> String {
        let plain = removed(text)
        return plain.utf8.count == text.utf8.count ? encode(text) : marked(encode(plain))
    }
}
