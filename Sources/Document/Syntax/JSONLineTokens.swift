/// The tokens of one line of the pretty form of JSON, however long it is: a long value is not read through, its end is looked for from the
/// end of the line.
enum JSONLineTokens {
    /// A key of more bytes is not told from a value: each frame looks for its end.
    private static let keyLimit = 1 << 18

    /// So many stretches of a checkpoint's distance are read. A line of JSON that is well formed and has no such stretch of space needs four.
    private static let passLimit = 8

    /// The tokens in order; what is not read is the last of them.
    static func tokens(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [SyntaxToken] {
        var tokens: [SyntaxToken] = []
        var start = line.lowerBound
        for _ in 0..<passLimit where start < line.upperBound {
            let window = start..<min(line.upperBound, start + Checkpoint.spacing)
            var found = Array(JSONTokens(bytes, in: window))
            start = window.upperBound
            if start < line.upperBound, let last = found.popLast() {
                // What follows the last token is not seen, so that it is read again, at the beginning of a stretch.
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

    /// A token that is alone in a stretch, with all of its bytes.
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

    /// The end of the string that a line begins with; nil where it is too long for a key.
    private static func endOfKey(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
        let stop = min(line.upperBound, line.lowerBound + keyLimit)
        let end = JSONLines.endOfString(in: bytes, from: line.lowerBound + 1, stop: stop)
        return end < stop || stop == line.upperBound ? end : nil
    }

    /// The end of the long value that a line ends with, which space and a comma may follow.
    private static func endOfValue(_ rest: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        let endsWithComma = bytes[rest.upperBound - 1] == UInt8(ascii: ",")
        let end = LineGrammar.endWithoutSpace(of: rest.lowerBound..<rest.upperBound - (endsWithComma ? 1 : 0), in: bytes)
        // A string that has not ended keeps what it holds.
        return bytes[rest.lowerBound] != UInt8(ascii: "\"") || endsString(rest.lowerBound..<end, in: bytes) ? end : rest.upperBound
    }

    /// Whether a quote that no backslash hides is the last byte.
    private static func endsString(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        let quote = range.upperBound - 1
        guard bytes[quote] == UInt8(ascii: "\"") else { return false }
        let before = bytes[max(range.lowerBound, quote - Checkpoint.spacing)..<quote]
        return before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}
