/// The tokens of YAML: keys, scalars and comments, line by line.
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
        case UInt8(ascii: "#"): scanner.scan(as: .comment) { $0 != 0x0A }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): string(&scanner)
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"):
            scanner.scan(as: .tag) { !TokenScanner.isSpace($0) }
        case UInt8(ascii: "-") where scanner.peek(1) <= 0x20 || scanner.isAt("---"):
            scanner.scan(as: .punctuation) { $0 == UInt8(ascii: "-") }
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "?"):
            scanner.scan(as: .punctuation)
        default: plain(&scanner)
        }
    }

    private static func string(_ scanner: inout TokenScanner) {
        var copy = scanner
        copy.scanString()
        let isKey = copy.peek() == UInt8(ascii: ":")
        scanner.scanString(as: isKey ? .key : .string)
    }

    /// Takes a plain scalar, which ends at a colon before a space, a comment or the end of the line.
    private static func plain(_ scanner: inout TokenScanner) {
        var length = 1
        while scanner.offset + length < scanner.end, !endsPlain(scanner, length) { length += 1 }
        let text = scanner.bytes[scanner.offset..<scanner.offset + length]
        let isKey = scanner.peek(length) == UInt8(ascii: ":")
        let isNumber =
            text.allSatisfy { TokenScanner.isDigit($0) || "+-.eE_".utf8.contains($0) } && text.contains(where: TokenScanner.isDigit)
        let isWord = length <= 5 && words.contains(String(decoding: text, as: UTF8.self).lowercased())
        scanner.scan(length, as: isKey ? .key : isNumber ? .number : isWord ? .keyword : .string)
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

/// The tokens of names and values in header fields, event streams and URL-encoded forms.
enum FieldTokens {
    /// The tokens of header fields and of the fields of an event stream: a name, a colon, a value.
    static func fields(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd {
            if scanner.peek() == UInt8(ascii: ":") { scanner.scan(as: .comment) { $0 != 0x0A } }
            scanner.scan(as: .key) { $0 != UInt8(ascii: ":") && $0 != 0x0A }
            if scanner.peek() == UInt8(ascii: ":") { scanner.scan(as: .punctuation) }
            if scanner.peek() != 0x0A { scanner.scan(as: .string) { $0 != 0x0A } }
            scanner.skip(while: TokenScanner.isSpace)
        }
        return scanner.tokens
    }

    /// The tokens of `name=value&name=value` (WHATWG URL, section 5).
    static func form(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> [SyntaxToken] {
        var scanner = TokenScanner(bytes, in: range)
        while !scanner.isAtEnd {
            if scanner.peek() != UInt8(ascii: "="), scanner.peek() != UInt8(ascii: "&") {
                scanner.scan(as: .key) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
            }
            if scanner.peek() == UInt8(ascii: "=") {
                scanner.scan(as: .punctuation)
                if scanner.peek() != UInt8(ascii: "&") { scanner.scan(as: .string) { $0 != UInt8(ascii: "&") } }
            }
            if scanner.peek() == UInt8(ascii: "&") { scanner.scan(as: .punctuation) }
        }
        return scanner.tokens
    }
}

/// The tokens of JavaScript and TypeScript: comments, strings, numbers and keywords.
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
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "/"): scanner.scan(as: .comment) { $0 != 0x0A }
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "*"): scanner.scan(through: "*/", as: .comment)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.scanString()
        case UInt8(ascii: "`"): scanner.scanString(hasLines: true)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanner.scanNumber()
        case _ where TokenScanner.isWord(byte) && byte != UInt8(ascii: "-"): word(&scanner)
        default: scanner.scan(as: .punctuation)
        }
    }

    private static func word(_ scanner: inout TokenScanner) {
        let word = scanner.word()
        let isKeyword = word.count <= 10 && keywords.contains(String(decoding: scanner.bytes[word], as: UTF8.self))
        let isKey = scanner.byte(after: word) == UInt8(ascii: ":")
        scanner.scan(word.count, as: isKeyword ? .keyword : isKey ? .key : .plain)
    }
}

/// The tokens of style sheets: selectors, properties, values and at-rules.
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
        case UInt8(ascii: "/") where scanner.peek(1) == UInt8(ascii: "*"): scanner.scan(through: "*/", as: .comment)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.scanString()
        case UInt8(ascii: "@"): scanner.scan(as: .keyword, while: TokenScanner.isWord)
        case UInt8(ascii: "#") where isInValue: scanner.scanNumber()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanner.scanNumber()
        case UInt8(ascii: "#"), UInt8(ascii: "."): scanner.scan(as: .tag, while: TokenScanner.isWord)
        case _ where TokenScanner.isWord(byte): word(&scanner, isInValue)
        default:
            isInValue = byte == UInt8(ascii: ":") || (isInValue && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "}"))
            if byte == UInt8(ascii: "{") { isInValue = false }
            scanner.scan(as: .punctuation)
        }
    }

    private static func word(_ scanner: inout TokenScanner, _ isInValue: Bool) {
        let word = scanner.word()
        let isProperty = !isInValue && scanner.byte(after: word) == UInt8(ascii: ":")
        scanner.scan(word.count, as: isInValue ? .string : isProperty ? .key : .tag)
    }
}
