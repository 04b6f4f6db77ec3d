// A parser that preserves JSON as written: members keep their order and duplicates, numbers keep their digits.
//
//   [UInt8] ──JSONParser──► JSONValue ──JSONPrinter──► text
//                │
//                └─────────► JSONSource ──edits──► the same text with only the changed values replaced
//
// The grammar is that of RFC 8259, strictly. What is wrong is a `JSONError` with line, column and what was expected.

/// A recursive descent parser for the grammar of RFC 8259. A byte order mark at the start is skipped (section 8.1 allows that).
struct JSONParser<Builder: JSONBuilder> {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    /// The names of members of the outermost object that are skipped unread.
    var omitted: Set<String> = []
    /// The names of the only members of the outermost object that are not skipped; nil for all.
    var kept: Set<String>?
    var position = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses the whole text, which must hold exactly one value.
    mutating func document() throws(JSONError) -> Builder.Output {
        guard bytes.count <= limits.byteCount else {
            throw JSONError(
                .tooLarge, at: limits.byteCount, of: bytes, expected: "at most \(limits.byteCount) bytes", found: "\(bytes.count) bytes")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        let value = try value()
        guard position == bytes.count else { throw unexpected("the end of the text") }
        return value
    }

    /// Parses a value and the space after it.
    private mutating func value() throws(JSONError) -> Builder.Output {
        let start = position
        let output: Builder.Output
        switch peek {
        case UInt8(ascii: "{"): output = try object()
        case UInt8(ascii: "["): output = try array()
        case UInt8(ascii: "\""): output = Builder.scalar(.string(try string()), at: start..<position)
        case UInt8(ascii: "t"): output = try word("true", .bool(true))
        case UInt8(ascii: "f"): output = try word("false", .bool(false))
        case UInt8(ascii: "n"): output = try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            output = Builder.scalar(.number(try number()), at: start..<position)
        default: throw unexpected("a value")
        }
        skipSpace()
        return output
    }

    private mutating func array() throws(JSONError) -> Builder.Output {
        let start = position
        var elements: [Builder.Output] = []
        try enter()
        if !consume(UInt8(ascii: "]")) {
            repeat { elements.append(try value()) } while try another(before: UInt8(ascii: "]"))
        }
        depth -= 1
        return Builder.array(elements, at: start..<position)
    }

    private mutating func object() throws(JSONError) -> Builder.Output {
        let start = position
        var names: [(text: String, range: Range<Int>)] = []
        var values: [Builder.Output] = []
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let name = try name()
                if depth == 1, omitted.contains(name.text) || kept?.contains(name.text) == false {
                    try skipValue()
                    continue
                }
                names.append(name)
                values.append(try value())
            } while try another(before: UInt8(ascii: "}"))
        }
        depth -= 1
        return Builder.object(names, values, at: start..<position)
    }

    /// Skips a value and the space after it by its brackets and quotes.
    private mutating func skipValue() throws(JSONError) {
        var level = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                if level == 0 { return }
                if bytes[position] != UInt8(ascii: ",") { level -= 1 }
            default: break
            }
            position += 1
        }
    }

    /// Skips a string up to the quote at its end.
    private mutating func skipString() throws(JSONError) {
        // Counted in a local variable, which the loop need not store for each byte.
        var end = position + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        position = end
        guard end < bytes.count else { throw unexpected("a quote that ends the string") }
    }

    /// Parses a member's name with the colon and the space after it.
    private mutating func name() throws(JSONError) -> (text: String, range: Range<Int>) {
        let start = position
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
        let text = try string()
        let range = start..<position
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw unexpected("a colon") }
        skipSpace()
        return (text, range)
    }

    /// Skips the opening bracket and the space after it.
    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else {
            throw JSONError(
                .tooDeep, at: position, of: bytes, expected: "at most \(limits.depth) nested arrays and objects",
                found: "one more")
        }
        position += 1
        skipSpace()
    }

    /// True if a comma and therefore another element follows; otherwise skips the closing bracket.
    private mutating func another(before close: UInt8) throws(JSONError) -> Bool {
        if consume(UInt8(ascii: ",")) {
            skipSpace()
            return true
        }
        guard consume(close) else { throw unexpected("a comma or \(Character(Unicode.Scalar(close)))") }
        return false
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> Builder.Output {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            // `offset` is less than the count of the static string, which is ASCII.
            guard consume(word.utf8Start[offset]) else { throw unexpected("the word “\(word)”") }
        }
        return Builder.scalar(value, at: start..<position)
    }

    /// The next byte; 0 at the end, which the grammar allows nowhere.
    var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Skips the byte if it is next.
    mutating func consume(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func unexpected(_ expected: String) -> JSONError { JSONError(.unexpected, at: position, of: bytes, expected: expected) }

    /// Parses the string that begins here and decodes its escapes.
    mutating func string() throws(JSONError) -> String {
        position += 1
        var text = try plainText()
        // A text that grows as it is appended to takes up to twice its size.
        if peek == UInt8(ascii: "\\") { text.reserveCapacity(text.utf8.count + restByteCount) }
        while consume(UInt8(ascii: "\\")) {
            text.unicodeScalars.append(try escape())
            text += try plainText()
        }
        guard consume(UInt8(ascii: "\"")) else { throw unexpected("a character, or a quote that ends the string") }
        return text
    }

    /// The number of bytes up to the end of the string when its escapes are decoded, or a little more.
    private var restByteCount: Int {
        var (count, index) = (0, position)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let isEscape = bytes[index] == UInt8(ascii: "\\")
            let isUnicode = isEscape && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u")
            count += isUnicode ? 3 : 1
            index += isUnicode ? 6 : isEscape ? 2 : 1
        }
        return count
    }

    /// The text up to the next quote, escape or control character.
    private mutating func plainText() throws(JSONError) -> String {
        let start = position
        var end = start
        var ones: UInt8 = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            ones |= byte
            end += 1
        }
        position = end
        let run = bytes[start..<end]
        // Most texts are ASCII, which is UTF-8; the general initializer takes a thousand instructions for the shortest text.
        if ones < 0x80 { return String(decoding: run, as: UTF8.self) }
        guard let text = String(validating: run, as: UTF8.self) else { throw notUTF8(within: run) }
        return text
    }

    private func notUTF8(within run: Slice<UnsafeBufferPointer<UInt8>>) -> JSONError {
        var decoder = UTF8()
        var iterator = run.makeIterator()
        var offset = run.startIndex
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return JSONError(.notUnicode, at: offset, of: bytes, expected: "UTF-8")
    }

    /// Decodes the escape whose backslash has been skipped.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let byte = peek
        if byte == UInt8(ascii: "u") {
            position += 1
            return try unicodeEscape()
        }
        guard let character = JSONEscapes.plain(byte) else { throw unexpected("one of \" \\ / b f n r t u") }
        position += 1
        return Unicode.Scalar(character)
    }

    /// Decodes `XXXX`, or `XXXX\uXXXX` if the first is the high half of a surrogate pair.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position - 2
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) {
            let next = try codeUnit()
            if UTF16.isTrailSurrogate(next) { return UTF16.decode(UTF16.EncodedScalar([unit, next])) }
        }
        throw JSONError(.notUnicode, at: start, of: bytes, expected: "a whole surrogate pair", found: "half of one")
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(peek)).hexDigitValue else { throw unexpected("a hexadecimal digit") }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Parses the number that begins here.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try digits() }
        if consume(UInt8(ascii: ".")) { try digits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try digits()
        }
        return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Skips one digit or more.
    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }
}

