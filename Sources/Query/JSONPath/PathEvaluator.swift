/// Evaluates a query on a text, depth first: results come early, and only the path to the current result is kept in memory.
struct PathEvaluator {
    /// Receives a selected value; returns false to end the evaluation.
    typealias Sink = (Int) throws(QueryError) -> Bool

    let text: JSONText
    let root: Int
    let limit: PathLimit
    /// The compiled patterns of this evaluation.
    let patterns = PatternCache()

    /// Passes the selected values to the sink in order; returns false if the sink ended the evaluation.
    func run(_ query: PathQuery, from node: Int, _ sink: Sink) throws(QueryError) -> Bool {
        try step(query.segments[...], from: node, sink)
    }

    private func step(_ segments: ArraySlice<PathSegment>, from node: Int, _ sink: Sink) throws(QueryError) -> Bool {
        guard let segment = segments.first else { return try sink(node) }
        let rest = segments.dropFirst()
        guard segment.isDescendant else { return try select(segment.selectors, of: node, rest, sink) }
        for descendant in text.descendants(of: node) {
            guard try select(segment.selectors, of: descendant, rest, sink) else { return false }
        }
        return true
    }

    private func select(
        _ selectors: [PathSelector], of node: Int, _ rest: ArraySlice<PathSegment>, _ sink: Sink
    ) throws(QueryError) -> Bool {
        for selector in selectors {
            guard try select(selector, of: node, { child throws(QueryError) in try step(rest, from: child, sink) }) else { return false }
        }
        return true
    }

    private func select(_ selector: PathSelector, of node: Int, _ sink: Sink) throws(QueryError) -> Bool {
        try limit.step()
        let kind = text.kind(of: node)
        switch selector {
        case .name(let name):
            guard kind == .object, let value = text.member(name, of: node) else { return true }
            return try sink(value)
        case .wildcard:
            for child in text.children(of: node) { guard try sink(child.value) else { return false } }
            return true
        case .index(let index):
            guard kind == .array, let value = element(index, of: node) else { return true }
            return try sink(value)
        case .slice(let start, let end, let step):
            guard kind == .array else { return true }
            return try slice(start, end, step, of: node, sink)
        case .filter(let condition):
            for child in text.children(of: node) where try holds(condition, at: child.value) {
                guard try sink(child.value) else { return false }
            }
            return true
        }
    }

    private func element(_ index: Int, of array: Int) -> Int? {
        var place = index
        if index < 0 { place += text.children(of: array).reduce(0) { count, _ in count + 1 } }
        guard place >= 0 else { return nil }
        for (count, child) in text.children(of: array).enumerated() where count == place { return child.value }
        return nil
    }

    /// Selects the elements of a slice (section 2.3.4.2.2).
    private func slice(_ start: Int?, _ end: Int?, _ step: Int, of array: Int, _ sink: Sink) throws(QueryError) -> Bool {
        guard step != 0 else { return true }
        if step > 0, (start ?? 0) >= 0, (end ?? 0) >= 0 { return try forwardSlice(start ?? 0, end ?? .max, step, of: array, sink) }
        let values = text.children(of: array).map(\.value)
        func bound(_ value: Int?, _ unset: Int, _ limits: ClosedRange<Int>) -> Int {
            guard let value else { return unset }
            return min(max(value < 0 ? value + values.count : value, limits.lowerBound), limits.upperBound)
        }
        let isForward = step > 0
        let limits = isForward ? 0...values.count : -1...values.count - 1
        let first = bound(start, isForward ? 0 : values.count - 1, limits)
        let last = bound(end, isForward ? values.count : -1, limits)
        for index in stride(from: first, to: last, by: step) { guard try sink(values[index]) else { return false } }
        return true
    }

    private func forwardSlice(_ start: Int, _ end: Int, _ step: Int, of array: Int, _ sink: Sink) throws(QueryError) -> Bool {
        for (index, child) in text.children(of: array).enumerated() {
            if index >= end { break }
            if index >= start, (index - start).isMultiple(of: step) { guard try sink(child.value) else { return false } }
        }
        return true
    }

    // MARK: Filters

    /// An operand of a comparison: nothing, a container in the text, or a computed value (RFC 9535, section 2.4.1).
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

    /// Converts scalars of the text to literals, so that they can be compared with those of the query.
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
        // The order of UTF-8 bytes is the order of the scalars.
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

    /// Evaluates `match()` and `search()`; a value that is not a string, or an invalid pattern (RFC 9485), does not match.
    private func matches(_ function: PathFunction, at node: Int) throws(QueryError) -> Bool {
        guard case .literal(.string(let text)) = try value(function.arguments[0], at: node),
            case .literal(.string(let pattern)) = try value(function.arguments[1], at: node), let pattern = patterns.pattern(pattern)
        else { return false }
        try limit.step(pattern.stepCount(for: text))
        return pattern.matches(text, isWhole: function.name == .match)
    }
}

/// The limit on the time of an evaluation. One in a worker process has none, since the system ends the process.
final class PathLimit {
    /// The number of steps between two readings of the clock: a few hundred microseconds.
    private static let interval = 256
    /// The largest count of a single call, about a second of work, which cannot be interrupted.
    private static let maxSteps = 50_000_000

    private let deadline: ContinuousClock.Instant?
    private var stepCount = 0

    /// - Parameter time: nil for no limit.
    init(within time: Duration?) { deadline = time.map { .now + $0 } }

    static var unlimited: PathLimit { PathLimit(within: nil) }

    /// Counts steps.
    /// - Throws: ``QueryError/Code/limit`` at the end of the time, ``QueryError/Code/cancelled`` if the task was cancelled.
    func step(_ count: Int = 1) throws(QueryError) {
        guard let deadline else { return }
        stepCount += 1
        guard count > Self.interval || stepCount.isMultiple(of: Self.interval) else { return }
        if Task.isCancelled { throw QueryError(.cancelled, "The query was cancelled.") }
        if count > Self.maxSteps || .now > deadline { throw QueryError(.limit, "The query takes too long.") }
    }
}

/// A cache of the compiled patterns of one evaluation: `search(@.name, 'x')` uses the same one at each node.
final class PatternCache {
    private var patterns: [[UInt8]: IRegexp?] = [:]
    /// The maximum number of patterns: they can come from the body, so their number is unbounded.
    private static let limit = 64

    /// The compiled pattern; nil if it is invalid.
    func pattern(_ text: [UInt8]) -> IRegexp? {
        if let known = patterns[text] { return known }
        if patterns.count >= Self.limit { patterns = [:] }
        let pattern = IRegexp(String(decoding: text, as: UTF8.self))
        patterns[text] = .some(pattern)
        return pattern
    }
}
