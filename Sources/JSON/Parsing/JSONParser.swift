/// A recursive descent through the grammar of RFC 8259. A byte order mark at the start is passed over (section 8.1 allows it).
struct JSONParser<Builder: JSONBuilder> {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var position = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// The one value of the whole text.
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

    /// A value and the space after it.
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
        if !take(UInt8(ascii: "]")) {
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
        if !take(UInt8(ascii: "}")) {
            repeat {
                names.append(try name())
                values.append(try value())
            } while try another(before: UInt8(ascii: "}"))
        }
        depth -= 1
        return Builder.object(names, values, at: start..<position)
    }

    /// A member's name with the colon and the space after it.
    private mutating func name() throws(JSONError) -> (text: String, range: Range<Int>) {
        let start = position
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
        let text = try string()
        let range = start..<position
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
        skipSpace()
        return (text, range)
    }

    /// Passes the opening bracket and the space after it.
    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else {
            throw JSONError(
                .tooDeep, at: position, of: bytes, expected: "at most \(limits.depth) arrays and objects within each other",
                found: "one more")
        }
        position += 1
        skipSpace()
    }

    /// Whether a comma follows, and so another element; else passes the closing bracket.
    private mutating func another(before close: UInt8) throws(JSONError) -> Bool {
        if take(UInt8(ascii: ",")) {
            skipSpace()
            return true
        }
        guard take(close) else { throw unexpected("a comma or \(Character(Unicode.Scalar(close)))") }
        return false
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> Builder.Output {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            // Within the count of the static string, which is ASCII.
            guard take(word.utf8Start[offset]) else { throw unexpected("the word “\(word)”") }
        }
        return Builder.scalar(value, at: start..<position)
    }
}

extension JSONParser {
    /// The next byte; 0, which the grammar allows nowhere, at the end.
    var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Passes the byte if it is next.
    mutating func take(_ byte: UInt8) -> Bool {
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
}