/// Limits on the size of a text, which prevent untrusted input from exhausting the stack or the memory.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int
    /// The maximum size of the whole text in bytes.
    public var byteCount: Int

    /// 512 levels and 64 MB by default. Each level costs stack: keep the depth below a few thousand.
    public init(depth: Int = 512, byteCount: Int = 64 << 20) {
        self.depth = depth
        self.byteCount = byteCount
    }
}

/// Makes the parser's output: plain values, or values with their positions.
protocol JSONBuilder {
    associatedtype Output

    /// A value other than an array or object, at `range`.
    static func scalar(_ value: JSONValue, at range: Range<Int>) -> Output
    /// An array.
    static func array(_ elements: [Output], at range: Range<Int>) -> Output
    /// An object; `names` holds the name of each value with its range, quotes included.
    static func object(_ names: [(text: String, range: Range<Int>)], _ values: [Output], at range: Range<Int>) -> Output
}

/// Builds plain values.
enum JSONValueBuilder: JSONBuilder {
    static func scalar(_ value: JSONValue, at range: Range<Int>) -> JSONValue { value }

    static func array(_ elements: [JSONValue], at range: Range<Int>) -> JSONValue { .array(elements) }

    static func object(_ names: [(text: String, range: Range<Int>)], _ values: [JSONValue], at range: Range<Int>) -> JSONValue {
        .object(JSONObject(zip(names, values).map { JSONMember($0.text, $1) }))
    }
}

extension JSONValue {
    /// Parses a whole JSON text: UTF-8, strictly by RFC 8259.
    ///
    /// - Parameters:
    ///   - omitted: the members of the outermost object that the caller does not need. They are left out, and only their brackets and quotes
    ///     are checked, which is several times faster.
    ///   - kept: the only members of the outermost object that the caller needs; nil for all.
    /// - Throws: a `JSONError` with the position of the first error, or the limit that was exceeded.
    public init(
        parsing bytes: [UInt8], omitting omitted: Set<String> = [], keeping kept: Set<String>? = nil, limits: JSONLimits = JSONLimits()
    ) throws(JSONError) {
        // A closure that throws a typed error through `withUnsafeBufferPointer` would lose the type: the result carries it out.
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var parser = JSONParser<JSONValueBuilder>(buffer, limits: limits)
                parser.omitted = omitted
                parser.kept = kept
                return try parser.document()
            }
        }
        self = try result.get()
    }

    /// Parses a whole JSON text.
    ///
    /// - Throws: a `JSONError` with the position of the first error, or the limit that was exceeded.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}
