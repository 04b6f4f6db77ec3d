/// The text of one row of the pretty form of JSON: tokens as they are in the bytes, without the space between them.
enum JSONRow {
    /// Adds the part of a line that lies in a segment.
    /// - Parameter tokens: those of the line.
    static func append(_ segment: Range<Int>, _ tokens: [SyntaxToken], in bytes: UnsafeRawBufferPointer, to text: inout LineText) {
        for token in tokens {
            let range = token.range.clamped(to: segment)
            guard !range.isEmpty else { continue }
            text.append(bytes, range, token.kind)
            if bytes[token.range.lowerBound] == UInt8(ascii: ":"), token.kind == .punctuation { text.append([0x20], .plain) }
        }
    }
}
