/// Filters (RFC 9535, section 2.3.5).
extension PathParser {
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
            guard take(word: word) else {
                position = end
                return terms
            }
            skipSpace()
            terms.append(try term(&self))
        }
    }

    private mutating func basic() throws(QueryError) -> PathLogical {
        if peek == "(" { return try parenthesised() }
        guard take("!") else { return try testOrComparison() }
        skipSpace()
        if peek == "(" { return .not(try parenthesised()) }
        let start = position
        let test = try testOrComparison()
        if case .comparison = test { throw QueryError(.syntax, "A comparison behind ! needs brackets around it.", place: start + 1) }
        return .not(test)
    }

    private mutating func parenthesised() throws(QueryError) -> PathLogical {
        try enter()
        defer { leave() }
        position += 1
        skipSpace()
        let inner = try logicalOr()
        skipSpace()
        guard take(")") else { throw unexpected("&&, || or )") }
        return inner
    }

    private mutating func testOrComparison() throws(QueryError) -> PathLogical {
        let start = position
        let left = try operand()
        let end = position
        skipSpace()
        guard let comparison = PathComparison.allCases.first(where: { take(word: $0.rawValue) }) else {
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
            guard function.result != .value else { throw wrong("What \(function.name)() gives must be compared with something.", start) }
            return .function(function)
        case .literal: throw wrong("A value alone is no condition: compare it with something.", start)
        }
    }

    private func checkComparable(_ operand: PathOperand, at start: Int) throws(QueryError) {
        switch operand {
        case .query(let query):
            guard query.isSingular else { throw wrong("Only a query for a single value can be compared: names and indices.", start) }
        case .function(let function):
            guard function.result == .value else { throw wrong("What \(function.name)() gives cannot be compared.", start) }
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
            throw unexpected("true, false, null, or a function with its brackets")
        }
    }

    private mutating func function(_ word: String, at start: Int) throws(QueryError) -> PathFunction {
        guard let name = PathFunction.Name(rawValue: word) else {
            let known = PathFunction.Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong("There is no function \(word)(); there are \(known).", start)
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
            guard take(",") else { break }
            skipSpace()
            if peek == ")" { throw unexpected("another argument") }
        }
        guard peek != ")" || arguments.count == parameters.count else { throw tooMany(name, parameters.count) }
        guard take(")") else { throw unexpected("a comma or )") }
        return PathFunction(name: name, arguments: arguments)
    }

    private func tooMany(_ name: PathFunction.Name, _ count: Int) -> QueryError {
        wrong("\(name.rawValue)() takes \(count) argument\(count == 1 ? "" : "s").", position)
    }

    /// An argument that suits its parameter (section 2.4.3).
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
