/// The text of one row of the pretty form of JSON: tokens as they are in the bytes, without the space between them.
enum JSONRow {
    /// Adds the part of a line that lies in a segment.
    static func append(_ segment: Range<Int>, of line: Range<Int>, in bytes: UnsafeRawBufferPointer, to text: inout LineText) {
        let window = line.lowerBound..<min(line.upperBound, line.lowerBound + Checkpoint.spacing)
        var last: SyntaxToken?
        for token in JSONTokens(bytes, in: window) {
            last = token
            if token.range.lowerBound >= segment.upperBound { return }
            append(token, in: bytes, clippedTo: segment, to: &text)
        }
        guard let last, segment.upperBound > window.upperBound else { return }
        appendTail(max(segment.lowerBound, window.upperBound)..<segment.upperBound, of: line, kind: last.kind, in: bytes, to: &text)
    }

    private static func append(
        _ token: SyntaxToken, in bytes: UnsafeRawBufferPointer, clippedTo segment: Range<Int>, to text: inout LineText
    ) {
        let range = token.range.clamped(to: segment)
        guard !range.isEmpty else { return }
        text.append(bytes, range, token.kind)
        if bytes[token.range.lowerBound] == UInt8(ascii: ":"), token.kind == .punctuation { text.append([0x20], .plain) }
    }

    /// What follows the first kilobytes of a line is one token, and perhaps a comma.
    private static func appendTail(
        _ range: Range<Int>, of line: Range<Int>, kind: SyntaxKind, in bytes: UnsafeRawBufferPointer, to text: inout LineText
    ) {
        let endsWithComma = range.upperBound == line.upperBound && bytes[line.upperBound - 1] == UInt8(ascii: ",")
        text.append(bytes, range.lowerBound..<range.upperBound - (endsWithComma ? 1 : 0), kind)
        if endsWithComma { text.append(bytes, range.upperBound - 1..<range.upperBound, .punctuation) }
    }
}
