/// XML and HTML: tags, attributes, comments, entities; scripts and styles inside HTML.
enum MarkupTokens {
    static func tokens(of bytes: UnsafeRawBufferPointer, in range: Range<Int>, isHTML: Bool) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd { next(&scanner, isHTML: isHTML) }
        return scanner.tokens
    }

    private static func next(_ scanner: inout TokenScanner, isHTML: Bool) {
        switch scanner.peek() {
        case UInt8(ascii: "<"):
            if scanner.isAt("<!--") {
                scanner.take(through: "-->", as: .comment)
            } else if scanner.isAt("<![CDATA[") {
                scanner.take(through: "]]>", as: .string)
            } else if scanner.isAt("<?") {
                scanner.take(through: "?>", as: .comment)
            } else if scanner.peek(1) == UInt8(ascii: "!") {
                scanner.take(through: ">", as: .keyword)
            } else {
                tag(&scanner, isHTML: isHTML)
            }
        case UInt8(ascii: "&"): entity(&scanner)
        default: scanner.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        }
    }

    /// A name or a number up to a semicolon; an ampersand alone is text.
    private static func entity(_ scanner: inout TokenScanner) {
        var length = 1
        while length < 32, isName(scanner.peek(length)) || scanner.peek(length) == UInt8(ascii: "#") { length += 1 }
        let isWhole = length > 1 && scanner.peek(length) == UInt8(ascii: ";")
        scanner.take(isWhole ? length + 1 : 1, as: isWhole ? .keyword : .plain)
    }

    private static func tag(_ scanner: inout TokenScanner, isHTML: Bool) {
        let isScript = isHTML && scanner.isAt("<script")
        let isStyle = isHTML && scanner.isAt("<style")
        scanner.take(scanner.peek(1) == UInt8(ascii: "/") ? 2 : 1, as: .punctuation)
        if isName(scanner.peek()) { scanner.take(as: .tag, while: isName) }
        while !scanner.isAtEnd, scanner.peek() != UInt8(ascii: ">"), scanner.peek() != UInt8(ascii: "<") { attribute(&scanner) }
        if scanner.peek() == UInt8(ascii: ">") { scanner.take(as: .punctuation) }
        if isScript { embedded(&scanner, end: "</script", ScriptTokens.tokens) }
        if isStyle { embedded(&scanner, end: "</style", StyleTokens.tokens) }
    }

    private static func attribute(_ scanner: inout TokenScanner) {
        switch scanner.peek() {
        case 0...0x20: scanner.skip()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted(&scanner)
        case UInt8(ascii: "="):
            scanner.take(as: .punctuation)
            if !"\"'> \n".utf8.contains(scanner.peek()) {
                scanner.take(as: .string) { !TokenScanner.isSpace($0) && $0 != UInt8(ascii: ">") }
            }
        case UInt8(ascii: "/"), UInt8(ascii: "?"): scanner.take(as: .punctuation)
        default: scanner.take(as: .attribute, while: isName)
        }
    }

    private static func quoted(_ scanner: inout TokenScanner) {
        let quote = scanner.peek()
        scanner.take(as: .string) { $0 != quote }
        if scanner.peek() == quote { scanner.take(as: .string) }
    }

    /// What another language writes up to an end tag.
    private static func embedded(
        _ scanner: inout TokenScanner, end: StaticString, _ tokens: (UnsafeRawBufferPointer, Range<Int>) -> [SyntaxToken]
    ) {
        let start = scanner.offset
        scanner.skip(to: end)
        scanner.append(tokens(scanner.bytes, start..<scanner.offset))
    }

    private static func isName(_ byte: UInt8) -> Bool {
        TokenScanner.isWord(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@")
    }
}
