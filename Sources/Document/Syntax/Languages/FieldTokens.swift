/// Names and values in lines, and in URL-encoded forms.
enum FieldTokens {
    /// Header fields and fields of an event stream: a name, a colon, a value.
    static func fields(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd {
            if scanner.peek() == UInt8(ascii: ":") { scanner.take(as: .comment) { $0 != 0x0A } }
            scanner.take(as: .key) { $0 != UInt8(ascii: ":") && $0 != 0x0A }
            if scanner.peek() == UInt8(ascii: ":") { scanner.take(as: .punctuation) }
            if scanner.peek() != 0x0A { scanner.take(as: .string) { $0 != 0x0A } }
            scanner.skip(while: TokenScanner.isSpace)
        }
        return scanner.tokens
    }

    /// `name=value&name=value` (WHATWG URL, section 5).
    static func form(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd {
            if scanner.peek() != UInt8(ascii: "="), scanner.peek() != UInt8(ascii: "&") {
                scanner.take(as: .key) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
            }
            if scanner.peek() == UInt8(ascii: "=") {
                scanner.take(as: .punctuation)
                if scanner.peek() != UInt8(ascii: "&") { scanner.take(as: .string) { $0 != UInt8(ascii: "&") } }
            }
            if scanner.peek() == UInt8(ascii: "&") { scanner.take(as: .punctuation) }
        }
        return scanner.tokens
    }
}
