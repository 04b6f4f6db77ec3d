/// What filters ask.
extension PathEvaluator {
    /// What is compared: nothing, a value of the text, or one that was computed (RFC 9535, section 2.4.1).
    enum Value {
        case nothing
        case node(Int)
        case literal(PathLiteral)
    }

    func holds(_ condition: PathLogical, at node: Int) throws(QueryError) -> Bool {
        switch condition {
        case .or(let terms):
            for term in terms where try holds(term, at: node) { return true }
            return false
        case .and(let terms):
            for term in terms where try !holds(term, at: node) { return false }
            return true
        case .not(let term): return try !holds(term, at: node)
        case .exists(let query): return try first(of: query, at: node) != nil
        case .function(let function): return try matches(function, at: node)
        case .comparison(let left, let comparison, let right):
            return try compare(value(left, at: node), comparison, value(right, at: node))
        }
    }

    private func start(of query: PathQuery, at node: Int) -> Int { query.start == .root ? root : node }

    private func first(of query: PathQuery, at node: Int) throws(QueryError) -> Int? {
        var found: Int?
        _ = try run(query, from: start(of: query, at: node)) { value in
            found = value
            return false
        }
        return found
    }

    private func value(_ operand: PathOperand, at node: Int) throws(QueryError) -> Value {
        switch operand {
        case .literal(let literal): .literal(literal)
        case .query(let query): try first(of: query, at: node).map(plain) ?? .nothing
        case .function(let function): try value(function, at: node)
        }
    }

    /// Scalars of the text as literals, so that they compare with those of the query.
    private func plain(_ node: Int) -> Value {
        switch text.kind(of: node) {
        case .object, .array: .node(node)
        case .string: .literal(.string(text.string(node)))
        case .number: .literal(.number(text.number(node)))
        case .word:
            switch text.bytes[node] {
            case UInt8(ascii: "t"): .literal(.bool(true))
            case UInt8(ascii: "f"): .literal(.bool(false))
            default: .literal(.null)
            }
        }
    }

    // MARK: Comparisons

    private func compare(_ left: Value, _ comparison: PathComparison, _ right: Value) throws(QueryError) -> Bool {
        switch comparison {
        case .equal: try areEqual(left, right)
        case .notEqual: try !areEqual(left, right)
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .lessOrEqual: isLess(left, right) ? true : try areEqual(left, right)
        case .greaterOrEqual: isLess(right, left) ? true : try areEqual(left, right)
        }
    }

    private func areEqual(_ left: Value, _ right: Value) throws(QueryError) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing): true
        case (.literal(let left), .literal(let right)): left == right
        case (.node(let left), .node(let right)): try text.areEqual(left, right)
        default: false
        }
    }

    private func isLess(_ left: Value, _ right: Value) -> Bool {
        guard case .literal(let left) = left, case .literal(let right) = right else { return false }
        switch (left, right) {
        case (.number(let left), .number(let right)): return left < right
        // The order of UTF-8 is that of the scalars.
        case (.string(let left), .string(let right)): return left.lexicographicallyPrecedes(right)
        default: return false
        }
    }

    // MARK: Functions

    private func value(_ function: PathFunction, at node: Int) throws(QueryError) -> Value {
        switch function.name {
        case .length: try length(value(function.arguments[0], at: node))
        case .count: .literal(.number(Double(try nodes(function, at: node, limit: .max).count)))
        case .value: try only(nodes(function, at: node, limit: 2))
        case .match, .search: .nothing
        }
    }

    private func only(_ nodes: (count: Int, first: Int?)) -> Value {
        nodes.count == 1 ? nodes.first.map(plain) ?? .nothing : .nothing
    }

    private func length(_ value: Value) -> Value {
        switch value {
        case .literal(.string(let text)): .literal(.number(Double(text.count { $0 & 0xC0 != 0x80 })))
        case .node(let node): .literal(.number(Double(text.children(of: node).reduce(0) { count, _ in count + 1 })))
        case .nothing, .literal: .nothing
        }
    }

    private func nodes(_ function: PathFunction, at node: Int, limit: Int) throws(QueryError) -> (count: Int, first: Int?) {
        guard case .query(let query)? = function.arguments.first else { return (0, nil) }
        var (count, first) = (0, Int?.none)
        _ = try run(query, from: start(of: query, at: node)) { value in
            count += 1
            first = first ?? value
            return count < limit
        }
        return (count, first)
    }

    /// `match()` and `search()`; what is no string, or no pattern of RFC 9485, does not match.
    private func matches(_ function: PathFunction, at node: Int) throws(QueryError) -> Bool {
        guard case .literal(.string(let text)) = try value(function.arguments[0], at: node),
            case .literal(.string(let pattern)) = try value(function.arguments[1], at: node), let pattern = patterns.pattern(pattern)
        else { return false }
        return pattern.matches(text, isWhole: function.name == .match)
    }
}
