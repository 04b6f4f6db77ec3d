/// The text of one row of formatted markup: a line break within a tag or a comment is shown as space.
enum MarkupRow {
    static func append(
        _ segment: Range<Int>, of line: Range<Int>, in bytes: UnsafeRawBufferPointer, isHTML: Bool, to text: inout LineText
    ) {
        var offset = segment.lowerBound
        for token in tokens(of: line, in: bytes, isHTML: isHTML) where token.range.upperBound > offset {
            guard token.range.lowerBound < segment.upperBound else { break }
            let range = token.range.clamped(to: segment)
            text.append(bytes, offset..<range.lowerBound, .plain, breaksAsSpace: true)
            text.append(bytes, range, token.kind, breaksAsSpace: true)
            offset = range.upperBound
        }
        text.append(bytes, offset..<max(offset, segment.upperBound), .plain, breaksAsSpace: true)
    }

    private static func tokens(of line: Range<Int>, in bytes: UnsafeRawBufferPointer, isHTML: Bool) -> [SyntaxToken] {
        let window = line.lowerBound..<min(line.upperBound, line.lowerBound + Checkpoint.spacing)
        return MarkupTokens.tokens(of: bytes, in: window, isHTML: isHTML)
    }
}
