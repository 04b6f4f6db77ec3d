/// The tokens of JSON, of any bytes, without space between them.
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
        let kind = take(bytes[start])
        return SyntaxToken(range: start..<offset, kind: kind)
    }

    private mutating func take(_ byte: UInt8) -> SyntaxKind {
        switch byte {
        case UInt8(ascii: "\""):
            offset = JSONLines.endOfString(in: bytes, from: offset + 1, stop: end)
            return Self.hasColon(after: offset, before: end, in: bytes) ? .key : .string
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
            offset += 1
            return .punctuation
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            takeWord()
            return .number
        default:
            let start = offset
            takeWord()
            return Self.words.contains { $0.elementsEqual(bytes[start..<offset]) } ? .keyword : .error
        }
    }

    private static let words: [[UInt8]] = ["true", "false", "null"].map { Array($0.utf8) }

    private mutating func takeWord() {
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

    /// Whether a colon is the first thing after a place but for space.
    static func hasColon(after offset: Int, before end: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let following = JSONLines.skipSpace(in: UnsafeRawBufferPointer(rebasing: bytes[..<end]), from: offset)
        return following < end && bytes[following] == UInt8(ascii: ":")
    }
}
