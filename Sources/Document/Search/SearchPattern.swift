import CDocumentScan

/// A search query prepared for matching, in any document, from any thread.
public struct SearchPattern: Sendable {
    /// The query.
    public let query: SearchQuery
    private let matcher: Matcher

    private enum Matcher: Sendable {
        case literal(LiteralMatcher)
        case expression(RegularExpression)
    }

    /// Prepares a query.
    /// - Parameter stepLimit: the maximum number of steps of a regular expression for a whole text, for callers that wait for the result;
    ///   matches beyond the limit are missing. With nil, only the steps at each position are limited.
    /// - Parameter kind: the kind of the text; in JSON, the characters of literal text match their escapes too.
    /// - Throws: ``DocumentError/Code/invalidPattern`` with the position of the mistake; ``DocumentError/Code/unavailable`` if the query is
    ///   a regular expression and PCRE2 is not installed.
    public init(_ query: SearchQuery, stepLimit: Int? = nil, in kind: ContentKind? = nil) throws(DocumentError) {
        self.query = query
        guard !query.text.isEmpty else { throw DocumentError(.invalidPattern, "The search text is empty.") }
        if query.isRegularExpression {
            matcher = .expression(try RegularExpression(query.text, ignoresCase: query.ignoresCase, stepLimit: stepLimit))
        } else if kind?.grammar == .json, let pattern = EscapablePattern(query.text, ignoresCase: query.ignoresCase).text,
            let expression = try? RegularExpression(pattern, ignoresCase: query.ignoresCase)
        {
            matcher = .expression(expression)
        } else if query.ignoresCase, !query.text.utf8.allSatisfy({ $0 < 0x80 }), let folding = try? RegularExpression(literal: query.text) {
            matcher = .expression(folding)
        } else {
            matcher = .literal(LiteralMatcher(Array(query.text.utf8), ignoresCase: query.ignoresCase))
        }
    }

    /// The maximum length of a match in bytes; a longer match is cut off.
    static let longestMatch = 64 << 10

    /// The byte ranges of the first `limit` matches that begin in a range, without overlap, in order; `bytes` are those of the whole text.
    func matches(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, limit: Int = .max) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        _ = forEachMatch(in: range, of: bytes) { match in
            matches.append(match.range)
            return matches.count < limit
        }
        return matches
    }

    /// Calls a function with each match that begins in a range, as long as it returns true.
    /// - Returns: true if all positions were tried; false if the pattern exceeded a limit at some.
    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (SearchMatch) -> Bool) -> Bool {
        switch matcher {
        case .literal(let literal):
            literal.forEachMatch(in: range, of: bytes) { body(SearchMatch(range: $0, group: nil)) }
            return true
        case .expression(let expression): return expression.forEachMatch(in: range, of: bytes, body)
        }
    }

    /// True if the query is a regular expression with a capture group.
    public var hasGroup: Bool {
        guard case .expression(let expression) = matcher else { return false }
        return expression.hasGroup
    }

    /// All matches in bytes, in order, at most `limit`.
    /// - Throws: ``DocumentError/Code/limitReached`` if the pattern exceeded a limit at some position, so that matches may be missing.
    public func matches(in bytes: [UInt8], limit: Int = .max) throws(DocumentError) -> [SearchMatch] {
        var matches: [SearchMatch] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            forEachMatch(in: 0..<bytes.count, of: bytes) { match in
                matches.append(match)
                return matches.count < limit
            }
        }
        guard isWhole else {
            throw DocumentError(
                .limitReached,
                "The pattern “\(query.text)” takes too many steps on this text. Simplify it, for example by removing nested repetitions."
            )
        }
        return matches
    }
}

/// Literal text as a regular expression that also matches the escapes of its characters in JSON.
private struct EscapablePattern {
    /// The pattern; nil if no character of the text is escaped by the usual programs that write JSON.
    private(set) var text: String?

    init(_ literal: String, ignoresCase: Bool) {
        guard literal.unicodeScalars.contains(where: { !$0.isASCII || Self.escapable.contains($0) }) else { return }
        text = literal.unicodeScalars.map { Self.alternatives(of: $0, ignoresCase: ignoresCase) }.joined()
    }

    /// The ASCII characters that are escaped for HTML.
    private static let escapable = "/&<>'+=`".unicodeScalars

