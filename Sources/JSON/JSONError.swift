/// Why a text is no JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name.
        public let name: String
        /// A code of that name.
        public init(_ name: String) { self.name = name }
        /// The code's own name.
        public var description: String { name }

        /// Something else stands where the grammar wants a value, a comma, a name, …
        public static let unexpected = Code("unexpected")
        /// Arrays and objects are nested deeper than the limit.
        public static let tooDeep = Code("tooDeep")
        /// The text has more bytes than the limit.
        public static let tooLarge = Code("tooLarge")
        /// A string is not UTF-8, or an escape names half a surrogate pair.
        public static let notUnicode = Code("notUnicode")
    }

    /// What went wrong.
    public let code: Code
    /// Where.
    public let position: JSONPosition
    /// What should stand there, as the rest of a sentence: `a comma or }`.
    public let expected: String
    /// What stands there, quoted where it can be shown; `the end` after the last byte.
    public let found: String

    /// A fault at the byte at `offset`.
    init(_ code: Code, at offset: Int, of bytes: UnsafeBufferPointer<UInt8>, expected: String, found: String? = nil) {
        self.code = code
        self.expected = expected
        self.found = found ?? Self.describe(bytes, at: offset)
        position = JSONPosition(offset: offset, in: bytes)
    }

    private static func describe(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        guard offset < bytes.count else { return "the end" }
        switch bytes[offset] {
        case 0x0A, 0x0D: return "the end of the line"
        case 0x21..<0x7F: return "“\(Character(Unicode.Scalar(bytes[offset])))”"
        case let byte:
            let digits = String(byte, radix: 16, uppercase: true)
            return "the byte 0x" + (digits.count < 2 ? "0" : "") + digits
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// One line: where, what was expected, what was found.
    public var description: String { "line \(position.line), column \(position.column): expected \(expected), found \(found)" }
}

/// A place in a text.
public struct JSONPosition: Hashable, Sendable {
    /// Bytes before the place.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The Unicode scalar within the line, from 1.
    public let column: Int

    /// Counts lines and scalars before the byte at `offset`.
    init(offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        self.offset = offset
        let before = bytes.prefix(offset)
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lastLine = before.lastIndex(of: UInt8(ascii: "\n")).map { before[before.index(after: $0)...] } ?? before[...]
        column = lastLine.count { $0 & 0xC0 != 0x80 } + 1
    }
}
