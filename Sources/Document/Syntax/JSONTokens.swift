/// The tokens of JSON, without whitespace. Any bytes have tokens.
struct JSONTokens: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int
    private let end: Int

    /// - Parameter range: begins outside strings.
    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> SyntaxToken? {
        while offset < end, bytes[offset] <= 0x20 { offset += 1 }
        guard offset < end else { return nil }
        let start = offset
        let kind = scanSign(bytes[start])
        return SyntaxToken(range: start..<offset, kind: kind)
    }

    private mutating func scanSign(_ byte: UInt8) -> SyntaxKind {
        switch byte {
        case UInt8(ascii: "\""):
            offset = JSONLines.endOfString(in: bytes, from: offset + 1, stop: end)
            return Self.hasColon(after: offset, before: end, in: bytes) ? .key : .string
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
            offset += 1
            return .punctuation
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            scanWord()
            return .number
        default:
            let start = offset
            scanWord()
            return Self.words.contains { $0.elementsEqual(bytes[start..<offset]) } ? .keyword : .error
        }
    }

    private static let words: [[UInt8]] = ["true", "false", "null"].map { Array($0.utf8) }

    private mutating func scanWord() {
        repeat { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 } while offset < end && !Self.endsWord(bytes[offset])
        offset = Swift.min(offset, end)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: false
        }
    }

    /// True if a colon follows, after optional whitespace.
    static func hasColon(after offset: Int, before end: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let following = JSONLines.skipSpace(in: UnsafeRawBufferPointer(rebasing: bytes[..<end]), from: offset)
        return following < end && bytes[following] == UInt8(ascii: ":")
    }
}

/// The tokens of one line of formatted JSON of any length: a long value is not read through; its end is found from the end of the line.
enum JSONLineTokens {
    /// The maximum length of a key; a longer one is not distinguished from a value, because each frame has to find its end.
    private static let keyLimit = 1 << 18

    /// The maximum number of windows, each as long as the distance of checkpoints, that are read of a line. A well-formed line without such
    /// a long run of whitespace needs four.
    private static let passLimit = 8

