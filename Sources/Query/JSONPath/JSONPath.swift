public import JSON

/// A parsed JSONPath query (RFC 9535).
///
/// It is evaluated on the bytes of a JSON text without building values: memory does not grow with the body, and the first results come
/// before the last byte has been read.
public struct JSONPath: Hashable, Sendable {
    /// The maximum size of the values that are collected in this process.
    private static let maxByteCount = 4 << 20

    let query: PathQuery

    /// Parses a query.
    /// - Throws: ``QueryError/Code/syntax`` with the position and what was expected there.
    public init(_ text: String) throws(QueryError) {
        var parser = PathParser(text)
        query = try parser.query()
    }

    /// Finds the selected values in the order defined by the RFC.
    /// - Parameters:
    ///   - bytes: one JSON value, or the first of several. Invalid JSON gives undefined results: check it before.
    ///   - body: called with the range of each value; returns false to end the search.
    /// - Throws: ``QueryError/Code/limit`` if compared values are nested too deep.
    public func forEachMatch(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) throws(QueryError) -> Bool) throws(QueryError) {
        try forEachMatch(in: bytes, .unlimited, body)
    }

    private func forEachMatch(
        in bytes: UnsafeRawBufferPointer, _ limit: PathLimit, _ body: (Range<Int>) throws(QueryError) -> Bool
    ) throws(QueryError) {
        let text = JSONText(bytes)
        let root = text.skipSpace(0)
        guard root < bytes.count else { return }
        _ = try PathEvaluator(text: text, root: root, limit: limit).run(query, from: root) { node throws(QueryError) in
            try body(node..<text.end(of: node))
        }
    }

    /// All selected values of a JSON text. Use it for small bodies.
    /// - Parameter time: the maximum time. The query may come from someone else, and a short one can take hours and select gigabytes.
    /// - Throws: ``QueryError/Code/input`` if the text is not JSON, with line and column; ``QueryError/Code/limit`` if the values take longer,
    ///   or have more than 4 MB of text.
    public func values(in bytes: [UInt8], within time: Duration = .seconds(10)) throws(QueryError) -> [JSONValue] {
        do throws(JSONError) { _ = try JSONValue(parsing: bytes) } catch { throw QueryError(.input, "The body is not JSON: \(error).") }
        var values: [JSONValue] = []
        try bytes.withUnsafeBufferPointer { buffer throws(QueryError) in
            let bytes = UnsafeRawBufferPointer(buffer)
            var room = Self.maxByteCount
            try forEachMatch(in: bytes, PathLimit(within: time)) { range throws(QueryError) in
                room -= range.count + 1
                guard room >= 0 else { throw QueryError(.limit, "The values have more than \(Self.maxByteCount >> 20) MB.") }
                if let value = try? JSONValue(parsing: Array(bytes[range])) { values.append(value) }
                return true
            }
        }
        return values
    }
}

/// The syntax tree of a query (RFC 9535, section 2).
struct PathQuery: Hashable, Sendable {
    /// The start of a query: `$` for the root, `@` for the current node of a filter.
    enum Start: Hashable, Sendable {
        case root
        case current
    }

    var start: Start
    var segments: [PathSegment]

    /// True if the query selects at most one node (section 2.3.5.1).
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

struct PathSegment: Hashable, Sendable {
    /// True if the segment selects from all descendants (`..`), not only from children.
    var isDescendant: Bool
    var selectors: [PathSelector]
}

enum PathSelector: Hashable, Sendable {
    /// A name in UTF-8.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(PathLogical)
}

/// A condition of a filter (section 2.3.5).
indirect enum PathLogical: Hashable, Sendable {
    case or([PathLogical])
    case and([PathLogical])
    case not(PathLogical)
    /// True if a query selects anything.
    case exists(PathQuery)
    case function(PathFunction)
    case comparison(PathOperand, PathComparison, PathOperand)
}

enum PathComparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

indirect enum PathOperand: Hashable, Sendable {
    case literal(PathLiteral)
    case query(PathQuery)
    case function(PathFunction)
}

enum PathLiteral: Hashable, Sendable {
    /// A string in UTF-8.
    case string([UInt8])
    case number(Double)
    case bool(Bool)
    case null
}

/// A function extension (section 2.4) with its arguments.
struct PathFunction: Hashable, Sendable {
    enum Name: String, CaseIterable, Sendable {
        case length, count, match, search, value
    }

    enum Kind: Sendable {
        case value, logical, nodes
    }

    var name: Name
    var arguments: [PathOperand]

    /// The type of the result.
    var result: Kind {
        switch name {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }

    /// The types of the parameters.
    static func parameters(of name: Name) -> [Kind] {
        switch name {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }
}

/// The numbers and strings of a query.
extension PathParser {
    /// The largest integer of I-JSON (RFC 9535, section 2.1).
    private static let largestInteger: UInt = 1 << 53 - 1

    /// Parses an integer; nil if there is none.
    mutating func integer() throws(QueryError) -> Int? {
        let start = position
        let isNegative = consume("-")
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
        _ = consume("-")
        let first = peek
        let whole = try digits()
        if first == "0", whole > 1 { throw QueryError(.syntax, "A number cannot have a leading zero.", place: start + 1) }
        if consume(".") { _ = try digits() }
        if consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
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
        if UTF16.isLeadSurrogate(unit), consume("\\"), consume("u") {
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
