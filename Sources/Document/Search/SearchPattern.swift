/// A query that is ready to be looked for, in any document, from any thread.
public struct SearchPattern: Sendable {
    /// What it was made from.
    public let query: SearchQuery
    private let matcher: Matcher

    private enum Matcher: Sendable {
        case literal(LiteralMatcher)
        case expression(RegularExpression)
    }

    /// Prepares a query.
    /// - Parameter stepLimit: how many steps a regular expression may take for a text as a whole, where somebody waits for what is found; what
    ///   it did not get to is a gap of the results. Nil where it may be given up: only each place has its limit then.
    /// - Throws: ``DocumentError/Code/invalidPattern`` with the place of the mistake; ``DocumentError/Code/unavailable`` when the query
    ///   is a pattern and PCRE2 is not installed.
    public init(_ query: SearchQuery, stepLimit: Int? = nil) throws(DocumentError) {
        self.query = query
        guard !query.text.isEmpty else { throw DocumentError(.invalidPattern, "There is nothing to look for.") }
        if query.isRegularExpression {
            matcher = .expression(try RegularExpression(query.text, ignoresCase: query.ignoresCase, stepLimit: stepLimit))
        } else if query.ignoresCase, !query.text.utf8.allSatisfy({ $0 < 0x80 }), let folding = try? RegularExpression(literal: query.text) {
            matcher = .expression(folding)
        } else {
            matcher = .literal(LiteralMatcher(Array(query.text.utf8), ignoresCase: query.ignoresCase))
        }
    }

    /// How far behind its beginning a match may end; a longer one is cut off there.
    static let longestMatch = 64 << 10

    /// All matches that begin in a range, without overlap, in order.
    /// - Parameters:
    ///   - range: in bytes.
    ///   - bytes: all that is known.
    ///   - limit: no more than so many.
    func matches(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, limit: Int = .max) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        _ = forEachMatch(in: range, of: bytes) { match in
            matches.append(match)
            return matches.count < limit
        }
        return matches
    }

    /// Calls a function with each match that begins in a range, as long as it returns true.
    /// - Returns: whether all places were tried; a pattern may be too much work at some.
    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) -> Bool {
        switch matcher {
        case .literal(let literal):
            literal.forEachMatch(in: range, of: bytes, body)
            return true
        case .expression(let expression): return expression.forEachMatch(in: range, of: bytes) { body($0.range) }
        }
    }

    /// Whether the query is a pattern with a group.
    public var hasGroup: Bool {
        guard case .expression(let expression) = matcher else { return false }
        return expression.hasGroup
    }

    /// As ``forEachMatch(in:of:_:)``, with what the pattern's first group found.
    func forEachGroup(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (SearchMatch) -> Bool) -> Bool {
        guard case .expression(let expression) = matcher else {
            return forEachMatch(in: range, of: bytes) { body(SearchMatch(range: $0, group: nil)) }
        }
        return expression.forEachMatch(in: range, of: bytes, body)
    }
}
