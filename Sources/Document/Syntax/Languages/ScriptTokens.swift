/// JavaScript and TypeScript: comments, strings, numbers, words with a meaning.
enum ScriptTokens {
    private static let keywords: Set<String> = [
        "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else", "export", "extends",
        "false", "finally", "for", "from", "function", "if", "import", "in", "instanceof", "interface", "let", "new", "null", "of",
        "return",
        "static", "super", "switch", "this", "throw", "true", "try", "type", "typeof", "undefined", "var", "void", "while", "yield",
    ]

    static func tokens(of bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd { next(&scanner) }
        return scanner.tokens
    }

    private static func next(_ scanner: inout TokenScanner) {
        let byte = scanner.peek()
        switch byte {
        case 0...0x20: scanner.skip()
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "/"): scanner.take(as: .comment) { $0 != 0x0A }
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "*"): scanner.take(through: "*/", as: .comment)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.takeString()
        case UInt8(ascii: "`"): scanner.takeString(hasLines: true)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanner.takeNumber()
        case _ where TokenScanner.isWord(byte) && byte != UInt8(ascii: "-"): word(&scanner)
        default: scanner.take(as: .punctuation)
        }
    }

    private static func word(_ scanner: inout TokenScanner) {
        let word = scanner.word()
        let isKeyword = word.count <= 10 && keywords.contains(String(decoding: scanner.bytes[word], as: UTF8.self))
        let isKey = scanner.byte(after: word) == UInt8(ascii: ":")
        scanner.take(word.count, as: isKeyword ? .keyword : isKey ? .key : .plain)
    }
}
