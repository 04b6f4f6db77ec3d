/// A recursive descent parser of the grammar of RFC 9535, appendix A.
struct PathParser {
    /// The maximum nesting of brackets; each level costs stack.
    private static let depthLimit = 200

    let text: [Unicode.Scalar]
    var position = 0
    private var depth = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// Parses the whole text.
    mutating func query() throws(QueryError) -> PathQuery {
        guard consume("$") else { throw unexpected("$ at the start") }
        let segments = try segments()
        guard position == text.count else { throw unexpected("a dot, a bracket, or the end") }
        return PathQuery(start: .root, segments: segments)
    }

    /// Parses `*(S segment)`; whitespace is consumed only if a segment follows.
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
        guard consume(".") else { return nil }
        let isDescendant = consume(".")
        if isDescendant, peek == "[" { return PathSegment(isDescendant: true, selectors: try bracketed()) }
        if consume("*") { return PathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
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
        } while consume(",")
        guard consume("]") else { throw unexpected("a comma or ]") }
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
        guard consume(":") else {
            position = end
            guard let first else { throw unexpected("a name in quotes, an index, a slice, * or ?") }
            return .index(first)
        }
        skipSpace()
        let second = try integer()
        let secondEnd = position
        skipSpace()
        guard consume(":") else {
            position = secondEnd
            return .slice(start: first, end: second, step: 1)
        }
        skipSpace()
        return .slice(start: first, end: second, step: try integer() ?? 1)
    }

    // MARK: Characters

    var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    mutating func consume(word: String) -> Bool {
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
        guard depth <= Self.depthLimit else { throw QueryError(.syntax, "Brackets are nested too deeply here.", place: position + 1) }
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

    // MARK: Filters

    mutating func logicalOr() throws(QueryError) -> PathLogical {
        let terms = try list(joinedBy: "||") { parser throws(QueryError) in try parser.logicalAnd() }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    private mutating func logicalAnd() throws(QueryError) -> PathLogical {
        let terms = try list(joinedBy: "&&") { parser throws(QueryError) in try parser.basic() }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    private mutating func list(
        joinedBy word: String, _ term: (inout PathParser) throws(QueryError) -> PathLogical
    ) throws(QueryError) -> [PathLogical] {
        var terms = [try term(&self)]
        while true {
            let end = position
            skipSpace()
            guard consume(word: word) else {
                position = end
                return terms
            }
            skipSpace()
            terms.append(try term(&self))
        }
    }

    private mutating func basic() throws(QueryError) -> PathLogical {
        if peek == "(" { return try parenthesised() }
        guard consume("!") else { return try testOrComparison() }
        skipSpace()
        if peek == "(" { return .not(try parenthesised()) }
        let start = position
        let test = try testOrComparison()
        if case .comparison = test { throw QueryError(.syntax, "A comparison after ! must be in parentheses.", place: start + 1) }
        return .not(test)
    }

    private mutating func parenthesised() throws(QueryError) -> PathLogical {
        try enter()
        defer { leave() }
        position += 1
        skipSpace()
        let inner = try logicalOr()
        skipSpace()
        guard consume(")") else { throw unexpected("&&, || or )") }
        return inner
    }

    private mutating func testOrComparison() throws(QueryError) -> PathLogical {
        let start = position
        let left = try operand()
        let end = position
        skipSpace()
        guard let comparison = PathComparison.allCases.first(where: { consume(word: $0.rawValue) }) else {
            position = end
            return try test(left, at: start)
        }
        try checkComparable(left, at: start)
        skipSpace()
        let second = position
        let right = try operand()
        try checkComparable(right, at: second)
        return .comparison(left, comparison, right)
    }

    private func test(_ operand: PathOperand, at start: Int) throws(QueryError) -> PathLogical {
        switch operand {
        case .query(let query): return .exists(query)
        case .function(let function):
            guard function.result != .value else { throw wrong("The result of \(function.name)() must be compared with a value.", start) }
            return .function(function)
        case .literal: throw wrong("A value alone is not a condition: compare it with another value.", start)
        }
    }

    private func checkComparable(_ operand: PathOperand, at start: Int) throws(QueryError) {
        switch operand {
        case .query(let query):
            guard query.isSingular else { throw wrong("Only a query for a single value, of names and indices, can be compared.", start) }
        case .function(let function):
            guard function.result == .value else { throw wrong("The result of \(function.name)() cannot be compared.", start) }
        case .literal: break
        }
    }

    func wrong(_ sentence: String, _ start: Int) -> QueryError { QueryError(.syntax, sentence, place: start + 1) }

    // MARK: Operands

    private mutating func operand() throws(QueryError) -> PathOperand {
        switch peek {
        case "$", "@":
            let start: PathQuery.Start = peek == "$" ? .root : .current
            position += 1
            return .query(PathQuery(start: start, segments: try segments()))
        case "'", "\"": return .literal(.string(try string()))
        case "-": return .literal(.number(try number()))
        case let next? where Self.isDigit(next): return .literal(.number(try number()))
        case let next? where "a"..."z" ~= next: return try word()
        default: throw unexpected("@, $, a value, a function, ! or (")
        }
    }

    private mutating func word() throws(QueryError) -> PathOperand {
        let start = position
        while let next = peek, "a"..."z" ~= next || next == "_" || Self.isDigit(next) { position += 1 }
        let word = String(String.UnicodeScalarView(text[start..<position]))
        if peek == "(" { return .function(try function(word, at: start)) }
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default:
            position = start
            throw unexpected("true, false, null, or a function with parentheses")
        }
    }

    private mutating func function(_ word: String, at start: Int) throws(QueryError) -> PathFunction {
        guard let name = PathFunction.Name(rawValue: word) else {
            let known = PathFunction.Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong("Unknown function \(word)(). The functions are \(known).", start)
        }
        try enter()
        defer { leave() }
        position += 1
        let parameters = PathFunction.parameters(of: name)
        var arguments: [PathOperand] = []
        skipSpace()
        while peek != ")", peek != nil {
            guard arguments.count < parameters.count else { throw tooMany(name, parameters.count) }
            arguments.append(try argument(parameters[arguments.count]))
            skipSpace()
            guard consume(",") else { break }
            skipSpace()
            if peek == ")" { throw unexpected("another argument") }
        }
        guard peek != ")" || arguments.count == parameters.count else { throw tooMany(name, parameters.count) }
        guard consume(")") else { throw unexpected("a comma or )") }
        return PathFunction(name: name, arguments: arguments)
    }

    private func tooMany(_ name: PathFunction.Name, _ count: Int) -> QueryError {
        wrong("\(name.rawValue)() takes \(count) argument\(count == 1 ? "" : "s").", position)
    }

    /// Parses an argument and checks it against its parameter (section 2.4.3).
    private mutating func argument(_ kind: PathFunction.Kind) throws(QueryError) -> PathOperand {
        let start = position
        let operand = try operand()
        if kind == .value {
            try checkComparable(operand, at: start)
        } else {
            guard case .query = operand else { throw wrong("Expected a query here.", start) }
        }
        return operand
    }
}