    private static func alternatives(of scalar: Unicode.Scalar, ignoresCase: Bool) -> String {
        let isPunctuation = scalar.isASCII && scalar.value > 0x20 && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
        let plain = isPunctuation ? "\\\(scalar)" : String(scalar)
        if scalar == "/" { return #"\\?/"# }
        guard !scalar.isASCII || escapable.contains(scalar) else { return plain }
        let forms =
            ignoresCase ? Set([String(scalar), scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]) : [String(scalar)]
        let escapes = forms.sorted().filter { $0.unicodeScalars.count == 1 }.map { form in
            form.utf16.map { #"(?<!\\)\\u"# + digits(of: $0) }.joined()
        }
        return "(?:" + ([plain] + escapes).joined(separator: "|") + ")"
    }

    /// The four digits of an escape, with letters in both cases.
    private static func digits(of unit: UInt16) -> String {
        let text = String(unit, radix: 16)
        return (String(repeating: "0", count: 4 - text.count) + text).map { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" }.joined()
    }
}

/// A search query.
public struct SearchQuery: Hashable, Sendable {
    /// The literal text or the regular expression.
    public var text: String
    /// True if the text is a regular expression in the syntax of PCRE2 (pcre2syntax(3)).
    public var isRegularExpression: Bool

    /// A query for a literal text or a regular expression.
    public init(_ text: String, isRegularExpression: Bool = false) {
        self.text = text
        self.isRegularExpression = isRegularExpression
    }

    /// True unless the text has an upper-case letter. In a regular expression, a letter after a backslash is a class, not a letter.
    var ignoresCase: Bool {
        var isEscaped = false
        for character in text {
            if character.isUppercase, !(isEscaped && isRegularExpression) { return false }
            isEscaped = character == "\\" && !isEscaped
        }
        return true
    }
}

/// A match of a pattern.
public struct SearchMatch: Hashable, Sendable {
    /// The range of the match, in bytes.
    public let range: Range<Int>
    /// The range of the first capture group; nil if it takes no part in the match, or there is no group.
    public let group: Range<Int>?
}

/// Searches for literal text, 64 positions at a time: the two bytes of the text that are rarest are compared at all positions at once, and
/// the other bytes only where both match.
struct LiteralMatcher: Sendable {
    private let needle: [UInt8]
    private let ignoresCase: Bool
    /// The offsets of the two rarest bytes in the needle.
    private let first: Int
    private let second: Int

    /// - Parameter ignoresCase: applies to ASCII letters only.
    init(_ needle: [UInt8], ignoresCase: Bool) {
        self.needle = ignoresCase ? needle.map(Self.lowercase) : needle
        self.ignoresCase = ignoresCase
        let order = self.needle.indices.sorted { Self.frequency(needle[$0]) < Self.frequency(needle[$1]) }
        first = order.first ?? 0
        second = order.dropFirst().first ?? first
    }

    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) {
        guard let base = bytes.baseAddress else { return }
        let end = min(range.upperBound, bytes.count - needle.count + 1)
        var start = range.lowerBound
        var offset = start
        while offset < end {
            var candidates = candidates(at: base + offset, available: bytes.count - offset, wanted: end - offset)
            while candidates != 0 {
                let place = offset + candidates.trailingZeroBitCount
                candidates &= candidates &- 1
                guard place >= start, matches(base + place) else { continue }
                guard body(place..<place + needle.count) else { return }
                start = place + needle.count
            }
            offset += 64
        }
    }

    /// A bit mask of the 64 positions where both bytes match.
    @inline(__always)
    private func candidates(at place: UnsafeRawPointer, available: Int, wanted: Int) -> UInt64 {
        guard available >= 64 + needle.count else { return .below(wanted) }
        let found = equal(needle[first], at: place + first) & equal(needle[second], at: place + second)
        return found & .below(wanted)
    }

    @inline(__always)
    private func equal(_ byte: UInt8, at place: UnsafeRawPointer) -> UInt64 {
        guard ignoresCase, Self.isLowercase(byte) else { return scan_equal(scan_load(place), byte) }
        return scan_equal(scan_or(scan_load(place), 0x20), byte)
    }

    @inline(__always)
    private func matches(_ place: UnsafeRawPointer) -> Bool {
        for (index, byte) in needle.enumerated() {
            let other = place.load(fromByteOffset: index, as: UInt8.self)
            guard other == byte || (ignoresCase && Self.lowercase(other) == byte) else { return false }
        }
        return true
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// The rough frequency of a byte in JSON, markup and prose.
    private static func frequency(_ byte: UInt8) -> Int {
        switch byte {
        case 0x20, 0x22: 9
        case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"): 8
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "l"), UInt8(ascii: "d"): 7
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 6
        case 0x61...0x7A: 5
        case 0x80...0xFF: 4
        case 0x41...0x5A: 3
        default: 2
        }
    }
}
