/// The numbers and strings of a query.
extension PathParser {
    /// The largest integer of I-JSON (RFC 9535, section 2.1).
    private static let largestInteger: UInt = 1 << 53 - 1

    /// Parses an integer; nil if there is none.
    mutating func integer() throws(QueryError) -> Int? {
        let start = position
        let isNegative = take("-")
        let digits = position
        while let next = peek, Self.isDigit(next) { position += 1 }
        guard position > digits else {
            if isNegative { throw unexpected("a digit") }
            return nil
        }
        let isPadded = text[digits] == "0" && (position > digits + 1 || isNegative)
        guard !isPadded, let value = Int(String(String.UnicodeScalarView(text[start..<position]))), value.magnitude <= Self.largestInteger
        else {
            let reason =
                isPadded ? "An integer cannot have a leading zero, and zero cannot be negative." : "The integer is larger than 2⁵³−1."
            throw QueryError(.syntax, reason, place: start + 1)
        }
        return value
    }

    /// Parses `(int / "-0") [frac] [exp]`.
    mutating func number() throws(QueryError) -> Double {
        let start = position
        _ = take("-")
        let first = peek
        let whole = try digits()
        if first == "0", whole > 1 { throw QueryError(.syntax, "A number cannot have a leading zero.", place: start + 1) }
        if take(".") { _ = try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            _ = try digits()
        }
        return Double(String(String.UnicodeScalarView(text[start..<position]))) ?? .nan
    }

    private mutating func digits() throws(QueryError) -> Int {
        let start = position
        while let next = peek, Self.isDigit(next) { position += 1 }
        guard position > start else { throw unexpected("a digit") }
        return position - start
    }

    /// Parses a string in single or double quotes, as UTF-8.
    mutating func string() throws(QueryError) -> [UInt8] {
        let quote = text[position]
        position += 1
        var scalars: [Unicode.Scalar] = []
        while let next = peek {
            if next.value < 0x20 { throw unexpected("a character; control characters are written as escapes") }
            position += 1
            if next == quote { return Self.utf8(scalars) }
            scalars.append(next == "\\" ? try escape(quote) : next)
        }
        throw unexpected("the quote that ends the string")
    }

    private mutating func escape(_ quote: Unicode.Scalar) throws(QueryError) -> Unicode.Scalar {
        guard let next = peek else { throw unexpected("an escape") }
        position += 1
        switch next {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/", "\\", quote: return next
        case "u": return try unicodeEscape()
        default:
            position -= 1
            throw unexpected("one of \(quote) \\ / b f n r t u")
        }
    }

    private mutating func unicodeEscape() throws(QueryError) -> Unicode.Scalar {
        let start = position
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), take("\\"), take("u") {
            let next = try codeUnit()
            if UTF16.isTrailSurrogate(next) { return UTF16.decode(UTF16.EncodedScalar([unit, next])) }
        }
        throw QueryError(.syntax, "Expected a whole surrogate pair, found half of one.", place: start - 1)
    }

    private mutating func codeUnit() throws(QueryError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Character($0).hexDigitValue }), peek?.isASCII == true else {
                throw unexpected("a hexadecimal digit")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
