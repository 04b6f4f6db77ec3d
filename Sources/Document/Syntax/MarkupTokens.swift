/// The tokens of XML and HTML: tags, attributes, comments and entities; scripts and styles inside HTML.
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
                scanner.scan(through: "-->", as: .comment)
            } else if scanner.isAt("<![CDATA[") {
                scanner.scan(through: "]]>", as: .string)
            } else if scanner.isAt("<?") {
                scanner.scan(through: "?>", as: .comment)
            } else if scanner.peek(1) == UInt8(ascii: "!") {
                scanner.scan(through: ">", as: .keyword)
            } else {
                tag(&scanner, isHTML: isHTML)
            }
        case UInt8(ascii: "&"): entity(&scanner)
        default: scanner.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        }
    }

    /// Takes an entity, a name or number up to a semicolon; a lone ampersand is text.
    private static func entity(_ scanner: inout TokenScanner) {
        var length = 1
        while length < 32, isName(scanner.peek(length)) || scanner.peek(length) == UInt8(ascii: "#") { length += 1 }
        let isWhole = length > 1 && scanner.peek(length) == UInt8(ascii: ";")
        scanner.scan(isWhole ? length + 1 : 1, as: isWhole ? .keyword : .plain)
    }

    private static func tag(_ scanner: inout TokenScanner, isHTML: Bool) {
        let isScript = isHTML && scanner.isAt("<script")
        let isStyle = isHTML && scanner.isAt("<style")
        scanner.scan(scanner.peek(1) == UInt8(ascii: "/") ? 2 : 1, as: .punctuation)
        if isName(scanner.peek()) { scanner.scan(as: .tag, while: isName) }
        while !scanner.isAtEnd, scanner.peek() != UInt8(ascii: ">"), scanner.peek() != UInt8(ascii: "<") { attribute(&scanner) }
        if scanner.peek() == UInt8(ascii: ">") { scanner.scan(as: .punctuation) }
        if isScript { embedded(&scanner, end: "</script", ScriptTokens.tokens) }
        if isStyle { embedded(&scanner, end: "</style", StyleTokens.tokens) }
    }

    private static func attribute(_ scanner: inout TokenScanner) {
        switch scanner.peek() {
        case 0...0x20: scanner.skip()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted(&scanner)
        case UInt8(ascii: "="):
            scanner.scan(as: .punctuation)
            if !"\"'> \n".utf8.contains(scanner.peek()) {
                scanner.scan(as: .string) { !TokenScanner.isSpace($0) && $0 != UInt8(ascii: ">") }
            }
        case UInt8(ascii: "/"), UInt8(ascii: "?"): scanner.scan(as: .punctuation)
        default: scanner.scan(as: .attribute, while: isName)
        }
    }

    private static func quoted(_ scanner: inout TokenScanner) {
        let quote = scanner.peek()
        scanner.scan(as: .string) { $0 != quote }
        if scanner.peek() == quote { scanner.scan(as: .string) }
    }

    /// Takes text of another language up to an end tag.
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

/// The tokens of one line of formatted markup of any length: a tag, a comment, a declaration, a run of text, a script or a style.
enum MarkupLineTokens {
    /// The number of bytes read from the start of a line, once for all of its visible rows.
    private static let limit = 1 << 18

    /// The maximum length of an entity.
    private static let entityLimit = 32

    /// The tokens of a line in order; none for a long text, whose tokens are read for each row.
    static func tokens(of line: Range<Int>, in bytes: UnsafeRawBufferPointer, isHTML: Bool) -> [SyntaxToken] {
        guard !isLongText(line, in: bytes) else { return [] }
        let read = line.lowerBound..<min(line.upperBound, line.lowerBound + limit)
        var tokens = MarkupTokens.tokens(of: bytes, in: read, isHTML: isHTML)
        let isWhole = read.upperBound == line.upperBound || embedded(line, bytes) != nil
        if !isWhole, let last = tokens.last, last.range.upperBound == read.upperBound {
            // A comment or value of this length is most likely the rest of the line.
            tokens[tokens.count - 1] = SyntaxToken(range: last.range.lowerBound..<line.upperBound, kind: last.kind)
        }
        return tokens
    }

    /// The tokens of a row: those of the line, or its own if those of the line end before it.
    static func tokens(
        of segment: Range<Int>, in line: Range<Int>, _ known: [SyntaxToken], of bytes: UnsafeRawBufferPointer, isHTML: Bool
    ) -> [SyntaxToken] {
        if isLongText(line, in: bytes) {
            let near = segment.lowerBound - entityLimit..<segment.upperBound + entityLimit
            return MarkupTokens.tokens(of: bytes, in: near.clamped(to: line), isHTML: isHTML)
        }
        guard segment.upperBound > line.lowerBound + limit, isHTML, let kind = embedded(line, bytes) else { return known }
        let endTag = line.upperBound - entityLimit..<line.upperBound
        let end = bytes[endTag].lastIndex(of: UInt8(ascii: "<")) ?? line.upperBound
        let content = segment.clamped(to: line.lowerBound..<end)
        return SyntaxHighlighter.tokens(kind, in: content, of: bytes, safeStart: nil)
            + MarkupTokens.tokens(of: bytes, in: end..<line.upperBound, isHTML: isHTML)
    }

    /// True if a line is text and longer than the part read for each row.
    private static func isLongText(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        line.count > Checkpoint.spacing && bytes[line.lowerBound] != UInt8(ascii: "<")
    }

    /// The language inside the element of a line; nil if it is not a script or a style.
    private static func embedded(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> ContentKind? {
        let scanner = TokenScanner(bytes, in: line)
        return scanner.isAt("<script") ? .javascript : scanner.isAt("<style") ? .css : nil
    }
}

/// The text of one row of formatted markup: line breaks within a tag or a comment are shown as spaces.
enum MarkupRow {
    /// Appends the part of a line in a segment.
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
