/// Finds what the bytes on the screen mean, without looking at all that comes before: it begins a little earlier, at a line, and takes it
/// that no comment or string is open there.
enum SyntaxHighlighter {
    /// So far before the screen it begins.
    private static let context = 8 << 10

    /// The tokens of a range and of a little before it.
    /// - Parameter safeStart: the last place at or before the range that is known to be outside strings and comments, if one is known.
    static func tokens(_ kind: ContentKind, in range: Range<Int>, of bytes: UnsafeRawBufferPointer, safeStart: Int?) -> [SyntaxToken] {
        let start = safeStart ?? lineStart(before: range.lowerBound, in: bytes)
        // Lines of the pretty form are short, unless a string is long.
        guard start >= range.lowerBound - 4 * context else { return [SyntaxToken(range: range, kind: .string)] }
        let whole = start..<range.upperBound
        switch kind {
        case .json, .jsonLines: return Array(JSONTokens(bytes, in: whole))
        case .xml, .html: return MarkupTokens.tokens(of: bytes, in: whole, isHTML: kind == .html)
        case .css: return StyleTokens.tokens(of: bytes, in: whole)
        case .javascript: return ScriptTokens.tokens(of: bytes, in: whole)
        case .yaml: return YAMLTokens.tokens(of: bytes, in: whole)
        case .form: return FieldTokens.form(bytes, in: whole)
        case .headers, .eventStream: return FieldTokens.fields(bytes, in: whole)
        case .multipart, .text, .image, .binary: return []
        }
    }

    private static func lineStart(before offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var start = max(0, offset - context)
        while start > 0, start < offset, bytes[start - 1] != 0x0A { start += 1 }
        return start
    }
}
