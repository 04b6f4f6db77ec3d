/// Scans bytes and collects tokens; shared by all languages.
struct TokenScanner {
    let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    let end: Int
    private(set) var tokens: [SyntaxToken] = []

    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    var isAtEnd: Bool { offset >= end }

    /// The byte at a distance ahead; zero after the end.
    func peek(_ distance: Int = 0) -> UInt8 { offset + distance < end ? bytes[offset + distance] : 0 }

    /// True if a text is at the current position; letters may differ in case.
    func isAt(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= end else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { index in
            let (byte, expected) = (bytes[offset + index], text.utf8Start[index])
            return byte == expected || (byte | 0x20) &- 0x61 < 26 && byte | 0x20 == expected | 0x20
        }
    }

    mutating func skip(_ count: Int = 1) { offset = min(end, offset + count) }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < end, condition(bytes[offset]) { offset += 1 }
    }

    /// Takes a token of `count` bytes.
    mutating func scan(_ count: Int, as kind: SyntaxKind) { add(min(end, offset + count), kind) }

    /// Takes a token of one byte.
    mutating func scan(as kind: SyntaxKind) { scan(1, as: kind) }

    /// Takes a token of at least one byte and all following bytes that fulfil a condition.
    mutating func scan(as kind: SyntaxKind, while condition: (UInt8) -> Bool) {
        var stop = min(end, offset + 1)
        while stop < end, condition(bytes[stop]) { stop += 1 }
        add(stop, kind)
    }

    /// Takes a token up to and including a text, or to the end if it does not occur.
    mutating func scan(through text: StaticString, as kind: SyntaxKind) {
        var ahead = self
        ahead.skip(to: text)
        add(min(end, ahead.offset + text.utf8CodeUnitCount), kind)
    }

    /// Moves to the next occurrence of a text, or to the end.
    mutating func skip(to text: StaticString) {
        let first = text.utf8Start[0]
        skip { $0 != first }
        while !isAtEnd, !isAt(text) {
            skip()
            skip { $0 != first }
        }
    }

    /// Takes the quoted string with escapes at the current position.
    mutating func scanString(as kind: SyntaxKind = .string, hasLines: Bool = false) {
        let quote = peek()
        var stop = offset + 1
        while stop < end, bytes[stop] != quote, hasLines || bytes[stop] != 0x0A { stop += bytes[stop] == UInt8(ascii: "\\") ? 2 : 1 }
        add(min(end, stop < end && bytes[stop] == quote ? stop + 1 : stop), kind)
    }

    mutating func scanNumber() {
        scan(as: .number) { Self.isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
    }

    /// The word at the current position, which does not change.
    func word() -> Range<Int> {
        var stop = offset
        while stop < end, Self.isWord(bytes[stop]) { stop += 1 }
        return offset..<stop
    }

    /// The first byte after a range that is not a space.
    func byte(after range: Range<Int>) -> UInt8 {
        var place = range.upperBound
        while place < end, bytes[place] == 0x20 { place += 1 }
        return place < end ? bytes[place] : 0
    }

    private mutating func add(_ stop: Int, _ kind: SyntaxKind) {
        if stop > offset, kind != .plain { tokens.append(SyntaxToken(range: offset..<stop, kind: kind)) }
        offset = max(offset, stop)
    }

    mutating func append(_ others: [SyntaxToken]) { tokens += others }

    static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Returns true for letters, digits, `_`, `-`, `$` and everything beyond ASCII.
    static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "$")
    }
}
