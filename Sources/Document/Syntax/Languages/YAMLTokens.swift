/// YAML: keys, scalars, comments, line by line.
enum YAMLTokens {
    private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off"]

    static func tokens(of bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd { next(&scanner) }
        return scanner.tokens
    }

    private static func next(_ scanner: inout TokenScanner) {
        switch scanner.peek() {
        case 0...0x20: scanner.skip()
        case UInt8(ascii: "#"): scanner.take(as: .comment) { $0 != 0x0A }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): string(&scanner)
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"):
            scanner.take(as: .tag) { !TokenScanner.isSpace($0) }
        case UInt8(ascii: "-") where scanner.peek(1) <= 0x20 || scanner.isAt("---"):
            scanner.take(as: .punctuation) { $0 == UInt8(ascii: "-") }
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "?"):
            scanner.take(as: .punctuation)
        default: plain(&scanner)
        }
    }

    private static func string(_ scanner: inout TokenScanner) {
        var copy = scanner
        copy.takeString()
        let isKey = copy.peek() == UInt8(ascii: ":")
        scanner.takeString(as: isKey ? .key : .string)
    }

    /// A scalar without quotes lasts to a colon before space, a comment or the end of the line.
    private static func plain(_ scanner: inout TokenScanner) {
        var length = 1
        while scanner.offset + length < scanner.end, !endsPlain(scanner, length) { length += 1 }
        let text = scanner.bytes[scanner.offset..<scanner.offset + length]
        let isKey = scanner.peek(length) == UInt8(ascii: ":")
        let isNumber =
            text.allSatisfy { TokenScanner.isDigit($0) || "+-.eE_".utf8.contains($0) } && text.contains(where: TokenScanner.isDigit)
        let isWord = length <= 5 && words.contains(String(decoding: text, as: UTF8.self).lowercased())
        scanner.take(length, as: isKey ? .key : isNumber ? .number : isWord ? .keyword : .string)
    }

    private static func endsPlain(_ scanner: TokenScanner, _ length: Int) -> Bool {
        switch scanner.peek(length) {
        case 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
        case UInt8(ascii: ":"): scanner.peek(length + 1) <= 0x20
        case 0x20: scanner.peek(length + 1) == UInt8(ascii: "#")
        default: false
        }
    }
}