    /// The tokens in order; the unread rest of the line is the last one.
    static func tokens(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [SyntaxToken] {
        var tokens: [SyntaxToken] = []
        var start = line.lowerBound
        for _ in 0..<passLimit where start < line.upperBound {
            let window = start..<min(line.upperBound, start + Checkpoint.spacing)
            var found = Array(JSONTokens(bytes, in: window))
            start = window.upperBound
            if start < line.upperBound, let last = found.popLast() {
                // The last token may continue after the window, so it is read again at the start of the next window.
                start = last.range.lowerBound
                if found.isEmpty {
                    found = [whole(last, window, of: line, in: bytes)]
                    start = found[0].range.upperBound
                }
            }
            tokens += found
        }
        if start < line.upperBound { tokens.append(SyntaxToken(range: start..<line.upperBound, kind: tokens.last?.kind ?? .plain)) }
        return tokens
    }

    /// The whole of a token that fills a window.
    private static func whole(
        _ token: SyntaxToken, _ window: Range<Int>, of line: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) -> SyntaxToken {
        let start = token.range.lowerBound
        var end = token.range.upperBound
        let isString = bytes[start] == UInt8(ascii: "\"")
        if end == window.upperBound {
            end = (start == line.lowerBound && isString ? endOfKey(line, in: bytes) : nil) ?? endOfValue(start..<line.upperBound, in: bytes)
        }
        let seen = min(line.upperBound, end + Checkpoint.spacing)
        let isKey = isString && JSONTokens.hasColon(after: end, before: seen, in: bytes)
        return SyntaxToken(range: start..<end, kind: isKey ? .key : token.kind)
    }

    /// The end of the string at the start of a line; nil if it is too long for a key.
    private static func endOfKey(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
        let stop = min(line.upperBound, line.lowerBound + keyLimit)
        let end = JSONLines.endOfString(in: bytes, from: line.lowerBound + 1, stop: stop)
        return end < stop || stop == line.upperBound ? end : nil
    }

    /// The end of the long value at the end of a line, before whitespace and a comma.
    private static func endOfValue(_ rest: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        let endsWithComma = bytes[rest.upperBound - 1] == UInt8(ascii: ",")
        let end = LineGrammar.endWithoutSpace(of: rest.lowerBound..<rest.upperBound - (endsWithComma ? 1 : 0), in: bytes)
        // An unterminated string lasts to the end of the line.
        return bytes[rest.lowerBound] != UInt8(ascii: "\"") || endsString(rest.lowerBound..<end, in: bytes) ? end : rest.upperBound
    }

    /// True if the last byte is a quote that is not escaped.
    private static func endsString(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        let quote = range.upperBound - 1
        guard bytes[quote] == UInt8(ascii: "\"") else { return false }
        let before = bytes[max(range.lowerBound, quote - Checkpoint.spacing)..<quote]
        return before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}

/// The text of one row of formatted JSON: the tokens without the whitespace between them.
enum JSONRow {
    /// Appends the part of a line in a segment.
    /// - Parameter tokens: the tokens of the line.
    static func append(_ segment: Range<Int>, _ tokens: [SyntaxToken], in bytes: UnsafeRawBufferPointer, to text: inout LineText) {
        for token in tokens {
            let range = token.range.clamped(to: segment)
            guard !range.isEmpty else { continue }
            if bytes[token.range.lowerBound] == UInt8(ascii: "\"") {
                append(range, of: token, in: bytes, to: &text)
            } else {
                text.append(bytes, range, token.kind)
            }
            if bytes[token.range.lowerBound] == UInt8(ascii: ":"), token.kind == .punctuation { text.append([0x20], .plain) }
        }
    }

    /// Appends a part of a string, with characters in place of their escapes.
    private static func append(_ range: Range<Int>, of token: SyntaxToken, in bytes: UnsafeRawBufferPointer, to text: inout LineText) {
        var start = range.lowerBound
        var offset = start + (JSONEscape.isEscaped(start, from: token.range.lowerBound, in: bytes) ? 1 : 0)
        while offset < range.upperBound, let escape = bytes[offset..<range.upperBound].firstIndex(of: UInt8(ascii: "\\")) {
            if let character = JSONEscape.character(at: escape, before: range.upperBound, in: bytes) {
                text.append(bytes, start..<escape, token.kind)
                text.append(character.text, insteadOf: escape..<escape + character.count, token.kind)
                offset = escape + character.count
                start = offset
            } else {
                offset = escape + 2
            }
        }
        text.append(bytes, start..<range.upperBound, token.kind)
    }
}

/// Escapes in JSON strings (RFC 8259, section 7) that are shown as the characters for which they stand. Escapes of quotes, backslashes and
/// characters that would be invisible stay as they are.
enum JSONEscape {
    private static let unitLength = 6
    /// The maximum number of backslashes in front of a row that are counted.
    private static let longestRun = 1 << 12

    /// The character whose escape begins at an offset, in UTF-8, and the number of bytes of the escape; nil for anything else.
    static func character(at offset: Int, before end: Int, in bytes: UnsafeRawBufferPointer) -> (text: [UInt8], count: Int)? {
        if offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "/") { return ([bytes[offset + 1]], 2) }
        guard let unit = unit(at: offset, before: end, in: bytes) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return isVisible(scalar) ? (Array(String(scalar).utf8), unitLength) : nil }
        guard UTF16.isLeadSurrogate(unit), let second = self.unit(at: offset + unitLength, before: end, in: bytes),
            UTF16.isTrailSurrogate(second)
        else { return nil }
        let scalar = UTF16.decode(UTF16.EncodedScalar([unit, second]))
        return isVisible(scalar) ? (Array(String(scalar).utf8), 2 * unitLength) : nil
    }

    /// The start of the escape that contains a byte; the byte itself if there is none.
    static func start(around offset: Int, from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        let first = max(start, offset - unitLength + 1)
        let escape = (first...offset).last { unit(at: $0, before: bytes.count, in: bytes) != nil } ?? offset
        guard let second = unit(at: escape, before: bytes.count, in: bytes), UTF16.isTrailSurrogate(second), escape - unitLength >= start,
            let unit = unit(at: escape - unitLength, before: escape, in: bytes), UTF16.isLeadSurrogate(unit)
        else { return escape }
        return escape - unitLength
    }

    /// True if the byte at an offset belongs to a backslash before it.
    static func isEscaped(_ offset: Int, from start: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let before = bytes[max(start, offset - longestRun)..<offset]
        return !before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }

    /// The number of an escape `\uXXXX`.
    private static func unit(at offset: Int, before end: Int, in bytes: UnsafeRawBufferPointer) -> UInt16? {
        guard offset + unitLength <= end, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[offset + 2..<offset + unitLength] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "\\": false
        case "\u{200D}": true
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
