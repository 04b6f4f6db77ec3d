extension JSONParser {
    /// The string that begins here, quotes passed and escapes decoded.
    mutating func string() throws(JSONError) -> String {
        position += 1
        var text = try plainText()
        while take(UInt8(ascii: "\\")) {
            text.unicodeScalars.append(try escape())
            text += try plainText()
        }
        guard take(UInt8(ascii: "\"")) else { throw unexpected("a character, or a quote that ends the string") }
        return text
    }

    /// What stands before the next quote, escape or control character.
    private mutating func plainText() throws(JSONError) -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            position += 1
        }
        let run = bytes[start..<position]
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

    /// The scalar of the escape whose backslash has been passed.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let byte = peek
        if byte == UInt8(ascii: "u") {
            position += 1
            return try unicodeEscape()
        }
        guard let scalar = Self.plainEscape(byte) else { throw unexpected("one of \" \\ / b f n r t u") }
        position += 1
        return scalar
    }

    private static func plainEscape(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// The scalar of `XXXX`, or of `XXXX\uXXXX` where the first is the high half of a surrogate pair.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position - 2
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
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
}
