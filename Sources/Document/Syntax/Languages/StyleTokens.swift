/// Style sheets: selectors, properties, values, rules that begin with `@`.
enum StyleTokens {
    static func tokens(of bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        var isInValue = false
        while !scanner.isAtEnd { next(&scanner, &isInValue) }
        return scanner.tokens
    }

    private static func next(_ scanner: inout TokenScanner, _ isInValue: inout Bool) {
        let byte = scanner.peek()
        switch byte {
        case 0...0x20: scanner.skip()
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "*"): scanner.take(through: "*/", as: .comment)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.takeString()
        case UInt8(ascii: "@"): scanner.take(as: .keyword, while: TokenScanner.isWord)
        case UInt8(ascii: "#") where isInValue: scanner.takeNumber()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanner.takeNumber()
        case UInt8(ascii: "#"), UInt8(ascii: "."): scanner.take(as: .tag, while: TokenScanner.isWord)
        case _ where TokenScanner.isWord(byte): word(&scanner, isInValue)
        default:
            isInValue = byte == UInt8(ascii: ":") || (isInValue && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "}"))
            if byte == UInt8(ascii: "{") { isInValue = false }
            scanner.take(as: .punctuation)
        }
    }

    private static func word(_ scanner: inout TokenScanner, _ isInValue: Bool) {
        let word = scanner.word()
        let isProperty = !isInValue && scanner.byte(after: word) == UInt8(ascii: ":")
        scanner.take(word.count, as: isInValue ? .string : isProperty ? .key : .tag)
    }
}
