/// The text of one row of formatted markup: a line break within a tag or a comment is shown as space.
enum MarkupRow {
    /// Adds the part of a line that lies in a segment.
    /// - Parameter known: the tokens of the line.
    static func append(
        _ segment: Range<Int>, of line: Range<Int>, _ known: [SyntaxToken], in bytes: UnsafeRawBufferPointer, isHTML: Bool,
        to text: inout LineText
    ) {
        let tokens = MarkupLineTokens.tokens(of: segment, in: line, known, of: bytes, isHTML: isHTML)
        var offset = segment.lowerBound
        for token in tokens where token.range.upperBound > offset {
            guard token.range.lowerBound < segment.upperBound else { break }
            let range = token.range.clamped(to: segment)
            text.append(bytes, offset..<range.lowerBound, .plain, breaksAsSpace: true)
            text.append(bytes, range, token.kind, breaksAsSpace: true)
            offset = range.upperBound
        }
        text.append(bytes, offset..<max(offset, segment.upperBound), .plain, breaksAsSpace: true)
    }
}
