/// A recursive descent through the grammar of RFC 9535, appendix A.
struct PathParser {
    /// So many brackets may stand within each other; each costs stack.
    private static let depthLimit = 200

    let text: [Unicode.Scalar]
    var position = 0
    private var depth = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// The one query of the whole text.
    mutating func query() throws(QueryError) -> PathQuery {
        guard take("$") else { throw unexpected("$ at the start") }
        let segments = try segments()
        guard position == text.count else { throw unexpected("a dot, a bracket, or the end") }
        return PathQuery(start: .root, segments: segments)
    }

    /// `*(S segment)`: spaces are taken only where a segment follows.
    mutating func segments() throws(QueryError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let start = position
            skipSpace()
            guard let segment = try segment() else {
                position = start
                return segments
            }
            segments.append(segment)
        }
    }

    private mutating func segment() throws(QueryError) -> PathSegment? {
        if peek == "[" { return PathSegment(isDescendant: false, selectors: try bracketed()) }
        guard take(".") else { return nil }
        let isDescendant = take(".")
        if isDescendant, peek == "[" { return PathSegment(isDescendant: true, selectors: try bracketed()) }
        if take("*") { return PathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
        return PathSegment(isDescendant: isDescendant, selectors: [.name(try shorthand())])
    }

    private mutating func shorthand() throws(QueryError) -> [UInt8] {
        guard let first = peek, Self.isNameStart(first) else { throw unexpected("a name or *") }
        let start = position
        while let next = peek, Self.isNameStart(next) || Self.isDigit(next) { position += 1 }
        return Self.utf8(text[start..<position])
    }

    private mutating func bracketed() throws(QueryError) -> [PathSelector] {
        try enter()
        defer { depth -= 1 }
        position += 1
        var selectors: [PathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw unexpected("a comma or ]") }
        return selectors
    }

    private mutating func selector() throws(QueryError) -> PathSelector {
        switch peek {
        case "*":
            position += 1
            return .wildcard
        case "?":
            position += 1
            skipSpace()
            return .filter(try logicalOr())
        case "'", "\"": return .name(try string())
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(QueryError) -> PathSelector {
        let first = try integer()
        let end = position
        skipSpace()
        guard take(":") else {
            position = end
            guard let first else { throw unexpected("a name in quotes, an index, a slice, * or ?") }
            return .index(first)
        }
        skipSpace()
        let second = try integer()
        let behind = position
        skipSpace()
        guard take(":") else {
            position = behind
            return .slice(start: first, end: second, step: 1)
        }
        skipSpace()
        return .slice(start: first, end: second, step: try integer() ?? 1)
    }

    // MARK: Characters

    var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    mutating func take(word: String) -> Bool {
        let word = Array(word.unicodeScalars)
        guard text[position...].starts(with: word) else { return false }
        position += word.count
        return true
    }

    mutating func skipSpace() {
        while let next = peek, next == " " || next == "\t" || next == "\n" || next == "\r" { position += 1 }
    }

    mutating func enter() throws(QueryError) {
        depth += 1
        guard depth <= Self.depthLimit else { throw QueryError(.syntax, "Brackets are nested too deep here.", place: position + 1) }
    }

    mutating func leave() { depth -= 1 }

    func unexpected(_ expected: String) -> QueryError {
        let found = peek.map { $0.value < 0x20 ? "a control character" : "“\($0)”" } ?? "the end"
        return QueryError(.syntax, "Expected \(expected), found \(found).", place: position + 1)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_" || scalar.value >= 0x80
    }

    static func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] { scalars.flatMap { Array(UTF8.encode($0).unsafelyUnwrapped) } }
}
