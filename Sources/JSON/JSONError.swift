/// A syntax error in a JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Code: Sendable {
        /// An unexpected byte where the grammar requires a value, a comma, a name and so on.
        case unexpected
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep
        /// The text has more bytes than the limit.
        case tooLarge
        /// A string is not UTF-8, or an escape names half a surrogate pair.
        case notUnicode
    }

    /// The kind of error.
    public let code: Code
    /// The position of the first unexpected byte.
    public let position: JSONPosition
    /// The expected token, as the rest of a sentence: `a comma or }`.
    public let expected: String
    /// The token that was found, quoted if it is printable; `the end` after the last byte.
    public let found: String

    /// An error at the byte at `offset`.
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
    /// Position, expected token and found token on one line.
    public var description: String { "line \(position.line), column \(position.column): expected \(expected), found \(found)" }
}

/// A position in a text.
public struct JSONPosition: Hashable, Sendable {
    /// The number of bytes before the position.
    public let offset: Int
    /// The line number, from 1.
    public let line: Int
    /// The number of the Unicode scalar in the line, from 1.
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
