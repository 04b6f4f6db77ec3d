/// The tokens of one line of formatted markup, however long it is: a tag, a comment, a declaration, a stretch of text, a script or a style.
enum MarkupLineTokens {
    /// So much of a line is read from its beginning, once for all of its rows that are seen.
    private static let limit = 1 << 18

    /// More bytes are in no entity.
    private static let entityLimit = 32

    /// The tokens of a line in order; those of a long text are read for each row.
    static func tokens(of line: Range<Int>, in bytes: UnsafeRawBufferPointer, isHTML: Bool) -> [SyntaxToken] {
        guard !isLongText(line, in: bytes) else { return [] }
        let read = line.lowerBound..<min(line.upperBound, line.lowerBound + limit)
        var tokens = MarkupTokens.tokens(of: bytes, in: read, isHTML: isHTML)
        let isWhole = read.upperBound == line.upperBound || embedded(line, bytes) != nil
        if !isWhole, let last = tokens.last, last.range.upperBound == read.upperBound {
            // A comment that long, or a value: most likely it is the rest of the line.
            tokens[tokens.count - 1] = SyntaxToken(range: last.range.lowerBound..<line.upperBound, kind: last.kind)
        }
        return tokens
    }

    /// The tokens of a row: those of the line, or its own where they end before it.
    static func tokens(
        of segment: Range<Int>, in line: Range<Int>, _ known: [SyntaxToken], of bytes: UnsafeRawBufferPointer, isHTML: Bool
    ) -> [SyntaxToken] {
        if isLongText(line, in: bytes) {
            let near = segment.lowerBound - entityLimit..<segment.upperBound + entityLimit
            return MarkupTokens.tokens(of: bytes, in: near.clamped(to: line), isHTML: isHTML)
        }
        guard segment.upperBound > line.lowerBound + limit, isHTML, let kind = embedded(line, bytes) else { return known }
        let endTag = line.upperBound - entityLimit..<line.upperBound
        let end = bytes[endTag].lastIndex(of: UInt8(ascii: "<")) ?? line.upperBound
        let content = segment.clamped(to: line.lowerBound..<end)
        return SyntaxHighlighter.tokens(kind, in: content, of: bytes, safeStart: nil)
            + MarkupTokens.tokens(of: bytes, in: end..<line.upperBound, isHTML: isHTML)
    }

    /// Whether a line is text and longer than what is read of it for each row.
    private static func isLongText(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        line.count > Checkpoint.spacing && bytes[line.lowerBound] != UInt8(ascii: "<")
    }

    /// The language in the element that a line is.
    private static func embedded(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> ContentKind? {
        let scanner = TokenScanner(bytes, in: line)
        return scanner.isAt("<script") ? .javascript : scanner.isAt("<style") ? .css : nil
    }
}
