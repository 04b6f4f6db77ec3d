public import JSON

/// A parsed JSONPath query (RFC 9535).
///
/// It is evaluated on the bytes of a JSON text without building values: memory does not grow with the body, and the first results come
/// before the last byte has been read.
public struct JSONPath: Hashable, Sendable {
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
        let text = JSONText(bytes)
        let root = text.skipSpace(0)
        guard root < bytes.count else { return }
        _ = try PathEvaluator(text: text, root: root).run(query, from: root) { node throws(QueryError) in
            try body(node..<text.end(of: node))
        }
    }

    /// All selected values of a JSON text. Use it for small bodies.
    /// - Throws: ``QueryError/Code/input`` if the text is not JSON, with line and column.
    public func values(in bytes: [UInt8]) throws(QueryError) -> [JSONValue] {
        do throws(JSONError) { _ = try JSONValue(parsing: bytes) } catch { throw QueryError(.input, "The body is not JSON: \(error).") }
        var values: [JSONValue] = []
        try bytes.withUnsafeBufferPointer { buffer throws(QueryError) in
            let bytes = UnsafeRawBufferPointer(buffer)
            try forEachMatch(in: bytes) { range in
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
