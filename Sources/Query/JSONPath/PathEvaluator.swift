/// Evaluates a query over a text, depth first, so that the first results come early and nothing is kept but the way to a result.
struct PathEvaluator {
    /// Takes a selected value; gives false to end.
    typealias Sink = (Int) throws(QueryError) -> Bool

    let text: JSONText
    let root: Int
    /// Patterns that were compiled, as long as this evaluation runs.
    let patterns = PatternCache()

    /// Gives the selected values in order; false when the sink wants no more.
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

    /// Section 2.3.4.2.2.
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
}
